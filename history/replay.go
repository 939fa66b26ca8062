package history

import (
	"maps"
	"time"

	"routerwatch/monitor"
)

// maxRebuilt bounds the time that is rebuilt from changes, in seconds: their stamps may
// be of a clock that was years off.
const maxRebuilt = 40 * day

// Replay takes up the last watch: the changes since it began, and the minutes of the
// day of from and later. It outputs the minutes since from that were not written,
// and the end of the watch if it was killed. From is the end of the last quarter, or
// now if the clock was set back.
func (r *Recorder) Replay(changes []Change, minutes []Row, from, quartersUntil int64) Output {
	var o Output
	stored, newest := int64(0), int64(0)
	r.accounted = map[int64]int64{}
	for _, c := range changes {
		newest = max(newest, ceiling(c.At))
	}
	from = max(from, newest-maxRebuilt)
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
			r.accounted[row.Start] += row.Watched() + row.Unwatched
			r.sum(row)
		}
	}
	maps.DeleteFunc(r.accounted, func(_, seconds int64) bool { return seconds >= minute })
	ended := true
	for _, c := range changes {
		until := c.At
		if c.What == Unwatched || c.What == Lost {
			until = earlier(c.Since, c.At)
		}
		switch c.What {
		case Began:
			r.status, r.undecided, r.outages, ended = monitor.Connecting, 0, nil, false
		default:
			if !ended {
				r.record(r.status, later(r.last.Wall, time.Unix(from, 0)), until)
			}
			ended = ended || c.What == Ended
		}
		// A line at the end of a minute has the polls of that minute.
		if settled := c.At.Unix() - 1; c.Polls > 0 && settled >= max(stored, from) {
			row := r.minute(settled / minute * minute)
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
