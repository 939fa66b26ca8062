package view_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

func TestCertificateWarnings(t *testing.T) {
	now := viewtest.Now()
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		ends      time.Time
		days      int
		authority string
		want      string
	}{
		"none":             {time.Time{}, 14, "", ""},
		"before the first": {now.Add(14*day + time.Second), 14, "", ""},
		"at the first":     {now.Add(14 * day), 14, "", "The router's certificate expires on 13 December 2026, in 14 d: renew it."},
		"the last hours":   {now.Add(5*time.Hour + time.Minute), 14, "", "The router's certificate expires on 30 November 2026, in 5 h: renew it."},
		"at its end":       {now, 14, "", "The router's certificate expired on 29 November 2026."},
		"never":            {now.Add(time.Hour), 0, "", ""},
		"later":            {now.Add(60 * day), 90, "", "The router's certificate expires on 28 January 2027, in 60 d: renew it."},
		"of an authority":  {now.Add(2 * day), 14, "R3\n", "The certificate of “R3”, which the router's own depends on, expires on 1 December 2026, in 2 d: renew it."},
	} {
		t.Run(name, func(t *testing.T) {
			s := monitor.Snapshot{CertificateDays: c.days}
			s.Reading.Certificate = monitor.Certificate{Ends: c.ends, Authority: c.authority}
			assert.Equal(t, c.want, view.CertificateWarning(s, now))
		})
	}
}
