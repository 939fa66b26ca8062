package stableroute

import (
	"log/slog"
	"regexp"
	"strings"

	"routerwatch/monitor"
)

// redacted replaces a secret in a text.
const redacted = "[redacted]"

// A Token is a bearer token that cannot be printed: formatting, logging or
// marshalling it gives "[redacted]". The zero value is no token.
type Token struct {
	// A pointer, because fmt cannot call String on an unexported field of another
	// struct; it then prints the pointer, not the secret.
	secret *string
}

// NewToken is the token in text, without surrounding space. Empty text gives no
// token.
func NewToken(text string) Token {
	text = strings.TrimSpace(text)
	if text == "" {
		return Token{}
	}
	return Token{secret: &text}
}

// Present reports whether there is a token.
func (t Token) Present() bool { return t.secret != nil }

// String is "[redacted]", or empty if there is no token.
func (t Token) String() string {
	if !t.Present() {
		return ""
	}
	return redacted
}

// GoString is what %#v prints.
func (t Token) GoString() string { return "stableroute.Token(" + t.String() + ")" }

// MarshalText is used by JSON, TOML and other encoders.
func (t Token) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// LogValue is what slog logs.
func (t Token) LogValue() slog.Value { return slog.StringValue(t.String()) }

// minHiddenPrefix is the length from which the beginning of a token is hidden:
// shorter matches may be chance.
const minHiddenPrefix = 8

// hide is text without the token, in any case, since header values may be in
// lower case. The text may have been cut, so a beginning of the token at its end
// is hidden too.
func (t Token) hide(text string) string {
	if !t.Present() {
		return text
	}
	secret := t.reveal()
	text = regexp.MustCompile("(?i)"+regexp.QuoteMeta(secret)).ReplaceAllLiteralString(text, redacted)
	whole := strings.TrimRight(text, ".… ")
	for length := min(len(secret)-1, len(whole)); length >= minHiddenPrefix; length-- {
		if start := len(whole) - length; strings.EqualFold(whole[start:], secret[:length]) {
			return whole[:start] + redacted + text[len(whole):]
		}
	}
	return text
}

func (t Token) reveal() string {
	if !t.Present() {
		return ""
	}
	return *t.secret
}

// check returns an error if the token must not be sent to that address.
func (t Token) check(base monitor.Address, allowInsecure bool) error {
	switch {
	case !t.Present():
		return nil
	case !monitor.OneWord(t.reveal()):
		return &monitor.SetupError{Problem: monitor.TokenNotOneWord}
	case !base.Encrypted() && !base.Loopback() && !allowInsecure:
		return &monitor.SetupError{Problem: monitor.TokenUnencrypted}
	}
	return nil
}

// redact takes the token out of every text of a failure: a router or gateway
// may repeat what it was sent. What is cleaned or cut was hidden before that
// too, as it came: afterwards it may not be recognizable.
func redact(f *monitor.Failure, token Token) {
	for _, text := range []*string{&f.RequestID, &f.Host, &f.Code, &f.Message, &f.Target, &f.Field, &f.Problem} {
		*text = token.hide(*text)
	}
}
