package secret

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"routerwatch/settings"
	"routerwatch/ui/view"
)

const (
	// loadTimeout is how long the start waits for the keyring, which may be
	// locked and ask the operator first. A later token is used when it arrives.
	loadTimeout = 2 * time.Second
	// A keyring that is missing at the start, because the session is still
	// starting, is tried again maxRetries times.
	retryInterval = 10 * time.Second
	maxRetries    = 30
)

// An Answer is the keyring's answer about one router's token.
type Answer struct {
	Router settings.Router
	Text   string // the token
	Err    error  // why it could not be read
	// Solves is the problem returned by [Load] that is now solved, or "".
	Solves string
}

// Load reads the tokens of the routers that have one. It is called once, before
// the tray icon exists: both use the session's shared bus connection. It returns
// a sentence for each token that cannot be read. Later answers of the keyring,
// until ctx ends, arrive on the channel, which is never closed. The tokens are added to
// those given.
func Load(ctx context.Context, none Tokens, routers []settings.Router, log *slog.Logger) (tokens Tokens, problems []string, later <-chan Answer) {
	return load(ctx, none, routers, log, Stored)
}

// load is Load with the function that reads a token.
func load(
	ctx context.Context, none Tokens, routers []settings.Router, log *slog.Logger, read func(settings.Router) (string, error),
) (tokens Tokens, problems []string, later <-chan Answer) {
	tokens = none
	defer func() { slices.Sort(problems) }()
	routers = slices.DeleteFunc(slices.Clone(routers), func(r settings.Router) bool { return !r.Token })
	answers := make(chan Answer, 2*len(routers)) // room for all that ask sends, as nobody may receive
	for _, r := range routers {
		go ask(ctx, r, read, answers)
	}
	timeout := time.After(loadTimeout)
	for range routers {
		select {
		case a := <-answers:
			if a.Err == nil {
				tokens = tokens.With(a.Router, a.Text)
				continue
			}
			log.Warn("polling a router without its token", "router", a.Router.Name, "error", a.Err)
			problems = append(problems, view.WithoutToken(a.Router.Name, a.Err))
		case <-timeout:
			log.Warn("the keyring has not answered yet; polling without tokens until it does")
			return tokens, problems, answers
		}
	}
	return tokens, problems, answers
}

// ask sends the keyring's answer about a router. If there was no keyring, it
// retries, and sends the token once it can be read.
func ask(ctx context.Context, r settings.Router, read func(settings.Router) (string, error), answers chan<- Answer) {
	text, err := read(r)
	answers <- Answer{Router: r, Text: text, Err: err}
	for try := 0; try < maxRetries && errors.Is(err, view.ErrNoKeyring); try++ {
		select {
		case <-ctx.Done():
			return
		case <-time.After(retryInterval):
		}
		missing := err
		if text, err = read(r); err == nil {
			answers <- Answer{Router: r, Text: text, Solves: view.WithoutToken(r.Name, missing)}
		}
	}
}
