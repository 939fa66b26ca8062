package cli

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"routerwatch/internal/agent"
	"routerwatch/monitor/stableroute"
	"routerwatch/settings"
)

const (
	// keyringPatience is how long the start waits for the keyring: one that is
	// locked asks the operator first. A token that comes later is used then.
	keyringPatience = 2 * time.Second
	// A keyring that is not there at the start, as where the session is only
	// beginning, is asked again after each keyringPause, keyringTries times.
	keyringPause = 10 * time.Second
	keyringTries = 30
)

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

// missing is a token that could not be read.
type missing struct {
	id       string // of its router
	sentence string // for the operator
	err      error
}

// read takes the tokens of those routers that have one from the keyring. It
// is called once, before the tray icon is there: both use the session's
// shared bus connection. Late ones go to the function it is given, from
// another goroutine. It returns those that cannot be read, in the order of
// their sentences.
func (t *tokens) read(routers []settings.Router, log *slog.Logger, late func(agent.Token)) (lacking []missing) {
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
			switch {
			case err != nil:
				log.Warn("a router is asked without its token", "router", r.Name, "why", err, "cause", causeOf(err))
				if !over {
					lacking = append(lacking, missing{r.ID, r.Name + " is asked without its token, because " + err.Error() + ".", err})
				}
			case over:
				late(agent.Token{RouterID: r.ID, Text: text})
			default:
				t.set(r.ID, text)
			}
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
	slices.SortFunc(lacking, func(a, b missing) int { return strings.Compare(a.sentence, b.sentence) })
	return lacking
}

// awaitKeyring gives late the tokens of a keyring that was not there at the
// start, once it is. It returns when it has them all, has tried for long
// enough, or ctx ends.
func awaitKeyring(ctx context.Context, lacking []missing, late func(agent.Token)) {
	lacking = slices.DeleteFunc(lacking, func(m missing) bool { return !errors.Is(m.err, errNoKeyring) })
	for try := 0; try < keyringTries && len(lacking) > 0; try++ {
		select {
		case <-ctx.Done():
			return
		case <-time.After(keyringPause):
		}
		lacking = slices.DeleteFunc(lacking, func(m missing) bool {
			text, err := storedToken(m.id)
			if err == nil {
				late(agent.Token{RouterID: m.id, Text: text, Solves: m.sentence})
			}
			return !errors.Is(err, errNoKeyring)
		})
	}
}

// tokenOf gives each router's token: that of the command line to the router
// of --url, and else those of the keyring.
func (inv *invocation) tokenOf(c configuration, log *slog.Logger) func(settings.Router) stableroute.Token {
	if inv.ownRouter() {
		return func(settings.Router) stableroute.Token { return inv.token }
	}
	var t tokens
	t.read(c.settings.Routers, log, func(agent.Token) {}) // these commands do not wait for a late one
	return t.of
}
