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
	// patience is how long the start waits for the keyring: one that is locked
	// asks the operator first. A token that comes later is used then.
	patience = 2 * time.Second
	// A keyring that is not there at the start, as where the session is only
	// beginning, is asked again after each pause, mostTries times.
	pause     = 10 * time.Second
	mostTries = 30
)

// An Answer is what the keyring says of one router's token.
type Answer struct {
	Router settings.Router
	Text   string // the token
	Err    error  // why there is none
	// Solves is the sentence of [Load] that is no longer true; "" for none.
	Solves string
}

// Load reads the tokens of those routers that have one. It is called once,
// before the tray icon is there: both use the session's shared bus connection.
// It returns a sentence for each that cannot be read. What the keyring answers
// later, until ctx ends, comes from the channel, which is never closed.
func Load(ctx context.Context, routers []settings.Router, log *slog.Logger) (tokens Tokens, problems []string, later <-chan Answer) {
	return load(ctx, routers, log, Stored)
}

// load is Load with the function that reads a token.
func load(
	ctx context.Context, routers []settings.Router, log *slog.Logger, read func(settings.Router) (string, error),
) (tokens Tokens, problems []string, later <-chan Answer) {
	defer func() { slices.Sort(problems) }()
	routers = slices.DeleteFunc(slices.Clone(routers), func(r settings.Router) bool { return !r.Token })
	answers := make(chan Answer, 2*len(routers)) // room for all that ask sends: nobody may be there to receive
	for _, r := range routers {
		go ask(ctx, r, read, answers)
	}
	impatient := time.After(patience)
	for range routers {
		select {
		case a := <-answers:
			if a.Err == nil {
				tokens = tokens.With(a.Router, a.Text)
				continue
			}
			log.Warn("a router is asked without its token", "router", a.Router.Name, "why", a.Err)
			problems = append(problems, view.WithoutToken(a.Router.Name, a.Err))
		case <-impatient:
			log.Warn("the keyring has not answered yet; the routers are asked without their tokens until it does")
			return tokens, problems, answers
		}
	}
	return tokens, problems, answers
}

// ask sends the keyring's answer about a router, and where there was no
// keyring, the first answer of one that comes, if it is a token.
func ask(ctx context.Context, r settings.Router, read func(settings.Router) (string, error), answers chan<- Answer) {
	text, err := read(r)
	answers <- Answer{Router: r, Text: text, Err: err}
	for try := 0; try < mostTries && errors.Is(err, view.ErrNoKeyring); try++ {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		missing := err
		if text, err = read(r); err == nil {
			answers <- Answer{Router: r, Text: text, Solves: view.WithoutToken(r.Name, missing)}
		}
	}
}
