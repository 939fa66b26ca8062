package agent

import (
	"routerwatch/monitor"
	"routerwatch/settings"
)

// Plan is how the settings want routers polled.
func Plan(s settings.Settings) (monitor.Plan, error) {
	policy, err := s.Backoff.Build()
	if err != nil {
		return monitor.Plan{}, err
	}
	plan := monitor.DefaultPlan()
	plan.Interval, plan.Timeout, plan.Policy = s.Poll.Interval, s.Poll.Timeout, policy
	plan.Threshold, plan.Hold = s.Poll.Threshold, s.Poll.RecoverAfter
	return plan, plan.Validate()
}

// rules are what the settings want the operator told.
func rules(s settings.Settings) monitor.Rules {
	n := s.Notifications
	return monitor.Rules{Down: n.Down, Paused: n.Paused, PairsZero: n.PairsZero, PairsChanged: n.PairsChanged}
}
