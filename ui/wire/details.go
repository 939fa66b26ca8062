package wire

import (
	"time"

	"routerwatch/monitor"
)

// Details is what the router said beside its statistics; absent if it said nothing.
type Details struct {
	StartedAt   *time.Time `json:"started_at"`
	RestartedAt *time.Time `json:"restarted_at"` // in the last outage; else null
	Build       string     `json:"build"`
	NewBuildAt  *time.Time `json:"new_build_at"` // when it was first seen instead of another one
	Quota       int64      `json:"quota,omitempty"`
	QuotaMS     int64      `json:"quota_ms,omitempty"`
	// Pairs is the last change of the pairs that was seen; null for none.
	Pairs *PairsChange `json:"pairs_changed"`
}

// PairsChange is monitor.PairsChange as JSON, with at most maxNames names of each.
type PairsChange struct {
	At   time.Time `json:"at"`
	From int64     `json:"from"`
	To   int64     `json:"to"`
	Came []string  `json:"came"`
	Went []string  `json:"went"`
}

// maxNames bounds a line.
const maxNames = 500

func fromAbout(a monitor.About) *Details {
	d := Details{
		StartedAt: stamp(a.Started), RestartedAt: stamp(a.Restarted), Build: a.Build, NewBuildAt: stamp(a.NewBuild),
		Quota: a.Quota.Requests, QuotaMS: a.Quota.Window.Milliseconds(),
	}
	if c := a.Pairs; c != nil {
		d.Pairs = &PairsChange{utc(c.At), c.From, c.To, c.Came[:min(len(c.Came), maxNames)], c.Went[:min(len(c.Went), maxNames)]}
	}
	return known(d)
}

func (d Details) monitor() monitor.About {
	a := monitor.About{
		Started: value(d.StartedAt), Restarted: value(d.RestartedAt), Build: d.Build, NewBuild: value(d.NewBuildAt),
		Quota: monitor.Allowance{Requests: d.Quota, Window: milliseconds(d.QuotaMS)},
	}
	if d.Pairs != nil {
		a.Pairs = new(monitor.PairsChange(*d.Pairs))
	}
	return a
}

// Certificate is the member that ends first of the verified chain. Warning is the
// sentence that the operator reads, "" before its time.
type Certificate struct {
	EndsAt    *time.Time `json:"ends_at"`
	Authority string     `json:"authority"` // whose it is; "" for the router's own
	Warning   string     `json:"warning"`

	Days int `json:"warning_days"` // how many days before the end to warn
}

// Phases is monitor.Phases as JSON, in milliseconds.
type Phases struct {
	LookupMS    int64 `json:"lookup_ms"`
	ConnectMS   int64 `json:"connect_ms"`
	HandshakeMS int64 `json:"tls_ms"`
	AnswerMS    int64 `json:"answer_ms,omitempty"` // of Slow only; otherwise it is the latency
	BodyMS      int64 `json:"body_ms"`
}

func fromPhases(p monitor.Phases) Phases {
	return Phases{
		p[monitor.Lookup].Milliseconds(), p[monitor.Connect].Milliseconds(),
		p[monitor.Handshake].Milliseconds(), p[monitor.FirstByte].Milliseconds(), p[monitor.Body].Milliseconds(),
	}
}

func (w Phases) monitor() monitor.Phases {
	return monitor.Phases{
		milliseconds(w.LookupMS), milliseconds(w.ConnectMS), milliseconds(w.HandshakeMS), milliseconds(w.AnswerMS), milliseconds(w.BodyMS),
	}
}
