package cli

import (
	"bytes"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A check whose proxy fails finds nothing out about the router: it exits with 3,
// and says which proxy that is and where its address came from, but no password.
func TestACheckBehindAFailingProxy(t *testing.T) {
	none, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, none.Close())
	answering := func(status int) string {
		server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) })}
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		go func() { _ = server.Serve(listener) }()
		t.Cleanup(func() { _ = server.Close() })
		return listener.Addr().String()
	}
	hangs, err := net.Listen("tcp", "127.0.0.1:0") // accepts, by the system, and says nothing
	require.NoError(t, err)
	t.Cleanup(func() { _ = hangs.Close() })
	socks := startProxy(t, "socks5", tls.Certificate{}, nil).address // of "host unreachable"
	const secure, plain = "https://router.invalid", "http://router.invalid"
	for name, c := range map[string]struct {
		router, variable, proxy string
		code                    int
		says                    string
	}{
		"nothing listens":          {secure, "HTTPS_PROXY", "http://me:planted@" + none.Addr().String(), 3, "refused the connection"},
		"nothing listens, http":    {plain, "http_proxy", "http://me:planted@" + none.Addr().String(), 3, "refused the connection"},
		"nothing listens, SOCKS":   {plain, "ALL_PROXY", "socks5h://me:planted@" + none.Addr().String(), 3, "refused the connection"},
		"nothing listens, setting": {secure, "", "http://" + none.Addr().String(), 3, "refused the connection"},
		"a password":               {secure, "HTTPS_PROXY", "http://" + answering(407), 3, "wants a name and a password (HTTP 407)"},
		"another password":         {plain, "HTTP_PROXY", "http://me:planted@" + answering(407), 3, "did not accept the name and password"},
		"forbidden":                {secure, "HTTPS_PROXY", "http://" + answering(403), 3, "refused to connect to the router (HTTP 403)"},
		"it hangs":                 {secure, "HTTPS_PROXY", "http://" + hangs.Addr().String(), 3, "gave no answer within 1 s"},
		"it hangs, http":           {plain, "HTTP_PROXY", "http://" + hangs.Addr().String(), 3, "gave no answer within 1 s"},

		"a router beyond reach":        {secure, "HTTPS_PROXY", "http://" + answering(502), 2, "could not reach the router (HTTP 502)"},
		"a router beyond reach, SOCKS": {plain, "all_proxy", "socks5://" + socks, 2, "could not reach the router (host unreachable)"},
	} {
		t.Run(name, func(t *testing.T) {
			without(t)
			configured(t, c.router)
			limit := "30s" // a busy machine takes its time
			if strings.HasSuffix(c.says, "within 1 s") {
				limit = "1s"
			}
			more, from := fmt.Sprintf("\n[poll]\ntimeout = %q\n", limit), c.variable
			if c.variable == "" {
				more, from = more+fmt.Sprintf("[network]\nproxy = %q\n", c.proxy), "the setting network.proxy"
			} else {
				t.Setenv(c.variable, c.proxy)
			}
			file := filepath.Join(os.Getenv("XDG_CONFIG_HOME"), "routerwatch", "settings.toml")
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(file, append(text, more...), 0o600))
			var out bytes.Buffer
			assert.Equal(t, c.code, RunCheck(t.Context(), &Invocation{}, &out))
			proxy, err := url.Parse(c.proxy)
			require.NoError(t, err)
			assert.Contains(t, out.String(), "The proxy "+proxy.Host+", from "+from+", "+c.says)
			assert.NotContains(t, out.String(), "planted")
			assert.Equal(t, c.code == 3, bytes.Contains(out.Bytes(), []byte("Offline")), out.String())
		})
	}
}
