package notify

import (
	"strings"
	"unicode"
)

// plain returns the text without what must not reach a notification service:
// the bus disconnects a sender of invalid UTF-8 or of a zero byte, and control
// characters other than a line break mean nothing in a notification.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, string(unicode.ReplacementChar)))
}
