package stableroute

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// Whatever way a poll fails, and whatever the other side repeats of what it was
// sent, no secret is in any field of the failure, its text or its causes.
func TestNoFailureHoldsASecret(t *testing.T) {
	const secret = "s3cret-t0ken"
	echo := func(status int, header string) func(net.Conn) {
		body := fmt.Sprintf(`{"error":"bad_%[1]s","message":"token %[1]s is wrong","requestId":"%[1]s"}`, secret)
		return func(c net.Conn) {
			readRequest(c)
			_, _ = fmt.Fprintf(c, "HTTP/1.1 %d X\r\nX-Request-Id: %s\r\n%sContent-Length: %d\r\n\r\n%s", status, secret, header, len(body), body)
		}
	}
	for name, talk := range map[string]func(net.Conn){
		"401":                     echo(401, ""),
		"404":                     echo(404, ""),
		"429":                     echo(429, "Retry-After: "+secret+"\r\n"),
		"503":                     echo(503, ""),
		"200 of another shape":    echo(200, ""),
		"200 of another type":     echo(200, "Content-Type: text/"+secret+"\r\n"),
		"a redirect elsewhere":    echo(302, "Location: https://u:"+secret+"@"+secret+".example/"+secret+"?k="+secret+"\r\n"),
		"a redirect to no URL":    echo(302, "Location: https://["+secret+"\r\n"),
		"a redirect here":         echo(307, "Location: /"+secret+"?k="+secret+"\r\n"),
		"a status line":           func(c net.Conn) { readRequest(c); _, _ = io.WriteString(c, "HTTP/1.1 "+secret+"\r\n\r\n") },
		"a reset":                 func(c net.Conn) { readRequest(c); resetNow(c) },
		"closed":                  func(c net.Conn) { readRequest(c) },
		"a field that is wrong":   func(c net.Conn) { readRequest(c); respond(c, `{"totalPairs":"`+secret+`","paused":false}`) },
		"JSON that is not":        func(c net.Conn) { readRequest(c); respond(c, `{`+secret) },
		"a page":                  func(c net.Conn) { readRequest(c); respond(c, `<html>`+secret) },
		"an unknown compression":  echo(200, "Content-Encoding: "+secret+"\r\n"),
		"a header that is broken": func(c net.Conn) { readRequest(c); _, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\n"+secret+"\r\n\r\n") },
	} {
		t.Run(name, func(t *testing.T) {
			_, err := poll(t, newClient(t, rawServer(t, talk), withToken(secret)))
			got := failureIn(t, err)
			for _, text := range []string{err.Error(), fmt.Sprintf("%+v", got), fmt.Sprintf("%#v", got)} {
				assert.NotContains(t, text, secret)
			}
		})
	}
}

// Whatever is left out, shortened or put into lower case on the way to being
// shown, what is shown has no recognizable part of the token.
func TestNoTokenSurvivesCleaningOrCutting(t *testing.T) {
	const token, part = "Tok&en-<secret>-0123456789", "Tok&en-<secret>" // part: as far as others cut
	long := strings.Repeat("x", maxMessage-10)
	for _, c := range []struct{ name, code, message, header, want string }{
		{"cleaned", "bad_" + token, "wrong: " + token + "!", "", "wrong: [redacted]!"},
		{"cut here", strings.Repeat("c", maxCode-10) + token, long + token, "", long + "[redacted]"},
		{"cut by the sender", part, "wrong: " + part, "", "wrong: [redacted]"},
		{"cut by the sender, with dots", part + "...", "wrong: " + part + "…", "", "wrong: [redacted]…"},
		{"twice", "", token + token, "", "[redacted][redacted]"},
		{"in other letters", "", "wrong: " + strings.ToUpper(token), "", "wrong: [redacted]"},
		{"a redirect", "", "", "Location: https://" + strings.Repeat("h", maxTarget-20) + "Tok&en-secret-0123456789/\r\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			body, err := json.Marshal(map[string]string{"error": c.code, "message": c.message})
			require.NoError(t, err)
			status, secret := 401, token
			if c.header != "" {
				status, secret = 302, "Tok&en-secret-0123456789"
			}
			router := saying(t, fmt.Sprintf("HTTP/1.1 %d X\r\n%sContent-Length: %d\r\n\r\n%s", status, c.header, len(body), body))
			got := failing(t, newClient(t, router, withToken(secret)))
			assert.Equal(t, c.want, got.Message)
			for _, text := range []string{got.Code, got.Message, got.Target, got.Problem} {
				for _, told := range []string{"tok&en", "token", "secret", "0123"} {
					assert.NotContains(t, strings.ToLower(text), told)
				}
			}
		})
	}
}

// Of the media type, only lower case is left.
func TestNoTokenIsInTheMediaType(t *testing.T) {
	for _, token := range []string{"S3cret-T0ken", "S3cret-T0ken" + strings.Repeat("x", maxCode)} {
		router := saying(t, "HTTP/1.1 200 OK\r\nContent-Type: text/"+token+"\r\nContent-Length: 0\r\n\r\n")
		got := failing(t, newClient(t, router, withToken(token)))
		assert.Equal(t, monitor.NotJSON, got.Kind)
		assert.NotContains(t, strings.ToLower(got.Problem), "s3cret")
	}
}

func respond(connection net.Conn, body string) {
	_, _ = fmt.Fprintf(connection, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
}

// After a redirect that is followed, the URL may hold a secret that the router
// put there.
func TestAFollowedRedirectIsNotRepeated(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery == "" {
			http.Redirect(w, r, "/x?key=s3cret", http.StatusFound)
			return
		}
		panic(http.ErrAbortHandler)
	})
	_, err := poll(t, newClient(t, server.URL))
	got := failureIn(t, err)
	assert.Equal(t, monitor.ClosedEarly, got.Kind)
	assert.NotContains(t, fmt.Sprintf("%+v", got), "s3cret")
	assert.NotContains(t, err.Error(), "s3cret")
}

func TestTheTokenStaysWithItsHost(t *testing.T) {
	var got []string
	note := func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.Header.Get("Authorization"))
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	}
	server := serve(t, note)
	_, err := poll(t, newClient(t, server.URL, withToken("s3cret")))
	require.Error(t, err)
	assert.Equal(t, []string{"Bearer s3cret"}, got, "asked once, and not again after the redirect")
	assert.NotContains(t, err.Error(), "s3cret")
}
