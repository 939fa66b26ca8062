package cli

import (
	"cmp"
	"fmt"
	"net"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/settings"
)

// The routers of this test have a name that exists nowhere: only the proxy
// can find them.
func TestEveryKindOfProxy(t *testing.T) {
	certificate, authorities := certified(t, "127.0.0.1", "router.invalid")
	plain, _ := routerAt(t, "127.0.0.1:0", nil)
	secure, authorized := routerAt(t, "127.0.0.1:0", &certificate)
	routers := map[string]string{"router.invalid:80": plain, "router.invalid:443": secure}
	for _, scheme := range []string{"http", "https", "socks5", "socks5h"} {
		for _, router := range []string{"http", "https"} {
			for name, c := range map[string]struct {
				variable string // HTTP_PROXY or HTTPS_PROXY, in those letters; none for the setting
				user     *url.Userinfo
			}{
				"by the setting":                        {"", nil},
				"by the environment":                    {strings.ToUpper(router) + "_PROXY", nil},
				"by the environment, in small letters":  {router + "_proxy", nil},
				"by the environment, for all":           {"ALL_PROXY", nil},
				"by the environment, with name":         {strings.ToUpper(router) + "_PROXY", url.User("me")},
				"by the environment, with name and key": {strings.ToUpper(router) + "_PROXY", url.UserPassword("me", "p@ss/w:rd planted")},
			} {
				t.Run(router+" through "+scheme+", "+name, func(t *testing.T) {
					without(t)
					p := startProxy(t, scheme, certificate, routers)
					network := settings.Network{CAFile: authorities}
					if c.variable == "" {
						network.Proxy = p.url(scheme, nil)
						t.Setenv("HTTP_PROXY", "http://127.0.0.1:1") // the setting counts
						t.Setenv("HTTPS_PROXY", "http://127.0.0.1:1")
					} else {
						t.Setenv(c.variable, p.url(scheme, c.user))
					}
					token := ""
					if router == "https" {
						token = "planted-token"
					}
					reading, err := ask(t, router+"://router.invalid", token, network)
					require.NoError(t, err)
					assert.EqualValues(t, 4, reading.Pairs)
					p.mu.Lock()
					defer p.mu.Unlock()
					require.Equal(t, []string{map[string]string{"http": "router.invalid:80", "https": "router.invalid:443"}[router]}, p.asked)
					password, _ := c.user.Password()
					want := ""
					if c.user != nil {
						want = c.user.Username() + ":" + password
					}
					assert.Equal(t, want, p.by[0])
					assert.NotContains(t, fmt.Sprint(p.headers), "planted-token", "the token is the router's")
					if token != "" {
						assert.Equal(t, "Bearer "+token, <-authorized)
					}
				})
			}
		}
	}
}

// A poll fails where the proxy is at fault, and tells no password.
func TestAProxyThatIsAtFault(t *testing.T) {
	certificate, authorities := certified(t, "proxy.elsewhere.example")
	user := url.UserPassword("me", "planted")
	for name, c := range map[string]struct {
		proxy func(*testing.T) string
		kind  monitor.Kind // or the cause
	}{
		"nothing listens":          {func(*testing.T) string { return "http://me:planted@127.0.0.1:1" }, monitor.Refused},
		"nothing listens, SOCKS":   {func(*testing.T) string { return "socks5://me:planted@127.0.0.1:1" }, monitor.Refused},
		"it does not know it":      {func(t *testing.T) string { return startProxy(t, "http", certificate, nil).url("http", user) }, monitor.BeyondProxy},
		"it does not know it, TLS": {func(t *testing.T) string { return startProxy(t, "https", certificate, nil).url("https", user) }, monitor.CertificateWrongHost},
		"it does not know it, SOCKS": {func(t *testing.T) string {
			return startProxy(t, "socks5", certificate, nil).url("socks5", user)
		}, monitor.BeyondProxy},
		"it speaks no TLS": {func(t *testing.T) string { return startProxy(t, "http", certificate, nil).url("https", user) }, monitor.ClosedEarly},
	} {
		t.Run(name, func(t *testing.T) {
			without(t)
			t.Setenv("HTTPS_PROXY", c.proxy(t))
			_, err := ask(t, "https://router.invalid", "", settings.Network{CAFile: authorities})
			got := failed(t, err)
			assert.Equal(t, c.kind, cmp.Or(got.Cause, got.Kind), "%+v", got)
			assert.Equal(t, "HTTPS_PROXY", got.ProxyFrom)
			assert.Contains(t, got.Host, "127.0.0.1", "the proxy is in question")
		})
	}
}

// What is asked for directly: this test's router is at an address that is
// this computer's, and that nobody takes for it.
func TestWhatNoProxyIsAskedFor(t *testing.T) {
	router, _ := routerAt(t, "0.0.0.0:0", nil)
	_, port, err := net.SplitHostPort(router)
	require.NoError(t, err)
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere nothing can be connected to there")
	}
	const broken = "http://127.0.0.1:1"
	for name, c := range map[string]struct {
		host    string
		setting string
		exempt  string // NO_PROXY
		direct  bool
	}{
		"nothing exempted":               {"0.0.0.0", "", "", false},
		"exempted":                       {"0.0.0.0", "", "example.org, 0.0.0.0", true},
		"exempted by a network":          {"0.0.0.0", "", "0.0.0.0/8", true},
		"exempted with its port":         {"0.0.0.0", "", "0.0.0.0:" + port, true},
		"exempted with another port":     {"0.0.0.0", "", "0.0.0.0:1", false},
		"everything is exempted":         {"0.0.0.0", "", "*", true},
		"the setting is none at all":     {"0.0.0.0", monitor.Direct, "", true},
		"the setting has no exemptions":  {"0.0.0.0", broken, "*", false},
		"this computer, in any case":     {"127.0.0.1", "", "", true},
		"this computer, with a setting":  {"localhost", broken, "", true},
		"this computer, by another name": {"a.localhost", broken, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			without(t)
			t.Setenv("HTTP_PROXY", broken)
			t.Setenv("NO_PROXY", c.exempt)
			_, err := ask(t, "http://"+c.host+":"+port, "", settings.Network{Proxy: c.setting})
			if c.direct && strings.HasPrefix(c.host, "a.") && err != nil {
				got := failed(t, err) // not every system resolves it, but the proxy is out of it
				assert.Equal(t, monitor.LayerDNS, got.Layer)
				return
			}
			if c.direct {
				require.NoError(t, err)
				return
			}
			assert.Equal(t, "127.0.0.1:1", failed(t, err).Host)
		})
	}
}
