package monitor_test

import (
	"fmt"
	"time"

	"routerwatch/monitor"
)

func ExampleParseAddress() {
	for _, text := range []string{
		" HTTPS://Router.Example.org/api/v1/stats ",
		"https://router.example.org/prefix/",
		"http://[::1]:8080",
		"router.example.org",
		"https://user:password@router.example.org",
		"https://router.example.org?key=1",
		"https://router.example.org:65536",
	} {
		address, err := monitor.ParseAddress(text)
		if err != nil {
			fmt.Println("refused:", err)
			continue
		}
		fmt.Println(address, "on", address.Server())
	}
	// Output:
	// https://router.example.org on https://router.example.org:443
	// https://router.example.org/prefix on https://router.example.org:443
	// http://[::1]:8080 on http://[::1]:8080
	// refused: address_scheme
	// refused: address_has_user
	// refused: address_has_query
	// refused: address_bad_port
}

// ExampleDecide shows one outage, with every snapshot seen twice.
func ExampleDecide() {
	began := time.Date(2026, time.November, 29, 20, 0, 0, 0, time.UTC)
	down := monitor.Snapshot{Status: monitor.Down, Outage: monitor.Outage{Since: began}}
	live := monitor.Snapshot{Status: monitor.Live, Outage: monitor.Outage{Since: began, Until: began.Add(time.Minute)}}
	rules := monitor.Rules{Notifications: monitor.DefaultNotifications()}

	var notified monitor.Notified
	for _, snapshot := range []monitor.Snapshot{down, down, live, live} {
		var notices []monitor.Notice
		notified, notices = monitor.Decide(notified, snapshot, rules, began.Add(time.Minute))
		fmt.Print(snapshot.Status, ", notices: ", len(notices))
		for _, notice := range notices {
			fmt.Print(" ", notice.Kind, " ", notice.Duration)
		}
		fmt.Println()
	}
	// Output:
	// down, notices: 1 down 0s
	// down, notices: 0
	// live, notices: 1 recovered 1m0s
	// live, notices: 0
}
