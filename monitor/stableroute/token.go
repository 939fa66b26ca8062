package stableroute

import (
	"log/slog"
	"regexp"
	"strings"

	"routerwatch/monitor"
)

// redacted stands wherever a secret would have stood.
const redacted = "[redacted]"

// A Token is a bearer token that does not show itself: every way to print,
// log or marshal it says "[redacted]". The zero value is no token.
type Token struct {
	// A pointer, because fmt cannot call String on a field that is not
	// exported; it then prints the address, not the secret.
	secret *string
}

// NewToken is the token in text, without the space around it. Empty text is no
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

// String is "[redacted]", or empty where there is no token.
func (t Token) String() string {
	if !t.Present() {
		return ""
	}
	return redacted
}

// GoString is what %#v prints.
func (t Token) GoString() string { return "stableroute.Token(" + t.String() + ")" }

// MarshalText serves JSON, TOML and whatever else asks.
func (t Token) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// LogValue is what slog writes.
func (t Token) LogValue() slog.Value { return slog.StringValue(t.String()) }

// minHiddenPrefix is how many characters of a token's beginning are too many to
// be there by chance.
const minHiddenPrefix = 8

// hide is text without the token, whatever the case of its letters: header
// values may come in lower case. Whoever sent the text may have cut it, so a
// beginning of the token that the text ends with is hidden too.
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

// check says whether the token may be sent to that address.
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
