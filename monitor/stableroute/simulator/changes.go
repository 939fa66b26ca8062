package simulator

// Now is how the router is now, and a channel that is closed when that
// changes, be it by hand or by a script.
func (r *Router) Now() (Scene, <-chan struct{}) { return r.state.now() }
