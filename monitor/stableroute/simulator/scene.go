package simulator

import (
	"context"
	"fmt"
	"time"
)

// A Scene is how the router is at one moment.
type Scene struct {
	Fault Fault
	// Elsewhere is what is wrong with every page but the statistics, while Fault is
	// None. It cannot be Refuse.
	Elsewhere Fault
	Paused    bool
	Pairs     int64
	ByHand    bool // it was last set by hand, and no script moves it
}

// Now is the present scene, and a channel that is closed when it changes.
func (r *Router) Now() (Scene, <-chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.scene, r.changed
}

// Scene is the present scene.
func (r *Router) Scene() Scene {
	scene, _ := r.Now()
	return scene
}

// set changes the scene, and starts or stops listening accordingly. It is called
// with the lock held.
func (r *Router) set(scene Scene) error {
	if !scene.Fault.Valid() {
		return fmt.Errorf("simulated router: there is no fault %q", scene.Fault)
	}
	if !scene.Elsewhere.Valid() || scene.Elsewhere == Refuse {
		return fmt.Errorf("simulated router: there is no fault %q of a page", scene.Elsewhere)
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

// SetFault causes a fault, or ends it with None. It suspends the script until
// [Router.Resume]. Requests that are held start over with the new fault. It fails
// if the port cannot be listened on again.
func (r *Router) SetFault(f Fault) error {
	return r.byHand(func(s *Scene) { s.Fault = f })
}

// SetElsewhere causes a fault of every page but the statistics, as [Router.SetFault]
// does of the router.
func (r *Router) SetElsewhere(f Fault) error {
	return r.byHand(func(s *Scene) { s.Elsewhere = f })
}

// SetPaused pauses or resumes the router, and suspends the script as
// [Router.SetFault] does.
func (r *Router) SetPaused(paused bool) {
	_ = r.byHand(func(s *Scene) { s.Paused = paused }) // cannot fail: listening does not change
}

// SetPairs sets the number of registered pairs, and suspends the script as
// [Router.SetFault] does. Negative numbers count as zero.
func (r *Router) SetPairs(pairs int64) {
	_ = r.byHand(func(s *Scene) { s.Pairs = max(pairs, 0) }) // cannot fail: listening does not change
}

// Resume continues the script where it was suspended.
func (r *Router) Resume() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.scene.ByHand = false
}

// Day is how long the scripted day takes.
const Day = 2 * time.Minute

// At is the scene at a time of the scripted day, which repeats after [Day]. Each
// fault lasts long enough to be noticed by a client that polls every 5 s, and
// waits 10 s after a failure; each healthy scene long enough for it to recover.
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
	if elapsed >= 60*time.Second && elapsed < 70*time.Second {
		scene.Pairs = 0 // it has lost them all
	}
	return scene
}

// Run plays the scripted day again and again, each taking length, until ctx ends.
// The script is suspended while the router is set by hand; see [Router.Resume].
// Run blocks, and must not be called concurrently. It returns ctx's error, or the
// error of listening.
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
