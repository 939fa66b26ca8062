package view_test

import (
	"fmt"
	"time"

	"routerwatch/monitor"
	"routerwatch/ui/view"
)

func ExampleAge() {
	now := time.Date(2026, time.November, 29, 20, 0, 0, 0, time.UTC)
	for _, age := range []time.Duration{-time.Hour, time.Second, 119 * time.Second, 23*time.Hour + 59*time.Minute, 100 * time.Hour} {
		fmt.Println(view.Age(now.Add(-age), now))
	}
	// Output:
	// just now
	// just now
	// 1 min ago
	// 23 h ago
	// 4 d ago
}

func ExampleCountdown() {
	now := time.Date(2026, time.November, 29, 20, 0, 0, 0, time.UTC)
	due := monitor.Snapshot{
		Status: monitor.Down, Failure: monitor.Example(monitor.Refused),
		NextPoll: now, Wait: time.Minute,
	}
	for _, left := range []time.Duration{37500 * time.Millisecond, time.Millisecond, 0} {
		fmt.Println(view.Countdown(due, now.Add(-left)))
	}
	polled := monitor.Snapshot{Status: monitor.Down, Failure: due.Failure, Polling: now}
	fmt.Println(view.Countdown(polled, now.Add(3*time.Second)))
	// Output:
	// next try in 38 s
	// next try in 1 s
	// checking…
	// checking… 3 s
}
