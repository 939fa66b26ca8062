package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// wallTile is one router on a wall display.
type wallTile struct {
	*fyne.Container
	id     string
	ground *kit.Panel
	icon   *statusIcon
	name   *kit.Text
	band   *kit.Panel // behind the status of a router that calls
	status *kit.Text
	detail *kit.Text
	reason *kit.Text
	past   *pastBar
}

func newWallTile(id string) *wallTile {
	t := &wallTile{
		id:     id,
		ground: kit.NewPanel(kit.ColorSurface, ""),
		icon:   newStatusIcon(),
		name:   kit.NewText(1, 40, theme.ColorNameForeground).Bold(),
		band:   kit.NewPanel(kit.Accent(view.Neutral), ""),
		status: kit.NewText(1, 40, theme.ColorNameForeground).Bold(),
		detail: kit.NewText(1, 20, theme.ColorNameForeground),
		reason: kit.NewText(reasonRows, 14, kit.ColorMuted),
		past:   newPastBar(func() {}),
	}
	t.Container = container.NewWithoutLayout(t.ground, t.icon.Container, t.name, t.band, t.status, t.detail, t.reason, t.past.Container)
	return t
}

// apply shows a router, except for the texts of [wallBoard.applyTimes]. It reports
// whether the layout may have changed.
func (t *wallTile) apply(v view.Tile) bool {
	ground, ink := kit.ColorSurface, kit.Accent(v.Tone)
	if v.Alert {
		ground, ink = kit.Tint(v.Tone), kit.ColorOnAccent
		t.band.SetColors(kit.Accent(v.Tone), "")
	}
	moved := kit.SetVisible(t.band, v.Alert)
	t.ground.SetColors(ground, "")
	t.status.SetColor(ink)
	t.icon.apply(v.Icon)
	t.reason.Set(v.Reason)
	return t.name.Set(v.Name) || moved
}

// place puts the tile into box.
func (t *wallTile) place(box kit.Rect, g wallGrid) {
	text := g.text
	kit.Put(t.Container, box)
	area := box.AtOrigin()
	kit.Put(t.ground, area)
	pad, gap := tilePad*text, tileGap*text
	area = area.Middle(g.high).Inset(pad, pad)
	row := area.Top(tileName*text, gap)
	kit.Put(t.icon, row.Left(tileIcon*text, 2*gap).Middle(tileIcon*text))
	t.name.ShrinkTo(text*leastName).Place(row, text)
	row = area.Top(tileStatus*text, gap)
	kit.Put(t.band, row)
	if t.band.Visible() {
		row = row.Inset(2*gap, 0)
	}
	t.status.ShrinkTo(text/2).Place(row.Middle(kit.LineHeight*text), text)
	t.detail.ShrinkTo(text*tileReason).Place(area.Top(kit.LineHeight*tileDetail*text, gap), text*tileDetail)
	kit.SetVisible(t.reason, g.reason)
	kit.SetVisible(t.past.Container, g.past && t.past.shown.Figures != "")
	if g.past {
		t.past.place(area.Bottom(tilePast*text, gap), text*0.24, 1)
	}
	if g.reason {
		t.reason.ShrinkTo(text*tileReason*0.6).Place(area, text*tileReason)
	}
}
