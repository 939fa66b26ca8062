package stableroute

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

func TestWhichRedirectsAreFollowed(t *testing.T) {
	const from = "https://router.example/api/v1/stats"
	for _, c := range []struct {
		name, from, location string
		hops                 int
		token                Token
		to, target           string // to: where it leads; target: what is said of a refused one
	}{
		{name: "another path", from: from, location: "/v2/stats?key=1#x", to: "https://router.example/v2/stats?key=1"},
		{name: "relative", from: from, location: "stats/", to: "https://router.example/api/v1/stats/"},
		{name: "the same host in full", from: from, location: "https://ROUTER.example:443/x", to: "https://ROUTER.example:443/x"},
		{name: "up to https", from: "http://router.example/x", location: from, to: from},
		{name: "credentials are dropped", from: from, location: "https://u:s3cret@router.example/x", to: "https://router.example/x"},
		{name: "another host", from: from, location: "https://u:s3cret@login.example/in?key=s3cret", target: "https://login.example"},
		{name: "a subdomain", from: from, location: "https://a.router.example/", target: "https://a.router.example"},
		{name: "another port", from: from, location: "https://router.example:8443/", target: "https://router.example:8443"},
		{name: "down to http", from: from, location: "http://router.example/", target: "http://router.example"},
		{name: "scheme-relative", from: from, location: "//login.example/x", target: "https://login.example"},
		{name: "out of the web", from: from, location: "ftp://router.example/", target: "ftp://router.example"},
		{name: "no location", from: from, location: ""},
		{name: "no URL", from: from, location: "https://[s3cret"},
		{name: "no host", from: from, location: "javascript:alert(1)"},
		{name: "the fifth", from: from, location: "/x", hops: maxHops - 1, to: "https://router.example/x"},
		{name: "one too many", from: from, location: "/x", hops: maxHops, target: "https://router.example"},
		{name: "with a token", from: from, location: "/x", token: NewToken("s3cret"), target: "https://router.example"},
	} {
		t.Run(c.name, func(t *testing.T) {
			base, err := url.Parse(c.from)
			require.NoError(t, err)
			response := &http.Response{StatusCode: http.StatusFound, Header: http.Header{"Location": {c.location}}}
			to, err := nextHop(base, response, c.hops, c.token)
			if c.to != "" {
				require.NoError(t, err)
				assert.Equal(t, c.to, to.String())
				return
			}
			got := classify(err, newProgress(monitor.Address{}))
			assert.Equal(t, monitor.RedirectRefused, got.Kind)
			assert.Equal(t, monitor.LayerHTTP, got.Layer)
			assert.Equal(t, 302, got.HTTPStatus)
			assert.Equal(t, c.target, got.Target)
			assert.NotEmpty(t, got.Problem)
			assert.NotContains(t, fmt.Sprintf("%+v", *got), "s3cret")
		})
	}
}

func TestRedirectsOnTheWire(t *testing.T) {
	t.Run("followed on the same host", func(t *testing.T) {
		server := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/here" {
				http.Redirect(w, r, "/here", http.StatusMovedPermanently)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(live))
		})
		reading, err := poll(t, newClient(t, server.URL))
		require.NoError(t, err)
		assert.EqualValues(t, 4, reading.Pairs)
	})
	t.Run("a loop", func(t *testing.T) {
		asked := 0
		server := serve(t, func(w http.ResponseWriter, r *http.Request) {
			asked++
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
		})
		got := failing(t, newClient(t, server.URL))
		assert.Equal(t, monitor.RedirectRefused, got.Kind)
		assert.Equal(t, server.URL, got.Target)
		assert.Equal(t, maxHops+1, asked)
	})
	t.Run("a sign-in page elsewhere is never asked", func(t *testing.T) {
		asked := false
		elsewhere := serve(t, func(http.ResponseWriter, *http.Request) { asked = true })
		server := serve(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+"/login?back=s3cret", http.StatusFound)
		})
		got := failing(t, newClient(t, server.URL, withToken("s3cret")))
		assert.Equal(t, monitor.RedirectRefused, got.Kind)
		assert.Equal(t, elsewhere.URL, got.Target)
		assert.False(t, asked)
	})
	t.Run("from https to http", func(t *testing.T) {
		trusted := newAuthority(t)
		server := tlsServer(t, &tls.Config{Certificates: []tls.Certificate{trusted.issue(t, func(*x509.Certificate) {})}})
		plain := strings.Replace(server.URL, "https:", "http:", 1)
		server.Config.Handler = http.RedirectHandler(plain, http.StatusFound)
		got := failing(t, newClient(t, server.URL, trusting(trusted)))
		assert.Equal(t, monitor.RedirectRefused, got.Kind)
		assert.Equal(t, plain, got.Target)
	})
}
