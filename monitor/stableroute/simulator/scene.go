package simulator

import (
	"context"
	"fmt"
	"time"
)

// A Scene is how the router is at one moment.
type Scene struct {
	Fault  Fault
	Paused bool
	Pairs  int64
	ByHand bool // it was last set by hand, and no script moves it
}

// Now is how the router is now, and a channel that is closed when that
// changes, by hand or by the script.
func (r *Router) Now() (Scene, <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.scene, r.changed
}

// Scene is how the router is now.
func (r *Router) Scene() Scene {
	scene, _ := r.Now()
	return scene
}

// set changes the scene, and listens or not as it says. It is called with the
// lock held.
func (r *Router) set(scene Scene) error {
	if !scene.Fault.Valid() {
		return fmt.Errorf("simulated router: there is no fault %q", scene.Fault)
	}
	if r.scene != scene {
		r.scene = scene
		close(r.changed)
		r.changed = make(chan struct{})
	}
	return r.listen()
}

// byHand changes the scene and suspends the script.
func (r *Router) byHand(change func(*Scene)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	scene := r.scene
	scene.ByHand = true
	change(&scene)
	return r.set(scene)
}

// SetFault causes a fault, or ends it with None, by hand: a script that runs
// is suspended until [Router.Resume]. Requests that wait in the old fault go
// on in the new. It fails where the port cannot be listened on again.
func (r *Router) SetFault(f Fault) error {
	return r.byHand(func(s *Scene) { s.Fault = f })
}

// SetPaused pauses or resumes the router, by hand as [Router.SetFault] does.
func (r *Router) SetPaused(paused bool) {
	_ = r.byHand(func(s *Scene) { s.Paused = paused }) // it listens, or not, as before
}

// SetPairs sets the number of registered pairs, by hand as [Router.SetFault]
// does. Numbers below zero count as zero.
func (r *Router) SetPairs(pairs int64) {
	_ = r.byHand(func(s *Scene) { s.Pairs = max(pairs, 0) }) // it listens, or not, as before
}

// Resume gives the router back to the script, which goes on where it was.
func (r *Router) Resume() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.scene.ByHand = false
}

// Day is how long the script takes for a day in a router's life.
const Day = 2 * time.Minute

// At is the scene at a moment of the day, which begins again after [Day].
// Each trouble is long enough for a client that asks every 5 s, and waits 10 s
// after a failure, to find it; each calm for it to find the way back.
func At(elapsed time.Duration) Scene {
	elapsed = (elapsed%Day + Day) % Day
	scene := Scene{Pairs: 12 + int64(elapsed/(10*time.Second))}
	for _, part := range []struct {
		from  time.Duration
		fault Fault
		pause bool
	}{
		{14 * time.Second, Slow, false},
		{22 * time.Second, None, false},
		{32 * time.Second, Unavailable, false},
		{46 * time.Second, Refuse, false},
		{54 * time.Second, None, false},
		{76 * time.Second, None, true},
		{88 * time.Second, None, false},
		{96 * time.Second, RateLimit, false},
		{106 * time.Second, None, false},
	} {
		if elapsed >= part.from {
			scene.Fault, scene.Paused = part.fault, part.pause
		}
	}
	return scene
}

// Run walks the router through one day after the other, each taking length,
// until ctx ends. While the router is set by hand, the script
// stands still; see [Router.Resume]. Run is for one goroutine; the caller
// writes go. It returns ctx's error, or why the router cannot listen.
func (r *Router) Run(ctx context.Context, length time.Duration) error {
	tick := max(length/(Day/time.Second), time.Millisecond) // a second of the day
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for elapsed := time.Duration(0); ; {
		r.mu.Lock()
		if !r.scene.ByHand {
			if err := r.set(At(elapsed)); err != nil {
				r.mu.Unlock()
				return err
			}
			elapsed = (elapsed + time.Second) % Day
		}
		r.mu.Unlock()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}
