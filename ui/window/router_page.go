package window

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/internal/secret"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// routerPage edits one router; Done puts it into the draft.
type routerPage struct {
	*page
	settings *settingsPage
	router   settings.Router // before the edit
	removing bool            // the stored token will be removed

	address, name, token *entry
	drop                 *kit.Button // removes the stored token
	test                 *connectionTest
}

func newRouterPage(p *settingsPage, r settings.Router) *routerPage {
	title, address := view.LabelEditRouter, view.LabelAddress
	if p.indexOf(r.ID) < 0 {
		title, address = view.LabelNewRouter, view.LabelAddresses
	}
	e := &routerPage{settings: p, router: r}
	e.page = newPage(p.main, title, view.LabelDone, e.done)
	e.cancel = e.leave
	name := r.Name
	if name == settings.NameFor(r.URL) {
		name = "" // the default name, which follows the address
	}
	e.address, e.name, e.token = newAddressEntry(e.page, r.URL), newEntry(e.page, name, view.LabelNameHint), newEntry(e.page, "", "")
	e.token.Password = true
	for _, field := range []*entry{e.address, e.name, e.token} {
		field.OnChanged = func(string) { e.check(false) }
		field.OnSubmitted = func(string) { e.done() }
	}
	e.drop = kit.NewButton(view.LabelDropToken, p.main.key, func() {
		e.removing = !e.removing
		e.check(false)
	})
	e.test = newConnectionTest(e.page, e.testConnection)
	text := func(text string) *kit.Text { return label(text, pageText, theme.ColorNameForeground) }
	e.fill(
		text(address), e.address, e.address.note, e.address.offer(), space(0),
		text(view.LabelName), e.name, e.name.note, space(0),
		text(view.LabelToken), e.token, e.token.note, space(4),
		container.New(flow(beside{left: e.test.button.MinSize().Width, minRest: e.drop.MinSize().Width}.flow), e.test.button, container.NewHBox(e.drop)),
		space(2), e.test.state, e.test.result,
	)
	e.check(false)
	return e
}

// typed is the router in the fields.
func (e *routerPage) typed() settings.Router {
	r := e.router
	r.URL, r.Name = e.address.address(), strings.TrimSpace(e.name.Text)
	if r.Name == "" && r.URL != "" {
		r.Name = settings.NameFor(r.URL)
	}
	r.Token = r.Token && !e.removing && !e.otherServer() || e.typedToken() != ""
	r.InsecureToken = r.InsecureToken && settings.SameServer(r.URL, e.router.URL)
	return r
}

func (e *routerPage) typedToken() string { return strings.TrimSpace(e.token.Text) }

// otherServer reports whether the address is now another server, which must not
// get the stored token.
func (e *routerPage) otherServer() bool {
	return e.router.Token && !settings.SameServer(e.address.address(), e.router.URL)
}

// check shows what is wrong with the fields, and returns the first invalid one.
// Unless it is final, an incomplete address is not invalid.
func (e *routerPage) check(final bool) (wrong *entry) {
	r := e.typed()
	var address, name error
	several := e.address.addresses()
	if len(several) > 1 && e.settings.indexOf(r.ID) >= 0 {
		address = view.ErrSeveralHere
		e.address.problem(address)
	} else {
		address = e.address.checkAddresses(e.settings.draft.Routers, final)
	}
	switch {
	case len(several) > 1 && strings.TrimSpace(e.name.Text) != "":
		name = view.ErrNameForSeveral
	case len(several) < 2 && r.Name != "":
		name = settings.CheckName(r.Name)
	}
	token := secret.Check(e.typedToken())
	if len(several) > 1 && e.typedToken() != "" {
		token = view.ErrTokenForMany
	}
	e.test.allow(len(several) < 2)
	e.name.problem(name)
	for _, same := range settings.Twice(e.settings.draft.Routers, r) {
		at := e.address
		if wrong, is := errors.AsType[*settings.ValueError](same); is && wrong.Wrong == settings.NameTwice {
			at = e.name
		}
		if at.note.Text == "" && r.URL != "" && len(several) < 2 {
			at.say(view.ErrorSentence(same), kit.Accent(view.Notable))
		}
	}
	hint, color := view.LabelTokenMore, kit.ColorMuted
	switch {
	case token != nil:
		hint, color = view.ErrorSentence(token), kit.Accent(view.Bad)
	case e.removing:
		hint = view.LabelTokenGoes
	case e.otherServer() && e.token.Text == "":
		hint, color = view.LabelTokenOld, kit.Accent(view.Notable)
	case e.router.Token && e.settings.tokens[r.ID] != "":
		hint = view.LabelTokenTyped
	case e.router.Token && slices.Contains(e.main.state.app.TokenMissing, r.ID):
		hint, color = view.LabelTokenMissing, kit.Accent(view.Notable)
	case e.router.Token:
		hint = view.LabelTokenStored
	}
	e.token.say(hint, color)
	drop := view.LabelDropToken
	if e.removing {
		drop = view.LabelKeepToken
	}
	e.drop.Set(drop, e.router.Token && e.token.Text == "" && (e.removing || !e.otherServer()))
	e.drop.Hidden = !e.router.Token
	placeHolder := view.LabelNameHint
	if r.URL != "" && len(several) < 2 {
		placeHolder = settings.NameFor(r.URL)
	}
	e.name.SetPlaceHolder(placeHolder)
	switch {
	case address != nil:
		return e.address
	case name != nil:
		return e.name
	case token != nil:
		return e.token
	}
	return nil
}

// done puts the router into the draft and goes back to the list.
func (e *routerPage) done() {
	if wrong := e.check(true); wrong != nil {
		e.focus(wrong)
		return
	}
	if several := e.address.addresses(); len(several) > 1 {
		routers, _ := severalRouters(several, nil)
		e.settings.draft.Routers = append(e.settings.draft.Routers, routers...)
		e.settings.back(routers[len(routers)-1].ID)
		return
	}
	r, p := e.typed(), e.settings
	e.main.options.Secrets.Add(e.typedToken())
	switch {
	case e.typedToken() != "":
		p.tokens[r.ID] = e.typedToken()
	case e.router.Token && !r.Token:
		p.tokens[r.ID] = ""
	}
	if i := e.settings.indexOf(r.ID); i >= 0 {
		p.draft.Routers[i] = r
	} else {
		p.draft.Routers = append(p.draft.Routers, r)
	}
	e.settings.back(r.ID)
}

// leave goes back to the list without changing the draft, or stops a test.
func (e *routerPage) leave() {
	back := func() { e.settings.back(e.router.ID) }
	switch {
	case e.test.stop != nil:
		e.test.cancel()
	case e.typed() == e.router && e.token.Text == "":
		back()
	default:
		e.main.question(view.LabelDiscardAsk, view.LabelDiscard, view.LabelKeepEditing, e.no, back)
	}
}

// testConnection tests the connection to the router in the fields, or stops the
// running test.
func (e *routerPage) testConnection() {
	if e.test.stop != nil {
		e.test.cancel()
		return
	}
	if wrong := e.check(true); wrong != nil {
		e.focus(wrong)
		return
	}
	r, token := e.typed(), e.typedToken()
	e.main.options.Secrets.Add(token)
	if r.Token {
		token = cmp.Or(token, e.settings.tokens[r.ID])
	}
	e.test.start(r, token, e.settings.draft.Network)
}
