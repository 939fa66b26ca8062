package viewtest

import (
	"time"

	"routerwatch/monitor"
)

func asks(s *monitor.Snapshot) {
	s.Failure.HTTPStatus, s.Failure.RetryAfter, s.Failure.Code, s.Failure.Message = 503, 2*time.Minute, "", ""
}

func hadPairs(s *monitor.Snapshot) { s.HadPairs = true }

func lostAll(s *monitor.Snapshot) {
	hadPairs(s)
	s.LostPairs, s.Reading.Pairs = monitor.LostPairs{From: 4, Since: before(52*time.Minute + 55*time.Second)}, 0
}

func lostSome(s *monitor.Snapshot) {
	hadPairs(s)
	s.LostPairs, s.Reading.Pairs = monitor.LostPairs{From: 12, Since: before(20 * time.Hour)}, 5
}

func severalLost() []monitor.Snapshot {
	list := severalLive()
	lostAll(&list[1])
	return list
}
