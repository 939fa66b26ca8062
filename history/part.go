package history

import (
	"slices"
	"time"
)

// Part is the part of the range from one time to another, as the rows have it: a
// row that begins in the part counts whole. The changes are those of the range.
func (r Range) Part(from, to time.Time) Range {
	r.From, r.To = max(r.From, from.Unix()/r.Step*r.Step), min(r.To, to.Unix())
	first, _ := slices.BinarySearchFunc(r.Rows, r.From, startsBefore)
	end, _ := slices.BinarySearchFunc(r.Rows, r.To, startsBefore)
	r.Rows = r.Rows[first:max(first, end)]
	return r
}

func startsBefore(r Row, at int64) int { return int(r.Start - at) }

// Row is the row at a time; false if nothing was watched then.
func (r Range) Row(at time.Time) (Row, bool) {
	i, found := slices.BinarySearchFunc(r.Rows, at.Unix()/r.Step*r.Step, startsBefore)
	if !found {
		return Row{}, false
	}
	return r.Rows[i], true
}
