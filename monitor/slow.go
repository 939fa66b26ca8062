package monitor

import "time"

// slowPhase is how long a phase may take without being slow.
const slowPhase = time.Second

// noteSlow changes which phases are said to be slow: a phase must have been slow in
// SlowAfter polls in a row, and afterwards not slow in as many, so that one poll
// changes nothing.
func (s state) noteSlow(plan Plan, r Reading) state {
	took := r.Path.Phases
	took[FirstByte] = r.Latency
	for phase := range Body {
		slow := took[phase] > slowPhase
		if slow == (s.Slow[phase] > 0) {
			s.contrary[phase] = 0
		} else {
			s.contrary[phase]++
		}
		switch {
		case s.contrary[phase] > 0 && s.contrary[phase] < plan.SlowAfter:
		case slow:
			s.Slow[phase], s.contrary[phase] = took[phase], 0
		default:
			s.Slow[phase], s.contrary[phase] = 0, 0
		}
	}
	return s
}
