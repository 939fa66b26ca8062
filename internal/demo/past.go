package demo

import (
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/monitor/stableroute/simulator"
	"routerwatch/settings"
)

const (
	pastDays = 90
	// minuteDays is for how many days the rows of minutes are kept: as many as the last
	// 24 hours need.
	minuteDays = 2
)

// A scene is something that happened in the made-up past.
type scene struct {
	ago    float64 // days before the present
	long   time.Duration
	status monitor.Status // "" if the program was not running
	kind   monitor.Kind
}

// scenes are what happened, the oldest first. They do not overlap.
func scenes() []scene {
	const h = time.Hour
	return []scene{
		{81.3, 4 * time.Minute, monitor.Down, monitor.Refused},
		{77.6, 50 * h, "", ""},
		{70.2, 35 * time.Minute, monitor.Paused, ""},
		{63.45, 3*h + 7*time.Minute, monitor.Down, monitor.RouterError},
		{55.7, 14 * h, "", ""},
		{52.1, 90 * time.Second, monitor.Down, monitor.TimedOut},
		{41.8, 2 * h, monitor.Offline, monitor.NoNetwork},
		{37.55, 26 * time.Minute, monitor.Down, monitor.Refused},
		{30.9, 70 * h, "", ""},
		{22.4, 12 * time.Minute, monitor.Paused, ""},
		{16.25, 8 * time.Minute, monitor.Down, monitor.TimedOut},
		{6.7, 47 * time.Minute, monitor.Down, monitor.RouterError},
		{3.3, 6 * time.Minute, monitor.Paused, ""},
		{0.62, 9 * time.Minute, monitor.Down, monitor.Refused},
		{0.3, 11 * time.Minute, monitor.Paused, ""},
	}
}

// writePast makes up a quarter of a year before now for the simulated router, and
// keeps it in a folder as if it had been watched. It is always the same.
func writePast(folder string, router settings.Router, now time.Time) error {
	p := past{began: now.AddDate(0, 0, -pastDays), random: rand.New(rand.NewPCG(1, 2))}
	p.snapshot = monitor.Snapshot{
		Router: monitor.Router{ID: router.ID, Name: router.Name, URL: router.URL}, Reading: monitor.Reading{Pairs: 11},
	}
	all := scenes()
	kept := now.AddDate(0, 0, -minuteDays).Unix()
	written := p.began
	for at := p.began; at.Before(now); at = at.Add(time.Minute) {
		i := slices.IndexFunc(all, func(s scene) bool { return !at.Before(s.begin(now)) && at.Before(s.begin(now).Add(s.long)) })
		if i < 0 {
			p.play(scene{status: monitor.Live}, at)
		} else {
			p.play(all[i], at)
		}
		if at.Sub(written) >= 7*24*time.Hour {
			if err := p.write(folder, kept); err != nil {
				return err
			}
			written = at
		}
	}
	p.out.Append(p.recorder.End(history.WhyQuit, p.moment(now)))
	return p.write(folder, kept)
}

func (s scene) begin(now time.Time) time.Time {
	return now.Add(-time.Duration(s.ago * float64(24*time.Hour)))
}

// past is a router's made-up past up to a moment.
type past struct {
	recorder history.Recorder
	began    time.Time
	random   *rand.Rand
	snapshot monitor.Snapshot
	out      history.Output
}

// play goes on to a moment within a scene.
func (p *past) play(s scene, at time.Time) {
	before := p.snapshot.Status
	if s.status == "" {
		if before != "" {
			p.out.Append(p.recorder.End(history.WhyQuit, p.moment(at)))
			p.snapshot.Status = ""
		}
		return
	}
	if before == "" {
		p.snapshot.Status = monitor.Connecting
		p.observe(at.Add(-time.Second))
	}
	next := &p.snapshot
	next.Failure = monitor.Failure{Kind: s.kind, Layer: monitor.Example(s.kind).Layer}
	if next.Status = s.status; next.Failure.None() {
		if next.Outage.Open() {
			next.Outage.Until = at
		}
		next.Failures, next.Tries = 0, 0
		next.Reading = p.reading(at)
		p.observe(at)
		return
	}
	next.Failures, next.Tries = next.Failures+1, next.Tries+1
	if s.status == monitor.Down && !next.Outage.Open() {
		next.Status = monitor.Retrying
		p.observe(at)
		at = at.Add(10 * time.Second)
		next.Status, next.Outage = monitor.Down, monitor.Outage{Since: at.Add(-10 * time.Second)}
		next.Failures, next.Tries = 2, 2
		p.observe(at)
		p.out.Append(p.recorder.Note(history.Change{What: history.Notified, Since: next.Outage.Since}, p.moment(at)))
		return
	}
	p.observe(at)
}

// reading is a reading with the latency of the time of day, and sometimes a slow one.
func (p *past) reading(at time.Time) monitor.Reading {
	r := p.snapshot.Reading
	hour := float64(at.Hour()) + float64(at.Minute())/60
	ms := 34 + 14*math.Sin((hour-9)/24*2*math.Pi) + 6*p.random.Float64()
	if p.random.IntN(400) == 0 {
		ms += 40 + 120*p.random.Float64()
	}
	r.At, r.Latency = at, time.Duration(ms*float64(time.Millisecond))
	if p.random.IntN(5*24*60) == 0 { // every five days
		r.Pairs = max(9, min(r.Pairs+int64(p.random.IntN(5)-2), 14))
	}
	if was := p.snapshot.Reading.Pairs; r.Pairs != was {
		change := &monitor.PairsChange{At: at, From: was, To: r.Pairs}
		for n := was; n < r.Pairs; n++ {
			change.Came = append(change.Came, simulator.PairName(n))
		}
		for n := r.Pairs; n < was; n++ {
			change.Went = append(change.Went, simulator.PairName(n))
		}
		p.snapshot.About.Pairs = change
	}
	return r
}

func (p *past) moment(at time.Time) history.Moment {
	return history.Moment{Wall: at.Round(0), Running: at.Sub(p.began)}
}

func (p *past) observe(at time.Time) {
	p.snapshot.AsOf = at
	p.out.Append(p.recorder.Observe(p.snapshot, p.moment(at)))
}

// write appends what has happened to the files, but for minutes that are not kept.
func (p *past) write(folder string, kept int64) error {
	p.out.Minutes = slices.DeleteFunc(p.out.Minutes, func(r history.Row) bool { return r.Start < kept })
	err := history.Write(folder, p.snapshot.ID, p.out)
	p.out = history.Output{}
	return err
}
