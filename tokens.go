package main

import (
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/zalando/go-keyring"

	"routerwatch/monitor/stableroute"
	"routerwatch/settings"
)

// keyringService is the name under which tokens are in the system's keyring;
// the user of an entry is the router's id.
const keyringService = "routerwatch"

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
// another goroutine.
func (t *tokens) read(routers []settings.Router, log *slog.Logger, late func(id, token string)) {
	var waiting sync.WaitGroup
	var mu sync.Mutex
	over := false
	for _, r := range routers {
		if !r.Token {
			continue
		}
		waiting.Go(func() {
			text, err := keyring.Get(keyringService, r.ID)
			if err != nil {
				log.Warn("the router's token is not in the keyring, or cannot be read", "router", r.Name, "error", err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
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
	over = true
	mu.Unlock()
}

// keepToken puts a router's token into the keyring, or takes it out where it
// is "". It is the window's: it has no tray icon to endanger.
func keepToken(id, token string) error {
	if token != "" {
		return keyring.Set(keyringService, id, token)
	}
	if err := keyring.Delete(keyringService, id); err != nil && !errors.Is(err, keyring.ErrNotFound) {
		return err
	}
	return nil
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
