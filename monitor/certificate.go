package monitor

import "time"

// A Certificate is the member that ends first of the chain that proves a router's
// identity. The zero value is none: plain http.
type Certificate struct {
	Ends time.Time
	// Authority is the name of the authority that it belongs to; empty for the
	// router's own.
	Authority string
}

// Ending returns the stage of the warning that a certificate ends soon: 1 or 3
// days before it does, or the first ones of the setting; 0 before all of them.
func (c Certificate) Ending(first int, now time.Time) (days int) {
	if c.Ends.IsZero() {
		return 0
	}
	left := c.Ends.Sub(now.Round(0))
	for _, days := range []int{1, 3, first} {
		if days <= first && left <= time.Duration(days)*24*time.Hour {
			return days
		}
	}
	return 0
}

// CertificateStage is [Certificate.Ending] when the snapshot was made.
func (s Snapshot) CertificateStage() (days int) {
	return s.Reading.Certificate.Ending(s.CertificateDays, s.AsOf)
}

// sameRenewal is how far apart the ends of certificates may be that the machines
// behind one address renew together.
const sameRenewal = 2 * 24 * time.Hour

// decideCertificate notifies once at each stage. Behind a load balancer each
// machine may have a certificate of its own, in turn: so a stage that was notified
// is not notified again, for whichever certificate, before the end that it was of.
func decideCertificate(notified Notified, s Snapshot, first int, wanted bool, now time.Time, add func(Notice)) Notified {
	if now.After(notified.CertificateEnds) {
		notified.CertificateEnds, notified.CertificateDays = time.Time{}, 0
	}
	certificate := s.Reading.Certificate
	days := certificate.Ending(first, now)
	switch {
	case days > 0 && (notified.CertificateDays == 0 || days < notified.CertificateDays):
		if wanted {
			notified.CertificateEnds, notified.CertificateDays, notified.CertificateShown = certificate.Ends, days, true
			add(Notice{Kind: NoticeCertificate})
		}
	case !notified.CertificateShown:
	case days == 0, certificate.Ends.Sub(notified.CertificateEnds) > sameRenewal: // it was renewed
		notified.CertificateShown = false
		add(Notice{Kind: NoticeCertificate, Silent: true})
	}
	return notified
}
