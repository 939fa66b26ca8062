package viewtest

import (
	"fmt"
	"time"

	"routerwatch/monitor"
)

// many is that many routers of one operator: two are down, one of which is
// acknowledged, some are in other trouble, and all others are live.
func many(n int) []monitor.Snapshot {
	places := []string{
		"Frankfurt", "Singapore", "São Paulo", "Staging", "London", "gw-eu-west-1", "Tokyo", "Sydney", "Nairobi", "Toronto",
	}
	all := make([]monitor.Snapshot, n)
	for i := range all {
		s := live()
		switch i {
		case 1:
			paused(&s)
		case 2:
			slowAnswers(&s)
		case 3:
			s = down(monitor.NameNotFound)
			outage(76 * time.Hour)(&s)
			lastRead(76 * time.Hour)(&s)
			acknowledged(&s)
		case 5:
			s = down(monitor.Refused)
		case 6:
			s = retrying(monitor.TimedOut)
		case 7:
			s = throttled()
		case 8:
			maintenance(&s)
		}
		s.ID, s.Name = fmt.Sprintf("r%d", i+1), places[i%len(places)]
		if i >= len(places) {
			s.Name += fmt.Sprintf(" %d", i/len(places)+1)
		}
		s.URL = "https://" + s.ID + ".example.org"
		s.Reading.Pairs = int64(i * i % 23)
		all[i] = s
	}
	return all
}
