package simulator

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// A Scene is how the router is at one moment.
type Scene struct {
	Title  string // what is being shown, of a script; empty otherwise
	Fault  Fault
	Paused bool
	Pairs  int64
}

// state is the present scene. Its zero value is ready.
type state struct {
	mu      sync.Mutex
	scene   Scene
	manual  bool
	changed chan struct{} // closed at the next change; nil while nobody waits
}

// byHand changes the scene and suspends the script.
func (s *state) byHand(change func(*Scene)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.manual = true
	s.scene.Title = ""
	change(&s.scene)
	s.announce()
}

// byScript sets the scene, unless the script is suspended. It reports whether
// it was the script's turn.
func (s *state) byScript(scene Scene) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.manual {
		return false
	}
	if s.scene != scene {
		s.scene = scene
		s.announce()
	}
	return true
}

// announce wakes those who wait for a change; it is called with the lock held.
func (s *state) announce() {
	if s.changed != nil {
		close(s.changed)
		s.changed = nil
	}
}

// Now is how the router is now, and a channel that is closed when that
// changes, be it by hand or by a script.
func (r *Router) Now() (Scene, <-chan struct{}) {
	s := &r.state
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changed == nil {
		s.changed = make(chan struct{})
	}
	return s.scene, s.changed
}

// Scene is how the router is now.
func (r *Router) Scene() Scene {
	r.state.mu.Lock()
	defer r.state.mu.Unlock()
	return r.state.scene
}

// SetFault causes a fault, or ends it with None, by hand: a script that runs
// is suspended until [Router.Resume]. Requests that wait in the old fault go
// on in the new. It fails where the port cannot be listened on again.
func (r *Router) SetFault(f Fault) error {
	if !f.Valid() {
		return fmt.Errorf("simulated router: there is no fault %q", f)
	}
	r.state.byHand(func(s *Scene) { s.Fault = f })
	return r.listen()
}

// SetPaused pauses or resumes the router, by hand as [Router.SetFault] does.
func (r *Router) SetPaused(paused bool) {
	r.state.byHand(func(s *Scene) { s.Paused = paused })
}

// SetPairs sets the number of registered pairs, by hand as [Router.SetFault]
// does. Numbers below zero count as zero.
func (r *Router) SetPairs(pairs int64) {
	r.state.byHand(func(s *Scene) { s.Pairs = max(pairs, 0) })
}

// Resume gives the router back to the script, which goes on where it was.
func (r *Router) Resume() {
	r.state.mu.Lock()
	defer r.state.mu.Unlock()
	r.state.manual = false
}

// Manual reports whether the router was last set by hand, and no script moves it.
func (r *Router) Manual() bool {
	r.state.mu.Lock()
	defer r.state.mu.Unlock()
	return r.state.manual
}

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
