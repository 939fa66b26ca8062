package window

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// welcome asks for the first router.
type welcome struct {
	*page
	roomy         []*kit.Text // hidden in a low window
	address, name *entry
	watch, demo   *kit.Button
}

func newWelcome(s *mainWindow) *welcome {
	w := &welcome{page: newColumn(s, 460, 12)}
	w.address, w.name = newAddressEntry(w.page, ""), newEntry(w.page, "", view.LabelNameHint)
	w.watch = kit.NewButton(view.LabelWatch, s.key, w.submit)
	w.watch.SetFill(theme.ColorNamePrimary)
	w.demo = kit.NewButton(view.LabelTryDemo, s.key, func() { s.send(wire.Command{Do: wire.StartDemo}) })
	for _, e := range []*entry{w.address, w.name} {
		e.OnSubmitted = func(string) { w.submit() }
	}
	w.address.OnChanged = func(string) { w.check() }
	w.name.OnChanged = w.address.OnChanged
	w.roomy = []*kit.Text{
		label(view.LabelWelcomeMore, pageText, kit.ColorMuted),
		label(view.LabelAddresses, pageText, kit.ColorMuted), label(view.LabelName, pageText, kit.ColorMuted),
	}
	title := kit.NewText(1, pageTitle, theme.ColorNameForeground).Bold().ShrinkTo(pageText)
	title.Set(view.LabelWelcome)
	w.column.Objects = []fyne.CanvasObject{
		title, w.roomy[0], space(4), w.roomy[1], w.address, w.address.note, w.address.offer(), w.roomy[2], w.name, space(4),
		container.NewHBox(w.watch, w.demo),
	}
	w.check()
	return w
}

// place puts the question into the middle of area, and leaves out what has no room there.
func (w *welcome) place(area kit.Rect) {
	for _, text := range w.roomy {
		text.Hidden = area.H < 330
	}
	kit.Put(w.Container, area)
	area.Top(max(0, (area.H-w.column.MinSize().Height)/2), 0)
	kit.Put(w.Container, area)
}

// submit has the agent save the settings with the router, which it checks.
func (w *welcome) submit() {
	if !w.watch.Enabled {
		return
	}
	w.check() // no longer says why the last try was refused
	app := w.main.state.app
	next := app.Settings.Clone()
	routers, _ := severalRouters(w.address.addresses(), nil)
	if len(routers) == 1 {
		routers[0].Name = strings.TrimSpace(w.name.Text)
	}
	next.Routers = append(next.Routers, routers...)
	w.main.ask(wire.Command{Do: wire.Save, Settings: &next, AtLogin: app.AtLogin}, func(app wire.App) {
		if app.Refused != "" {
			w.address.say(app.Refused, kit.Accent(view.Bad)) // until the next key
		}
	})
}

// check shows what is wrong with the addresses, and enables the button if they are valid.
func (w *welcome) check() {
	several, watch := len(w.address.addresses()), view.LabelWatch
	err := w.address.checkAddresses(nil, false)
	if several > 1 {
		watch = view.WatchSeveral(several)
		if err == nil && strings.TrimSpace(w.name.Text) != "" {
			err = view.ErrNameForSeveral
			w.address.problem(err)
		}
	}
	w.watch.Set(watch, err == nil)
}
