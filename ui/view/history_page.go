package view

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"routerwatch/history"
	"routerwatch/monitor"
)

// A PastSpan is one of the lengths that the History page offers.
type PastSpan struct {
	Label string
	Days  int
}

// PastSpans are the lengths that the History page offers.
func PastSpans() []PastSpan {
	return []PastSpan{{"24 h", 1}, {"7 d", 7}, {"30 d", 30}, {"90 d", 90}, {"1 y", 365}}
}

// maxEvents is how many events the History page lists.
const maxEvents = 40

// A HistoryPage is a range of a router's history. Positions in it are from 0, its
// beginning, to 1.
type HistoryPage struct {
	Recorded       bool // false if no row of it says what was watched
	From, To       string
	Summary        []string
	Bands          []Band
	Pairs, Latency Chart
	Events         []PastEvent // the newest first
	Earlier        string      // how many more there are; "" if all are listed

	Past history.Range // what is shown

	all     []PastEvent
	outages []history.Outage
	now     time.Time
}

// A Band is a time with one status.
type Band struct {
	From, To float64
	DayCell
}

// A PastEvent is an outage or a change.
type PastEvent struct {
	Text   string
	Tone   Tone
	Report func() string // in Markdown, for a ticket

	at   time.Time
	what string
}

// RenderHistory is the History page of a range up to now.
func RenderHistory(r history.Range, now time.Time) HistoryPage {
	r = r.Recorded(now)
	outages, changes := r.Outages(), changesOf(r, now)
	p := HistoryPage{From: clockToMinute(time.Unix(r.From, 0), now), To: clockToMinute(time.Unix(r.To, 0), now), Past: r, outages: outages, now: now}
	sum := r.Sum()
	if p.Recorded = sum.Watched() > 0; p.Recorded {
		p.Summary = summary(sum, p.outages)
		p.Bands = bands(r)
		p.Pairs, p.Latency = p.charts()
	}
	event := func(at time.Time, text string, tone Tone, report func() string) {
		p.all = append(p.all, PastEvent{at: at, what: text, Text: momentOf(at, now) + "  " + text, Tone: tone, Report: report})
	}
	for _, o := range outages {
		event(o.Since, "Down "+outageText(o, now), Bad, func() string { return outageReport(r, o, now) })
	}
	for _, pause := range r.Pauses() {
		changes = append(changes, pastChange{pause.Since, "paused for " + stretchText(pause, now)})
	}
	for _, c := range changes {
		event(c.at, capital(c.text), Neutral, func() string { return changeReport(r, c, now) })
	}
	slices.SortStableFunc(p.all, func(a, b PastEvent) int { return b.at.Compare(a.at) })
	p.Events = p.all
	if more := len(p.all) - maxEvents; more > 0 {
		p.Events, p.Earlier = p.all[:maxEvents], fmt.Sprintf(EarlierEvents, group(int64(more)))
	}
	return p
}

// summary is what the range adds up to, in sentences.
func summary(sum history.Summary, outages []history.Outage) []string {
	counted, apart := countOutages(outages)
	lines := []string{
		Uptime(sum.Times) + ".",
		fmt.Sprintf("Down %s in %s; not watched %s.", seconds(sum.Down), plural(counted, "outage"), seconds(sum.Unwatched)),
	}
	if sum.MaintenanceDown > 0 {
		lines = append(lines, "Down "+seconds(sum.MaintenanceDown)+" in maintenance"+when(apart > 0, ", with "+plural(apart, "outage"))+", which is not counted.")
	}
	if sum.Polls > sum.Failed {
		lines = append(lines, fmt.Sprintf("%s polls, %s failed; latency %s, at most %s.", group(sum.Polls), group(sum.Failed), milliseconds(sum.Latency.Mean), milliseconds(sum.Latency.Max)))
	}
	return lines
}

// Step is the position so many rows later.
func (p HistoryPage) Step(at float64, rows int) float64 {
	long := p.Past.To - p.Past.From
	if long <= 0 {
		return 0
	}
	row := float64(p.Past.Step)
	moved := (float64(int64(at*float64(long)/row)+int64(rows)) + 0.5) * row / float64(long)
	return min(max(moved, 0), 1)
}

// At is what was known at a position, in a sentence or two.
func (p HistoryPage) At(at float64) string {
	moment := time.Unix(p.Past.From+int64(at*float64(p.Past.To-p.Past.From-1)), 0)
	row, known := p.Past.Row(moment)
	start := time.Unix(moment.Unix()/p.Past.Step*p.Past.Step, 0).In(p.now.Location())
	text := start.Format("2 Jan 2006 15:04")
	if p.Past.Step > 60 {
		text += start.Add(time.Duration(p.Past.Step) * time.Second).Format(" to 15:04")
	}
	if text += ": "; !known {
		return text + "not watched."
	}
	var parts []string
	for i, status := range monitor.Statuses() {
		if n := row.InStatus[i]; n > 0 {
			part := statusWord(status)
			if n < p.Past.Step {
				part += " " + seconds(n)
			}
			parts = append(parts, part)
		}
	}
	if row.Unwatched > 0 && row.Watched() < p.Past.Step {
		parts = append(parts, "not watched "+seconds(row.Unwatched))
	}
	text += strings.Join(parts, ", ") + "."
	if row.Down+row.MaintenanceDown > 0 {
		text += when(row.MaintenanceDown > 0, " In maintenance.") + p.why(row.Start)
	}
	if row.Pairs.Known {
		text += " " + capital(pairCount(row.Pairs.N)) + "."
	}
	if row.Polls > row.Failed {
		text += " Latency " + milliseconds(row.Latency.Mean)
		if row.Latency.Min < row.Latency.Max {
			text += ", " + rangeOf(milliseconds(row.Latency.Min), milliseconds(row.Latency.Max))
		}
		text += "."
	}
	return text + " " + plural(row.Polls, "poll") + when(row.Failed > 0, ", "+group(row.Failed)+" failed") + "."
}

// why is why the router was down in the row that starts then.
func (p HistoryPage) why(start int64) string {
	for _, o := range p.outages {
		if o.Since.Unix() < start+p.Past.Step && (o.Until.IsZero() || o.Until.Unix() > start) {
			return " In an outage of " + outageText(o, p.now) + "."
		}
	}
	return ""
}

// capital is text with an upper-case first letter, if that is an English one.
func capital(text string) string {
	if text != "" && 'a' <= text[0] && text[0] <= 'z' {
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return text
}
