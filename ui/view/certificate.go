package view

import (
	"errors"
	"time"

	"routerwatch/monitor"
)

// CertificateWarning is the sentence about a certificate that ends soon, "" before
// that.
func CertificateWarning(s monitor.Snapshot, now time.Time) string {
	c := s.Reading.Certificate
	if c.Ending(s.CertificateDays, now) == 0 {
		return ""
	}
	whose := "The router's certificate"
	if name := monitor.CleanText(c.Authority, maxName); name != "" {
		whose = dependedOn(name)
	}
	left := c.Ends.Sub(now.Round(0))
	if left <= 0 {
		return whose + " expired on " + date(c.Ends, now) + "."
	}
	return whose + " expires on " + date(c.Ends, now) + ", in " + span(left) + ": renew it."
}

// dependedOn is the certificate of an authority in the chain.
func dependedOn(authority string) string {
	return "The certificate of “" + authority + "”, which the router's own depends on,"
}

// date is the day of t in now's time zone.
func date(t, now time.Time) string { return t.In(now.Location()).Format("2 January 2006") }

// authoritiesNote says what is wrong with the file of further certificate
// authorities.
func authoritiesNote(s monitor.Snapshot) string {
	words := setupWords()[s.AuthoritiesProblem()]
	if words == "" {
		return ""
	}
	return ErrorSentence(errors.New(words + "; its last complete version is used"))
}

// warnings are the sentences about what is wrong while the router answers.
func warnings(s monitor.Snapshot, now time.Time) string {
	return joinSentences(CertificateWarning(s, now), authoritiesNote(s), slowAnswers(s.Slow), slowWay(s.Slow))
}
