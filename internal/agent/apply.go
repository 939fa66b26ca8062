package agent

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"routerwatch/internal/secret"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// AtLogin is the entry that starts the program with the desktop session.
type AtLogin interface {
	Enabled() bool
	Set(on bool) error
}

// save checks, saves and applies what the window sent: all of it, or nothing.
// Starting at login is the exception: if that cannot be changed, the settings
// are saved all the same, and the window shows the problem.
func (a *Agent) save(ctx context.Context, wanted wire.Command) error {
	if a.o.Save == nil {
		return view.ErrNothingKept
	}
	next, tokens := a.settle(*wanted.Settings, wanted.Tokens)
	if err := a.canOpen(next, tokens); err != nil {
		return err
	}
	var outside settings.Outside
	if a.o.Merge != nil {
		next, outside = a.o.Merge(next)
	}
	running, err := a.o.Save(next)
	if err != nil {
		return err
	}
	a.o.Saved = next
	if err := a.apply(ctx, running, tokens); err != nil {
		return err
	}
	a.app.Problem = view.TakenOver(outside) // what it said is solved, or shown on a router's card
	if a.o.AtLogin == nil || wanted.AtLogin == a.o.AtLogin.Enabled() {
		return nil
	}
	if err := a.o.AtLogin.Set(wanted.AtLogin); err != nil {
		a.o.Log.Warn("the login entry could not be changed", "error", err)
		a.app.Problem = strings.TrimPrefix(a.app.Problem+"\n"+view.NotAtLogin(err), "\n")
	}
	return nil
}

// settle completes each router: its default name, and whether it has a token,
// from the old settings and the new tokens. A token, and the permission to send
// it over plain http, belong to the server that they were given for.
func (a *Agent) settle(next settings.Settings, given map[string]string) (settings.Settings, secret.Tokens) {
	next, tokens := next.Clone(), a.o.Tokens
	for i := range next.Routers {
		r := &next.Routers[i]
		r.URL = strings.TrimSpace(r.URL)
		r.Name = cmp.Or(strings.TrimSpace(r.Name), settings.NameFor(r.URL))
		var old settings.Router
		if at := indexOf(a.o.Saved.Routers, r.ID); at >= 0 && settings.SameServer(a.o.Saved.Routers[at].URL, r.URL) {
			old = a.o.Saved.Routers[at]
		}
		r.InsecureToken = old.InsecureToken
		text, changed := given[r.ID]
		r.Token = text != "" || !changed && r.Token && old.Token
		if text != "" {
			tokens = tokens.With(*r, text)
		}
	}
	return next, tokens
}

// canOpen returns an error if a new or changed router could not be polled.
// Unchanged routers are not checked.
func (a *Agent) canOpen(next settings.Settings, tokens secret.Tokens) error {
	open := a.o.Open(tokens, next.Network)
	for _, r := range next.Routers {
		if slices.Contains(a.o.Saved.Routers, r) && tokens.For(r) == a.o.Tokens.For(r) {
			continue
		}
		if _, err := open(r); err != nil {
			return err
		}
	}
	return nil
}

// apply puts settings into effect. Only the routers that a change affects are
// restarted, and they keep their counts unless their address changed.
func (a *Agent) apply(ctx context.Context, next settings.Settings, tokens secret.Tokens) error {
	plan, err := next.Plan()
	if err != nil {
		return err
	}
	was, before := a.o.Settings, a.o.Tokens
	polling := was.Poll != next.Poll || was.Backoff != next.Backoff || was.Network != next.Network ||
		was.Notifications.CertificateDays != next.Notifications.CertificateDays
	a.o.Tokens, a.o.Settings, a.plan, a.rules.Notifications = tokens, next, plan, next.Notifications

	for _, r := range was.Routers { // a new address counts as another router
		if at := indexOf(next.Routers, r.ID); at < 0 || next.Routers[at].URL != r.URL {
			a.forget(r.ID)
		}
	}
	if a.demo != nil && len(next.Routers) > 0 { // the first router replaces the demo
		a.forget(a.demo.Router().ID)
		a.demo.Close()
		a.demo = nil
	}
	for _, r := range next.Routers {
		switch watched := a.router(r.ID); {
		case watched == nil:
			a.watch(ctx, r, RouterMemory{})
		case polling || !slices.Contains(was.Routers, r) || tokens.For(r) != before.For(r):
			watched.Replace(a.config(r, watched))
		}
	}
	slices.SortStableFunc(a.routers, func(x, y *router) int { // into the operator's order
		return indexOf(next.Routers, x.id) - indexOf(next.Routers, y.id)
	})
	return nil
}

// indexOf is the index of the router with that id, or -1.
func indexOf(routers []settings.Router, id string) int {
	return slices.IndexFunc(routers, func(r settings.Router) bool { return r.ID == id })
}

// takeLate restarts a router with the token that the keyring returned after the
// start.
func (a *Agent) takeLate(answer secret.Answer) {
	r := answer.Router
	switch {
	case answer.Err != nil:
		a.o.Log.Warn("polling a router without its token", "router", r.Name, "error", answer.Err)
		return
	case a.o.Tokens.For(r).Present():
		return // the operator has entered a newer one
	}
	a.o.Tokens = a.o.Tokens.With(r, answer.Text)
	at, watched := indexOf(a.o.Settings.Routers, r.ID), a.router(r.ID)
	if at >= 0 && watched != nil {
		watched.Replace(a.config(a.o.Settings.Routers[at], watched))
	}
	lines := strings.Split(a.app.Problem, "\n")
	a.app.Problem = strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == answer.Solves }), "\n")
	a.sendApp()
}
