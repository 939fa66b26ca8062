// Package secret keeps the bearer tokens of the routers: in the system's
// keyring, and in memory while the program runs.
//
// Its invariant: a token goes only to the server that it was entered for.
// Whatever holds a token holds it under its router's id and its server, so
// that a router that was moved to another server has none.
package secret

import (
	"maps"

	"routerwatch/monitor"
	"routerwatch/monitor/stableroute"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

// Longest is a token's greatest length, in bytes: more is something else.
const Longest = 16 << 10

// Check says what is wrong with the text of a token. It repeats nothing of it.
func Check(token string) error {
	switch {
	case len(token) > Longest:
		return view.ErrTokenLong
	case !monitor.OneWord(token):
		return &monitor.SetupError{Problem: monitor.TokenNotOneWord}
	}
	return nil
}

// SameServer reports whether a token that was entered for one address may go
// to the other: their scheme, host and port are the same. An address that is
// none has no server.
func SameServer(a, b string) bool {
	server := serverOf(a)
	return server != "" && server == serverOf(b)
}

// serverOf is the scheme, host and port of an address, or "".
func serverOf(address string) string {
	base, err := monitor.ParseAddress(address)
	if err != nil {
		return ""
	}
	return base.Server()
}

// entry names a router's token, in the keyring and in memory.
func entry(r settings.Router) string { return r.ID + " " + serverOf(r.URL) }

// Tokens are the tokens that routers are asked with. The zero value has none.
// It is a value: nothing changes the tokens that were handed on.
type Tokens struct{ byEntry map[string]stableroute.Token }

// For is a router's token, where its settings say that it has one.
func (t Tokens) For(r settings.Router) stableroute.Token {
	if !r.Token {
		return stableroute.Token{}
	}
	return t.byEntry[entry(r)]
}

// With is t with another token for that router.
func (t Tokens) With(r settings.Router, text string) Tokens {
	more := map[string]stableroute.Token{}
	maps.Copy(more, t.byEntry)
	more[entry(r)] = stableroute.NewToken(text)
	return Tokens{more}
}
