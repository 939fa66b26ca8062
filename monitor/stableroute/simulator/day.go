package simulator

import (
	"context"
	"time"
)

// Day is how long the script takes for a day in a router's life.
const Day = 2 * time.Minute

// At is the scene at a moment of the day, which begins again after [Day].
// Each trouble is long enough for a client that asks every 5 s, and waits 10 s
// after a failure, to find it; each calm for it to find the way back.
func At(elapsed time.Duration) Scene {
	elapsed %= Day
	if elapsed < 0 {
		elapsed += Day
	}
	scene := Scene{Title: "Morning: all is well", Pairs: 12 + int64(elapsed/(10*time.Second))}
	for _, part := range []struct {
		from  time.Duration
		title string
		fault Fault
		pause bool
	}{
		{14 * time.Second, "The router is slow", Slow, false},
		{22 * time.Second, "All is well again", None, false},
		{32 * time.Second, "The router reports errors", Unavailable, false},
		{46 * time.Second, "The router restarts", Refuse, false},
		{54 * time.Second, "The router is back", None, false},
		{76 * time.Second, "An operator pauses the router", None, true},
		{88 * time.Second, "The router is resumed", None, false},
		{96 * time.Second, "Too many clients ask", RateLimit, false},
		{106 * time.Second, "Evening: all is well", None, false},
	} {
		if elapsed >= part.from {
			scene.Title, scene.Fault, scene.Paused = part.title, part.fault, part.pause
		}
	}
	return scene
}

// Run walks the router through one day after the other, each taking length
// (0 for [Day]), until ctx ends. While the router is set by hand, the script
// stands still; see [Router.Resume]. Run is for one goroutine; the caller
// writes go. It returns ctx's error, or why the router cannot listen.
func (r *Router) Run(ctx context.Context, length time.Duration) error {
	length = orDefault(length, Day)
	tick := max(length/(Day/time.Second), time.Millisecond) // a second of the day
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for elapsed := time.Duration(0); ; {
		if r.state.byScript(At(elapsed)) {
			if err := r.listen(); err != nil {
				return err
			}
			elapsed = (elapsed + time.Second) % Day
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}
