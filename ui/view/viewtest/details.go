package viewtest

import (
	"time"

	"routerwatch/monitor"
)

// details is of a router that restarted lately, with another build, and whose pairs
// changed since.
func details(s *monitor.Snapshot) {
	s.Reading.Pairs = 10
	s.About = monitor.About{
		Started: before(2 * time.Minute), Restarted: before(2 * time.Minute),
		Build: "0.2.0 (4f2c1d0)", NewBuild: before(time.Minute),
		Quota: monitor.Allowance{Requests: 60, Window: time.Minute},
		Pairs: &monitor.PairsChange{
			At: before(10 * time.Second), From: 4, To: 10,
			Came: []string{"EURC→USDC", "EURC→XLM", "NGNC→USDC", "NGNC→XLM", "USDC→NGNC", "XLM→EURC", "XLM→NGNC"},
			Went: []string{"BRL→USDC"},
		},
	}
}
