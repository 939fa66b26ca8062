package stableroute

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// authority is a certificate authority of a test.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
	file        string // that has it trusted

	between [][]byte // the certificates that a server sends after its own
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Test authority"},
		NotBefore: time.Now().AddDate(-2, 0, 0), NotAfter: time.Now().AddDate(2, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	certificate, err := x509.ParseCertificate(der)
	require.NoError(t, err)
	return authority{certificate: certificate, key: key, file: trustFile(t, certificate)}
}

// trustFile is a PEM file with those certificates.
func trustFile(t *testing.T, certificates ...*x509.Certificate) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "authorities.pem")
	require.NoError(t, os.WriteFile(file, pemOf(certificates...), 0o600))
	return file
}

func pemOf(certificates ...*x509.Certificate) (text []byte) {
	for _, c := range certificates {
		text = append(text, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw})...)
	}
	return text
}

// issue makes a certificate for 127.0.0.1, changed as a test needs it.
func (a authority) issue(t *testing.T, change func(*x509.Certificate)) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	return a.certify(t, &key.PublicKey, key, change)
}

func leafTemplate() *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "router"},
		NotBefore: time.Now().AddDate(0, -1, 0), NotAfter: time.Now().AddDate(0, 1, 0),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
}

func tlsServer(t *testing.T, config *tls.Config) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, live)
	}))
	server.TLS = config
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

func trusting(a authority) func(*Options) {
	return func(o *Options) { o.CAFile = a.file }
}

func TestCertificates(t *testing.T) {
	trusted, other := newAuthority(t), newAuthority(t)
	past := time.Date(2024, 3, 1, 12, 0, 0, 0, time.UTC)
	future := time.Now().AddDate(0, 0, 7).UTC().Truncate(time.Second)
	for _, c := range []struct {
		name    string
		by      authority
		change  func(*x509.Certificate)
		kind    monitor.Kind // empty: a reading
		expired time.Time
	}{
		{"good", trusted, func(*x509.Certificate) {}, "", time.Time{}},
		{"expired", trusted, func(c *x509.Certificate) { c.NotBefore, c.NotAfter = past.AddDate(-1, 0, 0), past }, monitor.CertificateExpired, past},
		{"not valid yet", trusted, func(c *x509.Certificate) { c.NotBefore = future }, monitor.CertificateExpired, future},
		{"wrong host", trusted, func(c *x509.Certificate) {
			c.IPAddresses, c.DNSNames = nil, []string{"other.example"}
		}, monitor.CertificateWrongHost, time.Time{}},
		{"unknown authority", other, func(*x509.Certificate) {}, monitor.CertificateUnknown, time.Time{}},
		{"for another use", trusted, func(c *x509.Certificate) {
			c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}
		}, monitor.CertificateInvalid, time.Time{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := tlsServer(t, &tls.Config{Certificates: []tls.Certificate{c.by.issue(t, c.change)}})
			client := newClient(t, server.URL, trusting(trusted))
			reading, err := poll(t, client)
			if c.kind == "" {
				require.NoError(t, err)
				assert.EqualValues(t, 4, reading.Pairs)
				return
			}
			got := failureIn(t, err)
			assert.Equal(t, c.kind, got.Kind)
			assert.Equal(t, monitor.LayerTLS, got.Layer)
			assert.True(t, c.expired.Equal(got.Expired), "%v", got.Expired)
			assert.Equal(t, client.Base().Stats().Host, got.Host)
		})
	}
}

func TestTLSVersions(t *testing.T) {
	trusted := newAuthority(t)
	certificate := trusted.issue(t, func(*x509.Certificate) {})
	for _, c := range []struct {
		name    string
		version uint16
		works   bool
	}{
		{"1.1", tls.VersionTLS11, false},
		{"1.2", tls.VersionTLS12, true},
		{"1.3", tls.VersionTLS13, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := tlsServer(t, &tls.Config{
				Certificates: []tls.Certificate{certificate},
				MinVersion:   c.version, MaxVersion: c.version,
			})
			_, err := poll(t, newClient(t, server.URL, trusting(trusted)))
			if c.works {
				require.NoError(t, err)
				return
			}
			got := failureIn(t, err)
			assert.Equal(t, monitor.OldEncryption, got.Kind)
			assert.Equal(t, monitor.LayerTLS, got.Layer)
		})
	}
}

// With TLS 1.3 the refusal comes after the client's handshake, in the place of
// an answer.
func TestARouterThatWantsACertificateOfOurs(t *testing.T) {
	trusted := newAuthority(t)
	certificate := trusted.issue(t, func(*x509.Certificate) {})
	for name, version := range map[string]uint16{"1.2": tls.VersionTLS12, "1.3": tls.VersionTLS13} {
		t.Run(name, func(t *testing.T) {
			server := tlsServer(t, &tls.Config{
				Certificates: []tls.Certificate{certificate}, ClientAuth: tls.RequireAnyClientCert,
				MinVersion: version, MaxVersion: version,
			})
			got := failing(t, newClient(t, server.URL, trusting(trusted)))
			assert.Equal(t, monitor.ClientCertificateWanted, got.Kind)
			assert.Equal(t, monitor.LayerTLS, got.Layer)
		})
	}
}

func TestNoTLSThere(t *testing.T) {
	https := func(url string) string { return strings.Replace(url, "http:", "https:", 1) }
	t.Run("closed in the handshake", func(t *testing.T) {
		got := failing(t, newClient(t, https(rawServer(t, func(c net.Conn) {
			_, _ = c.Read(make([]byte, 4096))
		}))))
		assert.Equal(t, monitor.ClosedEarly, got.Kind)
		assert.Equal(t, monitor.LayerTCP, got.Layer)
	})
}

func TestSessionsAreResumed(t *testing.T) {
	trusted := newAuthority(t)
	resumed := make(chan bool, 2)
	server := tlsServer(t, &tls.Config{
		Certificates: []tls.Certificate{trusted.issue(t, func(*x509.Certificate) {})},
		VerifyConnection: func(state tls.ConnectionState) error {
			resumed <- state.DidResume
			return nil
		},
	})
	client := newClient(t, server.URL, trusting(trusted))
	for range 2 {
		_, err := poll(t, client)
		require.NoError(t, err)
	}
	assert.False(t, <-resumed)
	assert.True(t, <-resumed)
}
