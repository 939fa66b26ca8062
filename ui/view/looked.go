package view

import (
	"slices"
	"strings"
	"time"

	"routerwatch/history"
	"routerwatch/monitor"
)

// SinceLooked says in a line what happened to routers from a moment on; "" if nothing
// did. The ranges are theirs from then on.
func SinceLooked(ranges []history.Range, from, now time.Time) string {
	var outages, pauses, restarts int
	var came, went int64
	var down time.Duration
	var routers []string
	atLeast, open := false, false
	for _, r := range ranges {
		for _, o := range r.Outages() {
			end := o.Since.Add(o.Duration(now))
			if !end.After(from) {
				continue
			}
			outages++
			down += min(end.Sub(o.Since), end.Sub(from))
			atLeast, open = atLeast || o.AtLeast, open || o.Until.IsZero() && !o.Unseen
			if name := monitor.CleanText(r.Name, maxName); !slices.Contains(routers, name) {
				routers = append(routers, name)
			}
		}
		for _, p := range r.Pauses() {
			if !p.Since.Before(from) {
				pauses++
			}
		}
		for _, c := range r.Changes {
			if c.At.Before(from) {
				continue
			}
			switch {
			case c.What == history.Restarted:
				restarts++
			case c.What == history.PairsChanged && len(c.Came)+len(c.Went) > 0:
				came, went = came+int64(len(c.Came)), went+int64(len(c.Went))
			case c.What == history.PairsChanged && c.From != nil && c.To != nil:
				came, went = came+max(*c.To-*c.From, 0), went+max(*c.From-*c.To, 0)
			}
		}
	}
	var news []string
	if outages > 0 {
		text := plural(outages, "outage")
		if len(ranges) > 1 && len(routers) <= 3 {
			text += " (" + strings.Join(routers, ", ") + ")"
		}
		text += ", " + when(atLeast, "at least ") + Duration(down) + when(outages > 1, " in all") + when(open, " so far")
		news = append(news, text)
	}
	switch {
	case came > 0 && went > 0:
		news = append(news, pairCount(came)+" came, "+group(went)+" went")
	case came > 0:
		news = append(news, pairCount(came)+" came")
	case went > 0:
		news = append(news, pairCount(went)+" went")
	}
	if pauses > 0 {
		news = append(news, plural(pauses, "pause"))
	}
	if restarts > 0 {
		news = append(news, plural(restarts, "restart"))
	}
	if len(news) == 0 {
		return ""
	}
	return "Since you last looked, " + Age(from, now) + ": " + strings.Join(news, "; ") + "."
}
