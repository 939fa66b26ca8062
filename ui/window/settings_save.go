package window

import (
	"maps"
	"slices"

	"routerwatch/internal/secret"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// save stores the new tokens in the keyring, and then sends everything to the
// agent. The page is disabled until the agent has answered.
func (p *settingsPage) save() {
	for _, name := range slices.Sorted(maps.Keys(p.entries)) {
		if err := p.entries[name].Validate(); err != nil {
			p.say(view.ErrorSentence(err), view.Bad)
			p.focus(p.entries[name])
			return
		}
	}
	p.busy(true)
	p.say(view.LabelSaving, view.Neutral)
	before, after, tokens := p.was.Settings.Routers, p.draft.Clone(), maps.Clone(p.tokens)
	command := wire.Command{Do: wire.Save, Settings: &after, AtLogin: p.atLogin, Tokens: tokens}
	var undo, done func() error
	p.onKeyring(func() (err error) {
		undo, done, err = secret.Begin(before, after.Routers, tokens)
		return err
	}, func(err error) {
		if err != nil {
			p.failed(view.ErrorSentence(err))
			return
		}
		p.say(view.LabelSaving, view.Neutral)
		p.main.ask(command, func(app wire.App) { p.answered(app, undo, done) })
	})
}

// onKeyring calls do, which uses the keyring and may wait for the operator, on
// another goroutine, and then calls then on this one.
func (p *settingsPage) onKeyring(do func() error, then func(error)) {
	s := p.main
	if len(p.tokens) > 0 {
		p.say(view.LabelKeyringWait, view.Neutral)
	}
	s.work(func() func() {
		s.keyring.Lock()
		defer s.keyring.Unlock()
		err := do()
		if err != nil {
			s.options.Log.Warn("the keyring failed", "error", err)
		}
		return func() { then(err) }
	})
}

// answered handles the agent's answer to a save, and finishes or undoes the change
// of the keyring.
func (p *settingsPage) answered(app wire.App, undo, done func() error) {
	if app.Refused != "" {
		p.onKeyring(undo, func(error) { p.failed(app.Refused) })
		return
	}
	p.main.closePage()
	p.onKeyring(done, func(err error) {
		if err != nil {
			p.main.banner.say(view.ErrorSentence(err))
		}
	})
}

// failed enables the page again after a save failed.
func (p *settingsPage) failed(why string) {
	p.busy(false)
	p.show()
	p.say(why, view.Bad)
}

// leave closes the page, and asks first if there are changes.
func (p *settingsPage) leave() {
	if p.changed() {
		p.main.question(view.LabelDiscardAsk, view.LabelDiscard, view.LabelKeepEditing, p.no, p.main.closePage)
		return
	}
	p.main.closePage()
}

// changed reports whether there is anything to save.
func (p *settingsPage) changed() bool {
	was := *p.was.Settings
	for name, e := range p.entries {
		if e.Text != settings.Find(name).Text(was) {
			return true
		}
	}
	return len(p.tokens) > 0 || p.atLogin != p.was.AtLogin || !p.draft.Equal(was)
}
