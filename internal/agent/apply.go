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

// save checks what the window wants saved, keeps it and applies it: all of it,
// or nothing. Whether the program starts at login is not part of that: where it
// cannot be changed, the settings are saved all the same, and that is said.
func (a *Agent) save(ctx context.Context, wanted wire.Command) error {
	if a.o.Save == nil {
		return view.ErrNothingKept
	}
	next, tokens := a.settle(*wanted.Settings, wanted.Tokens)
	if err := a.canOpen(next, tokens); err != nil {
		return err
	}
	running, err := a.o.Save(next)
	if err != nil {
		return err
	}
	a.o.Saved = next
	if err := a.apply(ctx, running, tokens); err != nil {
		return err
	}
	a.problem = "" // it was about what has been changed, or is said by a router's card
	if a.o.AtLogin == nil || wanted.AtLogin == a.o.AtLogin.Enabled() {
		return nil
	}
	if err := a.o.AtLogin.Set(wanted.AtLogin); err != nil {
		a.o.Log.Warn("the login entry could not be changed", "error", err)
		a.problem = view.NotAtLogin(err)
	}
	return nil
}

// settle gives each of the routers a name, and what it has of the old settings
// and of the new tokens: a token, and the permission to send it in the clear,
// stay with the server that they were given for.
func (a *Agent) settle(next settings.Settings, given map[string]string) (settings.Settings, secret.Tokens) {
	next, tokens := next.Clone(), a.o.Tokens
	for i := range next.Routers {
		r := &next.Routers[i]
		r.URL = strings.TrimSpace(r.URL)
		r.Name = cmp.Or(strings.TrimSpace(r.Name), settings.NameFor(r.URL))
		var old settings.Router
		if at := indexOf(a.o.Saved.Routers, r.ID); at >= 0 && secret.SameServer(a.o.Saved.Routers[at].URL, r.URL) {
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

// canOpen says why a router that is new, or has changed, could not be asked.
// Those that are watched already may stay as they are.
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

// apply goes on with other settings. Only the routers that a change touches
// are restarted, and they keep their counts unless they moved.
func (a *Agent) apply(ctx context.Context, next settings.Settings, tokens secret.Tokens) error {
	plan, err := next.Plan()
	if err != nil {
		return err
	}
	was, before := a.o.Settings, a.o.Tokens
	polling := was.Poll != next.Poll || was.Backoff != next.Backoff || was.Network != next.Network
	a.o.Tokens, a.o.Settings, a.plan, a.rules.Notifications = tokens, next, plan, next.Notifications

	for _, r := range was.Routers { // at another address it is another router
		if at := indexOf(next.Routers, r.ID); at < 0 || next.Routers[at].URL != r.URL {
			a.forget(r.ID)
		}
	}
	if a.demo != nil && len(next.Routers) > 0 { // the first router takes the demo's place
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

// indexOf is the place of the router with that id, or -1.
func indexOf(routers []settings.Router, id string) int {
	return slices.IndexFunc(routers, func(r settings.Router) bool { return r.ID == id })
}

// takeLate has a router asked with the token that the keyring gave after the
// start.
func (a *Agent) takeLate(answer secret.Answer) {
	r := answer.Router
	switch {
	case answer.Err != nil:
		a.o.Log.Warn("polling a router without its token", "router", r.Name, "error", answer.Err)
		return
	case a.o.Tokens.For(r).Present():
		return // the operator's own is newer
	}
	a.o.Tokens = a.o.Tokens.With(r, answer.Text)
	at, watched := indexOf(a.o.Settings.Routers, r.ID), a.router(r.ID)
	if at >= 0 && watched != nil {
		watched.Replace(a.config(a.o.Settings.Routers[at], watched))
	}
	lines := strings.Split(a.problem, "\n")
	a.problem = strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == answer.Solves }), "\n")
	a.sendApp()
}
