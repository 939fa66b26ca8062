package agent

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// save keeps the settings of the dialog and applies them.
func (a *Agent) save(ctx context.Context, wanted wire.Settings) error {
	if a.o.Save == nil {
		return errNothingKept
	}
	next := wanted.Over(a.o.Saved)
	moved := a.keepTokensHome(next.Routers)
	if err := a.change(ctx, next); err != nil {
		return err
	}
	for _, id := range moved {
		a.setToken(id, "")
	}
	if err := a.setAtLogin(wanted.AtLogin); err != nil {
		return fmt.Errorf("the settings are saved, but not whether to start at login: %w", err)
	}
	return nil
}

// keepTokensHome sees to it that no token goes to another address than the one
// that it was given for: a router that moved has none, unless one was given
// since the settings were saved last. It returns the ids of those.
func (a *Agent) keepTokensHome(routers []settings.Router) (moved []string) {
	for i, r := range routers {
		for _, old := range a.o.Saved.Routers {
			if old.ID == r.ID && old.URL != r.URL && r.Token && !a.given[r.ID] {
				routers[i].Token = false
				moved = append(moved, r.ID)
			}
		}
	}
	return moved
}

// add keeps one more router and watches it.
func (a *Agent) add(ctx context.Context, url, name string) error {
	if a.o.Save == nil {
		return errNothingKept
	}
	next := a.o.Saved.Clone()
	if name = settings.TidyName(name); name == "" {
		name = settings.NameFor(url)
	}
	next.Routers = append(next.Routers, settings.Router{ID: settings.NewID(), Name: name, URL: url})
	return a.change(ctx, next)
}

func (a *Agent) change(ctx context.Context, next settings.Settings) error {
	if err := a.canOpen(next.Routers); err != nil {
		return err
	}
	running, err := a.o.Save(next)
	if err != nil {
		return err
	}
	a.o.Saved = next
	clear(a.given)
	return a.apply(ctx, running)
}

// canOpen says why a router that is new, or has changed, could not be asked.
// Those that are watched already may stay as they are.
func (a *Agent) canOpen(routers []settings.Router) error {
	for _, r := range routers {
		if slices.Contains(a.o.Saved.Routers, r) {
			continue
		}
		connection, err := a.o.Open(r)
		if err != nil {
			return err
		}
		connection.close()
	}
	return nil
}

func (a *Agent) setAtLogin(on bool) error {
	switch {
	case a.o.AtLogin == nil || on == a.o.AtLogin.Enabled():
		return nil
	case on:
		return a.o.AtLogin.Enable()
	}
	return a.o.AtLogin.Disable()
}

// apply goes on with other settings. Only the routers that a change touches
// are restarted, and they keep their counts unless they moved.
func (a *Agent) apply(ctx context.Context, next settings.Settings) error {
	plan, err := next.Plan()
	if err != nil {
		return err
	}
	change := a.o.Settings.Difference(next)
	a.o.Settings, a.plan, a.rules.Notifications = next, plan, next.Notifications

	for _, r := range slices.Concat(change.Removed, change.Moved) {
		a.forget(r.ID)
	}
	if a.demo != nil && len(next.Routers) > 0 { // the first router takes the demo's place
		a.forget(a.demo.Router().ID)
		a.demo.Close()
		a.demo, a.fleet.Simulated = nil, false
	}
	for _, r := range next.Routers {
		switch {
		case !slices.Contains(a.order, r.ID):
			a.watch(ctx, r)
		case change.Polling || slices.Contains(change.Renamed, r):
			a.fleet.Replace(r, plan)
		}
	}
	a.sort(next.Routers)
	return nil
}

// forget ends the watch of a router, and takes back what it said.
func (a *Agent) forget(id string) {
	a.fleet.Stop(id)
	a.mail.Drop(id)
	delete(a.known, id)
	delete(a.told, id)
	delete(a.stuck, id)
	delete(a.histories, id)
	if _, known := a.kept.Routers[id]; known {
		a.kept.Routers = maps.Clone(a.kept.Routers) // the keeper may be writing it
		delete(a.kept.Routers, id)
		a.unwritten = true
	}
	a.order = slices.DeleteFunc(a.order, func(each string) bool { return each == id })
	for _, key := range view.NotificationKeys(id) {
		a.o.Notifier.Withdraw(key)
	}
}

// sort puts the routers into the operator's order.
func (a *Agent) sort(routers []settings.Router) {
	place := func(id string) int {
		return slices.IndexFunc(routers, func(r settings.Router) bool { return r.ID == id })
	}
	slices.SortStableFunc(a.order, func(x, y string) int { return place(x) - place(y) })
}

// setToken has a router asked with another token from now on: one that the
// operator gave it.
func (a *Agent) setToken(id, token string) {
	if a.o.SetToken == nil {
		return
	}
	a.given[id] = token != ""
	a.useToken(id, token)
}

// takeLate has a router asked with the token that the keyring gave after the
// start. It is the one of the saved address: see keepTokensHome.
func (a *Agent) takeLate(t Token) {
	if a.o.SetToken == nil || a.given[t.RouterID] {
		return // the operator's own is newer
	}
	a.useToken(t.RouterID, t.Text)
	lines := strings.Split(a.problem, "\n")
	a.problem = strings.Join(slices.DeleteFunc(lines, func(line string) bool { return line == t.Solves }), "\n")
	a.tellApp()
}

func (a *Agent) useToken(id, token string) {
	a.o.SetToken(id, token)
	for _, r := range a.o.Settings.Routers {
		if r.ID == id && slices.Contains(a.order, id) {
			a.fleet.Replace(r, a.plan)
		}
	}
}

// trace adds s to its router's history.
func (a *Agent) trace(s monitor.Snapshot) {
	h := a.histories[s.ID]
	if h == nil {
		h = &monitor.History{}
		a.histories[s.ID] = h
	}
	h.Add(s)
}
