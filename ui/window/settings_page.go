package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// settingsPage is the settings dialog: a draft and the sheet that changes it.
// The agent keeps and applies what it is sent, and answers.
type settingsPage struct {
	shell  *shell
	draft  *draft
	sheet  *sheet
	saving *saving // nil while nothing is on its way

	routers   *kit.Text
	none      *kit.Text   // in the place of the list
	page      *routerPage // of the router that is being changed
	rows      []*routerRow
	add       *kit.Button
	polling   *kit.Text
	threshold struct {
		label, problem *kit.Text
		typed          *field
	}
	waiting  *kit.Text
	policies []*toggle
	notify   *kit.Text
	desktop  *kit.Text
	toggles  []*toggle // notifications first, then the desktop's
	trouble  *kit.Text
	copy     *kit.Button
}

// notifications is how many of the toggles are about notifications.
const notifications = 4

func newSettingsPage(s *shell, now wire.App) *settingsPage {
	p := &settingsPage{shell: s, draft: newDraft(now)}
	p.sheet = newSheet(labelSettings, s)
	head := func(text string) *kit.Text {
		w := kit.NewText(1, sheetHead, theme.ColorNameForeground).Bold()
		w.Text = text
		return w
	}
	p.routers, p.polling, p.waiting = head(labelRouters), head(labelOutage), head(labelPolicy)
	p.notify, p.desktop, p.trouble = head(labelNotify), head(labelDesktop), head(labelTrouble)
	p.none = kit.NewText(1, sheetText, kit.ColorMuted)
	p.none.Text = labelNoRouters
	p.add = kit.NewButton(labelAdd, s.key, func() { p.edit(settings.Router{ID: settings.NewID()}) })
	p.threshold.label = kit.NewText(2, sheetText, theme.ColorNameForeground)
	p.threshold.label.Text = labelThreshold
	p.threshold.problem = kit.NewText(1, sheetSmall, kit.Accent(view.Bad)).ShrinkTo(8)
	p.threshold.typed = newField("", s.key)
	p.threshold.typed.Text = p.draft.threshold
	p.threshold.typed.OnChanged = func(text string) {
		p.draft.threshold = text
		p.threshold.problem.Set(p.draft.thresholdProblem())
	}
	p.makeToggles()
	p.copy = kit.NewButton(labelDiagnostics, s.key, func() {
		s.copyDiagnostics()
		p.sheet.foot.say(labelCopied, view.Neutral)
	})
	p.sheet.layout = p.flow
	p.sheet.cancel = p.cancel
	p.sheet.relent = p.relent
	p.sheet.first = p.add
	p.sheet.foot.buttons(labelSave, p.save, labelCancel, p.cancel)
	p.fill()
	if len(p.rows) > 0 {
		p.sheet.first = p.rows[0].edit
	}
	return p
}

func (p *settingsPage) makeToggles() {
	d := p.draft
	own := d.Backoff != settings.Backoff{Policy: d.Backoff.Policy}
	for _, of := range view.Policies() {
		more := of.Waits
		if own && d.Backoff.Policy == of.Name {
			more = labelOwnWaits
		}
		t := newToggle(of.Label, more, p.shell.key, func(bool) {
			d.Backoff = settings.Backoff{Policy: of.Name} // and none of the waits that were set for another
			if of.Name == d.was.Settings.Backoff.Policy {
				d.Backoff = d.was.Settings.Backoff
			}
			for i, each := range view.Policies() {
				p.policies[i].set(each.Name == of.Name)
			}
		})
		t.round, t.on = true, d.Backoff.Policy == of.Name
		p.policies = append(p.policies, t)
	}
	for _, of := range []struct {
		text, more string
		value      *bool
	}{
		{labelNotifyDown, labelNotifyDownMore, &d.Notifications.Down},
		{labelNotifyPaused, "", &d.Notifications.Paused},
		{labelNotifyZero, "", &d.Notifications.PairsZero},
		{labelNotifyChanged, "", &d.Notifications.PairsChanged},
		{labelCount, "", &d.Tray.Count},
		{labelAtLogin, "", &d.atLogin},
	} {
		t := newToggle(of.text, of.more, p.shell.key, func(on bool) { *of.value = on })
		t.on = *of.value
		p.toggles = append(p.toggles, t)
	}
}

// fill puts the objects into the sheet, a row for each router.
func (p *settingsPage) fill() {
	p.rows = nil
	objects := []fyne.CanvasObject{p.routers, p.none}
	for i, r := range p.draft.Routers {
		row := newRouterRow(p, r, i == 0, i == len(p.draft.Routers)-1)
		p.rows = append(p.rows, row)
		objects = append(objects, row.objects()...)
	}
	objects = append(objects, p.add, p.polling, p.threshold.label, p.threshold.typed, p.threshold.problem, p.waiting)
	for _, t := range p.policies {
		objects = append(objects, t)
	}
	objects = append(objects, p.notify)
	for i, t := range p.toggles {
		if i == notifications {
			objects = append(objects, p.desktop)
		}
		objects = append(objects, t)
	}
	p.none.Hidden = len(p.rows) > 0
	p.sheet.fill(append(objects, p.trouble, p.copy)...)
}

func (p *settingsPage) flow(f *flow) {
	const section = 18
	f.text(p.routers, sheetHead, 1, 4)
	if len(p.rows) == 0 {
		f.text(p.none, sheetText, 1, 6)
	}
	for _, row := range p.rows {
		row.flow(f)
	}
	f.buttons(section, p.add)
	f.text(p.polling, sheetHead, 1, 4)
	entry := p.threshold.typed.MinSize().Height
	line := f.row(max(entry, 2*kit.LineHeight*sheetText), 2)
	if !f.measuring {
		kit.Put(p.threshold.typed, line.Right(76, 12).Middle(entry))
		p.threshold.label.Place(line.Middle(min(line.H, p.threshold.label.HeightFor(line.W, sheetText))), sheetText)
	}
	f.text(p.threshold.problem, sheetSmall, 1, 4)
	f.text(p.waiting, sheetHead, 1, 2)
	for i, t := range p.policies {
		f.toggle(t, gapAfter(i == len(p.policies)-1))
	}
	f.text(p.notify, sheetHead, 1, 2)
	for i, t := range p.toggles {
		if i == notifications {
			f.text(p.desktop, sheetHead, 1, 2)
		}
		f.toggle(t, gapAfter(i == notifications-1 || i == len(p.toggles)-1))
	}
	f.text(p.trouble, sheetHead, 1, 6)
	f.buttons(8, p.copy)
}

func gapAfter(last bool) float32 {
	if last {
		return 16
	}
	return 2
}

// relent takes back the questions whether to remove a router.
func (p *settingsPage) relent() bool {
	asked := false
	for _, row := range p.rows {
		if row.asking {
			row.ask(p.sheet, false)
			asked = true
		}
	}
	return asked
}

// edit opens the page of one router.
func (p *settingsPage) edit(r settings.Router) {
	p.page = newRouterPage(p, r)
	p.shell.openSheet(p.page.sheet, nil)
}

// back comes from the page of a router.
func (p *settingsPage) back(id string) {
	p.page = nil
	p.fill()
	var at fyne.Focusable = p.add
	for _, row := range p.rows {
		if row.id == id {
			at = row.edit
		}
	}
	p.sheet.foot.say("", view.Neutral)
	p.shell.openSheet(p.sheet, at)
}
