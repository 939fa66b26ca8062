package secret

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime"
	"slices"

	"github.com/godbus/dbus/v5"
	"github.com/zalando/go-keyring"

	"routerwatch/internal/platform/sessionbus"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

// service is the name under which tokens are in the system's keyring. The user
// of an entry is the router's id and the token's server.
const service = "routerwatch"

// failure is a failure of the keyring: a sentence of ui/view for the operator,
// and its cause for the log.
type failure struct{ sentence, cause error }

// Error is the sentence only.
func (f *failure) Error() string { return f.sentence.Error() }

// Unwrap returns both.
func (f *failure) Unwrap() []error { return []error{f.sentence, f.cause} }

// LogValue adds the cause.
func (f *failure) LogValue() slog.Value {
	return slog.StringValue(fmt.Sprintf("%v (%v)", f.sentence, f.cause))
}

// explain wraps err with the sentence that fits it, or else the general one.
func explain(err, general error) error {
	_, noBus := errors.AsType[*net.OpError](err)
	reply, _ := errors.AsType[dbus.Error](err)
	noService := []string{
		"org.freedesktop.DBus.Error.ServiceUnknown",
		"org.freedesktop.DBus.Error.NameHasNoOwner",
		"org.freedesktop.DBus.Error.Spawn.ServiceNotFound",
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, keyring.ErrNotFound):
		general = view.ErrNoStoredToken
	case noBus, slices.Contains(noService, reply.Name),
		errors.Is(err, view.ErrNoKeyring), errors.Is(err, keyring.ErrUnsupportedPlatform):
		general = view.ErrNoKeyring
	case reply.Name == "org.freedesktop.Secret.Error.IsLocked":
		general = view.ErrKeyringLocked
	}
	return &failure{general, err}
}

// withKeyring calls do, unless the keyring cannot be reached, and explains its
// error. The keyring's library panics if the session ends during an unlock
// prompt; that becomes an error too.
func withKeyring(general error, do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the keyring's library: %v", p)
		}
		err = explain(err, general)
	}()
	if err := keyringReachable(); err != nil {
		return errors.Join(view.ErrNoKeyring, err)
	}
	return do()
}

// keyringReachable returns an error if the keyring is on the session bus and
// there is none: the keyring's library would start a stray bus.
func keyringReachable() error {
	if runtime.GOOS != "linux" || os.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return nil
	}
	bus, err := sessionbus.Open(context.Background(), "org.freedesktop.secrets") // it may be at its default address
	if err != nil {
		return err
	}
	return bus.Close()
}

// Stored reads a router's token from the keyring. It blocks while the keyring
// asks the operator to unlock it.
func Stored(r settings.Router) (token string, err error) {
	err = withKeyring(view.ErrTokenNotRead, func() (err error) {
		token, err = keyring.Get(service, entry(r))
		return err
	})
	return token, err
}

// store writes a router's token to the keyring; an empty token deletes the entry.
func store(r settings.Router, token string) error {
	if token != "" {
		return withKeyring(view.ErrTokenNotKept, func() error { return keyring.Set(service, entry(r), token) })
	}
	err := withKeyring(view.ErrTokenNotRemoved, func() error { return keyring.Delete(service, entry(r)) })
	if errors.Is(err, view.ErrNoKeyring) || errors.Is(err, view.ErrNoStoredToken) {
		return nil // there was no entry
	}
	return err
}

// Begin writes the new tokens, by router id, to the keyring: all or none. The
// routers are those before and after the save. The window calls it, since
// it may wait for the operator to unlock the keyring, before the agent gets the
// save command. If the agent refuses, undo restores the keyring;
// else done deletes the entries that no router uses any more.
func Begin(before, after []settings.Router, tokens map[string]string) (undo, done func() error, err error) {
	was, unused := make(map[settings.Router]string), make(map[settings.Router]string)
	undo = func() error { return storeAll(was) }
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
			_ = undo() // it would fail for the same reason
			return nil, nil, err
		}
		was[r] = old
	}
	for _, r := range before {
		if r.Token && !used[entry(r)] {
			unused[r] = ""
		}
	}
	return undo, func() error { return storeAll(unused) }, nil
}

// storeAll stores every token it can, and returns the last error.
func storeAll(tokens map[settings.Router]string) (failed error) {
	for r, token := range tokens {
		if err := store(r, token); err != nil {
			failed = err
		}
	}
	return failed
}
