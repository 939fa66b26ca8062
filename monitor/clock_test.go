package monitor

import (
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
)

// clocks are the two clocks of a simulated machine. They part when it sleeps,
// which the monotonic clock does not count, and when the wall clock is set.
type clocks struct {
	start time.Time // with both readings
	awake time.Duration
	apart time.Duration // how far the wall clock has run ahead of the monotonic one
}

// now is the present time as [time.Now] tells it, with both readings.
func (c *clocks) now() time.Time { return ahead(c.start.Add(c.awake), c.apart) }

// ahead is t with its wall clock d further and its monotonic reading as it
// was. The standard library has no way to make such a time, which every
// machine that has slept has; so this reaches into its layout, which
// TestWallAndMonotonicClocksMayDiverge pins down.
func ahead(t time.Time, d time.Duration) time.Time {
	t = t.Add(d)
	layout := (*struct {
		wall uint64
		ext  int64 // the monotonic reading, where there is one
		loc  *time.Location
	})(unsafe.Pointer(&t))
	layout.ext -= int64(d)
	return t
}

func TestWallAndMonotonicClocksMayDiverge(t *testing.T) {
	before := time.Now()
	for _, d := range []time.Duration{time.Hour, -time.Hour, 20 * 365 * 24 * time.Hour, -20 * 365 * 24 * time.Hour} {
		after := ahead(before, d)
		assert.Equal(t, d, after.Round(0).Sub(before.Round(0)), "by the wall clock")
		assert.Equal(t, time.Duration(0), after.Sub(before), "by the monotonic clock")
		assert.Equal(t, time.Minute, after.Add(time.Minute).Sub(before))
	}
}

func TestRetryAfterPassesByEitherClock(t *testing.T) {
	refuse := func(now time.Time) state {
		return begin(DefaultPlan(), Restored{}).send(now, false).
			fail(DefaultPlan(), Failure{Kind: TooManyRequests, RetryAfter: time.Minute}, now, 0)
	}
	now := time.Now()
	for name, tt := range map[string]struct {
		later time.Time
		left  time.Duration
	}{
		"awake":                       {now.Add(20 * s), 40 * s},
		"asleep":                      {ahead(now, 20*s), 40 * s},
		"asleep for long":             {ahead(now, time.Hour), 0},
		"the clock is set back":       {ahead(now.Add(20*s), -time.Hour), 40 * s},
		"set forward":                 {ahead(now.Add(20*s), time.Hour), 0},
		"both clocks are back":        {now.Add(-48 * time.Hour), MaxRetryAfter},
		"with no monotonic reading":   {now.Add(20 * s).Round(0), 40 * s},
		"such a clock is set back":    {now.Add(-48 * time.Hour).Round(0), MaxRetryAfter},
		"such a clock is set forward": {now.Add(time.Hour).Round(0), 0},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.left, refuse(now).retryAfterLeft(tt.later))
			assert.Equal(t, tt.left, refuse(now).reschedule(tt.later).Wait)
			assert.Equal(t, max(tt.left, 2*s), refuse(now).pollSoon(tt.later, 2*s, 0).Wait)
		})
	}
}

func TestAClockSetBackEndsNoOutageBeforeItBegan(t *testing.T) {
	plan, now := DefaultPlan(), time.Now()
	settled := begin(plan, Restored{})
	for range plan.Threshold {
		settled = settled.send(now, false).fail(plan, Failure{Kind: Refused}, now, 0)
	}
	began := now.Round(0)
	now = ahead(now.Add(10*s), -time.Hour)
	for range plan.RecoverAfter {
		settled = settled.send(now, false).succeed(plan, Reading{}, now)
	}
	assert.Equal(t, Outage{Since: began, Until: began, StartUnseen: true}, settled.Outage)
}
