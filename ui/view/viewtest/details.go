package viewtest

import (
	"time"

	"routerwatch/monitor"
)

// details is of a router that restarted lately, with another build, and whose pairs
// changed since.
func details(s *monitor.Snapshot) {
	s.Reading.Pairs = 10
	s.About = monitor.About{
		Started: before(2 * time.Minute), Restarted: before(2 * time.Minute),
		Build: "0.2.0 (4f2c1d0)", NewBuild: before(time.Minute),
		Quota: monitor.Allowance{Requests: 60, Window: time.Minute},
		Pairs: &monitor.PairsChange{
			At: before(10 * time.Second), From: 4, To: 10,
			Came: []string{"EURC→USDC", "EURC→XLM", "NGNC→USDC", "NGNC→XLM", "USDC→NGNC", "XLM→EURC", "XLM→NGNC"},
			Went: []string{"BRL→USDC"},
		},
	}
}

func certificate(authority string) change {
	return func(s *monitor.Snapshot) {
		s.Reading.Certificate = monitor.Certificate{Ends: after(13*24*time.Hour + 4*time.Hour), Authority: authority}
		s.CertificateDays = 14
	}
}

func authorities(s *monitor.Snapshot) {
	s.Reading.Authorities = monitor.AuthoritiesCut
	if s.Failing() {
		s.Failure.Authorities = monitor.AuthoritiesCut
	}
}

// slowWay is a name server that loses queries for IPv6 addresses.
func slowWay(s *monitor.Snapshot) {
	s.Reading.Path.Phases = monitor.Phases{
		monitor.Lookup: 10*time.Second + 12*time.Millisecond, monitor.Connect: 20 * time.Millisecond,
		monitor.Handshake: 45 * time.Millisecond, monitor.Body: time.Millisecond,
	}
	s.Slow[monitor.Lookup] = s.Reading.Path.Phases[monitor.Lookup]
}

func slowAnswers(s *monitor.Snapshot) {
	s.Reading.Latency = 8200 * time.Millisecond
	s.Slow[monitor.FirstByte] = s.Reading.Latency
}

func proxyFailed() monitor.Snapshot {
	s := down(monitor.ProxyFailed)
	s.Status, s.Outage = monitor.Offline, monitor.Outage{}
	s.Proxy = monitor.Proxy{Address: "http://proxy.example.org:3128", From: s.Failure.ProxyFrom}
	return s
}
