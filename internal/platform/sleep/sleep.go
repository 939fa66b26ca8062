// Package sleep reports that this machine was suspended: for how long, by its
// clocks, and, where the system says so, when it may have resumed.
package sleep

import (
	"log/slog"
	"sync"
	"time"
)

// tick is how often a resume is assumed where the reports failed.
const tick = 2 * time.Second

// Resumes has a value whenever the machine may have resumed; Slept says whether
// it did. Where the system does not report it, the channel is nil. The function
// ends the reports.
func Resumes(log *slog.Logger) (<-chan struct{}, func()) {
	w, err := newWatch()
	if err != nil {
		log.Debug("the system does not report when it resumes from sleep", "why", err)
		return nil, func() {}
	}
	resumes, done := make(chan struct{}), make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		for {
			if err := w.wait(); err != nil {
				select {
				case <-time.After(tick):
				case <-done:
					return
				}
			}
			select {
			case resumes <- struct{}{}:
			case <-done:
				return
			}
		}
	})
	return resumes, func() {
		close(done)
		_ = w.Close()
		watching.Wait()
	}
}
