// Package secret stores the bearer tokens of the routers: in the system's
// keyring, and in memory while the program runs.
//
// Its invariant: a token is sent only to the server that it was entered for.
// Tokens are keyed by router id and server, so that a router whose address is
// changed to another server has no token.
package secret

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"runtime"
	"strings"

	"routerwatch/internal/redact"
	"routerwatch/monitor"
	"routerwatch/monitor/stableroute"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

// MaxLength limits a token, in bytes. A longer text is not a token.
const MaxLength = 16 << 10

// Check returns an error if the text is not a token. The error contains nothing
// of it.
func Check(token string) error {
	switch {
	case len(token) > MaxLength:
		return view.ErrTokenLong
	case !monitor.OneWord(token):
		return &monitor.SetupError{Problem: monitor.TokenNotOneWord}
	}
	return nil
}

// Line parses a token from one line of text, with or without a line ending.
func Line(text string) (string, error) {
	text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	switch {
	case strings.TrimSpace(text) == "":
		return "", view.ErrNoToken
	case strings.ContainsAny(text, "\r\n"):
		return "", view.ErrTokenLine
	}
	return text, Check(text)
}

// File reads a token from a file, and reports whether other users of the
// computer can read that file too. Its errors contain nothing of the content.
func File(path string) (token string, exposed bool, err error) {
	var content []byte
	var mode fs.FileMode
	file, err := os.Open(path)
	if err == nil {
		defer file.Close() //nolint:errcheck // it was only read
		if info, err := file.Stat(); err == nil {
			mode = info.Mode()
		}
		content, err = io.ReadAll(io.LimitReader(file, MaxLength+1))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", false, fmt.Errorf(view.FileMissing, path)
	case errors.Is(err, fs.ErrPermission):
		return "", false, fmt.Errorf(view.FileDenied, path)
	case mode.IsDir():
		return "", false, fmt.Errorf(view.FileIsFolder, path)
	case err != nil:
		return "", false, fmt.Errorf(view.FileNotRead, path, err)
	case len(content) > MaxLength:
		return "", false, fmt.Errorf(view.FileTooLarge, path, MaxLength>>10)
	}
	if token, err = Line(string(content)); err != nil {
		return "", false, fmt.Errorf(view.FileWrong, view.Problem(err), path)
	}
	return token, mode.IsRegular() && mode.Perm()&0o077 != 0 && runtime.GOOS != "windows", nil
}

// serverOf is the scheme, host and port of an address, or "".
func serverOf(address string) string {
	base, err := monitor.ParseAddress(address)
	if err != nil {
		return ""
	}
	return base.Server()
}

// entry is the key of a router's token, in the keyring and in memory.
func entry(r settings.Router) string { return r.ID + " " + serverOf(r.URL) }

// Tokens are the tokens in use, by router and server. The zero value is empty.
// It is immutable: [Tokens.With] returns a changed copy.
type Tokens struct {
	byEntry map[string]stableroute.Token
	known   *redact.Secrets // gets every token, so that none is logged
}

// NewTokens are no tokens yet. The secrets get every one that is added.
func NewTokens(secrets *redact.Secrets) Tokens { return Tokens{known: secrets} }

// For is a router's token, or the zero token if its settings say it has none.
func (t Tokens) For(r settings.Router) stableroute.Token {
	if !r.Token {
		return stableroute.Token{}
	}
	return t.byEntry[entry(r)]
}

// With is a copy of t with another token for that router.
func (t Tokens) With(r settings.Router, text string) Tokens {
	more := map[string]stableroute.Token{}
	maps.Copy(more, t.byEntry)
	more[entry(r)] = stableroute.NewToken(text)
	t.known.Add(text)
	return Tokens{more, t.known}
}
