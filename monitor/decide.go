package monitor

import "time"

// Notifications are the switches of the notices that the operator wants.
type Notifications struct {
	Down         bool // outages and recoveries
	Paused       bool // pauses and resumptions
	PairsZero    bool // the pair count fell to zero
	PairsChanged bool // the pair count changed at all
}

// DefaultNotifications are all but PairsChanged.
func DefaultNotifications() Notifications {
	return Notifications{Down: true, Paused: true, PairsZero: true}
}

// Rules say which notices the operator wants now.
type Rules struct {
	Notifications
	Snoozed time.Time // until when notices are silenced
}

// snoozed reports whether notices are silenced at that moment.
func (r Rules) snoozed(now time.Time) bool { return now.Before(r.Snoozed) }

// Told is what the operator has been told about one router: the memory of
// [Decide]. Its zero value is a program that has just started. It is a
// comparable value, of exported fields so that it can be kept over a restart.
type Told struct {
	Started bool      // a first reading was seen
	Outage  time.Time // the beginning of the outage that was told; zero if none is open
	Pause   time.Time // the beginning of the pause that was told or found at the start
	Found   bool      // the pause was found at the start, and not told
	AtLeast bool      // it was under way at Pause: its beginning is not known
	Pairs   Count     // the pairs as last told, or found at the start

	// Withdrawn tells that the notice of that outage no longer stands on the
	// screen: see [Told.Leave].
	Withdrawn bool
}

// Leave is t after an end of the program that takes the notice of an open
// outage off the screen. [Decide] tells it once more where the outage is
// still open at the next start, and else its recovery.
func (t Told) Leave() Told {
	t.Withdrawn = !t.Outage.IsZero()
	return t
}

// Decide says what to tell the operator now, and what will have been told
// then. It is a pure function of what was told, what is known, what is wanted
// and the time; call it with each snapshot, and once when a snooze ends.
//
// It compares states, not events: a snapshot that was never seen, or seen
// twice, changes nothing. So an outage is told once however its failures
// change, and one that began during a snooze is told when the snooze ends, if
// it is still open. A snooze silences everything but the recovery from an
// outage that was told, whose notice would stay on the screen; the notice of a
// pause that is over by then is taken back without a word ([Notice.Silent]).
func Decide(told Told, s Snapshot, rules Rules, now time.Time) (Told, []Notice) {
	var notices []Notice
	tell := func(n Notice) {
		n.Snapshot = s
		notices = append(notices, n)
	}
	quiet := rules.snoozed(now)
	told = decideOutage(told, s, rules.Down && !quiet, tell)
	if s.Failing() || !s.Reading.Known() {
		return told, notices // the reading is old news
	}
	if !told.Started {
		told.Started, told.Pairs = true, Counted(s.Reading.Pairs)
		told.Pause, told.Found, told.AtLeast = s.Pause, s.Reading.Paused, s.PauseFound
		return told, notices
	}
	told = decidePause(told, s, rules.Paused && !quiet, tell)
	if !quiet {
		told = decidePairs(told, s, rules, tell)
	}
	return told, notices
}

func decideOutage(told Told, s Snapshot, speak bool, tell func(Notice)) Told {
	switch {
	case s.Outage.Open():
		if speak && s.Status == Down && (told.Withdrawn || !told.Outage.Equal(s.Outage.Since)) {
			told.Outage, told.Withdrawn = s.Outage.Since, false
			tell(Notice{Kind: NoticeDown, Since: s.Outage.Since})
		}
	case !told.Outage.IsZero():
		if told.Outage.Equal(s.Outage.Since) {
			tell(Notice{
				Kind: NoticeRecovered, Since: s.Outage.Since,
				Duration: s.Outage.Until.Sub(s.Outage.Since), AtLeast: s.Outage.Found,
			})
		}
		told.Outage, told.Withdrawn = time.Time{}, false
	}
	return told
}

func decidePause(told Told, s Snapshot, speak bool, tell func(Notice)) Told {
	switch {
	case s.Reading.Paused:
		if speak && told.Pause.IsZero() {
			told.Pause, told.Found, told.AtLeast = s.Pause, false, s.PauseFound
			tell(Notice{Kind: NoticePaused, Since: s.Pause})
		}
	case !told.Pause.IsZero():
		if speak || !told.Found {
			tell(Notice{
				Kind: NoticeResumed, Since: told.Pause,
				Duration: max(s.Reading.At.Sub(told.Pause), 0), AtLeast: told.AtLeast, Silent: !speak,
			})
		}
		told.Pause, told.Found, told.AtLeast = time.Time{}, false, false
	}
	return told
}

func decidePairs(told Told, s Snapshot, rules Rules, tell func(Notice)) Told {
	was, is := told.Pairs.N, s.Reading.Pairs
	told.Pairs = Counted(is)
	switch {
	case was == is:
	case is == 0 && rules.PairsZero:
		tell(Notice{Kind: NoticePairsZero, Was: was})
	case rules.PairsChanged:
		tell(Notice{Kind: NoticePairsChanged, Was: was})
	}
	return told
}
