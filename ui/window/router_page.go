package window

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"routerwatch/internal/secret"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// routerPage changes one router of the draft: nothing of it counts until Done.
type routerPage struct {
	settings *settingsPage
	sheet    *sheet
	router   settings.Router // as it was
	removing bool            // the stored token is to go

	address, name, token        *field
	addressLabel, nameLabel     *kit.Text
	addressProblem, nameProblem *kit.Text
	tokenLabel, tokenMore       *kit.Text
	drop                        *kit.Button // the stored token
	test                        *kit.Button
	result                      []testLine
	state                       *kit.Text
	stop                        context.CancelFunc // ends the test that runs
	running                     int                // the number of that test; 0 while none runs
	tests                       int                // how many were started
}

func newRouterPage(p *settingsPage, r settings.Router) *routerPage {
	title := labelEditRouter
	if p.draft.index(r.ID) < 0 {
		title = labelNewRouter
	}
	keys := p.shell.key
	e := &routerPage{settings: p, sheet: newSheet(title, p.shell), router: r}
	label := func(text string) *kit.Text {
		w := kit.NewText(1, sheetText, theme.ColorNameForeground)
		w.Text = text
		return w
	}
	problem := func() *kit.Text { return kit.NewText(2, sheetSmall, kit.Accent(view.Bad)) }
	e.addressLabel, e.nameLabel, e.tokenLabel = label(labelAddress), label(labelName), label(labelToken)
	e.addressProblem, e.nameProblem = problem(), problem()
	e.tokenMore = kit.NewText(2, sheetSmall, kit.ColorMuted)
	e.address, e.name, e.token = newField(labelAddressHint, keys), newField(labelNameHint, keys), newField("", keys)
	e.token.Password = true // what was typed before is not shown again
	e.address.Text, e.name.Text = r.URL, r.Name
	if r.Name == settings.NameFor(r.URL) {
		e.name.Text = "" // it follows from the address, also from another one
	}
	for _, f := range []*field{e.address, e.name, e.token} {
		f.CursorColumn = len([]rune(f.Text))
		f.OnChanged = func(string) { e.check(false) }
		f.OnSubmitted = func(string) { e.done() }
	}
	e.drop = kit.NewButton(labelDropToken, keys, func() {
		e.removing = !e.removing
		e.check(false)
	})
	e.test = kit.NewButton(labelTest, keys, e.tryOut)
	e.test.Widest = labelStopTest
	e.test.Hidden = p.shell.options.Test == nil
	e.state = kit.NewText(1, sheetSmall, kit.ColorMuted)
	objects := []fyne.CanvasObject{
		e.addressLabel, e.address, e.addressProblem, e.nameLabel, e.name, e.nameProblem,
		e.tokenLabel, e.token, e.tokenMore, e.drop, e.test, e.state,
	}
	for range mostTestLines {
		line := testLine{kit.NewText(1, sheetText, kit.ColorMuted).Bold(), kit.NewText(3, sheetSmall, theme.ColorNameForeground)}
		e.result = append(e.result, line)
		objects = append(objects, line.layer, line.text)
	}
	e.sheet.layout, e.sheet.cancel, e.sheet.first = e.flow, e.cancel, e.address
	e.sheet.left = e.abandon
	e.sheet.foot.buttons(labelDone, e.done, labelCancel, e.cancel)
	e.check(false)
	e.sheet.fill(objects...)
	return e
}

func (e *routerPage) flow(f *flow) {
	entry := e.address.MinSize().Height
	f.text(e.addressLabel, sheetText, 1, 1)
	f.object(e.address, entry, 1)
	f.text(e.addressProblem, sheetSmall, 2, 4)
	f.text(e.nameLabel, sheetText, 1, 1)
	f.object(e.name, entry, 1)
	f.text(e.nameProblem, sheetSmall, 1, 4)
	f.text(e.tokenLabel, sheetText, 1, 1)
	f.object(e.token, entry, 1)
	f.text(e.tokenMore, sheetSmall, 2, 4)
	f.buttons(10, e.test, e.drop)
	f.text(e.state, sheetSmall, 1, 2)
	e.flowResult(f)
}

// typed is the router as it stands in the fields.
func (e *routerPage) typed() settings.Router {
	r := e.router
	r.URL, r.Name = strings.TrimSpace(e.address.Text), settings.TidyName(e.name.Text)
	if r.Name == "" && r.URL != "" {
		r.Name = settings.NameFor(r.URL)
	}
	r.Token = r.Token && !e.removing && !e.moved() || strings.TrimSpace(e.token.Text) != ""
	r.InsecureToken = r.InsecureToken && secret.SameServer(r.URL, e.router.URL)
	return r
}

// moved reports whether the address is another server's, which must not get
// the token that was entered for this one.
func (e *routerPage) moved() bool {
	return e.router.Token && !secret.SameServer(e.address.Text, e.router.URL)
}

// check says what is wrong with what was typed, and reports whether all is
// well. Until it is final, what may become right is not wrong.
func (e *routerPage) check(final bool) bool {
	r := e.typed()
	addressProblem := ""
	if final || r.URL != "" && !beginning(r.URL) {
		addressProblem = view.ErrorSentence(checkURL(r.URL))
	}
	nameProblem := ""
	if r.Name != "" {
		nameProblem = view.ErrorSentence(settings.CheckName(r.Name))
	}
	problem := view.ErrorSentence(secret.Check(strings.TrimSpace(e.token.Text)))
	e.addressProblem.Set(addressProblem)
	e.nameProblem.Set(nameProblem)
	e.tokenMore.SetColor(kit.ColorMuted)
	switch {
	case problem != "":
		e.tokenMore.SetColor(kit.Accent(view.Bad))
		e.tokenMore.Set(problem)
	case e.removing:
		e.tokenMore.Set(labelTokenGoes)
	case e.moved() && e.token.Text == "":
		e.tokenMore.SetColor(kit.Accent(view.Notable))
		e.tokenMore.Set(labelTokenOld)
	case e.router.Token && e.settings.draft.tokens[r.ID] != "":
		e.tokenMore.Set(labelTokenTyped)
	case e.router.Token:
		e.tokenMore.Set(labelTokenStored)
	default:
		e.tokenMore.Set(labelTokenMore)
	}
	drop := labelDropToken
	if e.removing {
		drop = labelKeepToken
	}
	e.drop.Set(drop, e.router.Token && e.token.Text == "" && (e.removing || !e.moved()))
	e.drop.Hidden = !e.router.Token
	e.name.SetPlaceHolder(settings.NameFor(r.URL))
	if r.URL == "" {
		e.name.SetPlaceHolder(labelNameHint)
	}
	return addressProblem == "" && nameProblem == "" && problem == ""
}

// done puts the router into the draft, and goes back to the list.
func (e *routerPage) done() {
	if !e.check(true) {
		e.focusProblem()
		return
	}
	r, d := e.typed(), e.settings.draft
	token := strings.TrimSpace(e.token.Text)
	switch {
	case token != "":
		d.tokens[r.ID] = token
	case e.router.Token && !r.Token:
		d.tokens[r.ID] = ""
	}
	d.put(r)
	e.settings.back(r.ID)
}

func (e *routerPage) focusProblem() {
	switch {
	case e.addressProblem.Text != "":
		e.sheet.focus(e.address)
	case e.nameProblem.Text != "":
		e.sheet.focus(e.name)
	default:
		e.sheet.focus(e.token)
	}
}

// cancel leaves the draft as it was.
func (e *routerPage) cancel() {
	if e.running != 0 {
		e.abandon()
		return
	}
	if e.typed() == e.router && e.token.Text == "" {
		e.settings.back(e.router.ID)
		return
	}
	e.sheet.foot.ask(labelDiscardAsk, labelDiscard, labelKeepEditing, func() { e.settings.back(e.router.ID) })
}
