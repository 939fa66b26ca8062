package view

import (
	"fmt"
	"math"
	"strings"
	"time"

	"routerwatch/history"
	"routerwatch/monitor"
)

// Percent is a ratio in percent, rounded down, so that 100 % means all: "99.98 %".
func Percent(ratio float64) string {
	if ratio >= 1 {
		return "100 %"
	}
	return fmt.Sprintf("%.2f %%", math.Floor(ratio*1e4)/100)
}

// Uptime is the uptime of a time, with how much of it was watched.
func Uptime(t history.Times) string {
	ratio, known := t.Uptime()
	if !known {
		return "Not watched"
	}
	return "Up " + Percent(ratio) + " of the time watched, which was " + Percent(t.Coverage()) + " of it all"
}

// DayBar has one character for each day, told apart without colour: █ all up, ▆
// 99 % up, ▄ 90 % up, ▂ less, ░ too little of it watched, and a blank where nothing
// was.
func DayBar(days []history.Day) string {
	var bar strings.Builder
	for _, d := range days {
		ratio, known := d.Uptime()
		switch {
		case d.Watched() == 0:
			bar.WriteRune(' ')
		case !known:
			bar.WriteRune('░')
		case ratio >= 1:
			bar.WriteRune('█')
		case ratio >= 0.99:
			bar.WriteRune('▆')
		case ratio >= 0.9:
			bar.WriteRune('▄')
		default:
			bar.WriteRune('▂')
		}
	}
	return bar.String()
}

const (
	// historyWidth is the width of a terminal that History fits.
	historyWidth = 80
	// historyEvents is how many of the newest outages and changes History lists.
	historyEvents = 20
)

// History is what a terminal prints about a range: at most 80 columns wide, and
// readable without colour.
func History(r history.Range, now time.Time) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("%s  %s", monitor.CleanText(r.Name, maxName), Address(r.URL))
	sum := r.Sum()
	if sum.Watched() == 0 {
		line("  Nothing recorded %s to %s.", moment(r.From, now), moment(r.To, now))
		return b.String()
	}
	line("  %s to %s", moment(r.From, now), moment(r.To, now))
	days := r.Days(now.Location())
	days = days[max(len(days)-(historyWidth-4), 0):]
	line("  │%s│", DayBar(days))
	line("  %s.", Uptime(sum.Times))
	outages := r.Outages()
	line("  Down %s in %s; not watched %s.", seconds(sum.Down), plural(len(outages), "outage"), seconds(sum.Unwatched))
	if sum.Polls > sum.Failed {
		line("  %s polls, %s failed; latency %s, at most %s.", group(sum.Polls), group(sum.Failed), milliseconds(sum.Latency.Mean), milliseconds(sum.Latency.Max))
	}
	var events []string
	for _, o := range outages {
		events = append(events, OutageLine(o, now))
	}
	if len(events) > 0 {
		line("  Outages:")
		list(line, events)
	}
	if events = changeLines(r, now); len(events) > 0 {
		line("  Changes:")
		list(line, events)
	}
	if r.Damaged > 0 {
		line("  %s of its files could not be read.", plural(r.Damaged, "line"))
	}
	return b.String()
}

// list prints the newest events.
func list(line func(string, ...any), events []string) {
	if more := len(events) - historyEvents; more > 0 {
		line("    %s earlier, listed by --json", group(int64(more)))
		events = events[more:]
	}
	for _, e := range events {
		line("    %s", e)
	}
}

// OutageLine is an outage in one line: when, how long, why, and whether it was told.
func OutageLine(o history.Outage, now time.Time) string {
	text := momentOf(o.Since, now) + "  " + when(o.AtLeast, "at least ") + Duration(o.Duration(now))
	if o.Until.IsZero() {
		text += ", not over"
	}
	if len(o.Failures) > 0 {
		most := o.Failures[0]
		polls := int64(0)
		for _, f := range o.Failures {
			polls += f.Polls
			if f.Polls > most.Polls {
				most = f
			}
		}
		text += ", " + plural(int(polls), "failed poll") + ": " + strings.ReplaceAll(string(most.Kind), "_", " ")
	}
	return text
}

// changeLines are the pauses, the pairs that came and went, and the restarts of a
// range.
func changeLines(r history.Range, now time.Time) []string {
	var lines []string
	var paused time.Time
	for _, c := range r.Changes {
		text := ""
		switch c.What {
		case history.Status:
			switch {
			case c.Status == monitor.Paused && paused.IsZero():
				paused, text = c.At, "paused"
			case c.Status == monitor.Live && !paused.IsZero():
				text, paused = "resumed after "+Duration(c.At.Sub(paused)), time.Time{}
			}
		case history.PairsChanged:
			if c.From != nil && c.To != nil {
				text = fmt.Sprintf("%s, before %s", pairCount(*c.To), group(*c.From))
			}
			if len(c.Came) > 0 {
				text += "; came: " + strings.Join(c.Came, ", ")
			}
			if len(c.Went) > 0 {
				text += "; went: " + strings.Join(c.Went, ", ")
			}
		case history.Restarted:
			text = "the router restarted"
		case history.NewBuild:
			text = "new build " + c.Build
		case history.Began, history.Ended, history.Failing, history.Unwatched, history.OutageOpened, history.OutageClosed,
			history.Notified, history.Trimmed, history.Lost:
		}
		if text != "" && c.At.Unix() >= r.From {
			lines = append(lines, momentOf(c.At, now)+"  "+monitor.CleanText(text, historyWidth-24))
		}
	}
	return lines
}

func moment(seconds int64, now time.Time) string { return momentOf(time.Unix(seconds, 0), now) }

// momentOf is a local time to the second, with its date.
func momentOf(t, now time.Time) string { return t.In(now.Location()).Format("2 Jan 2006 15:04:05") }

func seconds(n int64) string {
	if n == 0 {
		return "0 s"
	}
	return Duration(time.Duration(n) * time.Second)
}

func milliseconds(ms float64) string { return latency(time.Duration(ms * float64(time.Millisecond))) }

func plural(n int, noun string) string { return group(int64(n)) + " " + noun + when(n != 1, "s") }
