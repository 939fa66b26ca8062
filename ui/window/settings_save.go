package window

import (
	"maps"
	"slices"

	"routerwatch/internal/secret"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// draft is the settings as the operator has changed them, until they are
// saved. It holds the only copies of tokens that were typed.
type draft struct {
	settings.Settings
	atLogin bool
	tokens  map[string]string // new ones by router id; "" takes one away
	was     wire.App          // with the settings as they are saved
}

// save has the keyring keep the new tokens, and then the agent everything.
// Until it has answered, nothing can be changed.
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
	before, after, tokens := p.draft.was.Settings.Routers, p.draft.Clone(), maps.Clone(p.draft.tokens)
	command := wire.Command{Do: wire.Save, Settings: &after, AtLogin: p.draft.atLogin, Tokens: tokens}
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

// onKeyring does something with the keyring, which may ask the operator first,
// and then goes on here.
func (p *settingsPage) onKeyring(do func() error, then func(error)) {
	s := p.main
	if len(p.draft.tokens) > 0 {
		p.say(view.LabelKeyringWait, view.Neutral)
	}
	s.work(func() func() {
		s.keyring.Lock()
		defer s.keyring.Unlock()
		err := do()
		if err != nil {
			s.options.Log.Warn("the keyring failed", "why", err)
		}
		return func() { then(err) }
	})
}

// answered takes the agent's answer to a save, and ends its change of the keyring.
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

// failed goes on with a draft that was not saved.
func (p *settingsPage) failed(why string) {
	p.busy(false)
	p.show()
	p.say(why, view.Bad)
}

// leave goes back, at once where nothing would be lost.
func (p *settingsPage) leave() {
	if p.changed() {
		p.main.question(view.LabelDiscardAsk, view.LabelDiscard, view.LabelKeepEditing, p.no, p.main.closePage)
		return
	}
	p.main.closePage()
}

// changed reports whether there is anything to be saved.
func (p *settingsPage) changed() bool {
	d, was := p.draft, *p.draft.was.Settings
	for name, e := range p.entries {
		if e.Text != settings.Find(name).Text(was) {
			return true
		}
	}
	return len(d.tokens) > 0 || d.atLogin != d.was.AtLogin || !d.Equal(was)
}
