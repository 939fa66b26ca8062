package viewtest

import (
	"time"

	"routerwatch/monitor"
)

func acknowledged(s *monitor.Snapshot) { s.Quiet.Acknowledged = true }

func maintenance(s *monitor.Snapshot) { s.Quiet.Maintenance = true }

func muted(s *monitor.Snapshot) { s.Quiet.Muted = true }

func mutedUntil(s *monitor.Snapshot) { s.Quiet.MutedUntil = after(40 * time.Minute) }
