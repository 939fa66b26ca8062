package window

import (
	"net/url"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// welcome asks for the first router. It checks an address lightly, as it is
// typed; the agent checks it for good and answers.
type welcome struct {
	*fyne.Container
	title, more, problem, addressLabel, nameLabel *words
	address, name                                 *field
	watch, demo                                   *action
	asked                                         int64  // the number of the last attempt
	refused                                       string // why it was not taken
	checkURL                                      func(string) error
}

func newWelcome(s *shell) *welcome {
	keys := s.key
	w := &welcome{
		checkURL:     s.options.CheckURL,
		title:        newWords(2, 22, theme.ColorNameForeground).strong(),
		more:         newWords(4, 14, colorMuted),
		addressLabel: newWords(1, 13, colorMuted),
		nameLabel:    newWords(1, 13, colorMuted),
		problem:      newWords(2, 13, colorOf(view.Bad)).shrinking(leastType),
		address:      newField(labelAddressHint, keys),
		name:         newField(labelNameHint, keys),
	}
	w.title.set(labelWelcome)
	w.more.set(labelWelcomeMore)
	w.addressLabel.set(labelAddress)
	w.nameLabel.set(labelName)
	submit := func() {
		if w.watch.enabled {
			w.refused = ""
			w.check()
			w.asked = s.ask(wire.Command{
				Do: wire.Watch, URL: strings.TrimSpace(w.address.Text), Name: strings.TrimSpace(w.name.Text),
			})
		}
	}
	w.watch = newAction(labelWatch, keys, submit)
	w.watch.accent(theme.ColorNamePrimary)
	w.demo = newAction(labelTryDemo, keys, func() { s.send(wire.Command{Do: wire.StartDemo}) })
	w.address.OnSubmitted = func(string) { submit() }
	w.name.OnSubmitted = func(string) { submit() }
	w.address.OnChanged = func(string) { w.refused = ""; w.check() }
	w.Container = container.New(&welcomeLayout{w},
		w.title, w.more, w.addressLabel, w.address, w.problem, w.nameLabel, w.name, w.watch, w.demo)
	w.check()
	return w
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
	problem := ""
	switch {
	case w.checkURL != nil: // it may know what was meant
		problem = view.ErrorSentence(w.checkURL(text))
	case !plausible(text):
		problem = labelNotAddress
	}
	w.watch.show(labelWatch, problem == "")
	if text == "" || beginning(text) {
		problem = "" // it may still become one
	}
	if w.refused != "" {
		problem = w.refused
	}
	w.problem.set(problem)
}

// plausible reports whether text can be the address of a router.
func plausible(text string) bool {
	u, err := url.Parse(strings.TrimSpace(text))
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != ""
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
	area := rect{(size.Width - width) / 2, 8, width, size.Height - 16}
	entry := w.address.MinSize().Height
	title, gap := float32(16), float32(3)
	if roomy {
		title, gap = 24, 8
		area = area.middle(min(area.h, 380))
	}
	w.title.place(area.top(lineHeight*title, gap), title)
	if roomy {
		w.more.place(area.top(3*lineHeight*14, gap), 14)
		w.addressLabel.place(area.top(lineHeight*13, 2), 13)
	} else {
		w.more.place(rect{}, 14)
		w.addressLabel.place(rect{}, 13)
	}
	put(w.address, area.top(entry, 2))
	w.problem.place(area.top(2*lineHeight*12, gap/2), 12)
	if roomy {
		w.nameLabel.place(area.top(lineHeight*13, 2), 13)
	} else {
		w.nameLabel.place(rect{}, 13)
	}
	put(w.name, area.top(entry, 1.5*gap))
	buttons := area.top(32, 0)
	w.watch.place(buttons.left(min(w.watch.width(14, labelWatch), buttons.w*0.58), 8), 14)
	w.demo.place(buttons.left(min(buttons.w, w.demo.width(14, labelTryDemo)), 0), 14)
}
