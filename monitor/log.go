package monitor

import "time"

// logChange logs what settled if it changed the status, the kind of failure or the mark
// of lost pairs.
// So a router that keeps failing is not logged at every try.
func (l *loop) logChange(before state) {
	after := l.state
	if problem := after.AuthoritiesProblem(); problem != before.AuthoritiesProblem() && problem != "" {
		l.config.Log.Warn("the certificate authorities that were read before are used", "router", l.config.Router.Name, "problem", string(problem))
	}
	if lost := after.LostPairs; lost != before.LostPairs {
		log := l.config.Log.With("router", l.config.Router.Name, "now", after.Reading.Pairs)
		if lost.None() {
			log.Info("no pairs are lost any more")
		} else {
			log.Warn("pairs were lost", "from", lost.From, "since", lost.Since)
		}
	}
	if before.status() == after.status() && before.Failure.Kind == after.Failure.Kind && before.Failure.Cause == after.Failure.Cause {
		return
	}
	log := l.config.Log.With("router", l.config.Router.Name, "status", string(after.status()), "was", string(before.status()))
	f := after.Failure
	if f.None() {
		log.Info("status changed")
		return
	}
	log = log.With("failure", string(f.Kind), "layer", string(f.Layer))
	if f.Cause != "" {
		log = log.With("cause", string(f.Cause), "proxy_from", f.ProxyFrom)
	}
	if f.HTTPStatus != 0 {
		log = log.With("http_status", f.HTTPStatus)
	}
	log.Warn("status changed", "request_id", f.RequestID, "wait", after.Wait.Round(time.Millisecond).String())
}
