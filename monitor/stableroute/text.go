package stableroute

import (
	"strings"

	"routerwatch/monitor"
)

// The longest texts that are taken over from outside, in runes.
const (
	maxMessage   = 200
	maxCode      = 64
	maxRequestID = 200
	maxTarget    = 120
)

// clean is [monitor.CleanText] without what could be markup.
func clean(text string, longest int) string {
	return monitor.CleanText(strings.NewReplacer("<", "", ">", "", "&", "").Replace(text), longest)
}

// requestIDFrom is an id as the router takes them, or empty.
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
