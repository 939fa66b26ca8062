package view

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"routerwatch/history"
	"routerwatch/monitor"
)

// Line is what a terminal prints: the local time, the router, and in trouble the
// failure and the next try.
//
//	2026-11-29 20:00:00  Frankfurt  Live, 4 pairs, 37 ms
//	2026-11-29 20:00:00  Frankfurt  Retrying, last known 4 pairs, updated 36 s ago. The router … 1 failed check. Next try in 8 s.
func Line(s monitor.Snapshot, now time.Time) string { return line(s, "", now) }

// LineAfter is the Line of s after that of another snapshot, with what has ended
// since then; "" if it would show nothing new, but for what changes with each poll.
func LineAfter(printed, s monitor.Snapshot, now time.Time) string {
	ended, news := endedSentence(printed, s), newsSentence(s.About, now)
	told := news == "" || troubled(s.Status) || news == newsSentence(printed.About, now)
	if s.Status == monitor.Connecting || ended == "" && told && factsOf(s) == factsOf(printed) {
		return ""
	}
	if !s.About.Naming.IsZero() { // the names of the pairs follow
		same := s
		same.Reading.Pairs, same.LostPairs = printed.Reading.Pairs, printed.LostPairs
		if ended == "" && factsOf(same) == factsOf(printed) {
			return ""
		}
	}
	return line(s, ended, now)
}

func line(s monitor.Snapshot, ended string, now time.Time) string {
	line := now.Format(time.DateTime) + "  " + markedName(s, maxName) + "  " + statusText(s, now)
	if !troubled(s.Status) {
		if s.Reading.Known() {
			line += ", " + latency(s.Reading.Latency)
		}
		if note := joinSentences(ended, cardNote(s, false, now)); note != "" {
			line += ". " + note
		}
		return line
	}
	if s.Reading.Known() {
		line += ", updated " + Age(s.Reading.At, now)
	}
	line += ". " + strings.TrimSpace(whatIsWrong(s, now)+" "+upcoming(s, now))
	if id := monitor.CleanText(s.Failure.RequestID, maxRequest); id != "" && s.Status != monitor.Stalled {
		line += " Request " + id + "."
	}
	return line
}

// lineFacts are what a line shows that does not change with each poll, but for news.
type lineFacts struct {
	status      monitor.Status
	failure     string
	pairs       int64
	lost        bool
	confirming  bool // it answers again, in an outage
	slow        [len(monitor.Phases{})]bool
	authorities monitor.SetupProblem
	certificate int
}

func factsOf(s monitor.Snapshot) lineFacts {
	f := lineFacts{
		status: s.Status, pairs: s.Reading.Pairs, lost: !s.LostPairs.None(), confirming: s.Outage.Open() && !troubled(s.Status),
		authorities: s.AuthoritiesProblem(), certificate: s.CertificateStage(),
	}
	if s.Failing() { // what is the same each time for that reason
		is := s.Failure
		f.failure = FailureSentence(monitor.Failure{Kind: is.Kind, Layer: is.Layer, Cause: is.Cause, HTTPStatus: is.HTTPStatus, Code: is.Code, Field: is.Field}, time.Time{})
	}
	for phase, took := range s.Slow {
		f.slow[phase] = took > 0 && phase < int(monitor.Body)
	}
	return f
}

// endedSentence says what ended since the snapshot before, and after how long.
func endedSentence(before, s monitor.Snapshot) string {
	after := func(lasted time.Duration, startUnseen bool) string {
		return when(lasted >= time.Second, " after "+when(startUnseen, "at least ")+Duration(lasted)) + "."
	}
	was, is := before.Outage, s.Outage
	outage, pause := "", ""
	if was.Open() && is.Since.Equal(was.Since) && !is.Until.IsZero() {
		outage = "Back" + after(is.Until.Sub(is.Since), is.StartUnseen)
	}
	if !before.Pause.IsZero() && s.Pause.IsZero() {
		pause = "No longer paused" + after(elapsed(before.Pause, s.Reading.At), before.PauseStartUnseen)
	}
	return joinSentences(outage, pause)
}

// upcoming is the sentence about the next try of a router in trouble.
func upcoming(s monitor.Snapshot, now time.Time) string {
	if own := lookOf(s).meanwhile; own != "" {
		return own
	}
	failed := ""
	if text := failedChecks(s); text != "" {
		failed = text + ". "
	}
	if left, waiting := remaining(s, now); waiting {
		return failed + "Next try in " + Duration(left) + "."
	}
	if !s.InFlight() && s.NextPoll.IsZero() { // from check, which polls once
		return ""
	}
	return failed + "Trying again now."
}

// statusText is a router's status and pairs with the length of an outage:
// "Live, 4 pairs", "Down for 3 min, last known 4 pairs".
func statusText(s monitor.Snapshot, now time.Time) string {
	text := statusWord(s.Status)
	if s.Status == monitor.Down {
		text = downFor(s, now)
	}
	return text + slow(s) + alsoSilenced(s, now) + pairsKnown(s, now)
}

// steadyStatusText is statusText with times instead of ages, so that it does not
// change as time passes: "Down since 20:57:00, last known 4 pairs".
func steadyStatusText(s monitor.Snapshot, now time.Time) string {
	return steadyStatus(s, now) + pairsKnown(s, now)
}

// steadyStatus is steadyStatusText without the pairs.
func steadyStatus(s monitor.Snapshot, now time.Time) string {
	text := statusWord(s.Status)
	switch {
	case s.Status == monitor.Down && s.Outage.Open():
		text += since(s.Outage.Since, s.Outage.StartUnseen, now)
	case s.Status == monitor.Paused:
		text += since(s.Pause, s.PauseStartUnseen, now)
	}
	return text + slow(s) + alsoSilenced(s, now)
}

// since is " since 14:02:11", " since 14:02:11 or earlier" if its start was not
// seen, or "" if the time is unknown.
func since(at time.Time, startUnseen bool, now time.Time) string {
	return when(!at.IsZero(), " since "+clock(at, now)+when(startUnseen, orEarlier))
}

// orEarlier follows a time at which something was already under way.
const orEarlier = " or earlier"

// lasting is " for 3 min", " for at least 3 min" if it was under way when it
// was first seen, or nothing in the first second.
func lasting(at time.Time, startUnseen bool, now time.Time) string {
	lasted := elapsed(at, now)
	return when(lasted >= time.Second, " for "+when(startUnseen, "at least ")+span(lasted))
}

// pairsKnown is ", 4 pairs", ", last known 4 pairs", or nothing.
func pairsKnown(s monitor.Snapshot, now time.Time) string {
	switch {
	case !s.Reading.Known():
		return ""
	case stale(s):
		return ", last known " + pairCount(s.Reading.Pairs)
	case marked(s):
		return ", lost pairs: " + lostPairs(s, now)
	case s.Reading.Pairs == 0:
		return ", " + pairsCaption(s)
	}
	return ", " + pairCount(s.Reading.Pairs)
}

// simulatedMark follows the name of a simulated router.
const simulatedMark = " (simulated)"

// markedName is a router's name, with the word that marks a simulated one.
func markedName(s monitor.Snapshot, longest int) string {
	return name(s, longest) + when(s.Simulated, simulatedMark)
}

// utc is the time format of incident notes, in UTC so that notes of several people
// can be compared.
const utc = "2006-01-02 15:04:05 UTC"

// incidentEvents is how many events an incident note has: the newest, outages first.
const incidentEvents = 10

// Incident is the note about one router for a ticket or a chat, with times in UTC
// and without secrets.
// The past is that of the last 24 hours.
func Incident(s monitor.Snapshot, past history.Range, version string, now time.Time) string {
	m := Render(s, now)
	var note strings.Builder
	row := func(label, value string) {
		if value != "" {
			note.WriteString(label + ": " + value + "\n")
		}
	}
	row("Router", m.Title+when(m.Simulated, simulatedMark))
	row("Address", m.Address)
	row("Status", m.Status)
	row("Silenced", silenced(s.Quiet, now.UTC()))
	row("As of", stampUTC(now))
	if s.Outage.Open() {
		row("Down since", stampUTC(s.Outage.Since)+when(s.Outage.StartUnseen, orEarlier))
	}
	if s.Status == monitor.Paused && !s.Pause.IsZero() {
		row("Paused since", stampUTC(s.Pause)+when(s.PauseStartUnseen, orEarlier))
	}
	if s.Failing() {
		row("Failure", strings.TrimSpace(m.Trouble.LayerLabel+": "+m.Trouble.What))
		row("Request id", monitor.CleanText(s.Failure.RequestID, maxRequest))
		row("Failed polls in a row", strconv.Itoa(s.Failures))
		row("Next try", stampUTC(s.NextPoll))
	}
	row("Proxy", when(s.Proxy != monitor.Proxy{}, ProxyText(s.Proxy)))
	row("Last good reading", stampUTC(s.Reading.At))
	if r := s.Reading; r.Known() {
		row("Pairs", group(r.Pairs))
		row("Lost pairs", when(!s.LostPairs.None(), group(s.LostPairs.From)+" until "+stampUTC(s.LostPairs.Since)))
		row("Paused", map[bool]string{true: "yes", false: "no"}[r.Paused])
		row("Latency", latency(r.Latency))
		for _, c := range m.Counters {
			if c.Value != unknown {
				row(c.Label, c.Value)
			}
		}
	}
	row("Build", monitor.CleanText(s.About.Build, maxMessage))
	row("Running since", stampUTC(s.About.Started))
	row("Quota", quotaText(s.About.Quota))
	happened := RenderHistory(past, now)
	if c := s.About.Pairs; c.Named() && !happened.Recorded {
		row("Pairs changed", stampUTC(c.At))
		row("Pairs that came", monitor.CleanText(strings.Join(c.Came, ", "), maxList))
		row("Pairs that went", monitor.CleanText(strings.Join(c.Went, ", "), maxList))
	}
	if happened.Recorded {
		row("Since "+stampUTC(time.Unix(past.From, 0)), happened.Summary[0])
	}
	events, more := limitEvents(happened.all, incidentEvents)
	for _, e := range slices.Backward(events) {
		row(stampUTC(e.at), e.what)
	}
	row("Not listed", when(more > 0, "and "+group(int64(more))+" more"))
	row("Reported by", "Routerwatch "+version)
	return note.String()
}

// limitEvents keeps so many events, in their order, and says how many it left out: changes
// rather than outages, and older ones rather than newer ones.
func limitEvents(all []PastEvent, most int) (kept []PastEvent, more int) {
	kept, more = slices.Clone(all), max(len(all)-most, 0)
	slices.Reverse(kept)
	left := more
	for _, outages := range []bool{false, true} {
		kept = slices.DeleteFunc(kept, func(e PastEvent) bool {
			out := left > 0 && (e.Tone == Bad) == outages
			if out {
				left--
			}
			return out
		})
	}
	slices.Reverse(kept)
	return kept, more
}

func stampUTC(t time.Time) string { return when(!t.IsZero(), t.UTC().Format(utc)) }
