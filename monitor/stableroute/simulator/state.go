package simulator

import (
	"fmt"
	"sync"
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
	s.tell()
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
		s.tell()
	}
	return true
}

// tell wakes those who wait for a change; it is called with the lock held.
func (s *state) tell() {
	if s.changed != nil {
		close(s.changed)
		s.changed = nil
	}
}

// now is the scene, and a channel that is closed when it changes.
func (s *state) now() (Scene, <-chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.changed == nil {
		s.changed = make(chan struct{})
	}
	return s.scene, s.changed
}

// Scene is how the router is now.
func (r *Router) Scene() Scene {
	scene, _ := r.state.now()
	return scene
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
