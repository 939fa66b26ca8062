package view

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"routerwatch/history"
	"routerwatch/monitor"
)

// outageReport is an outage in Markdown, for a ticket.
func outageReport(r history.Range, o history.Outage, now time.Time) string {
	b := newReport("Outage of "+markdown(r.Name), r)
	b.item("Began", stamp(o.Since, now))
	if o.Until.IsZero() {
		b.item("Ended", "not yet, as of "+stamp(now, now))
	} else {
		b.item("Ended", stamp(o.Until, now))
	}
	b.item("Lasted", when(o.AtLeast, "at least ")+Duration(o.Duration(now)))
	for _, f := range o.Failures {
		b.item("Failed polls", fmt.Sprintf("%s: %s", group(f.Polls), markdown(failureReason(f, o.Since))))
	}
	if o.Acknowledged {
		b.item("Acknowledged", "yes")
	}
	switch words := silencedWords(o); {
	case o.Notified:
		b.item("Notified", "yes"+when(words != "", ", later: "+words+" at first"))
	default:
		b.item("Notified", "no"+when(words != "", ": "+words))
	}
	return b.String()
}

// changeReport is a change in Markdown.
func changeReport(r history.Range, c pastChange, now time.Time) string {
	b := newReport(markdown(r.Name)+": "+markdown(c.text), r)
	b.item("When", stamp(c.at, now))
	return b.String()
}

// Report is the range with all that happened in it in Markdown, the oldest first.
func (p HistoryPage) Report() string {
	r, now := p.Past, p.now
	b := newReport("History of "+markdown(r.Name), r)
	b.item("From", stamp(time.Unix(r.From, 0), now))
	b.item("To", stamp(time.Unix(r.To, 0), now))
	for _, sentence := range p.Summary {
		b.line("- " + sentence)
	}
	if len(p.all) > 0 {
		b.line("\n## What happened\n")
	}
	for _, e := range slices.Backward(p.all) {
		b.item(stamp(e.at, now), markdown(e.what))
	}
	for i, gap := range gapsOf(r, now) {
		if i == 0 {
			b.line("\n## " + longestGaps + "\n")
		}
		b.item(stamp(gap.Since, now), stretchText(gap, now))
	}
	return b.String()
}

// PairsNow says which pairs a router has, as far as there is room for their names.
func PairsNow(pairs monitor.PairNames, now time.Time) string {
	switch {
	case pairs.At.IsZero():
		return "Which pairs it has is not known."
	case len(pairs.Names) == 0:
		return "None, as of " + clock(pairs.At, now) + "."
	}
	shown := pairs.Names[:min(len(pairs.Names), maxShownPairs)]
	text := pairCount(int64(len(pairs.Names))) + ", as of " + clock(pairs.At, now) + ": " + strings.Join(shown, ", ")
	if more := len(pairs.Names) - len(shown); more > 0 {
		text += " and " + group(int64(more)) + " more"
	}
	return monitor.CleanText(text, maxList) + "."
}

// maxShownPairs is how many pairs are listed on the page.
const maxShownPairs = 60

// PairsReport is the list of a router's pairs, and what changed of them in the range,
// in Markdown.
func (p HistoryPage) PairsReport(pairs monitor.PairNames) string {
	r, now := p.Past, p.now
	r.To = now.Unix() + 1 // changes are written at once
	b := newReport("Pairs of "+markdown(r.Name), r)
	if pairs.At.IsZero() {
		b.line("- " + PairsNow(pairs, now))
	} else {
		b.item("As of", stamp(pairs.At, now))
		b.item("Pairs", group(int64(len(pairs.Names))))
	}
	list := func(title string, lines []string) {
		if len(lines) > 0 {
			b.line("\n## " + title + "\n\n- " + strings.Join(lines, "\n- "))
		}
	}
	var names, changes []string
	for _, name := range pairs.Names {
		names = append(names, markdown(name))
	}
	for _, c := range changesOf(r, now, history.PairsChanged, history.LostPairs, history.LostPairsEnd) {
		changes = append(changes, stamp(c.at, now)+": "+markdown(c.text))
	}
	list("By name", names)
	list("Changes since "+stamp(time.Unix(r.From, 0), now), changes)
	return b.String()
}

// report is Markdown being written.
type report struct{ strings.Builder }

func newReport(title string, r history.Range) *report {
	b := &report{}
	b.line("# " + title + "\n")
	b.item("Router", markdown(r.Name)+", "+markdown(Address(r.URL)))
	return b
}

func (b *report) line(text string) { _, _ = b.WriteString(text + "\n") }

func (b *report) item(name, text string) { b.line("- " + name + ": " + text) }

// stamp is a time as UTC and as local time.
func stamp(t, now time.Time) string {
	local := t.In(now.Location())
	zone, offset := local.Zone()
	return stampUTC(t) + when(offset != 0, " ("+local.Format(time.DateTime)+" "+zone+")")
}

// markdown is text from outside in Markdown, where it means only itself.
func markdown(text string) string {
	var b strings.Builder
	for _, r := range monitor.CleanText(text, maxList) {
		if strings.ContainsRune("\\`*_[]<>|#", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
