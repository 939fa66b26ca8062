package stableroute

import (
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// The earliest end of the chain that was verified counts, and not that of a member
// that was sent and not needed. Of several chains the one that lasts longest does.
func TestTheEndOfAChain(t *testing.T) {
	today := time.Now().UTC().Truncate(time.Second)
	in := func(days int) time.Time { return today.AddDate(0, 0, days) }
	ends := func(at time.Time) func(*x509.Certificate) { return func(c *x509.Certificate) { c.NotAfter = at } }
	root := newAuthority(t)
	between := root.intermediate(t, ends(in(9)))
	crossed := root.intermediate(t, ends(in(40)))
	crossed.between = append(crossed.between, root.crossSign(t, crossed, in(300))...)
	unused := root.intermediate(t, func(c *x509.Certificate) { c.Subject.CommonName, c.NotAfter = "Unused", in(1) })
	withUnused := root.issue(t, ends(in(20)))
	withUnused.Certificate = append(withUnused.Certificate, unused.between...)
	for name, c := range map[string]struct {
		certificate tls.Certificate
		want        monitor.Certificate
	}{
		"the router's own":    {root.issue(t, ends(in(5))), monitor.Certificate{Ends: in(5)}},
		"an authority's":      {between.issue(t, ends(in(90))), monitor.Certificate{Ends: in(9), Authority: "Between"}},
		"one was not needed":  {withUnused, monitor.Certificate{Ends: in(20)}},
		"two chains":          {crossed.issue(t, ends(in(200))), monitor.Certificate{Ends: in(200)}},
		"the root ends first": {root.issue(t, ends(in(5000))), monitor.Certificate{Ends: root.certificate.NotAfter, Authority: "Test authority"}},
	} {
		t.Run(name, func(t *testing.T) {
			url, _ := switching(t, c.certificate)
			client := newClient(t, url, trusting(root))
			for range 2 { // the second one may be resumed
				reading, err := poll(t, client)
				require.NoError(t, err)
				assert.Equal(t, c.want, reading.Certificate)
			}
		})
	}
	t.Run("plain http", func(t *testing.T) {
		reading, err := poll(t, newClient(t, answering(t, live).URL))
		require.NoError(t, err)
		assert.Zero(t, reading.Certificate)
	})
}

// crossSign is a second certificate for an authority, which ends at another time.
func (a authority) crossSign(t *testing.T, of authority, at time.Time) [][]byte {
	t.Helper()
	template := *of.certificate
	template.NotAfter = at
	der, err := x509.CreateCertificate(rand.Reader, &template, a.certificate, of.certificate.PublicKey, a.key)
	require.NoError(t, err)
	return [][]byte{der}
}

// A session that is resumed keeps the certificate that it began with.
func TestARenewedCertificateIsSeen(t *testing.T) {
	root := newAuthority(t)
	renewed := root.issue(t, func(c *x509.Certificate) { c.NotAfter = time.Now().AddDate(0, 3, 0) })
	for name, tt := range map[string]struct {
		days int           // until the old one ends
		old  time.Duration // how long its session is resumed
		seen bool
	}{
		"it soon ends, at once":     {2, 0, true},
		"else not at once":          {60, 59 * time.Minute, false},
		"but an hour later at most": {60, time.Hour, true},
	} {
		t.Run(name, func(t *testing.T) {
			ending := root.issue(t, func(c *x509.Certificate) { c.NotAfter = time.Now().AddDate(0, 0, tt.days) })
			url, now := switching(t, ending)
			client := newClient(t, url, trusting(root))
			for range 2 {
				_, err := poll(t, client)
				require.NoError(t, err)
			}
			now.Store(&renewed)
			client.began = client.began.Add(-tt.old)
			_, err := poll(t, client) // learns that the session is old
			require.NoError(t, err)
			reading, err := poll(t, client)
			require.NoError(t, err)
			assert.Equal(t, tt.seen, time.Until(reading.Certificate.Ends) > 80*24*time.Hour)
		})
	}
}
