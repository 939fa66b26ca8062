package window

import (
	"slices"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// settingsPage is the settings dialog. It shows the keys of the settings table that
// have a label. The agent saves and applies them.
type settingsPage struct {
	*page
	draft   settings.Settings // edited, until they are saved
	atLogin bool
	tokens  map[string]string // new tokens by router id, the only copies; "" removes one
	was     wire.App          // with the saved settings

	router *routerPage // the page of the router being edited; nil for none
	rows   []*routerRow
	add    *kit.Button
	rest   []fyne.CanvasObject
	copy   *kit.Button

	entries map[string]*entry // by key
	policy  *choice
	waits   *kit.Text // of the policy
}

func newSettingsPage(s *mainWindow, now wire.App) *settingsPage {
	p := &settingsPage{
		draft: now.Settings.Clone(), atLogin: now.AtLogin, tokens: map[string]string{}, was: now,
		entries: map[string]*entry{},
	}
	p.page = newPage(s, view.LabelSettings, view.LabelSave, p.save)
	p.cancel = p.leave
	p.add = kit.NewButton(view.LabelAdd, s.key, func() { p.edit(settings.Router{ID: settings.NewID()}) })
	heads := map[string]string{"poll": view.LabelOutage, "notifications": view.LabelNotify, "tray": view.LabelDesktop}
	for _, section := range settings.Sections() {
		p.section(heads[section.Name], section.Keys)
	}
	atLogin := newCheck(p.page, view.LabelAtLogin, now.AtLogin, func(on bool) { p.atLogin = on })
	p.copy = kit.NewButton(view.LabelDiagnostics, s.key, func() {
		s.clip(s.diagnostics())
		p.say(view.LabelCopied, view.Neutral)
	})
	p.rest = append(p.rest, atLogin, space(10), heading(view.LabelTrouble, pageHead), container.NewHBox(p.copy))
	p.show()
	return p
}

// section adds a heading and the keys that have a label.
func (p *settingsPage) section(head string, keys []settings.Key) {
	keys = slices.DeleteFunc(slices.Clone(keys), func(k settings.Key) bool { return k.Label == "" })
	if len(keys) == 0 {
		return
	}
	p.rest = append(p.rest, space(10))
	if head != "" {
		p.rest = append(p.rest, heading(head, pageHead))
	}
	for _, key := range keys {
		switch key.Kind() {
		case settings.YesNo:
			p.rest = append(p.rest, newCheck(p.page, key.Label, key.Text(p.draft) == strconv.FormatBool(true), func(on bool) {
				_ = key.Set(&p.draft, strconv.FormatBool(on)) // both are valid
			}))
			if key.More != "" {
				p.rest = append(p.rest, container.New(flow(beside{left: 20}.flow), space(0), label(key.More, pageSmall, kit.ColorMuted)))
			}
		case settings.Choice:
			if key.Name == "backoff.policy" {
				p.rest = append(p.rest, p.policies(key)...)
				continue
			}
			pick := newChoice(p.page, key.Choices(), key.Text(p.draft), func(chosen string) { _ = key.Set(&p.draft, chosen) })
			p.rest = append(p.rest, container.New(flow(beside{right: 140}.flow), label(key.Label, pageText, theme.ColorNameForeground), bordered(pick)))
		default:
			e := newEntry(p.page, key.Text(p.draft), "")
			e.Validator = func(text string) error { return key.Set(&p.draft, text) }
			e.SetOnValidationChanged(e.problem)
			p.entries[key.Name] = e
			p.rest = append(p.rest, container.New(flow(beside{right: 84}.flow), label(key.Label, pageText, theme.ColorNameForeground), e), e.note)
		}
	}
}

// policies offers the retry policies, and shows the waits of the chosen one.
func (p *settingsPage) policies(key settings.Key) []fyne.CanvasObject {
	var options []string
	all, was := view.Policies(), p.was.Settings.Backoff
	at := slices.IndexFunc(all, func(each view.Policy) bool { return each.Name == was.Policy })
	for _, each := range all {
		options = append(options, each.Label)
	}
	p.waits = label("", pageSmall, kit.ColorMuted)
	chosen := func(label string) {
		next := all[slices.Index(options, label)]
		p.draft.Backoff = settings.Backoff{Policy: next.Name} // without the overrides of another policy
		p.waits.Set(next.Waits)
		if next.Name == was.Policy {
			p.draft.Backoff = was
			if was != (settings.Backoff{Policy: was.Policy}) {
				p.waits.Set(key.More)
			}
		}
		p.arrange()
	}
	p.policy = newChoice(p.page, options, options[at], chosen)
	chosen(options[at])
	return []fyne.CanvasObject{heading(key.Label, pageHead), bordered(p.policy), p.waits}
}

// bordered is a choice with a border like an entry's; Fyne's Select has none.
func bordered(c *choice) *fyne.Container {
	border := kit.NewPanel(kit.ColorSurface, theme.ColorNameInputBorder)
	return container.NewStack(border, container.New(layout.NewCustomPaddedLayout(1, 1, 1, 1), c))
}

// show puts the routers and everything else on the page.
func (p *settingsPage) show() {
	p.rows = nil
	objects := []fyne.CanvasObject{
		container.New(flow(beside{right: p.add.MinSize().Width}.flow), heading(view.LabelRouters, pageHead), p.add),
	}
	if len(p.draft.Routers) == 0 {
		objects = append(objects, label(view.LabelNoRouters, pageText, kit.ColorMuted))
	}
	for i, r := range p.draft.Routers {
		row := p.newRow(r, i == 0, i == len(p.draft.Routers)-1)
		p.rows = append(p.rows, row)
		objects = append(objects, row.Container, space(2))
	}
	p.fill(append(objects, p.rest...)...)
}

// routerRow is a router in the list, with its buttons.
type routerRow struct {
	*fyne.Container
	id                     string
	address                *kit.Text
	edit, up, down, remove *kit.Button
}

func (p *settingsPage) newRow(r settings.Router, first, last bool) *routerRow {
	row := &routerRow{id: r.ID, address: label(shownAddress(r.URL), pageSmall, kit.ColorMuted)}
	keys := p.main.key
	row.edit = kit.NewButton(view.LabelEdit, keys, func() { p.edit(r) })
	row.up = kit.NewButton(view.LabelUp, keys, func() { p.move(r.ID, -1) })
	row.down = kit.NewButton(view.LabelDown, keys, func() { p.move(r.ID, 1) })
	row.up.Enabled, row.down.Enabled = !first, !last
	row.up.PassBy, row.down.PassBy = true, true
	row.remove = kit.NewButton(view.LabelRemove, keys, func() {
		p.main.question(view.RemoveQuestion(r.Name), view.LabelRemove, view.LabelKeep, row.remove, func() { p.remove(r.ID) })
	})
	buttons := container.NewHBox(row.edit, row.up, row.down, row.remove)
	row.Container = container.New(flow(beside{right: buttons.MinSize().Width, minRest: 180}.flow),
		container.New(column(600, 0), heading(r.Name, pageText), row.address), buttons)
	return row
}

// move swaps a router with the one that is by places after it. The focus stays on
// the arrow, even at the end of the list, so that another press does not move the
// router back.
func (p *settingsPage) move(id string, by int) {
	at := p.indexOf(id)
	p.draft.Routers[at], p.draft.Routers[at+by] = p.draft.Routers[at+by], p.draft.Routers[at]
	p.show()
	row := p.rows[at+by]
	if by < 0 {
		p.focus(row.up.Hold())
	} else {
		p.focus(row.down.Hold())
	}
}

// remove removes a router from the list. The focus moves to its neighbour.
func (p *settingsPage) remove(id string) {
	at := p.indexOf(id)
	p.draft.Routers = slices.Delete(p.draft.Routers, at, at+1)
	delete(p.tokens, id)
	p.show()
	if len(p.rows) == 0 {
		p.focus(p.add)
		return
	}
	each(p.column.Objects, func(b *kit.Button) { b.IgnoreDoubleClick() }) // one may have moved under the pointer
	p.focus(p.rows[min(at, len(p.rows)-1)].remove)
}

// edit opens the page of one router.
func (p *settingsPage) edit(r settings.Router) {
	p.router = newRouterPage(p, r)
	p.main.openPage(p.router.page, nil)
}

// back returns from the page of a router to the list.
func (p *settingsPage) back(id string) {
	p.router.test.cancel()
	p.router = nil
	p.show()
	p.say("", view.Neutral)
	at := p.add
	if i := p.indexOf(id); i >= 0 {
		at = p.rows[i].edit
	}
	p.main.openPage(p.page, at)
}

// indexOf is a router's index in the draft, or -1.
func (p *settingsPage) indexOf(id string) int {
	return slices.IndexFunc(p.draft.Routers, func(r settings.Router) bool { return r.ID == id })
}

// shownAddress is a router's normalised address, without secrets.
func shownAddress(address string) string {
	base, err := monitor.ParseAddress(address)
	if err != nil {
		return view.Address(address)
	}
	return base.String()
}
