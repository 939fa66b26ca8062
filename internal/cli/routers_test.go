package cli

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zalando/go-keyring"

	"routerwatch/internal/secret"
	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

// certified is a certificate of its own authority, for those hosts, and the
// file that has it trusted.
func certified(t *testing.T, hosts ...string) (tls.Certificate, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	for _, host := range hosts {
		if ip := net.ParseIP(host); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
			continue
		}
		template.DNSNames = append(template.DNSNames, host)
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "authorities.pem")
	require.NoError(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600))
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, file
}

// routerAt is a router on that address, with TLS where it has a certificate,
// that tells of each request's Authorization.
func routerAt(t *testing.T, address string, certificate *tls.Certificate) (at string, authorized chan string) {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Skipf("%s is no address here: %v", address, err)
	}
	authorized = make(chan string, 100)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		authorized <- r.Header.Get("Authorization")
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"totalPairs":4,"paused":false}`)
	}))
	_ = server.Listener.Close()
	server.Listener = listener
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	if certificate != nil {
		server.TLS = &tls.Config{Certificates: []tls.Certificate{*certificate}}
		server.StartTLS()
	} else {
		server.Start()
	}
	t.Cleanup(server.Close)
	return listener.Addr().String(), authorized
}

// without has the environment name no proxy.
func without(t *testing.T) {
	t.Helper()
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy", "REQUEST_METHOD"} {
		t.Setenv(name, "")
	}
}

// ask polls a router once, through the connection that the program makes.
func ask(t *testing.T, address, token string, network settings.Network) (monitor.Reading, error) {
	t.Helper()
	r := settings.Router{ID: "r1", Name: "router", URL: address, Token: token != ""}
	connection, err := opener(secret.Tokens{}.With(r, token), network)(r)
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	return connection.Source.Poll(ctx)
}

// failed is the failure that a poll brought, which must hold no secret.
func failed(t *testing.T, err error) *monitor.Failure {
	t.Helper()
	failure, ok := errors.AsType[*monitor.Failure](err)
	require.True(t, ok, "%v", err)
	assert.NotContains(t, fmt.Sprintf("%+v", *failure), "planted")
	return failure
}

func TestIPv6(t *testing.T) {
	certificate, authorities := certified(t, "::1")
	plain, _ := routerAt(t, "[::1]:0", nil)
	secure, authorized := routerAt(t, "[::1]:0", &certificate)
	without(t)
	for address, token := range map[string]string{"http://" + plain: "", "https://" + secure: "s3cret"} {
		reading, err := ask(t, address, token, settings.Network{CAFile: authorities})
		require.NoError(t, err, address)
		assert.EqualValues(t, 4, reading.Pairs)
	}
	assert.Equal(t, "Bearer s3cret", <-authorized)

	nobody, err := net.Listen("tcp", "[::1]:0")
	require.NoError(t, err)
	require.NoError(t, nobody.Close())
	_, err = ask(t, "http://"+nobody.Addr().String(), "", settings.Network{})
	got := failed(t, err)
	assert.Equal(t, monitor.Refused, got.Kind)
	assert.Equal(t, nobody.Addr().String(), got.Host)
}

func TestFurtherAuthorities(t *testing.T) {
	certificate, authorities := certified(t, "127.0.0.1")
	_, others := certified(t, "127.0.0.1")
	secure, _ := routerAt(t, "127.0.0.1:0", &certificate)
	without(t)
	for name, c := range map[string]struct {
		file string
		kind monitor.Kind
	}{
		"none":      {"", monitor.CertificateUnknown},
		"the right": {authorities, ""},
		"others":    {others, monitor.CertificateUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ask(t, "https://"+secure, "", settings.Network{CAFile: c.file})
			if c.kind == "" {
				require.NoError(t, err)
				return
			}
			assert.Equal(t, c.kind, failed(t, err).Kind)
		})
	}
	folder := t.TempDir()
	empty := filepath.Join(folder, "empty.pem")
	require.NoError(t, os.WriteFile(empty, []byte("no certificate"), 0o600))
	for name, file := range map[string]string{"missing": filepath.Join(folder, "none.pem"), "a folder": folder, "no certificate": empty} {
		t.Run(name, func(t *testing.T) {
			open := opener(secret.Tokens{}, settings.Network{CAFile: file})
			_, err := open(settings.Router{URL: "https://" + secure})
			require.Error(t, err, "nothing is asked without it")
			assert.Contains(t, view.Problem(err), "ca_file")
		})
	}
}

// A test of a connection uses the network that it is told of, and a stored
// token for the server alone that it is stored for.
func TestProbe(t *testing.T) {
	certificate, authorities := certified(t, "router.invalid")
	secure, authorized := routerAt(t, "127.0.0.1:0", &certificate)
	p := startProxy(t, "socks5", certificate, map[string]string{"router.invalid:443": secure})
	without(t)
	configured(t)
	require.NoError(t, keyring.Set("routerwatch", "kept https://router.invalid:443", "planted"))
	network := settings.Network{Proxy: p.url("socks5", nil), CAFile: authorities}
	for name, c := range map[string]struct {
		router      settings.Router
		token, sent string
		wrong       bool
	}{
		"the stored token":                 {settings.Router{ID: "kept", URL: "https://router.invalid", Token: true}, "", "Bearer planted", false},
		"a token that was typed":           {settings.Router{ID: "kept", URL: "https://router.invalid", Token: true}, "typed", "Bearer typed", false},
		"no token":                         {settings.Router{ID: "new", URL: "https://router.invalid"}, "", "", false},
		"the stored token, another path":   {settings.Router{ID: "kept", URL: "https://router.invalid/x", Token: true}, "", "Bearer planted", false},
		"the stored token, elsewhere":      {settings.Router{ID: "kept", URL: "https://router.invalid:8443", Token: true}, "", "", true},
		"the stored token of another":      {settings.Router{ID: "new", URL: "https://router.invalid", Token: true}, "", "", true},
		"a token that was typed, no https": {settings.Router{ID: "new", URL: "http://router.invalid"}, "typed", "", true},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := probe(t.Context(), c.router, c.token, network)
			if c.wrong {
				require.Error(t, err)
				assert.NotContains(t, err.Error(), "planted")
				assert.Empty(t, authorized, "nothing was asked")
				return
			}
			require.NoError(t, err)
			assert.True(t, got.Failure.None(), "%+v", got.Failure)
			assert.EqualValues(t, 4, got.Reading.Pairs)
			assert.Equal(t, c.sent, <-authorized)
		})
	}
}

// A value that could not be read at the start was not changed meanwhile: the copy that
// a save keeps is called what it is.
func TestACopyOfTheSettingsIsNotCalledEditedMeanwhile(t *testing.T) {
	configured(t, simulated(t))
	path, err := settings.Path()
	require.NoError(t, err)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, append(text, "[poll]\ninterval = 7\n"...), 0o600))
	inv := &Invocation{}
	c, err := configure(inv)
	require.NoError(t, err)
	next, outside := c.file.Merge(c.loaded.Settings.Clone())
	assert.Zero(t, outside)
	next.Routers[0].Name = "renamed"
	var said bytes.Buffer
	_, err = c.save(inv, next, slog.New(slog.NewTextHandler(&said, nil)))
	require.NoError(t, err)
	assert.Contains(t, said.String(), "the settings file is kept as it was, since what was saved replaces something in it")
	assert.NotContains(t, said.String(), "meanwhile")
	said.Reset()
	_, err = c.save(inv, next, slog.New(slog.NewTextHandler(&said, nil)))
	require.NoError(t, err)
	assert.Empty(t, said.String())
}
