package stableroute

import (
	"strings"
	"unicode"
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
