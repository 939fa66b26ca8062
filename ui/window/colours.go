package window

import (
	"context"
	"os"
	"runtime"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"routerwatch/internal/platform/display"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/window/native"
)

// colours are light or dark: as the setting says, or else as the desktop does.
type colours struct {
	setting string         // of window.theme
	desktop display.Scheme // unknown: as the toolkit finds
	shown   display.Scheme
}

// follow takes the desktop's scheme.
func (c *colours) follow(desktop display.Scheme) {
	c.desktop = desktop
	c.apply()
}

// apply changes the window's theme if needed.
func (c *colours) apply() {
	now := c.desktop
	switch c.setting {
	case "light":
		now = display.Light
	case "dark":
		now = display.Dark
	}
	if now == c.shown {
		return
	}
	c.shown = now
	look := kit.NewTheme()
	switch now {
	case display.Light:
		look = kit.FixedTheme(theme.VariantLight)
	case display.Dark:
		look = kit.FixedTheme(theme.VariantDark)
	}
	fyne.CurrentApp().Settings().SetTheme(look)
}

// firstSchemeWait is how long the first frame waits for the desktop's scheme, so that
// a light window does not open dark.
const firstSchemeWait = 150 * time.Millisecond

// followDesktop calls changed on another goroutine when it is known whether the
// desktop is light or dark, and when that changes, until ctx ends; the channel is
// closed once it is known. The toolkit asks only the portal, and takes a desktop
// without one for dark; elsewhere than on Linux it knows. Its variable FYNE_THEME has
// precedence over the desktop.
func followDesktop(ctx context.Context, changed func(display.Scheme)) (known <-chan struct{}) {
	first := make(chan struct{})
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" || os.Getenv("FYNE_THEME") != "" {
		close(first)
		return first
	}
	once := sync.OnceFunc(func() { close(first) })
	go display.FollowScheme(ctx, native.ThemeName, func(s display.Scheme) {
		changed(s)
		once()
	})
	return first
}
