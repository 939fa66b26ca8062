package cli

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/zalando/go-keyring"
)

// keyringService is the name under which tokens are in the system's keyring;
// the user of an entry is the router's id.
const keyringService = "routerwatch"

// Why a token cannot be read or kept, as an operator reads it. What the
// keyring itself said goes to the log, by [causeOf].
var (
	errNoKeyring     = errors.New("this desktop has no keyring to keep a token in")
	errKeyringLocked = errors.New("the system's keyring is locked")
	errNoStoredToken = errors.New("its token is not in the system's keyring; enter it again in the settings")
	errTokenNotRead  = errors.New("the system's keyring did not give the token; it may be locked")
	errTokenNotKept  = errors.New("the system's keyring did not keep the token; it may be locked")
	errTokenNotGone  = errors.New("the system's keyring did not let go of the token; it may be locked")
)

// keyringFailure is one of those sentences, and what is behind it.
type keyringFailure struct{ sentence, cause error }

// Error is the sentence alone.
func (f *keyringFailure) Error() string { return f.sentence.Error() }

// Unwrap gives both.
func (f *keyringFailure) Unwrap() []error { return []error{f.sentence, f.cause} }

// causeOf is what the keyring itself said, for the log.
func causeOf(err error) error {
	if f, ok := errors.AsType[*keyringFailure](err); ok {
		return f.cause
	}
	return err
}

// inPlainWords is err as a sentence of the above: the general one where no
// other is known to be right.
func inPlainWords(err, general error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, keyring.ErrNotFound):
		general = errNoStoredToken
	case errors.Is(err, errNoKeyring), errors.Is(err, keyring.ErrUnsupportedPlatform), isMissing(err):
		general = errNoKeyring
	case isLocked(err):
		general = errKeyringLocked
	}
	return &keyringFailure{general, err}
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
		return errors.Join(errNoKeyring, err)
	}
	return do()
}

// storedToken is a router's token. It may wait for as long as the keyring
// asks the operator to unlock it.
func storedToken(id string) (token string, err error) {
	err = withKeyring(func() error {
		token, err = keyring.Get(keyringService, id)
		return err
	})
	return token, inPlainWords(err, errTokenNotRead)
}

// tokenKeeper puts a router's token into the keyring, or takes it out where it
// is "". It is the window's: it has no tray icon to endanger.
func tokenKeeper(log *slog.Logger) func(id, token string) error {
	return func(id, token string) error {
		err := withKeyring(func() error {
			if token != "" {
				return keyring.Set(keyringService, id, token)
			}
			return keyring.Delete(keyringService, id)
		})
		general := errTokenNotKept
		if token == "" {
			general = errTokenNotGone
		}
		err = inPlainWords(err, general)
		if err == nil {
			return nil
		}
		if token == "" && (errors.Is(err, errNoKeyring) || errors.Is(err, errNoStoredToken)) {
			return nil // nothing is kept there
		}
		log.Warn(err.Error(), "cause", causeOf(err))
		return err
	}
}
