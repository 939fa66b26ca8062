package history

import (
	"time"

	"routerwatch/monitor"
)

// Replay takes up the changes and the rows of earlier watches, the oldest first. If
// the last of them was killed, it outputs its end, and the minutes that were not
// written.
func (r *Recorder) Replay(changes []Change, minutes []Row, quartersUntil int64) Output {
	var o Output
	stored, newest := int64(0), int64(0)
	for _, c := range changes {
		newest = max(newest, ceiling(c.At))
	}
	for _, row := range minutes {
		// Which seconds of a minute were watched is not stored: none counts twice.
		whole := span{from: row.Start, to: row.Start + minute}
		if row.covered() < minute && newest > whole.from && newest < whole.to {
			whole.to = newest
		}
		for _, part := range without(whole, r.covered) {
			r.covered = cover(r.covered, part)
		}
		if stored = max(stored, whole.to); row.Start >= quartersUntil {
			r.sum(row)
		}
	}
	ended := true
	for _, c := range changes {
		until := c.At
		if c.What == Unwatched {
			until = c.Since
		}
		switch c.What {
		case Began:
			r.status, r.undecided, r.outages, ended = monitor.Connecting, 0, nil, false
		case Ended:
			ended = true
		default:
			if !ended {
				r.record(r.status, r.last.Wall, until)
			}
		}
		if c.Polls > 0 && c.At.Unix() >= stored {
			row := r.minute(c.At.Unix() / minute * minute)
			row.add(Row{Polls: c.Polls, Failed: c.Polls}, minute)
		}
		r.last.Wall = c.At
		r.apply(c)
	}
	if !ended {
		at := later(r.last.Wall, time.Unix(stored, 0))
		o.Changes = []Change{{At: utc(at), What: Ended, Why: WhyKilled}}
	}
	r.finish(max(stored, ceiling(r.last.Wall)), &o)
	return o
}
