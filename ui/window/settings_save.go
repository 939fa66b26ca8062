package window

import (
	"maps"

	"routerwatch/internal/secret"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// saving is a save that the agent has not answered yet.
type saving struct {
	seq     int64 // of the command
	keyring *secret.Change
}

// apply takes the agent's answer.
func (p *settingsPage) apply(app wire.App) {
	if p.saving == nil || p.saving.seq == 0 || app.Answered != p.saving.seq {
		return
	}
	change := p.saving.keyring
	if app.Refused == "" {
		p.shell.closeSheet()
		p.onKeyring(change.Done, func(err error) {
			if err != nil {
				p.shell.banner.say(view.ErrorSentence(err))
			}
		})
		return
	}
	p.saving.seq = 0 // it is taken once
	p.onKeyring(change.Undo, func(error) { p.failed(app.Refused) })
}

// onKeyring does something with the keyring, which may take its time, and then
// goes on here.
func (p *settingsPage) onKeyring(do func() error, then func(error)) {
	s := p.shell
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

// cancel leaves, at once where nothing would be lost.
func (p *settingsPage) cancel() {
	switch {
	case p.saving != nil:
	case p.draft.changed():
		p.sheet.foot.ask(labelDiscardAsk, labelDiscard, labelKeepEditing, p.shell.closeSheet)
	default:
		p.shell.closeSheet()
	}
}

// save has the keyring keep the new tokens, and then the agent everything.
// Until it has answered, nothing can be changed.
func (p *settingsPage) save() {
	if p.saving != nil {
		return
	}
	if problem := p.draft.thresholdProblem(); problem != "" {
		p.sheet.foot.say(problem, view.Bad)
		p.sheet.focus(p.threshold.typed)
		return
	}
	now := &saving{}
	p.saving = now
	p.sheet.foot.yes.Set(labelSave, false)
	p.sheet.foot.say(labelSaving, view.Neutral)
	before, after, tokens := p.draft.was.Settings.Routers, p.draft.Settings.Clone(), maps.Clone(p.draft.tokens)
	command := wire.Command{Do: wire.Save, Settings: &after, AtLogin: p.draft.atLogin, Tokens: tokens}
	p.onKeyring(func() (err error) {
		now.keyring, err = secret.Begin(before, after.Routers, tokens)
		return err
	}, func(err error) {
		if err != nil {
			p.failed(view.ErrorSentence(err))
			return
		}
		now.seq = p.shell.ask(command)
	})
}

// failed goes on with a draft that was not saved.
func (p *settingsPage) failed(why string) {
	p.saving = nil
	p.sheet.foot.yes.Set(labelSave, true)
	p.sheet.foot.say(why, view.Bad)
}
