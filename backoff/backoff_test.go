package backoff_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/backoff"
)

const almostOne = 1 - 0x1p-53 // the largest random number there is

func seconds(n ...float64) []time.Duration {
	waits := make([]time.Duration, len(n))
	for i, n := range n {
		waits[i] = time.Duration(n * float64(time.Second))
	}
	return waits
}

func TestDelay(t *testing.T) {
	for name, tt := range map[string]struct {
		policy backoff.Policy
		u      float64
		waits  []time.Duration
	}{
		"StableRoute, shortest":         {backoff.StableRoute(), 0, seconds(10, 20, 40, 60, 60, 60, 60, 60, 60, 60, 60, 60)},
		"StableRoute, longest":          {backoff.StableRoute(), almostOne, seconds(10, 20, 40, 60, 60, 60, 60, 60, 60, 60, 60, 60)},
		"RPOMS, shortest":               {backoff.RPOMS(), 0, seconds(6, 12, 24, 45, 45, 45, 45, 45, 45, 45, 225, 225)},
		"RPOMS, middle":                 {backoff.RPOMS(), 0.5, seconds(8, 16, 32, 60, 60, 60, 60, 60, 60, 60, 300, 300)},
		"RPOMS, longest":                {backoff.RPOMS(), almostOne, seconds(10, 20, 40, 75, 75, 75, 75, 75, 75, 75, 375, 375)},
		"Default, shortest":             {backoff.Default(), 0, seconds(7.5, 15, 30, 45, 45, 45, 45, 45, 45, 45, 225, 225)},
		"Default, middle":               {backoff.Default(), 0.5, seconds(10, 20, 40, 60, 60, 60, 60, 60, 60, 60, 300, 300)},
		"the floor is 1 s":              {backoff.Policy{First: time.Second, Longest: 4 * time.Second, Jitter: 1}, 0, seconds(1, 1, 1)},
		"the floor is a shorter first":  {backoff.Policy{First: time.Second / 4, Longest: time.Second, Jitter: 0.5}, 0, seconds(0.25, 0.25, 0.5, 0.5)},
		"a cap that is no power of two": {backoff.Policy{First: 3 * time.Second, Longest: 20 * time.Second}, 0.5, seconds(3, 6, 12, 20, 20)},
		"u that is not a number":        {backoff.RPOMS(), math.NaN(), seconds(8, 16)},
		"u below 0":                     {backoff.RPOMS(), math.Inf(-1), seconds(6, 12)},
		"u of 1":                        {backoff.RPOMS(), 1, seconds(10, 20)},
		"u far above 1":                 {backoff.RPOMS(), math.Inf(1), seconds(10, 20)},
	} {
		t.Run(name, func(t *testing.T) {
			for i, want := range tt.waits {
				assert.InDelta(t, want, tt.policy.Delay(i+1, tt.u), 100, "failure %d", i+1) // ns: floats
			}
		})
	}
}

func TestDelayOfExtremeCounts(t *testing.T) {
	for _, tt := range []struct {
		policy backoff.Policy
		n      int
		want   time.Duration
	}{
		{backoff.StableRoute(), math.MaxInt, time.Minute},
		{backoff.Default(), math.MaxInt, 5 * time.Minute},
		{backoff.Default(), 0, 10 * time.Second},
		{backoff.Default(), math.MinInt, 10 * time.Second},
	} {
		assert.Equal(t, tt.want, tt.policy.Delay(tt.n, 0.5), "n = %d", tt.n)
	}
}

// ExamplePolicy_Delay prints the table of waits, without jitter, in seconds.
func ExamplePolicy_Delay() {
	for _, name := range backoff.Names() {
		policy, _ := backoff.Named(name)
		fmt.Printf("%-12s", name)
		for n := 1; n <= 12; n++ {
			fmt.Printf("%4.0f", policy.Delay(n, 0.5).Seconds())
		}
		fmt.Printf("   the 4th: %v to %v\n", policy.Delay(4, 0), policy.Delay(4, 1).Round(time.Second))
	}
	// Output:
	// default       10  20  40  60  60  60  60  60  60  60 300 300   the 4th: 45s to 1m15s
	// stableroute   10  20  40  60  60  60  60  60  60  60  60  60   the 4th: 1m0s to 1m0s
	// rpoms          8  16  32  60  60  60  60  60  60  60 300 300   the 4th: 45s to 1m15s
}

func FuzzDelayStaysInItsBounds(f *testing.F) {
	f.Add(1, 0.5, int64(10*time.Second), int64(time.Minute), 10, int64(5*time.Minute), 0.25)
	f.Add(math.MaxInt, almostOne, int64(24*time.Hour), int64(24*time.Hour), 0, int64(0), 1.0)
	f.Add(math.MinInt, math.NaN(), int64(time.Millisecond), int64(time.Millisecond), 1, int64(time.Millisecond), 0.0)
	f.Fuzz(func(t *testing.T, n int, u float64, first, longest int64, settleAfter int, settled int64, jitter float64) {
		p := backoff.Policy{
			First: time.Duration(first), Longest: time.Duration(longest),
			SettleAfter: settleAfter, Settled: time.Duration(settled), Jitter: jitter,
		}
		if p.Validate() != nil {
			return
		}
		wait := p.Delay(n, u)
		require.GreaterOrEqual(t, wait, p.Delay(n, 0))
		require.LessOrEqual(t, wait, p.Delay(n, 1))
		require.GreaterOrEqual(t, wait, min(time.Second, p.First))
		require.LessOrEqual(t, wait, 2*max(p.Longest, p.Settled, time.Second))
		require.Equal(t, wait, p.Delay(n, u), "pure")
	})
}

func TestNamed(t *testing.T) {
	for _, name := range []string{"default", "Default", "STABLEROUTE", "RPOMS"} {
		policy, err := backoff.Named(name)
		require.NoError(t, err)
		assert.NoError(t, policy.Validate())
	}
	_, err := backoff.Named("linear")
	assert.EqualError(t, err, `no policy "linear", only default, stableroute, rpoms`)
}

func TestValidate(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*backoff.Policy)
		want   error
	}{
		"no first wait":       {func(p *backoff.Policy) { p.First = 0 }, &backoff.WaitError{Name: "first wait", Given: 0, Least: time.Millisecond}},
		"longest under first": {func(p *backoff.Policy) { p.Longest = time.Second }, &backoff.WaitError{Name: "longest wait", Given: time.Second, Least: 10 * time.Second}},
		"longest over a day":  {func(p *backoff.Policy) { p.Longest = 25 * time.Hour }, &backoff.WaitError{Name: "longest wait", Given: 25 * time.Hour, Least: 10 * time.Second}},
		"settled under first": {func(p *backoff.Policy) { p.Settled = 0 }, &backoff.WaitError{Name: "settled wait", Given: 0, Least: 10 * time.Second}},
	} {
		t.Run(name, func(t *testing.T) {
			policy := backoff.Default()
			tt.change(&policy)
			assert.Equal(t, tt.want, policy.Validate())
		})
	}
	for name, tt := range map[string]struct {
		change func(*backoff.Policy)
		want   string
	}{
		"settle after negative": {func(p *backoff.Policy) { p.SettleAfter = -1 }, "negative count of failures to settle after"},
		"jitter not a number":   {func(p *backoff.Policy) { p.Jitter = math.NaN() }, "jitter outside 0 to 1"},
		"jitter a percentage":   {func(p *backoff.Policy) { p.Jitter = 25 }, "jitter outside 0 to 1"},
	} {
		t.Run(name, func(t *testing.T) {
			policy := backoff.Default()
			tt.change(&policy)
			assert.EqualError(t, policy.Validate(), tt.want)
		})
	}
}
