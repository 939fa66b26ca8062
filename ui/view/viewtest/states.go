// Package viewtest holds a fixed snapshot of every state a router can be in:
// what the golden tests render and what the window's gallery is made of.
package viewtest

import (
	"fmt"
	"math"
	"strings"
	"time"

	"routerwatch/monitor"
)

// A State is one picture of the window: one or several routers at [Now].
type State struct {
	Name      string // also a file's name
	Snapshots []monitor.Snapshot
}

// Now is the moment at which every snapshot was made.
func Now() time.Time { return time.Date(2026, time.November, 29, 20, 0, 0, 0, time.UTC) }

func before(d time.Duration) time.Time { return Now().Add(-d) }
func after(d time.Duration) time.Time  { return Now().Add(d) }

// States lists every status and every kind of failure, and the extremes of
// what can be shown. Each call makes a new list.
func States() []State {
	states := []State{
		{"connecting", one(connecting())},
		{"connecting-slow", one(connecting(), inFlight(4*time.Second))},
		{"live", one(live())},
		{"live-zero", one(live(), pairs(0))},
		{"live-none-left", one(live(), pairs(0), hadPairs)},
		{"live-lost", one(live(), lostAll)},
		{"live-lost-some", one(live(), lostSome)},
		{"paused-lost", one(live(), paused, lostAll)},
		{"retrying-lost", one(retrying(monitor.TimedOut), lostAll)},
		{"down-lost", one(down(monitor.Refused), lostAll)},
		{"live-one", one(live(), pairs(1))},
		{"live-checking", one(live(), inFlight(40*time.Millisecond))},
		{"live-slow", one(live(), inFlight(8*time.Second))},
		{"live-confirming", one(live(), outage(12*time.Minute))},
		{"live-only-pairs", one(live(), onlyPairs)},
		{"live-certificate", one(live(), certificate(""))},
		{"live-certificate-of-authority", one(live(), certificate("Example authority"))},
		{"live-authorities", one(live(), authorities)},
		{"live-details", one(live(), details)},
		{"paused", one(live(), paused)},
		{"paused-certificate", one(live(), paused, certificate(""))},
		{"down-authorities", one(down(monitor.CertificateUnknown), authorities)},
		{"paused-found", one(live(), paused, found)},
		{"paused-confirming", one(live(), paused, outage(12*time.Minute))},
		{"retrying", one(retrying(monitor.TimedOut))},
		{"retrying-paused", one(retrying(monitor.Refused), paused)},
		{"retrying-never-seen", one(retrying(monitor.NameNotFound), neverSeen)},
		{"down-never-seen", one(down(monitor.Refused), neverSeen, found)},
		{"down-asks", one(down(monitor.RouterError), asks)},
		{"down-checking", one(down(monitor.Refused), inFlight(time.Second))},
		{"down-checking-long", one(down(monitor.TimedOut), inFlight(17*time.Second))},
		{"down-for-days", one(down(monitor.Unreachable), outage(76*time.Hour), lastRead(76*time.Hour), tries(1234))},
		{"down-throttled", one(down(monitor.TooManyRequests), blocked)},
		{"throttled", one(throttled())},
		{"throttled-blocked", one(throttled(), blocked)},
		{"offline", one(offline())},
		{"offline-in-outage", one(offline(), outage(25*time.Minute))},
		{"offline-never-seen", one(offline(), neverSeen)},
		{"offline-proxy-failed", one(proxyFailed())},
		{"offline-proxy-failed-in-outage", one(proxyFailed(), outage(25*time.Minute))},
		{"stalled", one(stalled())},
		{"down-acknowledged", one(down(monitor.Refused), acknowledged)},
		{"down-maintenance", one(down(monitor.Refused), maintenance)},
		{"down-muted", one(down(monitor.Refused), muted)},
		{"live-maintenance", one(live(), maintenance)},
		{"live-muted-until", one(live(), mutedUntil)},
		{"several", several()},
		{"several-acknowledged", severalAcknowledged()},
		{"several-live", severalLive()},
		{"several-lost", severalLost()},
		{"two", many(2)},
		{"nine", many(9)},
		{"forty", many(40)},
		{"hundred", many(100)},
		{"long-name", one(live(), longName)},
		{"long-trouble", one(down(monitor.RouterError), longName, longFailure)},
		{"large-numbers", one(live(), large)},
		{"simulated", one(live(), simulated)},
		{"slow-way", one(live(), slowWay)},
		{"slow-answers", one(live(), slowAnswers)},
	}
	for _, f := range monitor.Examples() {
		if f.RouterUnknown() || f.Kind == monitor.TooManyRequests {
			continue // never alone a reason to be Down: see offline, throttled
		}
		name := "down-" + strings.ReplaceAll(string(f.Kind), "_", "-")
		states = append(states, State{name, one(down(f.Kind))})
	}
	return states
}

type change func(*monitor.Snapshot)

func one(s monitor.Snapshot, changes ...change) []monitor.Snapshot {
	for _, change := range changes {
		change(&s)
	}
	return []monitor.Snapshot{s}
}

func several() []monitor.Snapshot {
	list := named(live(), live(), down(monitor.Refused), live())
	paused(&list[1])
	return list
}

func severalAcknowledged() []monitor.Snapshot {
	list := several()
	acknowledged(&list[2])
	maintenance(&list[0])
	return list
}

func severalLive() []monitor.Snapshot {
	list := named(live(), live(), live())
	list[1].Reading.At = before(4 * time.Second)
	return list
}

func named(list ...monitor.Snapshot) []monitor.Snapshot {
	names := []string{"Frankfurt", "Singapore", "São Paulo", "Staging"}
	for i := range list {
		s := &list[i]
		s.ID, s.Name = fmt.Sprintf("r%d", i+1), names[i]
		s.URL = "https://" + s.ID + ".example.org"
		if s.Failing() {
			s.Failure.Host = s.ID + ".example.org:443"
		}
		s.Reading.Pairs += int64(i)
	}
	return list
}

func connecting() monitor.Snapshot {
	s := live()
	s.Status, s.Reading = monitor.Connecting, monitor.Reading{}
	inFlight(300 * time.Millisecond)(&s)
	return s
}

func live() monitor.Snapshot {
	return monitor.Snapshot{
		Router: monitor.Router{ID: "r1", Name: "Frankfurt", URL: "https://router.example.org"},
		Status: monitor.Live,
		Reading: monitor.Reading{
			Pairs: 4, At: before(2 * time.Second), Latency: 37 * time.Millisecond,
			Counters: monitor.Counters{
				monitor.APIKeys: monitor.Counted(3), monitor.Webhooks: monitor.Counted(1), monitor.Events: monitor.Counted(128),
				monitor.PairsWithFee: monitor.Counted(2), monitor.DistinctAssets: monitor.Counted(6),
			},
		},
		NextPoll: after(3 * time.Second), Wait: 5 * time.Second,
		Interval: 5 * time.Second, Timeout: 30 * time.Second,
		AsOf: Now(),
	}
}

func retrying(kind monitor.Kind) monitor.Snapshot {
	s := live()
	s.Status, s.Failure = monitor.Retrying, monitor.Example(kind)
	s.Failures, s.Tries = 1, 1
	s.Reading.At = before(36 * time.Second)
	s.NextPoll, s.Wait = after(8*time.Second), 10*time.Second
	return s
}

func down(kind monitor.Kind) monitor.Snapshot {
	s := retrying(kind)
	s.Status = monitor.Down
	s.Failures, s.Tries = 5, 5
	s.Outage.Since = before(3*time.Minute + 12*time.Second)
	s.Reading.At = before(3*time.Minute + 17*time.Second)
	s.NextPoll, s.Wait = after(38*time.Second), time.Minute
	return s
}

func throttled() monitor.Snapshot {
	s := retrying(monitor.TooManyRequests)
	s.Status = monitor.Throttled
	s.Failures, s.Interval = 0, 10*time.Second
	s.NextPoll, s.Wait = after(52*time.Second), 64*time.Second
	return s
}

func offline() monitor.Snapshot {
	s := live()
	s.Status, s.Failure = monitor.Offline, monitor.Example(monitor.NoNetwork)
	s.Reading.At = before(11 * time.Minute)
	s.NextPoll, s.Wait = time.Time{}, 0
	return s
}

func stalled() monitor.Snapshot {
	s := live()
	s.Status = monitor.Stalled
	s.Reading.At = before(2 * time.Minute)
	s.NextPoll = before(115 * time.Second)
	return s
}

func inFlight(d time.Duration) change {
	return func(s *monitor.Snapshot) {
		s.Polling, s.NextPoll, s.Wait = before(d), time.Time{}, 0
	}
}

func pairs(n int64) change { return func(s *monitor.Snapshot) { s.Reading.Pairs = n } }

func tries(n int) change { return func(s *monitor.Snapshot) { s.Failures, s.Tries = n, n } }

func lastRead(d time.Duration) change {
	return func(s *monitor.Snapshot) { s.Reading.At = before(d) }
}

func outage(d time.Duration) change {
	return func(s *monitor.Snapshot) { s.Outage = monitor.Outage{Since: before(d)} }
}

func paused(s *monitor.Snapshot) {
	s.Reading.Paused, s.Pause = true, before(17*time.Minute)
	if s.Status == monitor.Live {
		s.Status = monitor.Paused
	}
}

// found is what was under way already when it was first seen.
func found(s *monitor.Snapshot) {
	s.PauseStartUnseen, s.Outage.StartUnseen = !s.Pause.IsZero(), !s.Outage.Since.IsZero()
}

func onlyPairs(s *monitor.Snapshot) {
	r := s.Reading
	s.Reading = monitor.Reading{Pairs: r.Pairs, At: r.At, Latency: r.Latency}
}

func neverSeen(s *monitor.Snapshot) { s.Reading = monitor.Reading{} }

func blocked(s *monitor.Snapshot) { s.RetryBlocked = after(48 * time.Second) }

func longName(s *monitor.Snapshot) {
	s.Name = "The liquidity router of the settlement desk in Rindfleischetikettierungsüberwachungsaufgabenübertragungsstadt 𝕱𝖗𝖆𝖓𝖐𝖋𝖚𝖗𝖙 🛰🛰🛰 number seven, second data centre, third rack"
	s.URL = "https://the-liquidity-router-of-the-settlement-desk.second-data-centre.example.org:8443/a/long/path/prefix"
}

func longFailure(s *monitor.Snapshot) {
	s.Failure.Code = strings.Repeat("upstream_dependency_", 8)
	s.Failure.Message = strings.Repeat("The horizon server that this router relies on did not answer. ", 10)
	s.Failure.RequestID = strings.Repeat("0123456789", 20)
}

func large(s *monitor.Snapshot) {
	s.Reading.Pairs = math.MaxInt64
	s.Reading.Latency = 29*time.Second + 940*time.Millisecond
	s.Reading.Counters[monitor.Events] = monitor.Counted(1_234_567_890_123)
	s.Reading.Counters[monitor.APIKeys] = monitor.Counted(12_345)
	s.Reading.Counters[monitor.Webhooks] = monitor.Counted(math.MaxInt64)
}

func simulated(s *monitor.Snapshot) {
	s.Name, s.URL, s.Simulated = "Demo router", "http://127.0.0.1:43210", true
}
