package monitor

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/backoff"
)

const (
	// An outage lasts from shortestOutage to longestOutage, evenly on a
	// logarithmic scale: as many from 3 to 13 min as from 13 to 60.
	shortestOutage = 3 * time.Minute
	longestOutage  = time.Hour

	// Blips begin at random times, and last evenly from shortestBlip to
	// longestBlip.
	blipsADay    = 10
	shortestBlip = s
	longestBlip  = 20 * s

	day = 24 * time.Hour
)

// absence is a router that answers, but not always, and how it then fails. A
// poll that is sent while it is away fails, also if it comes back meanwhile.
type absence struct {
	plan   Plan
	silent bool
}

// observe runs a real monitor until ctx ends, and calls see with each snapshot and
// the notices that the operator gets.
func (a absence) observe(ctx context.Context, random *rand.Rand, away func(time.Time) bool, see func(Snapshot, []Notice)) {
	var notified Notified
	New(Config{
		Plan: a.plan, Random: random.Float64, Slept: func() time.Duration { return 0 }, Log: slog.New(slog.DiscardHandler),
		Source: answering(func(ctx context.Context) (Reading, error) {
			gone := away(time.Now())
			if gone && a.silent {
				return silent(ctx)
			}
			time.Sleep(fleetLatency)
			if gone {
				return refused(ctx)
			}
			return good(ctx)
		}),
		Publish: func(snapshot Snapshot) {
			var notices []Notice
			notified, notices = Decide(notified, snapshot, defaultRules(), time.Now())
			see(snapshot, notices)
		},
	}).Run(ctx)
}

// learned is when the operator learned of each of some outages: after the router's
// death, and after its return.
type learned struct {
	failing, down   []time.Duration // in the window, by a notification
	live, recovered []time.Duration
}

// outages lets a router die once for each of n monitors, at a random phase of the
// cadence and for a random time.
func (a absence) outages(t *testing.T, n int) (l learned) {
	t.Helper()
	l = learned{make([]time.Duration, n), make([]time.Duration, n), make([]time.Duration, n), make([]time.Duration, n)}
	synctest.Test(t, func(t *testing.T) {
		var running sync.WaitGroup
		for i := range n {
			random := rand.New(rand.NewPCG(1, uint64(i)))
			dies := time.Now().Add(time.Minute + time.Duration(random.Int64N(int64(a.plan.Interval+fleetLatency))))
			length := float64(shortestOutage) * math.Pow(float64(longestOutage)/float64(shortestOutage), random.Float64())
			returns := dies.Add(time.Duration(length))
			away := func(now time.Time) bool { return !now.Before(dies) && now.Before(returns) }
			running.Go(func() {
				ctx, leave := context.WithCancel(t.Context())
				defer leave()
				a.observe(ctx, random, away, func(snapshot Snapshot, notices []Notice) {
					now := time.Now()
					switch {
					case snapshot.Failing() && l.failing[i] == 0:
						l.failing[i] = now.Sub(dies)
					case !snapshot.Failing() && now.After(returns) && l.live[i] == 0:
						l.live[i] = now.Sub(returns)
					}
					for _, notice := range notices {
						switch notice.Kind {
						case NoticeDown:
							l.down[i] = now.Sub(dies)
						case NoticeRecovered:
							l.recovered[i] = now.Sub(returns)
							leave()
						}
					}
				})
			})
		}
		running.Wait()
	})
	return l
}

// falseAlarms is how many outages an operator is notified of in a week, on
// average over some days with blips at random times.
func (a absence) falseAlarms(t *testing.T, days int) float64 {
	t.Helper()
	alarms := 0
	synctest.Test(t, func(t *testing.T) {
		ctx, leave := context.WithTimeout(t.Context(), time.Duration(days)*day)
		defer leave()
		random, start := rand.New(rand.NewPCG(2, 0)), time.Now()
		type blip struct{ begins, ends time.Time }
		blips := make([]blip, days*blipsADay)
		for i := range blips {
			begins := start.Add(time.Duration(random.Int64N(int64(days) * int64(day))))
			blips[i] = blip{begins, begins.Add(shortestBlip + time.Duration(random.Int64N(int64(longestBlip-shortestBlip))))}
		}
		away := func(now time.Time) bool {
			return slices.ContainsFunc(blips, func(b blip) bool { return !now.Before(b.begins) && now.Before(b.ends) })
		}
		a.observe(ctx, random, away, func(_ Snapshot, notices []Notice) {
			for _, notice := range notices {
				if notice.Kind == NoticeDown {
					alarms++
				}
			}
		})
	})
	return 7 * float64(alarms) / float64(days)
}

// TestAFleetIsToldInTime measures when an operator learns of an outage and of its
// end, and how often in vain, by policy, kind of failure and threshold. The table
// of the README is the default policy's, from a thousand outages and two weeks:
// make bench-fleet.
func TestAFleetIsToldInTime(t *testing.T) {
	outages, days := size(t, "FLEET_CLIENTS", 50), size(t, "FLEET_DAYS", 1)
	policies := backoff.Names()[:min(size(t, "FLEET_POLICIES", 1), len(backoff.Names()))]
	var table strings.Builder
	var measured [3][]float64 // of the default policy, by threshold
	table.WriteString("| policy | the router | threshold | outage shown: median, 95 % | notified | return shown | notified | false outages a week |\n")
	table.WriteString("|---|---|---|---|---|---|---|---|\n")
	for _, name := range policies {
		policy, err := backoff.Named(name)
		require.NoError(t, err)
		for threshold := 1; threshold <= 3; threshold++ {
			plan := planWith(policy)
			plan.Threshold = threshold
			for _, a := range []absence{{plan, false}, {plan, true}} {
				l, alarms := a.outages(t, outages), a.falseAlarms(t, days)
				times := [][]time.Duration{l.failing, l.down, l.live, l.recovered}
				fmt.Fprintf(&table, "| `%s` | %s | %d |", name, map[bool]string{false: "refuses", true: "is silent"}[a.silent], threshold)
				for _, times := range times {
					fmt.Fprintf(&table, " %.1f s, %.1f s |", quantile(times, 0.5).Seconds(), quantile(times, 0.95).Seconds())
				}
				fmt.Fprintf(&table, " %.0f |\n", alarms)
				if name == backoff.DefaultName {
					measured[threshold-1] = append(measured[threshold-1], quantile(l.down, 0.5).Seconds(), quantile(l.down, 0.95).Seconds(), alarms)
				}
			}
		}
	}
	t.Logf("\n%s\nWhen you are told: %d outages of %v to %v at random, and %d days with %d blips of %v to %v each.",
		table.String(), outages, shortestOutage, longestOutage, days, blipsADay, shortestBlip, longestBlip)
	for i := range measured {
		agreesWithReadme(t, i+1, measured[i])
	}
}

// agreesWithReadme compares what was measured at a threshold with its row in the
// README: for both kinds of failure the median, the 95 % and the false outages.
func agreesWithReadme(t *testing.T, threshold int, measured []float64) {
	t.Helper()
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	_, section, _ := strings.Cut(string(readme), "## How soon you are told")
	_, row, found := strings.Cut(section, fmt.Sprintf("\n| %d", threshold))
	require.True(t, found, "README has a row for the threshold %d", threshold)
	var told [6]float64
	_, row, _ = strings.Cut(row, "|")
	_, err = fmt.Sscanf(row, " %f s, %f s | %f s, %f s | %f | %f |", &told[0], &told[1], &told[3], &told[4], &told[2], &told[5])
	require.NoError(t, err, row)
	for i, slack := range []float64{1, 2, 20, 1, 2, 20} { // of a small run
		assert.InDelta(t, told[i], measured[i], slack, "threshold %d, figure %d", threshold, i)
	}
}
