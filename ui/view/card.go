package view

import (
	"cmp"
	"time"

	"routerwatch/monitor"
)

// quietPollTime is how long a poll may be in flight before it is shown. A healthy
// poll takes some 40 ms every 5 s; changing words and buttons for that long would
// flicker.
const quietPollTime = 2 * time.Second

// Render is what an operator reads about a router at that moment. Times are
// shown in now's time zone.
func Render(s monitor.Snapshot, now time.Time) Model {
	m := Model{
		ID: s.ID, Title: name(s, maxName), Address: Address(s.URL), Simulated: s.Simulated,
		Status: statusWord(s.Status), Tone: tone(s), Icon: icon(s),
		Pairs: unknown, PairsCaption: "pairs", Age: "not updated yet", Latency: unknown,
		Counters: counters(s.Reading),
		Note:     cardNote(s, true, now), Trouble: trouble(s, now),
		CanRetry: canRetry(s, now), RetryText: retryText(s.Status), NeedsToken: needsToken(s), Silence: RenderSilence(s, now),
	}
	if !s.InIcon() {
		m.Tone = Neutral
	}
	if r := s.Reading; r.Known() {
		m.Stale = stale(s)
		m.Pairs, m.PairsCaption = group(r.Pairs), pairsCaption(s)
		m.Age, m.Latency = "updated "+Age(r.At, now), latency(r.Latency)
	}
	if !m.Trouble.Shown {
		m.Next = nextCheck(s, now)
	}
	return m
}

// name is a router's name, or else its address or id.
func name(s monitor.Snapshot, longest int) string {
	if named := monitor.CleanText(s.Name, longest); named != "" {
		return named
	}
	return cmp.Or(monitor.CleanText(Address(s.URL), longest), monitor.CleanText(s.ID, longest), "router")
}

// stale reports whether the reading is not from the last poll.
func stale(s monitor.Snapshot) bool {
	return s.Reading.Known() && (s.Failing() || s.Status != monitor.Live && s.Status != monitor.Paused)
}

// A statusLook is how a status is shown.
type statusLook struct {
	word    string
	tone    Tone
	trouble bool // shown in the trouble panel

	// The words for trouble of this computer or program, not of the router; "" for
	// other statuses.
	headline, what, meanwhile string
}

// statusLooks has a row for each status.
func statusLooks() map[monitor.Status]statusLook {
	return map[monitor.Status]statusLook{
		monitor.Connecting: {word: "Connecting", tone: Neutral},
		monitor.Live:       {word: "Live", tone: Good},
		monitor.Paused:     {word: "Paused", tone: Notable},
		monitor.Retrying:   {word: "Retrying", tone: Notable, trouble: true},
		monitor.Down:       {word: "Down", tone: Bad, trouble: true},
		monitor.Throttled:  {word: "Throttled", tone: Withheld, trouble: true},
		monitor.Offline: {
			"Offline", Neutral, true, "You are offline",
			"This computer's network, or a VPN, is down: the router cannot be checked.",
			"It is checked again as soon as the network is back.",
		},
		monitor.Stalled: {
			"Stalled", Bad, true, "Routerwatch is stuck",
			"Routerwatch's own loop is stuck: quit Routerwatch and start it again.",
			"Until then nothing is checked, and what is shown may no longer be true.",
		},
	}
}

func look(s monitor.Status) statusLook {
	return cmp.Or(statusLooks()[s], statusLook{word: "Unknown", tone: Neutral})
}

// lookOf is the look of a snapshot's status. An Offline that is the proxy's has the
// failure's sentence, and the polls go on.
func lookOf(s monitor.Snapshot) statusLook {
	l := look(s.Status)
	if s.Status == monitor.Offline && s.Failure.Kind == monitor.ProxyFailed {
		l.headline, l.what, l.meanwhile = "The proxy failed", "", ""
	}
	return l
}

func statusWord(s monitor.Status) string { return look(s).word }

func troubled(s monitor.Status) bool { return look(s).trouble }

func icon(s monitor.Snapshot) Icon {
	i := Icon{Shape: s.Status}
	switch {
	case s.Status == monitor.Retrying:
		i = Icon{Shape: s.Reading.Status(), Dot: true}
	case !s.Status.Valid():
		i.Shape = monitor.Stalled // the question mark
	}
	if answered := i.Shape == monitor.Live || i.Shape == monitor.Paused || i.Shape == monitor.Connecting; answered && !s.LostPairs.None() {
		i.Shape = ShapeLostPairs
	}
	if i.Shape == monitor.Live && s.Reading.Known() {
		i.Count, i.HasCount = s.Reading.Pairs, true
	}
	i.Grey, i.Silenced = !s.InIcon(), s.Quiet != monitor.Quiet{}
	return i
}

func pairsCaption(s monitor.Snapshot) string {
	n := s.Reading.Pairs
	switch {
	case stale(s):
		return pairNoun(n) + ", as of the last reading"
	case n == 0:
		return "no pairs registered" + when(!s.HadPairs, " yet")
	}
	return pairNoun(n)
}

// statisticLabels has a label for each of the router's statistics.
func statisticLabels() [len(monitor.Counters{})]string {
	return [...]string{
		monitor.APIKeys:        "API keys",
		monitor.Webhooks:       "Webhooks",
		monitor.Events:         "Events",
		monitor.PairsWithFee:   "Pairs with a fee",
		monitor.DistinctAssets: "Assets",
	}
}

func counters(r monitor.Reading) []Counter {
	var all []Counter
	for statistic, label := range statisticLabels() {
		value := unknown
		if n := r.Counters[statistic]; n.Known {
			value = group(n.N)
		}
		all = append(all, Counter{Label: label, Value: value})
	}
	return all
}

// answersAgain is about an outage that may be over.
const answersAgain = "The router answers again; the outage is over if it keeps answering."

// cardNote is the note for a status that is not trouble, but needs an explanation.
// A pause and lost pairs are told where the status text has not told them.
func cardNote(s monitor.Snapshot, tellStatus bool, now time.Time) string {
	switch {
	case !s.Status.Valid():
		return "This version of Routerwatch does not know the status “" + monitor.CleanText(string(s.Status), maxCode) + "”."
	case troubled(s.Status) || s.Status == monitor.Connecting:
		return ""
	}
	status := ""
	if tellStatus {
		status = joinSentences(pausedSentence(s, now), lostPairsSentence(s, now))
	}
	return joinSentences(status, when(s.Outage.Open(), answersAgain), warnings(s, now), newsSentence(s.About, now))
}

// pausedSentence says since when a router has been paused; "" for another status.
func pausedSentence(s monitor.Snapshot, now time.Time) string {
	switch {
	case s.Status != monitor.Paused:
		return ""
	case s.Pause.IsZero():
		return "The router is paused."
	case s.PauseStartUnseen:
		return "The router was already paused at " + clock(s.Pause, now) + ", when first checked."
	}
	lasted := lasting(s.Pause, false, now)
	return "The router has been paused" + when(lasted != "", lasted+",") + since(s.Pause, false, now) + "."
}

func retryText(s monitor.Status) string {
	if troubled(s) {
		return "Retry now"
	}
	return "Check now"
}

// needsToken reports whether the router answers, but wants a token, or another one:
// the operator can mend that.
func needsToken(s monitor.Snapshot) bool {
	return s.Failure.Kind == monitor.TokenWanted || s.Failure.Kind == monitor.TokenRefused
}

// canRetry stays true during a short healthy poll, which would otherwise disable
// the button for a moment every few seconds. Pressing it then does nothing.
func canRetry(s monitor.Snapshot, now time.Time) bool {
	if pollHidden(s, now) {
		s.Polling = time.Time{}
	}
	return s.CanRetry(now)
}

// pollHidden reports whether a poll is in flight and not shown yet.
func pollHidden(s monitor.Snapshot, now time.Time) bool {
	return healthy(s) && s.InFlight() && elapsed(s.Polling, now) < quietPollTime
}

// healthy reports whether the last poll succeeded.
func healthy(s monitor.Snapshot) bool { return s.Status == monitor.Live || s.Status == monitor.Paused }
