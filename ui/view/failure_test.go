package view_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

// Each kind of failure has a row in monitor, with its layer and an example of
// its own, and a sentence of its own here.
func TestEveryKindHasItsOwnSentence(t *testing.T) {
	unknown := view.FailureSentence(monitor.Failure{Kind: "invented_later"}, viewtest.Now())
	seen := map[string]monitor.Kind{unknown: "unknown"}
	for _, example := range monitor.Examples() {
		kind := example.Kind
		assert.NotEmpty(t, example.Layer, kind)
		for _, f := range []monitor.Failure{{Kind: kind}, example} {
			sentence := view.FailureSentence(f, viewtest.Now())
			assert.NotRegexp(t, `[${}|]`, sentence)
			if seen[sentence] != kind {
				assert.NotContains(t, seen, sentence, "the sentence of %s", kind)
			}
			seen[sentence] = kind
		}
	}
	assert.Len(t, view.FailureWords(), len(monitor.Examples()), "a sentence for each kind, and a kind for each sentence")
}

// One sentence that says whose business it is, with and without details.
func TestSentencesAreWellFormed(t *testing.T) {
	whose := []string{"your network", "the router", "the address", "this address", "offline", "Routerwatch itself"}
	for _, kind := range append(kinds(), "invented_later") {
		for name, f := range map[string]monitor.Failure{"full": monitor.Example(kind), "bare": {Kind: kind}} {
			t.Run(fmt.Sprintf("%s/%s", kind, name), func(t *testing.T) {
				sentence := view.FailureSentence(f, viewtest.Now())
				assert.Regexp(t, `^[A-Z][^\n]*[.?]$`, sentence)
				assert.NotRegexp(t, `[.?!] |  |\(\)|“”|%!`, sentence)
				assert.True(t, containsAny(strings.ToLower(sentence), whose), "whose business is it: %s", sentence)
				for _, jargon := range []string{"TCP", "TLS", "DNS", "JSON", "socket", "EOF", "ECONN", "resolve", "handshake"} {
					assert.NotContains(t, strings.ReplaceAll(sentence, "TLS 1.2", ""), jargon)
				}
			})
		}
	}
}

func TestATextFromOutsideIsNoPlaceToFillIn(t *testing.T) {
	f := monitor.Failure{Kind: monitor.RouterError, Code: "${host|x}", Message: "{problem|y} $host"}
	assert.Equal(t, "The router reports an error (${host|x}: “{problem|y} $host”).", view.FailureSentence(f, viewtest.Now()))
}

func TestSentencesNeverShowASecretOfTheAddress(t *testing.T) {
	const secret = "pa55word"
	for _, kind := range append(kinds(), "invented_later") {
		f := monitor.Example(kind)
		for _, status := range append(monitor.Statuses(), "invented_later") {
			s := snapshot(t, "down-refused")
			s.Status, s.Failure = status, f
			s.URL = "https://user:" + secret + "@router.example.org/?key=" + secret
			all := fmt.Sprint(
				view.FailureSentence(f, viewtest.Now()), view.Render(s, viewtest.Now()), view.Line(s, viewtest.Now()),
				view.RenderTray([]monitor.Snapshot{s}, time.Time{}, viewtest.Now()),
				view.RenderTray([]monitor.Snapshot{s, s}, time.Time{}, viewtest.Now()),
				view.RenderNotice(monitor.Notice{Kind: monitor.NoticeDown, Snapshot: s}, viewtest.Now()),
			)
			require.NotContains(t, all, secret, "%s, %s", kind, status)
		}
	}
}

func TestSentencesOfTimeouts(t *testing.T) {
	for layer, want := range map[monitor.Layer]string{
		monitor.LayerDNS:    "Your network did not look up the name r.example.org within 30 s.",
		monitor.LayerTCP:    "No connection to r.example.org within 30 s: the router, or your network's way to it, is blocked.",
		monitor.LayerTLS:    "The router at r.example.org did not set up a secure connection within 30 s.",
		monitor.LayerHTTP:   "The router at r.example.org gave no answer within 30 s.",
		monitor.LayerAnswer: "The router at r.example.org answered too slowly: its answer was not complete within 30 s.",
		"":                  "The router at r.example.org gave no answer within 30 s.",
	} {
		f := monitor.Failure{Kind: monitor.TimedOut, Layer: layer, Host: "r.example.org", Limit: 30 * time.Second}
		assert.Equal(t, want, view.FailureSentence(f, viewtest.Now()))
	}
}

func TestSentencesOfCertificateDates(t *testing.T) {
	now := viewtest.Now()
	for name, c := range map[string]struct {
		expired time.Time
		want    string
	}{
		"expired":           {now.AddDate(0, -1, 0), "The router's certificate expired on 29 October 2026."},
		"not valid yet":     {now.AddDate(0, 1, 0), "The router's certificate is not valid before 29 December 2026: is this computer's date right?"},
		"no date":           {time.Time{}, "The router's certificate has expired or is not valid yet."},
		"far in the future": {now.AddDate(500, 0, 0), "The router's certificate is not valid before 29 November 2526: is this computer's date right?"},
	} {
		t.Run(name, func(t *testing.T) {
			f := monitor.Failure{Kind: monitor.CertificateExpired, Expired: c.expired}
			assert.Equal(t, c.want, view.FailureSentence(f, now))
		})
	}
	f := monitor.Failure{Kind: monitor.CertificateExpired, Expired: time.Date(2026, time.January, 1, 1, 0, 0, 0, time.UTC)}
	west := now.In(time.FixedZone("five hours west", -5*3600))
	assert.Equal(t, "The router's certificate expired on 31 December 2025.", view.FailureSentence(f, west), "a date is of a place")
}

func TestSentencesWithLessThanAllDetails(t *testing.T) {
	for want, f := range map[string]monitor.Failure{
		"The router reports an error.":                             {},
		"The router reports an error (HTTP 500).":                  {HTTPStatus: 500},
		"The router reports an error (oops).":                      {Code: "oops"},
		"The router reports an error (“It broke”).":                {Message: "It broke."},
		"The router reports an error (HTTP 500: “It broke”).":      {HTTPStatus: 500, Message: "It broke..."},
		"The router reports an error (HTTP 500, oops).":            {HTTPStatus: 500, Code: "oops", Message: "\u202e"},
		"The router reports an error (HTTP 500, oops: “a b c”).":   {HTTPStatus: 500, Code: "o\u200bops", Message: "a\nb\t\x1bc"},
		"The router reports an error (HTTP -1, <b>: “&amp;</b>”).": {HTTPStatus: -1, Code: "<b>", Message: "&amp;</b>"},
	} {
		f.Kind = monitor.RouterError
		assert.Equal(t, want, view.FailureSentence(f, viewtest.Now()))
	}
}

func containsAny(text string, parts []string) bool {
	for _, part := range parts {
		if strings.Contains(text, strings.ToLower(part)) {
			return true
		}
	}
	return false
}

// kinds lists every kind of failure.
func kinds() []monitor.Kind {
	var all []monitor.Kind
	for _, f := range monitor.Examples() {
		all = append(all, f.Kind)
	}
	return all
}
