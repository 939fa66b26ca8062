package secret

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"

	"github.com/zalando/go-keyring"

	"routerwatch/settings"
	"routerwatch/ui/view"
)

// service is the name under which tokens are in the system's keyring. The user
// of an entry is the router's id and the token's server.
const service = "routerwatch"

// failure is a keyring's failure: a sentence of the view for the operator, and
// for the log what is behind it.
type failure struct{ sentence, cause error }

// Error is the sentence alone.
func (f *failure) Error() string { return f.sentence.Error() }

// Unwrap gives both.
func (f *failure) Unwrap() []error { return []error{f.sentence, f.cause} }

// LogValue has the log tell the cause, too.
func (f *failure) LogValue() slog.Value {
	return slog.StringValue(fmt.Sprintf("%v (%v)", f.sentence, f.cause))
}

// explain is err with the sentence that fits it, or the general one.
func explain(err, general error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, keyring.ErrNotFound):
		general = view.ErrNoStoredToken
	case errors.Is(err, view.ErrNoKeyring), errors.Is(err, keyring.ErrUnsupportedPlatform):
		general = view.ErrNoKeyring
	default:
		general = cmp.Or(explainBus(err), general)
	}
	return &failure{general, err}
}

// withKeyring does something with the keyring, if there may be one, and explains
// its failure. The keyring's library panics where the session ends while the
// keyring asks the operator: that is a failure like any other.
func withKeyring(general error, do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the keyring's library: %v", p)
		}
		err = explain(err, general)
	}()
	if err := keyringWithinReach(); err != nil {
		return errors.Join(view.ErrNoKeyring, err)
	}
	return do()
}

// Stored is a router's token in the keyring. It waits for as long as the
// keyring asks the operator to unlock it.
func Stored(r settings.Router) (token string, err error) {
	err = withKeyring(view.ErrTokenNotRead, func() (err error) {
		token, err = keyring.Get(service, entry(r))
		return err
	})
	return token, err
}

// store puts a router's token into the keyring, or takes it out where it is "".
func store(r settings.Router, token string) error {
	if token != "" {
		return withKeyring(view.ErrTokenNotKept, func() error { return keyring.Set(service, entry(r), token) })
	}
	err := withKeyring(view.ErrTokenNotRemoved, func() error { return keyring.Delete(service, entry(r)) })
	if errors.Is(err, view.ErrNoKeyring) || errors.Is(err, view.ErrNoStoredToken) {
		return nil // nothing is kept there
	}
	return err
}

// A Change is what a save does to the keyring. It is the window's, which has no
// tray icon to endanger: the new tokens are in the keyring before the agent is
// asked to use them, and [Change.Done] or [Change.Undo] follows its answer.
type Change struct {
	undo map[settings.Router]string // what was in the keyring before
	done map[settings.Router]string // "" for each that no router uses any more
}

// Begin puts the new tokens, by router id, into the keyring: all or none. The
// routers are those of before and after the save.
func Begin(before, after []settings.Router, tokens map[string]string) (*Change, error) {
	c := &Change{undo: make(map[settings.Router]string), done: make(map[settings.Router]string)}
	used := make(map[string]bool)
	for _, r := range after {
		used[entry(r)] = used[entry(r)] || r.Token
		token := tokens[r.ID]
		if token == "" {
			continue
		}
		old, err := Stored(r)
		if err == nil || errors.Is(err, view.ErrNoStoredToken) {
			err = store(r, token)
		}
		if err != nil {
			_ = c.Undo() // its trouble would be the same
			return nil, err
		}
		c.undo[r] = old
	}
	for _, r := range before {
		if r.Token && !used[entry(r)] {
			c.done[r] = ""
		}
	}
	return c, nil
}

// Undo brings back what was in the keyring before: the agent refused.
func (c *Change) Undo() error { return storeAll(c.undo) }

// Done takes out of the keyring what no router uses any more.
func (c *Change) Done() error { return storeAll(c.done) }

// storeAll stores what it can, and returns a failure if there was one.
func storeAll(tokens map[settings.Router]string) (failed error) {
	for r, token := range tokens {
		if err := store(r, token); err != nil {
			failed = err
		}
	}
	return failed
}
