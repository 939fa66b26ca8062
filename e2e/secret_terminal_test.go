//go:build linux

package e2e

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

// Whatever fails, and whatever the router repeats of what it was sent: what
// the program prints has nothing of the token.
func TestTheTerminalShowsNoToken(t *testing.T) {
	const planted = "planted-7f3a9c51d2"
	body := fmt.Sprintf(`{"error":"%[1]s","message":"Bearer %[1]s is wrong","requestId":"%[1]s"}`, planted)
	servers := map[string]http.HandlerFunc{}
	answer := func(name string, status int, header, value, body string) {
		servers[name] = func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("X-Request-Id", planted)
			w.Header().Set("Set-Cookie", "session="+planted)
			w.Header().Set(header, value)
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}
	}
	for _, status := range []int{400, 401, 403, 404, 429, 500, 503} {
		answer(fmt.Sprintf("it repeats it with %d", status), status, "Retry-After", planted, body)
	}
	answer("in another shape", 200, "A", "b", body)
	answer("in a field", 200, "A", "b", `{"totalPairs":"`+planted+`","paused":false}`)
	answer("in the media type", 200, "Content-Type", "text/"+planted, "x")
	answer("in a redirect", 302, "Location", "https://me:"+planted+"@"+planted+".example/"+planted+"?key="+planted, "")
	answer("in a redirect here", 302, "Location", "/"+planted+"?key="+planted, "")
	answer("in a page", 200, "Content-Type", "text/html", "<html>"+planted)
	for name, serve := range servers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(serve)
			defer server.Close()
			for _, more := range [][]string{nil, {"--json"}} {
				arguments := append([]string{"check", "--url", server.URL, "--log-level", "debug"}, more...)
				output, complaints, code := runProgram(t, terminal(t, noDisplay, "ROUTERWATCH_TOKEN="+planted), arguments...)
				require.NotZero(t, code, output)
				holdsNothing(t, planted, output, complaints)
			}
		})
	}
	for _, fault := range simulator.Faults() {
		t.Run("fault "+string(fault.Fault), func(t *testing.T) {
			t.Parallel()
			router := startRouter(t, simulator.Options{Pairs: 4, Fault: fault.Fault})
			p := startProgram(t, terminal(t, noDisplay, "ROUTERWATCH_TOKEN="+planted),
				append([]string{"watch", "--json", "--timeout", "1s", "--log-level", "debug"}, fastPolling(router)...)...)
			p.says("\n")
			p.signal(syscall.SIGTERM)
			assert.Zero(t, p.exits(patience))
			holdsNothing(t, planted, p.output.String(), p.errors.String())
		})
	}
}

// holdsNothing asserts that texts hold no secret, in no encoding.
func holdsNothing(t *testing.T, secret string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		for _, form := range []string{secret, base64.StdEncoding.EncodeToString([]byte(secret)), fmt.Sprintf("%x", secret), url.QueryEscape(secret)} {
			assert.NotContains(t, strings.ToLower(text), strings.ToLower(form))
		}
	}
}
