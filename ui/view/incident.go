package view

import (
	"strconv"
	"strings"
	"time"

	"routerwatch/monitor"
)

// utc is how an incident note writes a moment, so that notes of several
// people can be put side by side.
const utc = "2006-01-02 15:04:05 UTC"

// Incident is the note for a ticket or a chat about one router: what is known,
// with times in UTC, and nothing secret.
func Incident(s monitor.Snapshot, version string, now time.Time) string {
	m := Render(s, now)
	var note strings.Builder
	row := func(label, value string) {
		if value != "" {
			note.WriteString(label + ": " + value + "\n")
		}
	}
	row("Router", m.Title+mark(m.Simulated))
	row("Address", m.Address)
	row("Status", m.Status)
	row("As of", stampUTC(now))
	if s.Outage.Open() {
		row("Down since", beginningUTC(s.Outage.Since, s.Outage.StartUnseen))
	}
	if s.Status == monitor.Paused && !s.Pause.IsZero() {
		row("Paused since", beginningUTC(s.Pause, s.PauseStartUnseen))
	}
	if s.Failing() {
		row("Failure", strings.TrimSpace(m.Trouble.LayerLabel+": "+m.Trouble.What))
		row("Request id", clean(s.Failure.RequestID, longestRequest))
		row("Failed polls in a row", strconv.Itoa(s.Failures))
		row("Next try", stampUTC(s.NextPoll))
	}
	row("Last good reading", stampUTC(s.Reading.At))
	if r := s.Reading; r.Known() {
		row("Pairs", group(r.Pairs))
		row("Paused", yesNo(r.Paused))
		row("Latency", latency(r.Latency))
		for _, c := range m.Counters {
			if c.Value != unknown {
				row(c.Label, c.Value)
			}
		}
	}
	row("Reported by", "Routerwatch "+version)
	return note.String()
}

func stampUTC(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(utc)
}

// beginningUTC is when something began, or that it was under way then.
func beginningUTC(t time.Time, found bool) string {
	if found {
		return "before " + stampUTC(t)
	}
	return stampUTC(t)
}

func yesNo(v bool) string {
	if v {
		return "yes"
	}
	return "no"
}
