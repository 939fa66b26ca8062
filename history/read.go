package history

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// A Range is what is kept of one router over a time. It is read from the files,
// while the program runs or not; the row of the last minute may be missing.
type Range struct {
	Router, Name, URL string
	// From and To are the true bounds, in seconds since 1970: rounded outwards to
	// whole minutes, or quarters where the minutes are not kept any more.
	From, To int64
	Step     int64 // seconds of a row: 60 or 900; the last row may be cut off by To
	// Rows are those that exist, in order. A time without a row was not watched.
	Rows []Row
	// Written is the end of the last row in the files, of a minute or a quarter; 0 if
	// there is none. What came later is not recorded yet, or was not watched.
	Written int64
	// Told is up to when the outages, pauses and changes are those of the range, where
	// that is after To: their lines are written at once, the rows later. See Recorded.
	Told    int64
	Changes []Change // all, also those outside the range, which say how it began and ended
	// Damaged is how many lines could not be read.
	Damaged int
}

// Routers are the ids of the routers that have a history in a folder.
func Routers(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var ids []string
	for _, entry := range entries {
		if entry.IsDir() {
			ids = append(ids, entry.Name())
		}
	}
	return ids, err
}

// Read reads the history of one router from one time to another. A router without a
// history has no rows. What cannot be read is left out; the error says so.
func Read(folder, router string, from, to time.Time) (Range, error) {
	folder = filepath.Join(folder, router)
	r := Range{Router: router, Step: minute}
	minutes, quarters := listed(folder, "minutes-"), listed(folder, "quarters-")
	if len(quarters) > 0 && (len(minutes) == 0 || minutesFile(from.Unix()) < minutes[0]) {
		r.Step = quarter
	}
	r.From = from.Unix() / r.Step * r.Step
	r.To = (ceiling(to) + minute - 1) / minute * minute
	room := min(max((r.To-r.From)/r.Step, 0), 366*day/quarter)
	if r.Step == minute {
		room = min(room, int64(len(minutes))*day/minute) // a file is a day: a new history is small
	}
	r.Rows = make([]Row, 0, room)
	var errs []error
	read := func(names []string, length, since int64, name func(int64) string) {
		keep := rowsOf(length, &r.Rows)
		first, past := stamp(since/length*length), stamp(r.To)
		for _, each := range names {
			if each < name(since) || each > name(r.To) {
				continue
			}
			refused, err := eachLine(filepath.Join(folder, each), func(line []byte) error {
				if n := len(first); len(line) > n && (string(line[:n]) < first || string(line[:n]) >= past) {
					return nil // another time, or the header
				}
				return keep(line)
			})
			r.Damaged += refused
			errs = append(errs, err)
		}
	}
	if r.Step == minute {
		read(minutes, minute, r.From, minutesFile)
		for _, row := range r.Rows {
			r.Written = max(r.Written, row.Start+minute)
		}
	} else {
		read(quarters, quarter, r.From, quartersFile)
		summed := r.From
		for _, row := range r.Rows {
			summed = max(summed, row.Start+quarter)
		}
		if summed >= r.To {
			r.To = (r.To + quarter - 1) / quarter * quarter
		}
		stored := r.Rows
		r.Rows = nil
		read(minutes, minute, summed, minutesFile) // those that are not in a quarter yet
		for _, row := range r.Rows {
			r.Written = max(r.Written, row.Start+minute)
			if row.Start >= summed && row.Start < r.To {
				row.Start = row.Start / quarter * quarter
				stored = append(stored, row)
			}
		}
		r.Rows = stored
		if len(stored) > 0 {
			r.Written = max(r.Written, summed)
		}
	}
	r.Rows = merge(r.Rows, r.From, r.To, r.Step)
	for i := range r.Rows { // also of a minute whose rest has no row yet
		row := &r.Rows[i]
		row.Unwatched = max(r.length(*row)-row.Watched(), 0)
	}
	refused, err := eachLine(filepath.Join(folder, changesFile), func(line []byte) error {
		var c Change
		if err := json.Unmarshal(line, &c); err != nil {
			return err
		}
		r.Changes = append(r.Changes, c)
		if c.What == Began {
			r.Name, r.URL = c.Name, c.URL
		}
		return nil
	})
	r.Damaged += refused
	errs = append(errs, err)
	if err := errors.Join(errs...); err != nil {
		return r, fmt.Errorf("the history of %s: %w", cmp.Or(r.Name, router), err)
	}
	return r, nil
}

// length is how many seconds of a row are in the range.
func (r Range) length(row Row) int64 { return min(r.Step, r.To-row.Start) }

// Has reports whether a time is in the range, as outages and changes are.
func (r Range) Has(t time.Time) bool { return t.Unix() >= r.From && t.Unix() < max(r.To, r.Told) }

// merge orders the rows that start in a time, and adds up those of the same time.
func merge(rows []Row, from, to, length int64) []Row {
	rows = slices.DeleteFunc(rows, func(r Row) bool { return r.Start < from || r.Start >= to })
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(a.Start, b.Start) })
	merged := rows[:0]
	for _, row := range rows {
		if last := len(merged) - 1; last >= 0 && merged[last].Start == row.Start {
			merged[last].add(row, length)
			continue
		}
		merged = append(merged, row)
	}
	return merged
}
