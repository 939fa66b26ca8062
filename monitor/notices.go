package monitor

import "time"

// NoticeKind is a kind of event to notify the operator of.
type NoticeKind string

// The notices.
const (
	NoticeDown         NoticeKind = "down"
	NoticeRecovered    NoticeKind = "recovered"
	NoticePaused       NoticeKind = "paused"
	NoticeResumed      NoticeKind = "resumed"
	NoticeLostPairs    NoticeKind = "lost_pairs"
	NoticePairsChanged NoticeKind = "pairs_changed"
	NoticeCertificate  NoticeKind = "certificate"
)

// A Notice is what to notify the operator of, about one router.
type Notice struct {
	Kind     NoticeKind
	Since    time.Time     // when the outage or pause began, or was first seen
	Duration time.Duration // of the outage or pause that ended
	AtLeast  bool          // Duration is a minimum: the beginning, or a part of it, was not seen
	Still    bool          // the outage is not news: its notice was withdrawn, or was silenced until now
	Silent   bool          // show nothing, only remove the notice that this one would replace
	Was      int64         // the previous pair count
	Pairs    *PairsChange  // the pairs that came and went since then; nil if their names are not known
	With     []Notice      // what else is news: it is told in the same notification
	Snapshot Snapshot      // the present state
}

// Notifications are the operator's switches for notices.
type Notifications struct {
	Down         bool // outages and recoveries
	Paused       bool // pauses and resumptions
	PairsZero    bool // pairs were lost: see [LostPairs]
	PairsChanged bool // the pair count changed at all
	// CertificateDays is how many days before a router's certificate ends to warn
	// of it, also in the window; 0 for never.
	CertificateDays int
}

// DefaultNotifications switches on all but PairsChanged.
func DefaultNotifications() Notifications {
	return Notifications{Down: true, Paused: true, PairsZero: true, CertificateDays: 14}
}

// Rules say which notices the operator wants now.
type Rules struct {
	Notifications
	Snoozed time.Time // the end of the snooze, or zero
}

// Notified is what the operator has been notified of about one router: the state
// of [Decide]. Its zero value is that of a first start. It is a comparable value;
// its fields are exported so that it can be saved across restarts.
type Notified struct {
	Started          bool      // a first reading was seen
	Outage           time.Time // the beginning of the notified open outage, or zero
	Pause            time.Time // the beginning of the pause that was notified, or seen at the start
	PauseSilent      bool      `json:"Found"`   // the pause was seen at the start, and not notified
	PauseStartUnseen bool      `json:"AtLeast"` // see [Snapshot.PauseStartUnseen]
	Pairs            Count     // as last notified, or seen at the start
	LostPairs        LostPairs `json:",omitzero"`  // the mark that was notified, or seen at the start
	LostAll          bool      `json:",omitempty"` // and that none were left
	Withheld         time.Time `json:",omitzero"`  // the beginning of the last outage whose notice was snoozed or silenced
	Ended            Outage    `json:",omitzero"`  // Outage, once it is over and that could not be notified yet
	Withdrawn        bool      // the notice of Outage is not shown any more: see [Notified.Leave]

	CertificateEnds  time.Time // the end that was last notified of, or zero
	CertificateDays  int       // at this stage: see [Certificate.Ending]
	CertificateShown bool      // and the notice is still true
}

// Leave is n after the program has ended and withdrawn the notice of an open
// outage. At the next start [Decide] notifies of the outage again if it is still
// open, or else of its recovery.
func (n Notified) Leave() Notified {
	n.Withdrawn = !n.Outage.IsZero()
	return n
}

// Decide returns the notices to show now, and the new state. It is a pure
// function of its arguments; call it with each snapshot, and once when a snooze
// ends.
//
// At most one of the notices is shown; the others are [Notice.Silent]. What else is
// news belongs to it: see [Notice.With]. What a router answers before its outage is
// over is told when it is.
//
// It compares states, not events: a snapshot that is missed, or seen twice,
// changes nothing. So an outage is notified once however its failures change,
// and one that began during a snooze when the snooze ends, if it is still open. A
// snooze silences everything but the recovery from a notified outage, whose
// notice would stay on the screen; the notice of a pause that has ended is
// removed without a new one.
//
// A muted router, and one in maintenance, is silent even so: the notice of its open
// outage is removed at once, and what is still true when the silence ends is notified
// then, also that a notified outage is over. An acknowledged outage is only notified
// to be over.
func Decide(notified Notified, s Snapshot, rules Rules, now time.Time) (Notified, []Notice) {
	var shown, silenced []Notice
	add := func(n Notice) {
		if n.Snapshot = s; n.Silent {
			silenced = append(silenced, n)
		} else {
			shown = append(shown, n)
		}
	}
	silent := s.Quiet.Maintenance || s.Quiet.MutedAt(now)
	quiet := silent || now.Before(rules.Snoozed)
	notified = decideOutage(notified, s, rules.Down, quiet, silent, add)
	if s.Failing() || !s.Reading.Known() || s.Status == Connecting || s.Outage.Open() {
		return notified, append(silenced, shown...) // the reading is not new, or may not hold
	}
	quiet = quiet && len(shown) == 0 // a recovery is told with all of its news
	if notified.Started {
		notified = decidePause(notified, s, rules.Paused && !quiet, add)
		since := s.About.Naming
		naming := !since.IsZero() && now.Sub(since).Abs() < maxNaming && len(shown) == 0 // the names follow
		notified = decideLostPairs(notified, s, rules.PairsZero && !quiet && !naming, add)
		if !quiet && !naming {
			notified = decidePairs(notified, s, rules.PairsChanged, add)
		}
	} else {
		notified.Started, notified.Pairs = true, Counted(s.Reading.Pairs)
		notified.Pause, notified.PauseSilent, notified.PauseStartUnseen = s.Pause, s.Reading.Paused, s.PauseStartUnseen
		notified.LostPairs, notified.LostAll = s.LostPairs, s.Reading.Pairs == 0
	}
	notified = decideCertificate(notified, s, rules.CertificateDays, !quiet, now, add)
	return notified, append(silenced, together(shown)...)
}

// together is one notice of all. What was shown of the others before is removed.
func together(all []Notice) []Notice {
	if len(all) < 2 {
		return all
	}
	one := []Notice{all[0]}
	one[0].With = all[1:]
	for _, n := range one[0].With {
		one = append(one, Notice{Kind: n.Kind, Silent: true, Snapshot: n.Snapshot})
	}
	return one
}

func decideOutage(notified Notified, s Snapshot, wanted, quiet, silent bool, add func(Notice)) Notified {
	known := notified.Outage.Equal(s.Outage.Since)
	switch {
	case s.Outage.Open() && (silent || s.Quiet.Acknowledged):
		if known && !notified.Withdrawn {
			notified.Withdrawn = true
			add(Notice{Kind: NoticeDown, Since: s.Outage.Since, Silent: true})
		}
		if s.Quiet.Acknowledged && wanted { // as good as notified
			notified.Outage, notified.Withdrawn = s.Outage.Since, true
		}
	case s.Outage.Open():
		if wanted && !quiet && s.Status == Down && (notified.Withdrawn || !known) {
			still := notified.Withdrawn && known || notified.Withheld.Equal(s.Outage.Since)
			notified.Outage, notified.Withdrawn = s.Outage.Since, false
			add(Notice{Kind: NoticeDown, Since: s.Outage.Since, Still: still})
		}
	case known && silent && !notified.Outage.IsZero():
		notified.Ended = s.Outage
	case !notified.Outage.IsZero():
		over := notified.Ended // the monitor forgets it at a restart
		if known {
			over = s.Outage
		}
		if over.Since.Equal(notified.Outage) {
			if silent || !known && (s.Failing() || !s.Reading.Known() || s.Status == Connecting) {
				break // it may be down again
			}
			add(Notice{
				Kind: NoticeRecovered, Since: over.Since,
				Duration: over.Until.Sub(over.Since), AtLeast: over.StartUnseen || over.Unwatched,
			})
		}
		notified.Outage, notified.Withdrawn = time.Time{}, false
	}
	if !notified.Ended.Since.Equal(notified.Outage) {
		notified.Ended = Outage{}
	}
	known = notified.Outage.Equal(s.Outage.Since) || notified.Withheld.Equal(s.Outage.Since)
	if s.Outage.Open() && s.Status == Down && wanted && quiet && !known {
		notified.Withheld = s.Outage.Since
	}
	return notified
}

func decidePause(notified Notified, s Snapshot, wanted bool, add func(Notice)) Notified {
	switch {
	case s.Reading.Paused:
		if wanted && notified.Pause.IsZero() {
			notified.Pause, notified.PauseSilent, notified.PauseStartUnseen = s.Pause, false, s.PauseStartUnseen
			add(Notice{Kind: NoticePaused, Since: s.Pause})
		}
	case !notified.Pause.IsZero():
		if wanted || !notified.PauseSilent {
			add(Notice{
				Kind: NoticeResumed, Since: notified.Pause,
				Duration: max(s.Reading.At.Sub(notified.Pause), 0), AtLeast: notified.PauseStartUnseen, Silent: !wanted,
			})
		}
		notified.Pause, notified.PauseSilent, notified.PauseStartUnseen = time.Time{}, false, false
	}
	return notified
}

// maxNaming is how long a notice of a changed pair count waits for the names.
const maxNaming = 30 * time.Second

func decideLostPairs(notified Notified, s Snapshot, wanted bool, add func(Notice)) Notified {
	was, is := notified.LostPairs, s.LostPairs
	none := s.Reading.Pairs == 0
	known := was.From == is.From && was.Since.Equal(is.Since) && (notified.LostAll || !none)
	switch {
	case is.None() && !was.None():
		notified.LostPairs, notified.LostAll = LostPairs{}, false
		add(Notice{Kind: NoticeLostPairs, Silent: true})
	case wanted && !is.None() && !known:
		add(Notice{Kind: NoticeLostPairs, Since: is.Since, Was: is.From, Pairs: namedSince(notified, s)})
		notified.LostPairs, notified.LostAll, notified.Pairs = is, none, Counted(s.Reading.Pairs)
	}
	return notified
}

// namedSince is the last change of pairs, if it is that from the notified count to
// the present one.
func namedSince(notified Notified, s Snapshot) *PairsChange {
	if named := s.About.Pairs; named != nil && named.From == notified.Pairs.N && named.To == s.Reading.Pairs {
		return named
	}
	return nil
}

func decidePairs(notified Notified, s Snapshot, wanted bool, add func(Notice)) Notified {
	if was := notified.Pairs.N; wanted && was != s.Reading.Pairs {
		add(Notice{Kind: NoticePairsChanged, Was: was, Pairs: namedSince(notified, s)})
	}
	notified.Pairs = Counted(s.Reading.Pairs)
	return notified
}
