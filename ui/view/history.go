package view

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"routerwatch/history"
	"routerwatch/monitor"
)

// NothingRecorded is said where there is no history at all.
const NothingRecorded = "Nothing recorded yet."

// Percent is a ratio in percent, rounded down, so that 100 % means all: "99.98 %". The
// ratio is a number of millionths, such as those of [history.Times].
func Percent(ratio float64) string {
	hundredths := int64(math.Round(ratio*1e6)) / 100
	if hundredths == 1e4 {
		return "100 %"
	}
	return fmt.Sprintf("%d.%02d %%", hundredths/100, hundredths%100)
}

// Uptime is the uptime of a time, with how much of it was watched.
func Uptime(t history.Times) string {
	ratio, known := t.Uptime()
	switch {
	case !known && t.MaintenanceDown > 0:
		return "In maintenance; " + Percent(t.Coverage()) + " of the time was watched"
	case !known:
		return "Not watched"
	}
	return "Up " + Percent(ratio) + " of the watched time; " + Percent(t.Coverage()) + " of the time was watched"
}

const (
	// historyEvents is how many of the newest outages, pauses and changes History
	// lists, and historyGaps how many of the longest times that were not watched.
	historyEvents, historyGaps = 20, 5
)

// History is what history prints about a range: no line is longer than width, and it is
// readable without colour.
func History(r history.Range, width int, now time.Time) string {
	var b strings.Builder
	line := func(indent int, format string, args ...any) {
		b.WriteString(strings.Repeat(" ", indent) + cut(fmt.Sprintf(format, args...), width-indent) + "\n")
	}
	list := func(title string, events []string) {
		if len(events) == 0 {
			return
		}
		line(2, "%s:", title)
		if more := len(events) - historyEvents; more > 0 {
			line(4, "%s earlier, listed by --json", group(int64(more)))
			events = events[more:]
		}
		for _, e := range events {
			what, more, _ := strings.Cut(e, "\n")
			if line(4, "%s", what); more != "" {
				line(8, "%s", more)
			}
		}
	}
	name, address := monitor.CleanText(r.Name, maxList), Address(r.URL)
	if utf8.RuneCountInString(name+address) < width-2 {
		line(0, "%s  %s", name, address)
	} else {
		line(0, "%s", name)
		line(2, "%s", address)
	}
	outages := r.Outages()
	if len(r.Rows) == 0 && len(outages) == 0 {
		line(2, "Nothing recorded %s to %s.", moment(r.From, now), moment(r.To, now))
		return b.String()
	}
	line(2, "%s to %s", moment(r.From, now), moment(r.To, now))
	if len(r.Changes) > 0 && r.Changes[0].What == history.Began && r.Has(r.Changes[0].At) {
		line(2, "Recorded since %s.", momentOf(r.Changes[0].At, now))
	}
	if len(r.Rows) > 0 {
		historySums(r, outages, now, width, line)
	}
	var events []string
	for _, o := range outages {
		events = append(events, outageLine(o, now)+"\n"+OutageReason(o))
	}
	list("Outages", events)
	list("Pauses", stretchLines(r.Pauses(), now))
	list("Changes", changeLines(r, now))
	list(longestGaps, stretchLines(gapsOf(r, now), now))
	if r.Damaged > 0 {
		line(2, "%s of its files could not be read.", plural(r.Damaged, "line"))
	}
	return b.String()
}

// historySums are a bar of the range's days, and what they add up to.
func historySums(r history.Range, outages []history.Outage, now time.Time, width int, line func(int, string, ...any)) {
	days := r.Days(now.Location())
	if longest := width - 4; len(days) > longest {
		line(2, "The last %d days:", longest)
		days = days[len(days)-longest:]
	}
	line(2, "│%s│", dayBar(days))
	for _, sentence := range summary(r.Sum(), outages) {
		line(2, "%s", sentence)
	}
}

// longestGaps is over the longest times that were not watched.
const longestGaps = "Longest times not watched"

// gapsOf are those times, the oldest first.
func gapsOf(r history.Range, now time.Time) []history.Stretch {
	gaps := r.Gaps()
	slices.SortStableFunc(gaps, func(a, b history.Stretch) int { return cmp.Compare(b.Duration(now), a.Duration(now)) })
	gaps = gaps[:min(len(gaps), historyGaps)]
	slices.SortStableFunc(gaps, func(a, b history.Stretch) int { return a.Since.Compare(b.Since) })
	return gaps
}

// outageLine is an outage in one line: when, how long, and whether it was notified.
func outageLine(o history.Outage, now time.Time) string {
	return momentOf(o.Since, now) + "  " + outageLength(o, now)
}

// outageText is an outage without its beginning, in a sentence.
func outageText(o history.Outage, now time.Time) string {
	reason := OutageReason(o)
	return outageLength(o, now) + when(reason != "", ": "+reason)
}

func outageLength(o history.Outage, now time.Time) string {
	text := when(o.AtLeast, "at least ") + Duration(o.Duration(now))
	switch {
	case o.Unseen && o.Until.IsZero():
		text += ", its end not seen"
	case o.Until.IsZero():
		text += " so far"
	}
	if polls := failedPolls(o); polls > 0 {
		text += ", " + plural(polls, "failed poll")
	}
	switch {
	case o.Acknowledged:
		return text + ", acknowledged"
	case !o.Notified:
		return text + ", " + cmp.Or(silencedWords(o), "not notified")
	}
	return text
}

// silencedWords is why the operator was not notified of an outage, "" if that was no
// wish of theirs.
func silencedWords(o history.Outage) string {
	return map[string]string{
		history.WhySnoozed: "snoozed", history.WhyMuted: "muted", history.WhyMaintenance: "in maintenance",
	}[o.Silenced]
}

// failedPolls is how many polls failed in an outage.
func failedPolls(o history.Outage) (polls int64) {
	for _, f := range o.Failures {
		polls += f.Polls
	}
	return polls
}

// OutageReason is the failure that most of its polls met: the beginning of its
// sentence, and how many did where not all met it; or "" if it is not known.
func OutageReason(o history.Outage) string {
	if len(o.Failures) == 0 {
		return ""
	}
	most := slices.MaxFunc(o.Failures, func(a, b history.Failure) int { return cmp.Compare(a.Polls, b.Polls) })
	reason := failureReason(most, o.Since)
	if len(o.Failures) > 1 {
		reason += fmt.Sprintf(" (%s of %s)", group(most.Polls), group(failedPolls(o)))
	}
	return reason
}

func failureReason(f history.Failure, at time.Time) string {
	sentence, _, _ := strings.Cut(FailureSentence(monitor.Failure{Kind: f.Kind, Layer: f.Layer}, at), ": ")
	return strings.TrimSuffix(sentence, ".")
}

// stretchLines are pauses, or times in which nothing was watched.
func stretchLines(all []history.Stretch, now time.Time) (lines []string) {
	for _, s := range all {
		lines = append(lines, momentOf(s.Since, now)+"  "+stretchText(s, now))
	}
	return lines
}

func stretchText(s history.Stretch, now time.Time) string {
	text := when(s.AtLeast, "at least ") + Duration(s.Duration(now)) + when(s.Until.IsZero(), " so far")
	if why := gapReason(s.Why); why != "" {
		text += ": " + why
	}
	return text
}

// gapReason is why nothing was watched.
func gapReason(why string) string {
	return map[string]string{
		history.WhyQuit:    "Routerwatch was not running",
		history.WhyKilled:  "Routerwatch was killed, or the computer crashed",
		history.WhyAsleep:  "asleep, or the clock was set forward",
		history.WhyStopped: "the system did not let Routerwatch run",
		history.WhyLost:    "it could not be written to the disk",

		string(monitor.Offline): "offline",
		string(monitor.Stalled): "Routerwatch was stuck",
	}[why]
}
