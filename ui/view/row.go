package view

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"routerwatch/monitor"
)

// changedLately is how long a change of a router's status is marked in the list.
const changedLately = 5 * time.Minute

// Row is what a list of several routers shows of one, beside its name, its icon and its
// tone. Of each list of texts, the first that fits is shown, so that none is ever cut.
type Row struct {
	Status  []string // "Down for 3 min", "Down"
	Figures []string // "4 pairs, 3 min ago", "4, 3 min ago", "3 min ago"
	Wrong   []string // whole sentences about what is wrong, the longest first; none if nothing is
	Changed bool     // the status changed lately
}

// RenderRow is the row of a router whose status was seen to change at that time, if ever.
// Its words change rarely, because drawing a long list is expensive.
func RenderRow(s monitor.Snapshot, changed, now time.Time) Row {
	word := statusWord(s.Status)
	r := Row{Figures: []string{noReading}, Wrong: rowSentences(s, now)}
	lasted := ""
	if at, startUnseen := statusSince(s); !at.IsZero() && elapsed(at, now) >= time.Minute {
		lasted = lasting(at, startUnseen, now)
	}
	silence := rowSilence(s.Quiet)
	r.Status = slices.Compact([]string{word + lasted + silence, word + silence, word + when(silence != "", lasted), word})
	if s.Reading.Known() {
		age := coarseAge(s.Reading.At, now)
		r.Figures = []string{pairCount(s.Reading.Pairs) + ", " + age, group(s.Reading.Pairs) + ", " + age, age}
	}
	for _, at := range []time.Time{changed, began(s)} {
		r.Changed = r.Changed || !at.IsZero() && elapsed(at, now) < changedLately
	}
	return r
}

// rowSilence is what the operator has silenced about a router, in the words of the card.
func rowSilence(q monitor.Quiet) string {
	muted := q.Muted || !q.MutedUntil.IsZero()
	return when(q.Maintenance, ", maintenance") + when(q.Acknowledged, ", acknowledged") + when(muted, ", muted")
}

// statusSince is when an outage or a pause began, or was first seen; zero for others.
func statusSince(s monitor.Snapshot) (at time.Time, startUnseen bool) {
	switch {
	case s.Status == monitor.Down && s.Outage.Open():
		return s.Outage.Since, s.Outage.StartUnseen
	case s.Status == monitor.Paused:
		return s.Pause, s.PauseStartUnseen
	}
	return time.Time{}, false
}

// began is when the status began; zero if that was not seen.
func began(s monitor.Snapshot) time.Time {
	at, startUnseen := statusSince(s)
	switch {
	case startUnseen:
		return time.Time{}
	case marked(s):
		return s.LostPairs.Since
	case s.Status == monitor.Live:
		return s.Outage.Until
	}
	return at
}

// rowSentences are whole sentences about what is wrong, the longest first.
func rowSentences(s monitor.Snapshot, now time.Time) (all []string) {
	if !troubled(s.Status) {
		return remarks(s, now)
	}
	bare := s
	bare.Failure = monitor.Failure{Kind: s.Failure.Kind, Layer: s.Failure.Layer, Limit: s.Failure.Limit, Cause: s.Failure.Cause}
	all = []string{whatIsWrong(s, now), whatIsWrong(bare, now), shortSentence(s)}
	if clause, _, found := strings.Cut(all[1], ":"); found {
		all = append(all, clause+".")
	}
	slices.SortStableFunc(all, func(a, b string) int { return utf8.RuneCountInString(b) - utf8.RuneCountInString(a) })
	return slices.Compact(all)
}

// remarks are about a router that is not in trouble: all of them, or fewer, or the first
// of them in a few words.
func remarks(s monitor.Snapshot, now time.Time) (all []string) {
	type remark struct{ whole, short string }
	parts := slices.DeleteFunc([]remark{
		{lostPairsSentence(s, now), "It lost pairs."},
		{when(s.Outage.Open(), answersAgain), "It answers again."},
		{when(!s.Status.Valid(), cardNote(s, false, now)), "Its status is unknown."},
		{CertificateWarning(s, now), "A certificate needs renewal."},
		{authoritiesNote(s), "The authorities' file is wrong."},
		{slowAnswers(s.Slow), "It answers slowly."},
		{stillWaiting(s, now), "Still waiting for its answer."},
		{slowWay(s.Slow), "Reaching it is slow."},
		{newsSentence(s.About, now), shortNews(s.About, now)},
	}, func(r remark) bool { return r.whole == "" })
	if len(parts) == 0 {
		return nil
	}
	sentences := ""
	for _, r := range parts {
		sentences = joinSentences(sentences, r.whole)
		all = append(all, sentences)
	}
	slices.Reverse(all)
	return slices.Compact(append(all, parts[0].short))
}

// shortSentence is the shortest whole sentence about the trouble.
func shortSentence(s monitor.Snapshot) string {
	if own := lookOf(s).headline; own != "" {
		return own + "."
	}
	return cmp.Or(shortWords()[s.Failure.Kind], "The last check failed.")
}

// shortWords has one row for each kind of failure: a whole sentence that is
// short enough for a narrow row.
func shortWords() map[monitor.Kind]string {
	return map[monitor.Kind]string{
		monitor.NoNetwork:            "You are offline.",
		monitor.NameNotFound:         "Its name was not found.",
		monitor.NameFailed:           "The name lookup failed.",
		monitor.Refused:              "It refused the connection.",
		monitor.Reset:                "It broke off the connection.",
		monitor.Unreachable:          "Your network has no route.",
		monitor.BeyondProxy:          "The proxy cannot reach it.",
		monitor.ClosedEarly:          "Its answer broke off.",
		monitor.CertificateExpired:   "Its certificate is out of date.",
		monitor.CertificateWrongHost: "Its certificate has no such name.",
		monitor.CertificateNoNames:   "Its certificate has no names.",
		monitor.CertificateUnknown:   "Its certificate is not trusted.",
		monitor.CertificateMalformed: "Its certificate is malformed.",
		monitor.CertificateInvalid:   "Its certificate is not valid.",
		monitor.TLSFailed:            "The secure connection failed.",
		monitor.TLSRefused:           "It broke off the encryption.",
		monitor.OldEncryption:        "Its encryption is too old.",
		monitor.NoCommonEncryption:   "No encryption in common.",
		monitor.NameNotServed:        "It is not called that.",
		monitor.PlainHTTP:            "It answers without encryption.",
		monitor.NotTLS:               "No secure connection there.",
		monitor.TimedOut:             "No answer in time.",
		monitor.TokenWanted:          "It wants an access token.",
		monitor.TokenRefused:         "It refuses access.",
		monitor.NoStatsHere:          "No statistics at this address.",
		monitor.TooManyRequests:      "It gets too many requests.",
		monitor.RouterError:          "It reports an error.",
		monitor.RedirectRefused:      "Its address leads elsewhere.",
		monitor.UnexpectedStatus:     "Its answer was unexpected.",
		monitor.HTTPSWanted:          "It wants https.",
		monitor.OnlyHTTP2:            "It speaks only HTTP/2.",
		monitor.BrokenHTTP:           "Its answer is malformed.",
		monitor.HeaderTooLarge:       "Its header is too large.",
		monitor.NotHTTP:              "No router at this address.",
		monitor.ProxyFailed:          "The proxy failed.",
		monitor.WebPage:              "A web page answered.",
		monitor.NotJSON:              "Its answer cannot be read.",
		monitor.BadField:             "Its answer is wrong.",
		monitor.TooLarge:             "Its answer is too large.",
		monitor.NotSetUp:             "It cannot be checked.",
		monitor.SourceBug:            "Routerwatch itself failed.",

		monitor.ClientCertificateWanted: "It wants a client certificate.",
	}
}
