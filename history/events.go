package history

import (
	"cmp"
	"slices"
	"time"

	"routerwatch/monitor"
)

// An Outage is an outage as the changes tell it.
type Outage struct {
	Since, Until time.Time // Until is zero while it is open
	// AtLeast means that its beginning or its end was not seen, or that a part of it
	// was not watched: it may have been longer, or the router up in between.
	AtLeast  bool
	Failures []Failure // in the order of their first poll
	Notified bool
	// Acknowledged means that the operator said that it is known.
	Acknowledged bool
	Silenced     string // why the operator was not notified at first: [WhySnoozed] and so on; else ""
	// Unseen means that the watch ended in it.
	Unseen bool
	// Maintained means that all of it was in maintenance: its downtime is apart.
	Maintained bool
	last       time.Time // when it was last seen
	// unwatched is when the first part of it that was not watched began.
	unwatched time.Time
}

// A Failure is a kind of failure and how many polls failed with it.
type Failure struct {
	Kind  monitor.Kind  `json:"kind"`
	Layer monitor.Layer `json:"layer"`
	Polls int64         `json:"polls"`
}

// Duration is how long the outage lasted, in wall time: until it was over, was last
// seen, or now.
func (o Outage) Duration(now time.Time) time.Duration {
	switch {
	case !o.Until.IsZero():
		now = o.Until
	case o.Unseen:
		now = o.last
	}
	return max(now.Sub(o.Since), 0)
}

// Outages are those of the range, the oldest first.
func (r Range) Outages() []Outage {
	var all []Outage
	var run []Failure                    // since the router last answered
	var failing, known Failure           // the present one, and the last that was known
	open, maintenance := -1, time.Time{} // since when, if there is one
	unwatched := func(since time.Time) {
		o := &all[open]
		if o.AtLeast = true; o.unwatched.IsZero() {
			o.unwatched = since
		}
	}
	end := func(until time.Time, atLeast bool) {
		o := &all[open]
		o.Until, o.Failures = until, run
		o.AtLeast = atLeast || !o.unwatched.IsZero() && o.unwatched.Before(until)
		open, run = -1, nil
	}
	for _, c := range r.Changes {
		if c.Polls > 0 && failing.Kind != "" {
			run = count(run, failing, c.Polls)
		}
		switch c.What {
		case Began:
			failing, maintenance = Failure{}, time.Time{}
		case Ended:
			if open >= 0 {
				all[open].Unseen = true
				unwatched(c.At)
			}
		case Unwatched, Lost:
			if open >= 0 {
				unwatched(c.Since)
			}
			if c.What == Lost { // it may have ended; if not, that follows
				maintenance = time.Time{}
			}
		case Status:
			failing = Failure{Kind: c.Kind, Layer: c.Layer}
			if c.Kind != "" {
				known = failing
			}
			answered := c.Status == monitor.Live || c.Status == monitor.Paused
			switch {
			case open >= 0 && all[open].Unseen && answered: // nobody saw its end
				end(all[open].last, true)
			case open < 0 && answered:
				run = nil
			}
			if open >= 0 && watched(c.Status) && maintenance.IsZero() { // a watch begins without
				all[open].Maintained = false
			}
			if open >= 0 && !watched(c.Status) && c.Status != monitor.Connecting {
				unwatched(c.At)
			}
		case OutageOpened:
			if open >= 0 && all[open].Since.Equal(c.Since) { // taken up after a restart
				all[open].Unseen = false
				break
			}
			if open >= 0 {
				end(all[open].last, true)
			}
			open = len(all)
			all = append(all, Outage{Since: c.Since, AtLeast: c.AtLeast, Maintained: !maintenance.IsZero() && !c.Since.Before(maintenance)})
		case OutageClosed:
			if open >= 0 && all[open].Since.Equal(c.Since) {
				end(c.Until, c.AtLeast)
			}
		case Notified:
			for i := range all {
				if o := &all[i]; o.Since.Equal(c.Since) {
					o.Notified, o.Silenced = o.Notified || c.Why == "", cmp.Or(o.Silenced, c.Why)
				}
			}
		case Acknowledged:
			for i := range all {
				all[i].Acknowledged = all[i].Acknowledged || all[i].Since.Equal(c.Since)
			}
		case Maintenance:
			switch {
			case !c.On:
				maintenance = time.Time{}
				if open >= 0 {
					all[open].Maintained = false
				}
			case maintenance.IsZero():
				maintenance = c.At
			}
		case Failing, PairsChanged, LostPairs, LostPairsEnd, Restarted, NewBuild, Trimmed:
		}
		if open >= 0 && (!all[open].Unseen || c.What == Ended) {
			all[open].last = later(c.At, all[open].Since)
		}
	}
	if open >= 0 {
		if polls := r.uncounted(); polls > 0 && known.Kind != "" {
			run = count(run, known, polls)
		}
		all[open].Failures = run
	}
	return slices.DeleteFunc(all, func(o Outage) bool { return !r.overlaps(o.Since, o.Until) })
}

// overlaps reports whether a time, which may be open, has a part in the range.
func (r Range) overlaps(since, until time.Time) bool {
	return since.Unix() < max(r.To, r.Told) && (until.IsZero() || until.Unix() >= r.From)
}

// count adds polls to their kind of failure.
func count(all []Failure, f Failure, polls int64) []Failure {
	for i := range all {
		if all[i].Kind == f.Kind && all[i].Layer == f.Layer {
			all[i].Polls += polls
			return all
		}
	}
	f.Polls = polls
	return append(all, f)
}

// A Stretch is a pause, or a time in which nothing was watched.
type Stretch struct {
	Since, Until time.Time // Until is zero while it lasts
	// AtLeast means that its beginning or its end was not seen.
	AtLeast bool
	Why     string // nothing was watched
}

// Duration is how long it lasted until its end, or now.
func (s Stretch) Duration(now time.Time) time.Duration {
	if !s.Until.IsZero() {
		now = s.Until
	}
	return max(now.Sub(s.Since), 0)
}

// Pauses are the pauses of the range, the oldest first.
func (r Range) Pauses() []Stretch {
	var all []Stretch
	var last time.Time // when the pause was last seen
	open, unseen, fresh := false, false, true
	for _, c := range r.Changes {
		switch {
		case c.What == Began:
			fresh = true
		case c.What == Ended:
			unseen = open
		case c.What != Status:
		case c.Status == monitor.Paused:
			if !open {
				all, open = append(all, Stretch{Since: c.At, AtLeast: fresh}), true
			}
			all[len(all)-1].AtLeast = all[len(all)-1].AtLeast || unseen
			unseen = false
		case c.Status == monitor.Live && open:
			pause := &all[len(all)-1]
			pause.Until, open = c.At, false
			if unseen {
				pause.Until, pause.AtLeast, unseen = last, true, false
			}
		}
		if c.What == Status && c.Status != monitor.Connecting {
			fresh = false
		}
		if open && (!unseen || c.What == Ended) {
			last = c.At
		}
	}
	if unseen {
		all[len(all)-1].Until, all[len(all)-1].AtLeast = last, true
	}
	return slices.DeleteFunc(all, func(s Stretch) bool { return !r.overlaps(s.Since, s.Until) })
}

// Gaps are the times of the range in which nothing was watched, the oldest first,
// cut off by its bounds: between two watches, and what the changes say.
func (r Range) Gaps() []Stretch {
	var all []Stretch
	add := func(since, until time.Time, why string) {
		since, until = later(since, time.Unix(r.From, 0).UTC()), earlier(until, time.Unix(r.To, 0).UTC())
		if since.Before(until) {
			all = append(all, Stretch{Since: since, Until: until, Why: why})
		}
	}
	end, why := time.Unix(r.To, 0), ""
	var since time.Time // of the open gap, if there is a why
	for _, c := range r.Changes {
		if why != "" && (c.What == Began || c.What == Ended || c.What == Status) {
			add(since, c.At, why)
			why = ""
		}
		switch {
		case c.What == Ended:
			since, why = c.At, c.Why
		case c.What == Unwatched:
			add(c.Since, c.Until, c.Why)
		case c.What == Lost:
			add(c.Since, c.At, WhyLost)
		case c.What == Status && (c.Status == monitor.Offline || c.Status == monitor.Stalled):
			since, why = c.At, string(c.Status)
		}
	}
	if why != "" {
		add(since, end, why)
	}
	return all
}
