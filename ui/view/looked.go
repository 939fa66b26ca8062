package view

import (
	"slices"
	"strings"
	"time"

	"routerwatch/history"
	"routerwatch/monitor"
)

// News is what happened to routers since the operator last looked.
type News struct {
	Text   string // "" if nothing did
	Router string // the id of the router that was down longest, or else of the first one with news
}

// SinceLooked is what happened to routers from a moment on. The ranges are theirs from
// then on.
func SinceLooked(ranges []history.Range, from, now time.Time) (n News) {
	var outages, pauses, restarts int
	var came, went int64
	var down, longest time.Duration
	var hadOutages, hadPairs, hadPauses, hadRestarts []int // the routers, as indices
	atLeast, open := false, false
	for i, r := range ranges {
		before, eventsBefore := down, int64(outages+pauses+restarts)+came+went
		had := func(those *[]int) {
			if !slices.Contains(*those, i) {
				*those = append(*those, i)
			}
		}
		for _, o := range r.Outages() {
			end := o.Since.Add(o.Duration(now))
			if !end.After(from) {
				continue
			}
			outages++
			down += min(end.Sub(o.Since), end.Sub(from))
			atLeast, open = atLeast || o.AtLeast, open || o.Until.IsZero() && !o.Unseen
			had(&hadOutages)
		}
		for _, p := range r.Pauses() {
			if !p.Since.Before(from) {
				pauses++
				had(&hadPauses)
			}
		}
		for _, c := range r.Changes {
			if c.At.Before(from) {
				continue
			}
			switch {
			case c.What == history.Restarted:
				restarts++
				had(&hadRestarts)
			case c.What == history.PairsChanged && len(c.Came)+len(c.Went) > 0:
				came, went = came+int64(len(c.Came)), went+int64(len(c.Went))
				had(&hadPairs)
			case c.What == history.PairsChanged && c.From != nil && c.To != nil:
				came, went = came+max(*c.To-*c.From, 0), went+max(*c.From-*c.To, 0)
				had(&hadPairs)
			}
		}
		if down-before > longest || n.Router == "" && int64(outages+pauses+restarts)+came+went > eventsBefore {
			n.Router, longest = r.Router, down-before
		}
	}
	whose := func(routers []int) string {
		switch {
		case len(ranges) == 1:
			return ""
		case len(routers) > 3:
			return " at " + plural(len(routers), "router")
		}
		var names []string
		for _, i := range routers {
			names = append(names, monitor.CleanText(ranges[i].Name, maxMenuName))
		}
		return " (" + strings.Join(names, ", ") + ")"
	}
	var news []string
	if outages > 0 {
		text := plural(outages, "outage") + whose(hadOutages) + ", " + when(atLeast, "at least ") + Duration(down) + when(outages > 1, " in all") + when(open, " so far")
		news = append(news, text)
	}
	switch {
	case came > 0 && went > 0:
		news = append(news, pairCount(came)+" came, "+group(went)+" went"+whose(hadPairs))
	case came > 0:
		news = append(news, pairCount(came)+" came"+whose(hadPairs))
	case went > 0:
		news = append(news, pairCount(went)+" went"+whose(hadPairs))
	}
	if pauses > 0 {
		news = append(news, plural(pauses, "pause")+whose(hadPauses))
	}
	if restarts > 0 {
		news = append(news, plural(restarts, "restart")+whose(hadRestarts))
	}
	if len(news) > 0 {
		n.Text = "Since you last looked, " + Age(from, now) + ": " + strings.Join(news, "; ") + "."
	}
	return n
}
