package stableroute

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"io"
	"math/big"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

func secured(url string) string { return strings.Replace(url, "http:", "https:", 1) }

// helloing is a server that answers a TLS hello with those bytes.
func helloing(t *testing.T, answer string) string {
	t.Helper()
	return secured(rawServer(t, func(c net.Conn) {
		header := make([]byte, 5)
		if _, err := io.ReadFull(c, header); err != nil {
			return
		}
		_, _ = io.CopyN(io.Discard, c, int64(header[3])<<8|int64(header[4]))
		_, _ = io.WriteString(c, answer)
		untilClosed(c)
	}))
}

// alert is a fatal alert, as a TLS record.
func alert(number byte) string { return "\x15\x03\x03\x00\x02\x02" + string(rune(number)) }

// serverHello is the answer of a server that chose this version and cipher suite.
func serverHello(version, suite string) string {
	hello := version + strings.Repeat("r", 32) + "\x00" + suite + "\x00"
	return "\x16" + version + "\x00\x2a\x02\x00\x00\x26" + hello
}

// What crypto/tls refuses in a handshake, by the places in its source that do.
func TestRefusalsOfTheHandshake(t *testing.T) {
	const (
		old     = "The router at ROUTER offers only encryption older than TLS 1.2, which is no longer safe: a newer one must be switched on there."
		none    = "The router at ROUTER has no encryption method in common with Routerwatch: it allows only old ones, or has no certificate."
		client  = "The router at ROUTER wants a client certificate, which Routerwatch cannot give: is there an address that wants a token instead?"
		broken  = "The router at ROUTER, or something on the way to it, does not keep to the rules of a secure connection."
		plain   = "The router at ROUTER answered without encryption: begin the address with http://, or use another port."
		no      = "What answered at ROUTER does not use encryption: are https and the port in the address right?"
		refused = "The router at ROUTER broke off the secure connection (%): its own log may say why."
	)
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	trusted := newAuthority(t)
	good := trusted.issue(t, func(*x509.Certificate) {})
	offering := func(change func(*tls.Config)) string {
		config := &tls.Config{Certificates: []tls.Certificate{good}}
		change(config)
		return tlsServer(t, config).URL
	}
	for _, c := range []struct {
		name, url string
		kind      monitor.Kind
		sentence  string
	}{
		{"TLS 1.1 alone", offering(func(c *tls.Config) { c.MinVersion, c.MaxVersion = tls.VersionTLS10, tls.VersionTLS11 }), monitor.OldEncryption, old},
		{"TLS 1.0 chosen", helloing(t, serverHello("\x03\x01", "\x00\x2f")), monitor.OldEncryption, old},
		{"SSL 3 chosen", helloing(t, serverHello("\x03\x00", "\x00\x2f")), monitor.OldEncryption, old},
		{"a cipher suite that was not offered", helloing(t, serverHello("\x03\x03", "\x00\x2f")), monitor.NoCommonEncryption, none},
		{"RSA key exchange alone", offering(func(c *tls.Config) {
			c.Certificates = []tls.Certificate{trusted.certify(t, &rsaKey.PublicKey, rsaKey, func(*x509.Certificate) {})}
			c.MaxVersion, c.CipherSuites = tls.VersionTLS12, []uint16{tls.TLS_RSA_WITH_AES_128_CBC_SHA}
		}), monitor.NoCommonEncryption, none},
		{"alert 40", helloing(t, alert(40)), monitor.NoCommonEncryption, none},
		{"alert 71", helloing(t, alert(71)), monitor.NoCommonEncryption, none},
		{"alert 70", helloing(t, alert(70)), monitor.OldEncryption, old},
		{"alert 112", helloing(t, alert(112)), monitor.NameNotServed, "The router at ROUTER says that it is not called that: is the address right?"},
		{"alert 120", helloing(t, alert(120)), monitor.OnlyHTTP2, "The router at ROUTER speaks only HTTP/2 at this port: switch on HTTP/1.1 there, or use another port."},
		{"alert 116", helloing(t, alert(116)), monitor.ClientCertificateWanted, client},
		{"alert 80", helloing(t, alert(80)), monitor.TLSRefused, strings.Replace(refused, "%", "internal error", 1)},
		{"alert 49", helloing(t, alert(49)), monitor.TLSRefused, strings.Replace(refused, "%", "access denied", 1)},
		{"an unknown alert", helloing(t, alert(99)), monitor.TLSRefused, strings.Replace(refused, "%", "alert(99)", 1)},
		{"a client certificate wanted, TLS 1.2", offering(func(c *tls.Config) { c.ClientAuth, c.MaxVersion = tls.RequireAnyClientCert, tls.VersionTLS12 }), monitor.ClientCertificateWanted, client},
		{"a client certificate wanted, TLS 1.3", offering(func(c *tls.Config) { c.ClientAuth = tls.RequireAnyClientCert }), monitor.ClientCertificateWanted, client},
		{"an error of the server", offering(func(c *tls.Config) {
			c.GetConfigForClient = func(*tls.ClientHelloInfo) (*tls.Config, error) { return nil, io.ErrNoProgress }
		}), monitor.TLSRefused, strings.Replace(refused, "%", "internal error", 1)},
		{"not a hello", helloing(t, "\x16\x03\x03\x00\x04\x0e\x00\x00\x00"), monitor.TLSFailed, broken},
		{"junk in a hello", helloing(t, "\x16\x03\x03\x00\x05\x02\x00\x00\x01x"), monitor.TLSFailed, broken},
		{"a record too long", helloing(t, "\x16\x03\x03\xff\xff"), monitor.NotTLS, no},
		{"HTTP", secured(answering(t, live).URL), monitor.PlainHTTP, plain},
		{"HTTP/0.9", helloing(t, "<!DOCTYPE HTML>\n"), monitor.PlainHTTP, plain},
		{"SSH", secured(rawServer(t, func(c net.Conn) { _, _ = io.WriteString(c, "SSH-2.0-OpenSSH_9.2\r\n"); untilClosed(c) })), monitor.NotTLS, no},
	} {
		t.Run(c.name, func(t *testing.T) {
			kind, text := sentence(t, newClient(t, c.url, trusting(trusted)))
			assert.Equal(t, c.kind, kind)
			assert.Equal(t, c.sentence, text)
		})
	}
	t.Run("a client certificate wanted by HTTP", func(t *testing.T) {
		server := tlsServer(t, &tls.Config{Certificates: []tls.Certificate{good}, ClientAuth: tls.RequestClientCert})
		server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) })
		kind, text := sentence(t, newClient(t, server.URL, trusting(trusted)))
		assert.Equal(t, monitor.ClientCertificateWanted, kind)
		assert.Equal(t, strings.Replace(client, "certificate,", "certificate (HTTP 400),", 1), text)
	})
}

// What crypto/tls and crypto/x509 refuse in a certificate.
func TestRefusalsOfACertificate(t *testing.T) {
	const again = ": issue it again."
	trusted := newAuthority(t)
	good := trusted.issue(t, func(*x509.Certificate) {})
	issued := func(change func(*x509.Certificate)) tls.Certificate { return trusted.issue(t, change) }
	under := func(change func(*x509.Certificate)) tls.Certificate { return trusted.intermediate(t, change).leaf(t) }
	huge := &rsa.PublicKey{N: new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), 9000), big.NewInt(1)), E: 65537}
	past := time.Date(2024, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name        string
		certificate tls.Certificate
		kind        monitor.Kind
		sentence    string
	}{
		{"a negative serial number", patched(issued(func(c *x509.Certificate) { c.SerialNumber = big.NewInt(0x1234) }), []byte{2, 2, 0x12, 0x34}, []byte{2, 2, 0x92, 0x34}), monitor.CertificateMalformed, "The router's certificate is malformed (negative serial number)" + again},
		{"no certificate at all", tls.Certificate{Certificate: [][]byte{[]byte("junk")}, PrivateKey: good.PrivateKey}, monitor.CertificateMalformed, "The router's certificate is malformed (malformed certificate)" + again},
		{"no subject alternative name", issued(func(c *x509.Certificate) { c.IPAddresses = nil }), monitor.CertificateNoNames, "The router's certificate has its name only in the old place (the common name): issue it again with 127.0.0.1 as a subject alternative name."},
		{"another name", issued(func(c *x509.Certificate) { c.IPAddresses, c.DNSNames = nil, []string{"other.example"} }), monitor.CertificateWrongHost, "The router's certificate is for another name than 127.0.0.1: is the address right?"},
		{"expired", issued(func(c *x509.Certificate) { c.NotBefore, c.NotAfter = past.AddDate(-1, 0, 0), past }), monitor.CertificateExpired, "The router's certificate expired on 1 March 2024."},
		{"not valid yet", issued(func(c *x509.Certificate) { c.NotBefore, c.NotAfter = past.AddDate(100, 0, 0), past.AddDate(101, 0, 0) }), monitor.CertificateExpired, "The router's certificate is not valid before 1 March 2124: is this computer's date right?"},
		{"an authority in between expired", under(func(c *x509.Certificate) { c.NotBefore, c.NotAfter = past.AddDate(-1, 0, 0), past }), monitor.CertificateExpired, "The certificate of “Between”, which the router's own depends on, expired on 1 March 2024."},
		{"an unknown authority", newAuthority(t).issue(t, func(*x509.Certificate) {}), monitor.CertificateUnknown, "The router's certificate is from an authority that this computer does not trust (“Test authority”): if it is yours, name its file as network.ca_file."},
		{"for clients", issued(func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth} }), monitor.CertificateInvalid, "The router's certificate is not meant for a server" + again},
		{"of an authority for clients", under(func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth} }), monitor.CertificateInvalid, "The router's certificate is from an authority that may not issue any for servers" + again},
		{"of an authority for other names", under(func(c *x509.Certificate) {
			_, only, _ := net.ParseCIDR("192.0.2.0/24")
			c.PermittedIPRanges, c.PermittedDNSDomainsCritical = []*net.IPNet{only}, true
		}), monitor.CertificateInvalid, "The router's certificate is from an authority that may not issue one for this name" + again},
		{"through too many authorities", trusted.intermediate(t, func(c *x509.Certificate) { c.MaxPathLenZero = true }).intermediate(t, func(c *x509.Certificate) { c.Subject.CommonName = "Second" }).leaf(t), monitor.CertificateInvalid, "The router's certificate comes through more authorities than the first of them allows" + again},
		{"signed by no authority", under(func(c *x509.Certificate) { c.IsCA = false }), monitor.CertificateInvalid, "The router's certificate is signed by a certificate that is no authority's" + again},
		{"an unknown critical extension", under(func(c *x509.Certificate) {
			c.ExtraExtensions = []pkix.Extension{{Id: asn1.ObjectIdentifier{1, 2, 3, 4}, Critical: true, Value: []byte{5, 0}}}
		}), monitor.CertificateInvalid, "The router's certificate has a critical extension that Routerwatch does not know" + again},
		{"signed with SHA-1", issued(func(c *x509.Certificate) { c.SignatureAlgorithm = x509.ECDSAWithSHA1 }), monitor.CertificateInvalid, "The router's certificate is signed with SHA-1, which is no longer safe" + again},
		{"a key that is too long", trusted.certify(t, huge, good.PrivateKey, func(*x509.Certificate) {}), monitor.CertificateInvalid, "The router's certificate has a key that is too long" + again},
	} {
		t.Run(c.name, func(t *testing.T) {
			url, _ := switching(t, c.certificate)
			kind, text := sentence(t, newClient(t, url, trusting(trusted)))
			assert.Equal(t, c.kind, kind)
			assert.Equal(t, c.sentence, text)
		})
	}
	t.Run("a key that is too short", func(t *testing.T) {
		key := newShortKey(t)
		server := tlsServer(t, &tls.Config{
			Certificates: []tls.Certificate{trusted.certify(t, key.public, key, func(*x509.Certificate) {})}, MaxVersion: tls.VersionTLS12,
		})
		kind, text := sentence(t, newClient(t, server.URL, trusting(trusted)))
		assert.Equal(t, monitor.CertificateInvalid, kind)
		assert.Equal(t, "The router's certificate has a key that is too short"+again, text)
	})
	t.Run("a key of an unknown kind", func(t *testing.T) {
		public, _, err := ed25519.GenerateKey(rand.Reader)
		require.NoError(t, err)
		edwards := trusted.certify(t, public, good.PrivateKey, func(*x509.Certificate) {})
		x25519 := patched(edwards, []byte{43, 101, 112}, []byte{43, 101, 110})
		leaf, err := x509.ParseCertificate(x25519.Certificate[0])
		require.NoError(t, err)
		url, _ := switching(t, x25519)
		kind, text := sentence(t, newClient(t, url, func(o *Options) { o.CAFile = trustFile(t, leaf) }))
		assert.Equal(t, monitor.CertificateInvalid, kind)
		assert.Equal(t, "The router's certificate has a key of an unknown kind"+again, text)
	})
}

// A signer of 512 bits, which crypto/rsa refuses to be.
type shortKey struct {
	public  *rsa.PublicKey
	private *big.Int
}

func newShortKey(t *testing.T) shortKey {
	t.Helper()
	for {
		p, err := rand.Prime(rand.Reader, 256)
		require.NoError(t, err)
		q, err := rand.Prime(rand.Reader, 256)
		require.NoError(t, err)
		one, n := big.NewInt(1), new(big.Int).Mul(p, q)
		d := new(big.Int).ModInverse(big.NewInt(65537), new(big.Int).Mul(p.Sub(p, one), q.Sub(q, one)))
		if d != nil && n.BitLen() == 512 {
			return shortKey{&rsa.PublicKey{N: n, E: 65537}, d}
		}
	}
}

func (k shortKey) Public() crypto.PublicKey { return k.public }

// Sign signs by PKCS #1 v1.5 with SHA-256.
func (k shortKey) Sign(_ io.Reader, digest []byte, _ crypto.SignerOpts) ([]byte, error) {
	sha256 := "\x30\x31\x30\x0d\x06\x09\x60\x86\x48\x01\x65\x03\x04\x02\x01\x05\x00\x04\x20"
	padding := strings.Repeat("\xff", 64-3-len(sha256)-len(digest))
	message := new(big.Int).SetBytes([]byte("\x00\x01" + padding + "\x00" + sha256 + string(digest)))
	return message.Exp(message, k.private, k.public.N).FillBytes(make([]byte, 64)), nil
}

// patched is a certificate with some of its bytes replaced.
func patched(c tls.Certificate, from, to []byte) tls.Certificate {
	return tls.Certificate{Certificate: [][]byte{bytes.Replace(c.Certificate[0], from, to, 1)}, PrivateKey: c.PrivateKey}
}

// certify makes a certificate for a key of any kind. The server answers with
// another one, where its own does not matter.
func (a authority) certify(t *testing.T, public, private any, change func(*x509.Certificate)) tls.Certificate {
	t.Helper()
	template := leafTemplate()
	change(template)
	der, err := x509.CreateCertificate(rand.Reader, template, a.certificate, public, a.key)
	require.NoError(t, err)
	return tls.Certificate{Certificate: append([][]byte{der}, a.between...), PrivateKey: private}
}

// intermediate is an authority that is certified by this one.
func (a authority) intermediate(t *testing.T, change func(*x509.Certificate)) authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(3), Subject: pkix.Name{CommonName: "Between"},
		NotBefore: time.Now().AddDate(-1, 0, 0), NotAfter: time.Now().AddDate(1, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	change(template)
	der, err := x509.CreateCertificate(rand.Reader, template, a.certificate, &key.PublicKey, a.key)
	require.NoError(t, err)
	certificate, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	return authority{certificate: certificate, key: key, between: append([][]byte{der}, a.between...)}
}

// leaf is a certificate that an authority in between issued.
func (a authority) leaf(t *testing.T) tls.Certificate {
	t.Helper()
	return a.issue(t, func(*x509.Certificate) {})
}
