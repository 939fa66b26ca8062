package monitor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// Each row is what a phase took in the polls, in seconds, and what is said of it
// after each.
func TestASlowPhaseIsSaidOnceItLasts(t *testing.T) {
	for name, c := range map[string]struct{ took, said []int }{
		"one slow poll":           {[]int{0, 10, 0, 0}, []int{0, 0, 0, 0}},
		"two":                     {[]int{10, 10, 0, 10, 10, 0}, []int{0, 0, 0, 0, 0, 0}},
		"three":                   {[]int{10, 11, 12, 13}, []int{0, 0, 12, 13}},
		"one fine poll between":   {[]int{10, 10, 10, 0, 9, 0, 0, 8}, []int{0, 0, 10, 10, 9, 9, 9, 8}},
		"it ends after as many":   {[]int{10, 10, 10, 0, 0, 0, 0}, []int{0, 0, 10, 10, 10, 0, 0}},
		"a second is not slow":    {[]int{1, 1, 1, 1}, []int{0, 0, 0, 0}},
		"it begins, ends, begins": {[]int{2, 2, 2, 0, 0, 0, 2, 2, 2}, []int{0, 0, 2, 2, 2, 0, 0, 0, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			for phase := range Body {
				var st state
				var said []int
				for _, took := range c.took {
					var r Reading
					if took := time.Duration(took) * time.Second; phase == FirstByte {
						r.Latency = took
					} else {
						r.Path.Phases[phase] = took
					}
					st = st.noteSlow(DefaultPlan(), r)
					said = append(said, int(st.Slow[phase]/time.Second))
				}
				assert.Equal(t, c.said, said)
			}
		})
	}
}

func TestACheckSaysASlowPhaseAtOnce(t *testing.T) {
	plan := DefaultPlan()
	plan.SlowAfter = 1
	path := Path{Phases: Phases{Lookup: 10 * time.Second, Connect: time.Millisecond, Body: 20 * time.Second}}
	st := state{}.noteSlow(plan, Reading{Latency: 8 * time.Second, Path: path})
	assert.Equal(t, Phases{Lookup: 10 * time.Second, FirstByte: 8 * time.Second}, st.Slow, "a long body may just be a large one")
	assert.Zero(t, st.noteSlow(plan, Reading{}).Slow)
}
