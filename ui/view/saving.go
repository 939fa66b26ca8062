package view

import (
	"errors"
	"fmt"
)

// Why a token cannot be used, read or kept.
var (
	ErrNoToken   = errors.New("there is no token, only an empty line")
	ErrTokenLine = errors.New("the token must be one line")
	ErrTokenLong = errors.New("this is too long for a token")

	ErrNoKeyring       = errors.New("this desktop has no keyring to keep a token in")
	ErrKeyringLocked   = errors.New("the system's keyring is locked")
	ErrNoStoredToken   = errors.New("its token is not in the system's keyring; enter it again in the settings")
	ErrTokenNotRead    = errors.New("the system's keyring did not give the token; it may be locked")
	ErrTokenNotKept    = errors.New("the system's keyring did not keep the token; it may be locked")
	ErrTokenNotRemoved = errors.New("the system's keyring did not let go of the token; it may be locked")
)

// ErrNothingKept is why the demo and a start with --url have no settings.
var ErrNothingKept = errors.New("this start keeps no settings; start routerwatch without --url and --demo")

// NoTray is what the window says, once, where the desktop shows no tray icons.
const NoTray = "This desktop shows no tray icons, so closing this window ends Routerwatch."

// NotAtLogin says that all was saved but for the start at login.
func NotAtLogin(err error) string {
	return ErrorSentence(fmt.Errorf("the settings are saved, but not whether to start at login: %w", err))
}

// WithoutToken says that a router is asked without its token, and why.
func WithoutToken(router string, err error) string {
	return router + " is asked without its token, because " + err.Error() + "."
}
