package window

import (
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// apply takes the agent's answer.
func (p *settingsPage) apply(app wire.App) {
	if p.asked == 0 || app.Answered != p.asked {
		return
	}
	p.asked = 0
	if app.Refused != "" {
		p.working(false)
		p.sheet.foot.say(app.Refused, view.Bad)
		return
	}
	p.forget(p.draft.orphans())
	p.shell.closeSheet()
}

// cancel leaves, at once where nothing would be lost.
func (p *settingsPage) cancel() {
	if !p.draft.changed() {
		p.leave()
		return
	}
	p.sheet.foot.ask(labelDiscardAsk, labelDiscard, labelKeepEditing, p.leave)
}

func (p *settingsPage) leave() {
	p.forget(p.draft.strays())
	p.shell.closeSheet()
}

// working stops a second attempt while the first is on its way.
func (p *settingsPage) working(busy bool) {
	p.busy = busy
	p.sheet.foot.yes.Set(labelSave, !busy)
	if busy {
		p.sheet.foot.say(labelSaving, view.Neutral)
	}
}

// save has the keyring keep the tokens and the agent the rest.
func (p *settingsPage) save() {
	if problem := p.draft.thresholdProblem(); problem != "" {
		p.sheet.foot.say(problem, view.Bad)
		p.sheet.focus(p.threshold.typed)
		return
	}
	if p.busy {
		return
	}
	p.working(true)
	wanted := p.draft.Settings
	p.keep(p.draft.tokens, func(problem string) {
		if p.shell.settings != p {
			return // it was left meanwhile
		}
		if problem != "" {
			p.working(false)
			p.sheet.foot.say(problem, view.Bad)
			return
		}
		p.asked = p.shell.ask(wire.Command{Do: wire.Save, Settings: &wanted})
	})
}

// keep puts tokens into the keyring, which may take its time, and tells the
// agent about those that are there.
func (p *settingsPage) keep(tokens map[string]string, then func(problem string)) {
	keep := p.shell.options.KeepToken
	p.shell.work(func() func() {
		var problem string
		kept := map[string]string{}
		for id, token := range tokens {
			if keep == nil {
				problem = labelNoKeyring
				break
			}
			if err := keep(id, token); err != nil {
				problem = view.ErrorSentence(err)
				break
			}
			kept[id] = token
		}
		return func() {
			for id, token := range kept {
				p.shell.send(wire.Command{Do: wire.Token, Router: id, Token: token})
			}
			then(problem)
		}
	})
}

// forget takes tokens out of the keyring, where nobody waits for it.
func (p *settingsPage) forget(ids []string) {
	if len(ids) == 0 {
		return
	}
	tokens := make(map[string]string, len(ids))
	for _, id := range ids {
		tokens[id] = ""
	}
	p.keep(tokens, func(problem string) {
		if problem != "" {
			p.shell.banner.say(problem)
		}
	})
}
