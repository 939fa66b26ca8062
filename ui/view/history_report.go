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
	b.item("Notified", map[bool]string{true: "yes", false: "no"}[o.Notified])
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
	for _, r := range monitor.CleanText(text, maxIgnored) {
		if strings.ContainsRune("\\`*_[]<>|#", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
