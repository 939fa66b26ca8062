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

// withKeyring does something with the keyring, if there may be one. Its
// library panics where the session ends while the keyring asks the operator:
// that is a failure like any other.
func withKeyring(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the keyring's library: %v", p)
		}
	}()
	if err := keyringWithinReach(); err != nil {
		return errors.Join(view.ErrNoKeyring, err)
	}
	return do()
}

// Stored is a router's token in the keyring. It waits for as long as the
// keyring asks the operator to unlock it.
func Stored(r settings.Router) (token string, err error) {
	err = withKeyring(func() error {
		token, err = keyring.Get(service, entry(r))
		return err
	})
	return token, explain(err, view.ErrTokenNotRead)
}

// store puts a router's token into the keyring, or takes it out where it is "".
func store(r settings.Router, token string) error {
	if token != "" {
		err := withKeyring(func() error { return keyring.Set(service, entry(r), token) })
		return explain(err, view.ErrTokenNotKept)
	}
	err := explain(withKeyring(func() error { return keyring.Delete(service, entry(r)) }), view.ErrTokenNotRemoved)
	if errors.Is(err, view.ErrNoKeyring) || errors.Is(err, view.ErrNoStoredToken) {
		return nil // nothing is kept there
	}
	return err
}

// A Change is what a save does to the keyring. It is the window's, which has no
// tray icon to endanger: the new tokens are in the keyring before the agent is
// asked to use them, and [Change.Done] or [Change.Undo] follows its answer.
type Change struct {
	written map[settings.Router]string // with what was there before
	unused  []settings.Router          // their tokens, once the change is done
}

// Begin puts the new tokens, by router id, into the keyring: all or none. The
// routers are those of before and after the save.
func Begin(before, after []settings.Router, tokens map[string]string) (*Change, error) {
	c := &Change{written: make(map[settings.Router]string)}
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
		c.written[r] = old
	}
	for _, r := range before {
		if r.Token && !used[entry(r)] {
			c.unused = append(c.unused, r)
		}
	}
	return c, nil
}

// Undo brings back what was in the keyring before: the agent refused.
func (c *Change) Undo() (failed error) {
	for r, old := range c.written {
		if err := store(r, old); err != nil {
			failed = err
		}
	}
	return failed
}

// Done takes out of the keyring what no router uses any more.
func (c *Change) Done() (failed error) {
	for _, r := range c.unused {
		if err := store(r, ""); err != nil {
			failed = err
		}
	}
	return failed
}
