package stableroute

import (
	"strings"
	"unicode"

	"routerwatch/monitor"
)

// The longest texts that are taken over from outside, in runes.
const (
	maxMessage   = 200
	maxCode      = 64
	maxRequestID = 200
	maxTarget    = 120
)

// clean makes text from outside fit to be shown: bounded, on one line, without
// control, bidirectional, invisible or markup characters.
func clean(text string, limit int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == unicode.ReplacementChar, strings.ContainsRune("<>&", r):
			return -1
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsPrint(r):
			return r
		}
		return -1
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return strings.TrimSpace(string(runes[:limit-1])) + "…"
}

// requestID is an id as the router takes them, or empty.
func requestIDFrom(text string) string {
	if text == "" || len(text) > maxRequestID {
		return ""
	}
	for _, r := range text {
		ok := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-", r)
		if !ok {
			return ""
		}
	}
	return text
}

// redact takes the token out of every text of a failure, the cause's included:
// a router or gateway may repeat what it was sent. What is cleaned or cut was
// hidden before that too, as it came: afterwards it may not be recognizable.
func redact(f *monitor.Failure, token Token) {
	if !token.Present() {
		return
	}
	for _, text := range []*string{&f.RequestID, &f.Host, &f.Code, &f.Message, &f.Target, &f.Field, &f.Problem} {
		*text = token.hide(*text)
	}
	if f.Cause != nil && token.hide(f.Cause.Error()) != f.Cause.Error() {
		f.Cause = redactedError{f.Cause, token}
	}
}

// redactedError is an error whose text repeated the token, without it.
type redactedError struct {
	err   error
	token Token
}

func (e redactedError) Error() string { return e.token.hide(e.err.Error()) }

func (e redactedError) Unwrap() error { return e.err }
