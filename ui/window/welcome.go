package window

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// welcome asks for the first router. It checks an address lightly, as it is
// typed; the agent checks it for good and answers.
type welcome struct {
	*fyne.Container
	title, more, problem, addressLabel, nameLabel *kit.Text
	address, name                                 *field
	watch, demo                                   *kit.Button
	asked                                         int64  // the number of the last attempt
	refused                                       string // why it was not taken
}

func newWelcome(s *shell) *welcome {
	keys := s.key
	w := &welcome{
		title:        kit.NewText(2, 22, theme.ColorNameForeground).Bold(),
		more:         kit.NewText(4, 14, kit.ColorMuted),
		addressLabel: kit.NewText(1, 13, kit.ColorMuted),
		nameLabel:    kit.NewText(1, 13, kit.ColorMuted),
		problem:      kit.NewText(2, 13, kit.Accent(view.Bad)).ShrinkTo(kit.MinTextSize),
		address:      newField(labelAddressHint, keys),
		name:         newField(labelNameHint, keys),
	}
	w.title.Set(labelWelcome)
	w.more.Set(labelWelcomeMore)
	w.addressLabel.Set(labelAddress)
	w.nameLabel.Set(labelName)
	submit := func() {
		if w.watch.Enabled {
			w.refused = ""
			w.check()
			w.asked = s.ask(wire.Command{Do: wire.Save, Settings: w.wanted(s.state.app), AtLogin: s.state.app.AtLogin})
		}
	}
	w.watch = kit.NewButton(labelWatch, keys, submit)
	w.watch.SetFill(theme.ColorNamePrimary)
	w.demo = kit.NewButton(labelTryDemo, keys, func() { s.send(wire.Command{Do: wire.StartDemo}) })
	w.address.OnSubmitted = func(string) { submit() }
	w.name.OnSubmitted = func(string) { submit() }
	w.address.OnChanged = func(string) { w.refused = ""; w.check() }
	w.Container = container.New(&welcomeLayout{w},
		w.title, w.more, w.addressLabel, w.address, w.problem, w.nameLabel, w.name, w.watch, w.demo)
	w.check()
	return w
}

// wanted are the settings with the router.
func (w *welcome) wanted(app wire.App) *settings.Settings {
	next := app.Settings.Clone()
	next.Routers = append(next.Routers, settings.Router{
		ID: settings.NewID(), URL: strings.TrimSpace(w.address.Text), Name: strings.TrimSpace(w.name.Text),
	})
	return &next
}

// apply shows why the agent did not take the address, once it has answered.
func (w *welcome) apply(app wire.App) {
	if w.asked == 0 || app.Answered != w.asked {
		return
	}
	w.asked = 0 // an answer is shown once: typing on takes it away
	w.refused = app.Refused
	w.check()
}

func (w *welcome) check() {
	text := strings.TrimSpace(w.address.Text)
	problem := view.ErrorSentence(checkURL(text))
	w.watch.Set(labelWatch, problem == "")
	if text == "" || beginning(text) {
		problem = "" // it may still become one
	}
	if w.refused != "" {
		problem = w.refused
	}
	w.problem.Set(problem)
}

// beginning reports whether text may still become an address.
func beginning(text string) bool {
	return slices.ContainsFunc([]string{"https://", "http://"}, func(scheme string) bool {
		return strings.HasPrefix(scheme, text)
	})
}

type welcomeLayout struct{ w *welcome }

// MinSize implements fyne.Layout.
func (*welcomeLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// Layout implements fyne.Layout.
func (l *welcomeLayout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	w := l.w
	roomy := size.Height >= 380
	width := min(size.Width-24, 460)
	area := kit.NewRect((size.Width-width)/2, 8, width, size.Height-16)
	entry := w.address.MinSize().Height
	title, gap := float32(16), float32(3)
	if roomy {
		title, gap = 24, 8
		area = area.Middle(min(area.H, 380))
	}
	w.title.Place(area.Top(kit.LineHeight*title, gap), title)
	if roomy {
		w.more.Place(area.Top(3*kit.LineHeight*14, gap), 14)
		w.addressLabel.Place(area.Top(kit.LineHeight*13, 2), 13)
	} else {
		w.more.Place(kit.Rect{}, 14)
		w.addressLabel.Place(kit.Rect{}, 13)
	}
	kit.Put(w.address, area.Top(entry, 2))
	w.problem.Place(area.Top(2*kit.LineHeight*12, gap/2), 12)
	if roomy {
		w.nameLabel.Place(area.Top(kit.LineHeight*13, 2), 13)
	} else {
		w.nameLabel.Place(kit.Rect{}, 13)
	}
	kit.Put(w.name, area.Top(entry, 1.5*gap))
	buttons := area.Top(32, 0)
	w.watch.Place(buttons.Left(min(w.watch.Width(14, labelWatch), buttons.W*0.58), 8), 14)
	w.demo.Place(buttons.Left(min(buttons.W, w.demo.Width(14, labelTryDemo)), 0), 14)
}
