package view

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"routerwatch/backoff"
	"routerwatch/monitor"
	"routerwatch/settings"
)

// ErrorSentence is an error of the program itself as a sentence, "" for none.
func ErrorSentence(err error) string {
	text := strings.TrimSpace(Problem(err))
	if first, size := utf8.DecodeRuneInString(text); size > 0 {
		text = string(unicode.ToUpper(first)) + text[size:]
	}
	if text != "" && !strings.ContainsAny(text[len(text)-1:], ".!?") {
		text += "."
	}
	return text
}

// Problem is an error in words that can follow a colon, "" for none. The words for
// a typed error are here; any other error is given by its own text.
func Problem(err error) string {
	if err == nil {
		return ""
	}
	if wrong, ok := errors.AsType[*settings.Problem](err); ok { // it wraps the others
		return strings.TrimSuffix(err.Error(), wrong.Error()) + settingsProblem(wrong)
	}
	if wrong, ok := errors.AsType[*monitor.SetupError](err); ok {
		return setupProblem(wrong)
	}
	if wrong, ok := errors.AsType[*backoff.WaitError](err); ok {
		return strings.TrimSuffix(err.Error(), wrong.Error()) + waitProblem(wrong)
	}
	if wrong, ok := errors.AsType[*settings.ValueError](err); ok {
		return strings.TrimSuffix(err.Error(), wrong.Error()) + valueError(wrong)
	}
	return err.Error()
}

// setupWords has a row for each problem with the address, the token or the
// proxy of a router, and with the file of further authorities.
func setupWords() map[monitor.SetupProblem]string {
	return map[monitor.SetupProblem]string{
		monitor.AddressEmpty:     "the address is empty; it looks like https://router.example.com",
		monitor.AddressNotURL:    "the address is not a URL; it looks like https://router.example.com",
		monitor.AddressScheme:    "the address must start with http:// or https://",
		monitor.AddressNoHost:    "the address names no host; it looks like https://router.example.com",
		monitor.AddressBadHost:   "the host in the address is not a valid name",
		monitor.AddressBadPort:   "the port in the address must be a number from 1 to 65535",
		monitor.AddressHasUser:   "the address must not contain a user name or password; give the router a token instead",
		monitor.AddressHasQuery:  "the address must end before its question mark; a key belongs in the token",
		monitor.TokenNotOneWord:  "the token must be one word of printable ASCII",
		monitor.TokenUnencrypted: "the token would travel readable over plain http; use https, or write insecure_token = true for this router in settings.toml",
		monitor.ProxyNotURL:      "the proxy is not a URL; it looks like http://proxy.example.com:3128",
		monitor.ProxyScheme:      "the proxy must start with http://, https://, socks5:// or socks5h://",

		monitor.AuthoritiesMissing:    "the file named by network.ca_file does not exist",
		monitor.AuthoritiesDenied:     "the file named by network.ca_file may not be read",
		monitor.AuthoritiesUnreadable: "the file named by network.ca_file cannot be read",
		monitor.AuthoritiesNoFile:     "the file named by network.ca_file is not a regular file of at most 16 MiB",
		monitor.AuthoritiesCut:        "the file named by network.ca_file is incomplete",
		monitor.AuthoritiesNone:       "the file named by network.ca_file has no certificate in it",
		monitor.AuthoritiesOfSystem:   "the system's certificate authorities cannot be read",
	}
}

func setupProblem(wrong *monitor.SetupError) string {
	words := setupWords()[wrong.Problem]
	if wrong.Suggestion != "" {
		words += "; did you mean " + wrong.Suggestion + "?"
	}
	return words
}

// waitProblem is about a wait of a retry policy. The other waits must be at least
// as long as the first.
func waitProblem(wrong *backoff.WaitError) string {
	least := wrong.Least.String()
	if wrong.Name != "first wait" {
		least = "the first wait (" + least + ")"
	}
	return fmt.Sprintf("the %s is %v; it must be from %s to %.0fh", wrong.Name, wrong.Given, least, backoff.MaxAllowed.Hours())
}

// Why a token cannot be used, read or kept.
var (
	ErrNoToken   = errors.New("there is no token, only an empty line")
	ErrTokenLine = errors.New("the token must be one line")
	ErrTokenLong = errors.New("this is too long for a token")

	ErrNoKeyring       = errors.New("this desktop has no keyring to keep a token in")
	ErrKeyringLocked   = errors.New("the system's keyring is locked")
	ErrNoStoredToken   = errors.New("its token is not in the system's keyring; enter it again in the settings")
	ErrTokenNotRead    = errors.New("the system's keyring did not give the token; it may be locked")
	ErrTokenNotKept    = errors.New("the system's keyring did not store the token; it may be locked")
	ErrTokenNotRemoved = errors.New("the system's keyring did not remove the token; it may be locked")
)

// Formats of errors about a token's file and the settings.
const (
	FileMissing  = "there is no file %q"
	FileDenied   = "reading %q is not permitted"
	FileIsFolder = "%q is a folder, not a file"
	FileNotRead  = "%q cannot be read: %w"
	FileTooLarge = "%q is larger than %d KiB and so no token"
	FileWrong    = "%s, in %q"

	SettingsNotSaved = "the settings could not be saved: %w"
)

// ErrNothingKept is the error of a save with --demo or --url.
var ErrNothingKept = errors.New("a run with --demo or --url has no settings to change")

// ErrBusLost is the error of a program whose session bus has ended.
var ErrBusLost = errors.New("the desktop's session bus ended and did not come back")

// What is wrong with several addresses, or with a name or a token for them.
var (
	ErrAddressTwice   = errors.New("it is in the list twice")
	ErrAddressWatched = errors.New("it is watched already")
	ErrSeveralHere    = errors.New("this is the page of one router; more are added with “" + LabelAdd + "”")
	ErrNameForSeveral = errors.New("a name is for one router; with several addresses leave it empty")
	ErrTokenForMany   = errors.New("a token is for one router; with several addresses leave it empty")
)

// AddressProblem is what is wrong with one address of several, without secrets.
func AddressProblem(address string, err error) error {
	shown := cmp.Or(Address(address), monitor.CleanText(address[strings.LastIndex(address, "@")+1:], maxField))
	return errors.New("“" + shown + "”: " + Problem(err))
}

// SeveralRouters says what several addresses will be, and WatchSeveral is the button.
func SeveralRouters(n int) string { return plural(n, "router") + ", each named after its address." }

// WatchSeveral is the button that watches so many routers.
func WatchSeveral(n int) string { return "Watch these " + plural(n, "router") }

// NoTray is what the window says once if the desktop shows no tray icons.
const NoTray = "This desktop shows no tray icons, so closing this window ends Routerwatch."

// CopyNotKept is what the window says if nothing can keep what was copied.
const CopyNotKept = "What was copied can be pasted only until this window is closed."

// NotAtLogin says that everything except the start at login was saved.
func NotAtLogin(err error) string {
	return ErrorSentence(fmt.Errorf("the settings are saved, but not whether to start at login: %w", err))
}

// LoginBroken says that the entry for the start at login cannot be repaired.
func LoginBroken(err error) string {
	return ErrorSentence(fmt.Errorf("this does not start at login any more, because the program was moved: %w", err))
}

// TakenOver says what a save took over from the settings file, which others had
// changed meanwhile; "" for nothing.
func TakenOver(o settings.Outside) string {
	var news []string
	add := func(names []string, was string) {
		if len(names) > 0 {
			news = append(news, someNames(names)+when(len(names) == 1, " was ")+when(len(names) > 1, " were ")+was)
		}
	}
	add(o.Added, "added")
	add(o.Removed, "removed")
	add(o.Changed, "changed")
	add(o.Keys, "set")
	said := ""
	if len(news) > 0 {
		said = "The settings file had been edited meanwhile, and that counts too: " + strings.Join(news, "; ") + "."
	}
	return joinSentences(said, when(o.Conflict, "Where the file had been edited otherwise than here, what you saved counts; a copy of the file is kept beside it."))
}

// WithoutToken says that a router is polled without its token, and why.
func WithoutToken(router string, err error) string {
	return router + " is polled without its token, because " + err.Error() + "."
}
