package stableroute

import (
	"bytes"
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"slices"
	"strings"
	"time"

	"routerwatch/monitor"
)

// certificateKind is the kind of a certificate that was not accepted.
func certificateKind(f *monitor.Failure, refused *tls.CertificateVerificationError) monitor.Kind {
	leaf := refused.UnverifiedCertificates[0]
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](refused.Err); ok {
		if invalid.Reason == x509.Expired {
			if !invalid.Cert.Equal(leaf) {
				f.Authority = authorityName(invalid.Cert)
			}
			if f.Expired = invalid.Cert.NotAfter; time.Now().Before(invalid.Cert.NotBefore) {
				f.Expired = invalid.Cert.NotBefore
			}
			return monitor.CertificateExpired
		}
		f.Problem = invalidProblem(invalid.Reason, leaf)
		return monitor.CertificateInvalid
	}
	if _, ok := errors.AsType[x509.HostnameError](refused.Err); ok {
		if len(leaf.DNSNames)+len(leaf.IPAddresses) == 0 {
			return monitor.CertificateNoNames
		}
		return monitor.CertificateWrongHost
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](refused.Err); ok {
		if f.Problem = signatureProblem(refused.UnverifiedCertificates); f.Problem != "" {
			return monitor.CertificateInvalid
		}
		f.Authority = clean(cmp.Or(leaf.Issuer.CommonName, strings.Join(leaf.Issuer.Organization, " ")), maxTarget)
		return monitor.CertificateUnknown
	}
	if _, ok := errors.AsType[x509.UnhandledCriticalExtension](refused.Err); ok {
		f.Problem = "has a critical extension that Routerwatch does not know"
	}
	return monitor.CertificateInvalid
}

// invalidProblem is what is wrong with a certificate or its chain.
func invalidProblem(reason x509.InvalidReason, leaf *x509.Certificate) string {
	switch reason {
	case x509.IncompatibleUsage:
		forServers := func(use x509.ExtKeyUsage) bool {
			return use == x509.ExtKeyUsageServerAuth || use == x509.ExtKeyUsageAny
		}
		if len(leaf.ExtKeyUsage) > 0 && !slices.ContainsFunc(leaf.ExtKeyUsage, forServers) {
			return "is not meant for a server"
		}
		return "is from an authority that may not issue any for servers"
	case x509.CANotAuthorizedForThisName, x509.UnconstrainedName, x509.TooManyConstraints:
		return "is from an authority that may not issue one for this name"
	case x509.TooManyIntermediates:
		return "comes through more authorities than the first of them allows"
	case x509.NotAuthorizedToSign:
		return byNoAuthority
	}
	return "" // of no practical use, such as policies
}

const byNoAuthority = "is signed by a certificate that is no authority's"

// signatureProblem is what is wrong with the signatures of a chain, empty if that is
// only that they lead to no trusted authority. A certificate's signature by itself
// does not matter.
func signatureProblem(chain []*x509.Certificate) string {
	for _, c := range chain {
		if bytes.Equal(c.RawIssuer, c.RawSubject) {
			continue
		}
		switch c.SignatureAlgorithm {
		case x509.SHA1WithRSA, x509.DSAWithSHA1, x509.ECDSAWithSHA1:
			return "is signed with SHA-1, which is no longer safe"
		case x509.MD2WithRSA, x509.MD5WithRSA:
			return "is signed with MD5, which is no longer safe"
		}
	}
	for _, c := range chain[1:] {
		if bytes.Equal(c.RawSubject, chain[0].RawIssuer) && !c.IsCA {
			return byNoAuthority
		}
	}
	return ""
}

// endsFirst is the member that ends first of the chain that was verified. Of
// several chains, as a cross-signed authority gives, that of the one that lasts
// longest: one is enough.
func endsFirst(chains [][]*x509.Certificate) monitor.Certificate {
	var found *x509.Certificate
	for _, chain := range chains {
		first := slices.MinFunc(chain, func(a, b *x509.Certificate) int { return a.NotAfter.Compare(b.NotAfter) })
		if found == nil || first.NotAfter.After(found.NotAfter) {
			found = first
		}
	}
	if found == nil {
		return monitor.Certificate{}
	}
	c := monitor.Certificate{Ends: found.NotAfter.UTC()}
	if found != chains[0][0] {
		c.Authority = authorityName(found)
	}
	return c
}

// authorityName is the name of an authority's certificate.
func authorityName(c *x509.Certificate) string {
	name := cmp.Or(c.Subject.CommonName, strings.Join(c.Subject.Organization, " "), "an authority without a name")
	return clean(name, maxTarget)
}

// renewalDue reports whether the next poll makes a full handshake: a resumed session
// keeps the certificate that it began with, for up to a week after that was renewed.
// Each poll does where the certificate soon ends, and else one an hour, because the
// operator may be warned up to a year before.
func renewalDue(c monitor.Certificate, began, now time.Time) bool {
	const soon, longest = 15 * 24 * time.Hour, time.Hour
	return !c.Ends.IsZero() && (c.Ends.Sub(now) < soon || now.Sub(began) >= longest)
}
