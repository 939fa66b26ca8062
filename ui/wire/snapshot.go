// Package wire is the JSON format of the program: for the output of
// `watch --json` and `check --json`, and for the pipes between the agent and its
// window.
//
// It is one object a line. An object without a type is a [Snapshot]; the agent's
// other lines are [App], [History], [Pairs] and [Show]; the window sends [Command] lines.
// Readers tolerate junk, over-long lines and unknown fields.
package wire

import (
	"math"
	"time"

	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// Snapshot is a monitor.Snapshot as JSON. The fields down to Maintenance, and Slow, are
// the interface that README documents; the window needs the others too. Times are RFC
// 3339 in UTC, null while unknown.
type Snapshot struct {
	Router     string     `json:"router"`
	URL        string     `json:"url"`
	Status     string     `json:"status"`
	Pairs      *int64     `json:"pairs"`
	Paused     *bool      `json:"paused"`
	LatencyMS  *int64     `json:"latency_ms"`
	Phases     *Phases    `json:"phases,omitempty"`
	UpdatedAt  *time.Time `json:"updated_at"`
	Failures   int        `json:"failures"`
	LostPairs  *LostPairs `json:"lost_pairs"` // null for none
	NextPollAt *time.Time `json:"next_poll_at"`
	WaitMS     int64      `json:"wait_ms"`
	Failure    *Failure   `json:"failure"`
	// Certificate is that of the last good reading; null without TLS.
	Certificate *Certificate `json:"certificate"`
	Proxy       *Proxy       `json:"proxy,omitempty"`
	Details     *Details     `json:"details,omitempty"`
	// What the operator has silenced, which only the app knows.
	Acknowledged bool       `json:"acknowledged,omitempty"`
	Muted        bool       `json:"muted,omitempty"`
	MutedUntil   *time.Time `json:"muted_until,omitempty"`
	Maintenance  bool       `json:"maintenance,omitempty"`

	ID           string           `json:"id"`
	AsOf         time.Time        `json:"as_of"`
	Simulated    bool             `json:"simulated"`
	Tries        int              `json:"tries"`
	PollingSince *time.Time       `json:"polling_since"`
	PausedSince  *time.Time       `json:"paused_since"`
	PauseFound   bool             `json:"pause_found"` // it began before paused_since
	HadPairs     bool             `json:"had_pairs"`   // it is known to have had some
	OutageSince  *time.Time       `json:"outage_since"`
	OutageUntil  *time.Time       `json:"outage_until"`
	OutageFound  bool             `json:"outage_found"` // it began before outage_since
	Relapses     int              `json:"outage_relapses"`
	RetryBlocked *time.Time       `json:"retry_blocked_until"`
	IntervalMS   int64            `json:"interval_ms"`
	TimeoutMS    int64            `json:"timeout_ms"`
	Counters     map[string]int64 `json:"counters"`       // by the router's own names
	Slow         *Phases          `json:"slow,omitempty"` // what has been slow for a while
	PassedOver   string           `json:"passed_over,omitempty"`
	SmallHello   bool             `json:"small_hello,omitempty"`
	Authorities  string           `json:"authorities_problem,omitempty"`
}

// LostPairs is monitor.LostPairs as JSON.
type LostPairs struct {
	From  int64     `json:"from"`
	Since time.Time `json:"since"`
}

// Failure says why the last poll failed. Message is the sentence that the operator
// reads; the fields with omitempty are its details.
type Failure struct {
	Kind        string `json:"kind"`
	Layer       string `json:"layer"`
	Message     string `json:"message"`
	HTTPStatus  *int   `json:"http_status"`
	RequestID   string `json:"request_id"`
	RetryAfterS *int64 `json:"retry_after_s"`

	Host          string     `json:"host,omitempty"`
	Silent        string     `json:"silent,omitempty"`
	RouterCode    string     `json:"router_code,omitempty"`
	RouterMessage string     `json:"router_message,omitempty"`
	Target        string     `json:"target,omitempty"`
	Field         string     `json:"field,omitempty"`
	Problem       string     `json:"problem,omitempty"`
	Authority     string     `json:"authority,omitempty"`
	Expired       *time.Time `json:"expired,omitempty"`
	LimitMS       int64      `json:"limit_ms,omitempty"`
	ProxyFrom     string     `json:"proxy_from,omitempty"`
	Cause         string     `json:"cause,omitempty"`
}

// Proxy says which proxy the router is polled through, and why; absent for none,
// because nothing names one.
type Proxy struct {
	Address string `json:"address"` // empty for none
	From    string `json:"from"`
	Exempt  string `json:"exempt,omitempty"`
	Ignored string `json:"ignored,omitempty"`
}

// FromSnapshot converts a monitor.Snapshot.
func FromSnapshot(s monitor.Snapshot) Snapshot {
	w := Snapshot{
		Router: s.Name, URL: s.URL, Status: string(s.Status),
		Failures: s.Failures, NextPollAt: stamp(s.NextPoll), WaitMS: s.Wait.Milliseconds(),
		ID: s.ID, AsOf: utc(s.AsOf), Simulated: s.Simulated, Tries: s.Tries,
		PollingSince: stamp(s.Polling), PausedSince: stamp(s.Pause), PauseFound: s.PauseStartUnseen,
		OutageSince: stamp(s.Outage.Since), OutageUntil: stamp(s.Outage.Until),
		OutageFound: s.Outage.StartUnseen, Relapses: s.Outage.Relapses,
		RetryBlocked: stamp(s.RetryBlocked), HadPairs: s.HadPairs,
		LostPairs:  known(LostPairs{s.LostPairs.From, utc(s.LostPairs.Since)}),
		IntervalMS: s.Interval.Milliseconds(), TimeoutMS: s.Timeout.Milliseconds(),
		Counters: map[string]int64{}, Slow: known(fromPhases(s.Slow)), Authorities: string(s.AuthoritiesProblem()), Proxy: known(Proxy(s.Proxy)),
		Details:      fromAbout(s.About),
		Acknowledged: s.Quiet.Acknowledged, Muted: s.Quiet.Muted, MutedUntil: stamp(s.Quiet.MutedUntil), Maintenance: s.Quiet.Maintenance,
	}
	if r := s.Reading; r.Known() {
		w.Pairs, w.Paused = new(r.Pairs), new(r.Paused)
		w.LatencyMS, w.UpdatedAt = new(r.Latency.Milliseconds()), stamp(r.At)
		w.Phases, w.PassedOver, w.SmallHello = known(fromPhases(r.Path.Phases)), r.Path.PassedOver, r.Path.SmallHello
		for statistic, name := range monitor.StatisticNames() {
			if count := r.Counters[statistic]; count.Known {
				w.Counters[name] = count.N
			}
		}
		if c := r.Certificate; !c.Ends.IsZero() {
			w.Certificate = &Certificate{
				EndsAt: stamp(c.Ends), Authority: c.Authority, Warning: view.CertificateWarning(s, w.AsOf), Days: s.CertificateDays,
			}
		}
	}
	if s.Failing() {
		w.Failure = fromFailure(s.Failure, w.AsOf)
	}
	return w
}

func fromFailure(f monitor.Failure, at time.Time) *Failure {
	w := &Failure{
		Kind: string(f.Kind), Layer: string(f.Layer), Message: view.FailureSentence(f, at),
		HTTPStatus: known(f.HTTPStatus), RequestID: f.RequestID, Host: f.Host, Silent: f.Silent, RouterCode: f.Code, RouterMessage: f.Message,
		Target: f.Target, Field: f.Field, Problem: f.Problem, Authority: f.Authority,
		Expired: stamp(f.Expired), LimitMS: f.Limit.Milliseconds(), ProxyFrom: f.ProxyFrom, Cause: string(f.Cause),
	}
	if f.RetryAfter > 0 {
		w.RetryAfterS = new(int64((f.RetryAfter-1)/time.Second) + 1) // rounded up
	}
	return w
}

// Monitor converts w to a monitor.Snapshot. Missing fields are unknown.
func (w Snapshot) Monitor() monitor.Snapshot {
	s := monitor.Snapshot{
		Router: monitor.Router{ID: w.ID, Name: w.Router, URL: w.URL, Simulated: w.Simulated, Proxy: monitor.Proxy(value(w.Proxy))},
		Status: monitor.Status(w.Status), Failures: w.Failures, Tries: w.Tries,
		Outage: monitor.Outage{
			Since: value(w.OutageSince), Until: value(w.OutageUntil), StartUnseen: w.OutageFound, Relapses: w.Relapses,
		},
		Pause: value(w.PausedSince), PauseStartUnseen: w.PauseFound, HadPairs: w.HadPairs, Polling: value(w.PollingSince),
		NextPoll: value(w.NextPollAt), Wait: milliseconds(w.WaitMS),
		Interval: milliseconds(w.IntervalMS), Timeout: milliseconds(w.TimeoutMS),
		RetryBlocked: value(w.RetryBlocked), AsOf: w.AsOf, Slow: value(w.Slow).monitor(),
		About: value(w.Details).monitor(),
		Quiet: monitor.Quiet{Acknowledged: w.Acknowledged, Muted: w.Muted, MutedUntil: value(w.MutedUntil), Maintenance: w.Maintenance},
	}
	if lost := value(w.LostPairs); lost.From > 0 {
		s.LostPairs = monitor.LostPairs(lost)
	}
	if s.ID == "" {
		s.ID = w.Router // a hand-written line needs no id
	}
	if w.Pairs != nil && w.Paused != nil && w.UpdatedAt != nil {
		s.Reading = monitor.Reading{
			Pairs: *w.Pairs, Paused: *w.Paused, At: *w.UpdatedAt, Latency: milliseconds(value(w.LatencyMS)),
			Path: monitor.Path{Phases: value(w.Phases).monitor(), PassedOver: w.PassedOver, SmallHello: w.SmallHello},
		}
		for statistic, name := range monitor.StatisticNames() {
			n, known := w.Counters[name]
			s.Reading.Counters[statistic] = monitor.Count{N: n, Known: known}
		}
		s.Reading.Authorities = monitor.SetupProblem(w.Authorities)
		if c := w.Certificate; c != nil {
			s.Reading.Certificate = monitor.Certificate{Ends: value(c.EndsAt), Authority: c.Authority}
			s.CertificateDays = c.Days
		}
	}
	if w.Failure != nil {
		s.Failure = w.Failure.monitor()
		s.Failure.Authorities = monitor.SetupProblem(w.Authorities)
	}
	return s
}

func (w Failure) monitor() monitor.Failure {
	return monitor.Failure{
		Kind: monitor.Kind(w.Kind), Layer: monitor.Layer(w.Layer),
		HTTPStatus: value(w.HTTPStatus), RetryAfter: times(value(w.RetryAfterS), time.Second), RequestID: w.RequestID,
		Host: w.Host, Silent: w.Silent, Code: w.RouterCode, Message: w.RouterMessage, Target: w.Target,
		Field: w.Field, Problem: w.Problem, Authority: w.Authority, Expired: value(w.Expired), Limit: milliseconds(w.LimitMS),
		ProxyFrom: w.ProxyFrom, Cause: monitor.Kind(w.Cause),
	}
}

// stamp converts t for JSON, nil if it is unknown.
func stamp(t time.Time) *time.Time { return known(utc(t)) }

// known is nil for the zero value, which means unknown.
func known[T comparable](v T) *T {
	var unknown T
	if v == unknown {
		return nil
	}
	return &v
}

// value is the reverse of known.
func value[T any](v *T) T {
	if v == nil {
		v = new(T)
	}
	return *v
}

// utc is t in UTC without its monotonic reading, or zero if RFC 3339 cannot
// represent it.
func utc(t time.Time) time.Time {
	t = t.UTC().Round(0)
	if year := t.Year(); year < 0 || year > 9999 {
		return time.Time{}
	}
	return t
}

func milliseconds(n int64) time.Duration { return times(n, time.Millisecond) }

// times is n units, or the longest duration if that overflows.
func times(n int64, unit time.Duration) time.Duration {
	longest := int64(math.MaxInt64 / unit)
	return time.Duration(min(max(n, -longest), longest)) * unit
}
