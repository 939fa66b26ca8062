package history

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"routerwatch/monitor"
)

// Lengths of the rows, and of the time in a file of minutes, in seconds.
const (
	minute  = 60
	quarter = 15 * minute
	day     = 24 * 60 * minute
)

// A Row is what is known of a minute or a quarter of an hour, in whole seconds. A
// second has the status that was in force when it began. Up, Down, Unwatched and
// MaintenanceDown add up to the length of the row, or, of a minute in which the program
// was restarted, to what the row accounts for.
type Row struct {
	Start int64 // seconds since 1970, a multiple of the length
	Times
	InStatus [statuses]int64 // seconds in each status, in the order of [monitor.Statuses]

	Polls, Failed int64 // settled polls, and those of them that failed
	// Latency is over the polls that did not fail.
	Latency Latency
	Pairs   monitor.Count // at the end
}

// Times divides a time into seconds that were up, down, and not watched. Down time
// in maintenance is apart.
type Times struct{ Up, Down, Unwatched, MaintenanceDown int64 }

// Watched is the time that was watched, in seconds.
func (t Times) Watched() int64 { return t.Up + t.Down + t.MaintenanceDown }

// covered is how many seconds of the row have a status.
func (r Row) covered() (seconds int64) {
	for _, n := range r.InStatus {
		seconds += n
	}
	return seconds
}

func (t Times) plus(o Times) Times {
	return Times{t.Up + o.Up, t.Down + o.Down, t.Unwatched + o.Unwatched, t.MaintenanceDown + o.MaintenanceDown}
}

// Latency is a distribution of latencies, in milliseconds; zero if there were none.
type Latency struct{ Min, Mean, Max float64 }

const statuses = 8

// add adds a row of the same time, or of a part of it, to r, whose length is given
// in seconds.
func (r *Row) add(o Row, length int64) {
	r.Latency = r.Latency.with(r.Polls-r.Failed, o.Latency, o.Polls-o.Failed)
	r.Times = r.plus(o.Times)
	r.Up -= min(r.Up, max(r.Watched()-length, 0)) // after a kill and a clock set back
	r.Unwatched = max(length-r.Watched(), 0)
	for i, seconds := range o.InStatus {
		r.InStatus[i] += seconds
	}
	r.Polls += o.Polls
	r.Failed += o.Failed
	if o.Pairs.Known {
		r.Pairs = o.Pairs
	}
}

// with is the distribution of n latencies like l and m like o.
func (l Latency) with(n int64, o Latency, m int64) Latency {
	switch {
	case m <= 0:
		return l
	case n <= 0:
		return o
	}
	mean := (l.Mean*float64(n) + o.Mean*float64(m)) / float64(n+m)
	return Latency{Min: min(l.Min, o.Min), Mean: mean, Max: max(l.Max, o.Max)}
}

// header is the first line of the CSV files. README documents it as an interface:
// columns are only ever added, at the end.
func header() string {
	columns := []string{"start", "up_s", "down_s", "unwatched_s", "maintenance_down_s"}
	for _, status := range monitor.Statuses() {
		columns = append(columns, "status_"+string(status)+"_s")
	}
	columns = append(columns, "polls", "failed_polls", "latency_min_ms", "latency_mean_ms", "latency_max_ms", "pairs")
	return strings.Join(columns, ",")
}

const columns = 5 + statuses + 6

// maxCount bounds the numbers of a row that is read.
const maxCount = 1 << 40

// text is the row as a line of CSV; a zero is an empty field, but for the pairs.
func (r Row) text() string {
	var b strings.Builder
	b.WriteString(stamp(r.Start))
	numbers := append([]int64{r.Up, r.Down, r.Unwatched, r.MaintenanceDown}, r.InStatus[:]...)
	for _, n := range append(numbers, r.Polls, r.Failed) {
		b.WriteByte(',')
		if n != 0 {
			b.WriteString(strconv.FormatInt(n, 10))
		}
	}
	for _, ms := range []float64{r.Latency.Min, r.Latency.Mean, r.Latency.Max} {
		b.WriteByte(',')
		if r.Polls > r.Failed {
			b.WriteString(strconv.FormatFloat(math.Round(ms*10)/10, 'f', -1, 64))
		}
	}
	b.WriteByte(',')
	if r.Pairs.Known {
		b.WriteString(strconv.FormatInt(r.Pairs.N, 10))
	}
	return b.String()
}

// stamp is a second as the rows have it.
func stamp(second int64) string { return time.Unix(second, 0).UTC().Format(time.RFC3339) }

// parseRow reads a line of CSV. Columns that a later version added are ignored.
func parseRow(line []byte, length int64) (r Row, err error) {
	fields := 0
	next := func() (field []byte) {
		if fields++; line == nil {
			return nil
		}
		if i := bytes.IndexByte(line, ','); i >= 0 {
			field, line = line[:i], line[i+1:]
			return field
		}
		field, line = line, nil
		return field
	}
	var start time.Time
	if err := start.UnmarshalText(next()); err != nil {
		return r, err
	}
	r.Start = start.Unix()
	var counts [columns - 5]int64
	for i := range counts {
		field := next()
		if len(field) == 0 {
			continue
		}
		counts[i], err = strconv.ParseInt(string(field), 10, 64)
		if err != nil || counts[i] < 0 || counts[i] > maxCount || i < 4+statuses && counts[i] > length {
			return r, fmt.Errorf("%q is not a count", field)
		}
	}
	r.Times = Times{Up: counts[0], Down: counts[1], Unwatched: counts[2], MaintenanceDown: counts[3]}
	copy(r.InStatus[:], counts[4:])
	r.Polls, r.Failed = counts[4+statuses], counts[4+statuses+1]
	for _, ms := range [...]*float64{&r.Latency.Min, &r.Latency.Mean, &r.Latency.Max} {
		field := next()
		if len(field) == 0 {
			continue
		}
		if *ms, err = strconv.ParseFloat(string(field), 64); err != nil || !(*ms >= 0) || *ms > maxCount {
			return r, fmt.Errorf("%q is not a latency", field)
		}
	}
	if line == nil {
		return r, fmt.Errorf("fewer than %d fields", columns)
	}
	if field := next(); len(field) > 0 {
		n, err := strconv.ParseInt(string(field), 10, 64)
		if err != nil || n < 0 {
			return r, fmt.Errorf("%q is not a count", field)
		}
		r.Pairs = monitor.Counted(n)
	}
	if sum := r.Watched() + r.Unwatched; sum > length || sum < length && length != minute || r.Start%length != 0 || r.Failed > r.Polls {
		return r, fmt.Errorf("the times do not add up to %d s", length)
	}
	return r, nil
}
