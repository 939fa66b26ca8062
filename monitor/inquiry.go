package monitor

import (
	"slices"
	"time"
)

const (
	// minAskInterval is the shortest interval that leaves room for questions in the
	// router's quota, 60 requests a minute.
	minAskInterval = 2 * time.Second
	// uptimeError is by how much an uptime in whole seconds may be wrong.
	uptimeError = 2 * time.Second
	// quotaAfter is how long after a 429 the router is asked for its quota: before the
	// desktops that share it poll more quickly again, which leaves no room for it. Of
	// ten, as desktops_test.go has them, none is refused anything then, and no reading is
	// older than 20 s; if they ask after 3 to 20 min, readings get 90 s old.
	quotaAfter = 2 * time.Minute
)

// inquiry is what to ask the router between polls, and how far that is: an
// immutable value. At most one question follows a poll, and only one that
// succeeded.
type inquiry struct {
	wanted  [topics]bool
	refused bool         // a question was answered with a 429
	absent  [topics]bool // the router has no such page; it may have one after an outage
	list    *pairList    // nil before the first page

	outage     time.Time // the last one whose end was a reason to ask
	answeredAt time.Time // the last success
	aliveAt    time.Time // the last success before the last outage
}

func (i inquiry) pairList() pairList {
	if i.list == nil {
		return pairList{}
	}
	return *i.list
}

// question is what to ask now, if anything.
func (s state) question(plan Plan, now time.Time) (Question, bool) {
	for topic := range topics {
		switch {
		case !s.inquiry.wanted[topic] || s.inquiry.absent[topic] || !s.mayAsk(plan, topic, now):
		case topic == PairList:
			return s.inquiry.pairList().question(), true
		default:
			return Question{Topic: topic}, true
		}
	}
	return Question{}, false
}

// mayAsk reports whether the router can be asked about a topic. As long as a 429 is
// remembered, it cannot: desktops that share a quota use all of it for their polls.
// Ten that asked after ten minutes had readings 85 s old, with this rule 13 s.
// The quota itself is asked for after [quotaAfter], unless a question was refused, too.
func (s state) mayAsk(plan Plan, topic Topic, now time.Time) bool {
	rest, slowed := plan.RememberThrottle, s.Interval > plan.Interval
	if topic == Quota && !s.inquiry.refused {
		rest, slowed = min(rest, quotaAfter), false
	}
	since := now.Round(0).Sub(s.throttledAt)
	throttled := slowed || !s.throttledAt.IsZero() && since >= 0 && since < rest
	return plan.Ask && s.Reading.Known() && !s.Failing() && !throttled && s.Interval >= minAskInterval
}

// want notes after a success what to ask for. Before is the reading before it.
func (s state) want(plan Plan, before Reading, now time.Time) state {
	if !plan.Ask {
		s = s.stopNaming()
		s.inquiry, s.About = inquiry{}, About{Pairs: s.About.Pairs}
		return s
	}
	i := &s.inquiry
	recovered := s.Outage.Open() && !s.Outage.Since.Equal(i.outage)
	i.answeredAt = now
	if recovered {
		i.outage, i.absent, s.About.Restarted, s.About.NewBuild = s.Outage.Since, [topics]bool{}, time.Time{}, time.Time{}
	}
	if !before.Known() || recovered {
		i.wanted[Uptime], i.wanted[Build] = true, true
		s = s.wantList()
	}
	if before.Known() && before.Pairs != s.Reading.Pairs {
		s = s.wantList()
		switch {
		case !s.mayAsk(plan, PairList, now) || s.inquiry.absent[PairList]:
			s = s.forgetNames() // its count is told alone
		case s.inquiry.pairList().known && s.About.Naming.IsZero():
			s.About.Naming = s.Reading.At
		}
	}
	if s.Reading.Pairs == 0 {
		s = s.listed(nil)
	}
	return s
}

func (s state) wantList() state {
	if !s.inquiry.wanted[PairList] {
		s.inquiry.list = new(s.inquiry.pairList().again())
	}
	s.inquiry.wanted[PairList] = true
	return s
}

// answer takes the answer to a question, or why there is none.
func (s state) answer(q Question, a Answer, f Failure, now time.Time) state {
	i := &s.inquiry
	switch {
	case f.Kind == TooManyRequests:
		s.throttledAt = now.Round(0)
		i.refused, i.wanted[Quota] = true, s.About.Quota == Allowance{}
		if f.RetryAfter > 0 { // a poll after a minute at most finds out itself
			s.retryAfter = now.Add(min(f.RetryAfter, maxThrottledInterval))
			s = s.schedule(now, max(s.NextPoll.Sub(now), s.retryAfterLeft(now)))
		}
		return s.stopNaming()
	case !f.None():
		i.wanted[q.Topic], i.absent[q.Topic] = false, f.Kind == NoStatsHere
		if q.Topic == PairList {
			return s.stopNaming()
		}
		return s
	case q.Topic == PairList:
		count := s.Reading.Pairs
		list, names, failed := i.pairList().add(a, count)
		i.list = &list
		switch {
		case failed:
			i.wanted[PairList] = false
			return s.stopNaming()
		case int64(len(names)) == count:
			return s.listed(names)
		}
		return s
	}
	i.wanted[q.Topic] = false
	switch q.Topic {
	case Uptime:
		s = s.noteStart(now.Add(-a.Uptime))
	case Build:
		if known := s.About.Build; known != "" && known != a.Build {
			s.About.NewBuild = now.Round(0)
		}
		s.About.Build = a.Build
	case Quota:
		s.About.Quota = a.Quota
	case PairList, topics:
	}
	return s
}

// noteStart notes when the router was started. That was during the outage if the
// router answered before it, which is compared on a clock that nobody sets.
func (s state) noteStart(start time.Time) state {
	s.About.Started = start.Round(0)
	if alive := s.inquiry.aliveAt; !alive.IsZero() && !s.inquiry.outage.IsZero() && start.Add(-uptimeError).After(alive) {
		s.About.Restarted = s.About.Started
	}
	return s
}

// listed takes the complete list of pairs, which are as many as the last reading
// says. It is compared with the list before, if there is one.
func (s state) listed(names []string) state {
	list := s.inquiry.pairList()
	if list.known {
		change := &PairsChange{
			At: s.Reading.At, From: int64(len(list.names)), To: s.Reading.Pairs,
			Came: without(names, list.names), Went: without(list.names, names),
		}
		if seen := s.About.Naming; !seen.IsZero() {
			change.At = seen
		}
		if change.Named() {
			s.About.Pairs = change
		}
	}
	if !list.known || !slices.Equal(names, list.names) {
		s.About.Names = &PairNames{At: s.Reading.At, Names: names}
	}
	list.names, list.known = names, true
	s.inquiry.list, s.inquiry.wanted[PairList] = &list, false
	s.About.Naming = time.Time{}
	return s
}

// stopNaming stops waiting for the names of a change; only its counts are known.
func (s state) stopNaming() state {
	if !s.About.Naming.IsZero() {
		s.About.Pairs = &PairsChange{At: s.About.Naming, From: int64(len(s.inquiry.pairList().names)), To: s.Reading.Pairs}
		s = s.forgetNames()
	}
	s.About.Naming = time.Time{}
	return s
}

// forgetNames makes the list that is read next a new baseline: it is not compared
// with the names before it.
func (s state) forgetNames() state {
	list := s.inquiry.pairList()
	list.names, list.known = nil, false
	s.inquiry.list, s.About.Names = &list, nil
	return s
}
