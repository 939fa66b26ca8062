package window

import (
	"fyne.io/fyne/v2"

	"routerwatch/assets"
	"routerwatch/ui/view"
)

// icon is the drawing of a status, without the number that the tray writes on
// Live: the window has it much larger.
func icon(i view.Icon) fyne.Resource {
	return fyne.NewStaticResource(string(i.Shape)+".svg", assets.ShapeSVG(i.Shape))
}

func appIcon() fyne.Resource {
	return fyne.NewStaticResource("routerwatch.png", assets.AppIcon(256))
}
