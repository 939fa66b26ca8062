package monitor

import "time"

// LostPairs marks a router that lost all of its pairs, or more than the set share
// of them, in one reading or within an hour. The mark ends with a reading above that
// share, or when the operator acknowledges it. The zero value is no mark.
type LostPairs struct {
	From  int64     // the pairs that it had
	Since time.Time // when that was last read; after a restart, when the loss was first read
}

// None reports that no pairs are lost.
func (l LostPairs) None() bool { return l.From == 0 }

// lost reports whether so few of the pairs that there were are left.
func (p Plan) lost(from, left int64) bool {
	return from > 0 && (left == 0 || float64(from-left)*100 > float64(from)*float64(p.LostShare))
}

const (
	lossSpan = time.Hour       // in which a gradual loss counts
	lossSlot = 5 * time.Minute // of which the largest count is kept
)

// pairPeaks holds the largest pair count of each slot of the last hour, and when it
// was last read. It is of one size however often the router is polled.
type pairPeaks [lossSpan/lossSlot + 1]pairPeak

type pairPeak struct {
	pairs int64
	at    time.Time
}

// add adds a count.
func (p pairPeaks) add(pairs int64, at time.Time) pairPeaks {
	slot := func(t time.Time) int64 { return t.Unix() / int64(lossSlot/time.Second) }
	kept := &p[uint64(slot(at))%uint64(len(p))]
	if slot(kept.at) != slot(at) || pairs >= kept.pairs {
		*kept = pairPeak{pairs, at}
	}
	return p
}

// largest is the larger of a count and those of the hour before now.
func (p pairPeaks) largest(than pairPeak, now time.Time) pairPeak {
	for _, kept := range p {
		age := now.Sub(kept.at)
		if age < 0 || age > lossSpan {
			continue
		}
		if kept.pairs > than.pairs || kept.pairs == than.pairs && kept.at.After(than.at) {
			than = kept
		}
	}
	return than
}

// notePairs compares the pairs of a new reading with those before, and marks a loss.
func (s state) notePairs(plan Plan, pairs int64, wall time.Time) state {
	if !plan.lost(s.LostPairs.From, pairs) {
		s.LostPairs = LostPairs{}
		if had := s.peaks.largest(s.lastPairs, wall); plan.lost(had.pairs, pairs) {
			s.LostPairs = LostPairs{From: had.pairs, Since: had.at}
			if had.at.IsZero() {
				s.LostPairs.Since = wall
			}
		}
	}
	s.HadPairs = s.HadPairs || pairs > 0 || !s.LostPairs.None()
	s.lastPairs, s.peaks = pairPeak{pairs, wall}, s.peaks.add(pairs, wall)
	return s
}

// acknowledge ends the mark of lost pairs: the present count is what may be lost next.
func (s state) acknowledge() state {
	s.LostPairs, s.peaks = LostPairs{}, pairPeaks{}
	return s
}
