package main

import (
	"log/slog"
	"slices"
	"sync"
	"time"

	"routerwatch/monitor/stableroute"
	"routerwatch/settings"
)

// keyringPatience is how long the start waits for the keyring: one that is
// locked asks the operator first. A token that comes later is used then.
const keyringPatience = 2 * time.Second

// tokens are the bearer tokens of the routers, by id. They may be read and
// changed from any goroutine.
type tokens struct {
	mu   sync.Mutex
	byID map[string]stableroute.Token
}

// of is a router's token, where its settings say that it has one.
func (t *tokens) of(r settings.Router) stableroute.Token {
	if !r.Token {
		return stableroute.Token{}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.byID[r.ID]
}

// set has a router asked with a token from now on; "" for none.
func (t *tokens) set(id, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byID == nil {
		t.byID = make(map[string]stableroute.Token)
	}
	t.byID[id] = stableroute.NewToken(text)
}

// read takes the tokens of those routers that have one from the keyring. It
// is called once, before the tray icon is there: both use the session's
// shared bus connection. Late ones go to the function it is given, from
// another goroutine. It returns a sentence for each that cannot be read.
func (t *tokens) read(routers []settings.Router, log *slog.Logger, late func(id, token string)) (problems []string) {
	var waiting sync.WaitGroup
	var mu sync.Mutex
	over := false
	for _, r := range routers {
		if !r.Token {
			continue
		}
		waiting.Go(func() {
			text, err := storedToken(r.ID)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				log.Warn("a router is asked without its token", "router", r.Name, "why", err, "cause", causeOf(err))
				if !over {
					problems = append(problems, r.Name+" is asked without its token: "+err.Error()+".")
				}
				return
			}
			if over {
				late(r.ID, text)
				return
			}
			t.set(r.ID, text)
		})
	}
	done := make(chan struct{})
	go func() {
		waiting.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(keyringPatience):
		log.Warn("the keyring has not answered yet; the routers are asked without their tokens until it does")
	}
	mu.Lock()
	defer mu.Unlock()
	over = true
	slices.Sort(problems)
	return problems
}

// tokenOf gives each router's token: that of the command line to the router
// of --url, and else those of the keyring.
func (inv *invocation) tokenOf(c configuration, log *slog.Logger) func(settings.Router) stableroute.Token {
	if inv.ownRouter() {
		return func(settings.Router) stableroute.Token { return inv.token }
	}
	var t tokens
	t.read(c.settings.Routers, log, func(string, string) {}) // these commands do not wait for a late one
	return t.of
}
