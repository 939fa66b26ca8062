package redact_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"routerwatch/internal/redact"
)

// Whatever a secret is, and however the program could have written it: what
// is left is what would be left of any other. So nothing of it is.
func FuzzText(f *testing.F) {
	for _, secret := range []string{
		"planted-7f3a9c51d2", "a", `a"b\c`, "p@ss/w?rd", "true", "[redacted]", "%41%", "a=b&c=d;e,f", `\"`, "'", `\`, "`", "ключ-☃", "://@", "]}", "İ?İ@İ", `'a'b`,
	} {
		for i := range carriers() {
			f.Add(secret, byte(i), "level=WARN msg=x", "what comes next")
		}
	}
	f.Fuzz(func(t *testing.T, secret string, which byte, before, after string) {
		if secret == "" || strings.ContainsFunc(secret, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\uFFFD' }) {
			t.Skip("no token, password, key or cookie has spaces or control characters")
		}
		if strings.HasPrefix(strings.ToLower(secret), "token") {
			t.Skip("“Bearer token” is no secret")
		}
		if strings.ContainsRune("\\\"'`:=%", rune(secret[0])) {
			secret = "x" + secret // else its first character could as well be the last before it
		}
		all := carriers()
		carry := all[int(which)%len(all)]
		text := func(secret string) string { return before + "\n" + carry(secret) + "\n" + after }
		got := redact.Text(text(secret))
		assert.Equal(t, unquoted(redact.Text(text("another-secret-4711"))), unquoted(got))
		assert.Equal(t, got, redact.Text(got), "redacting twice changes nothing")
		for _, plain := range []string{before, after} {
			assert.Equal(t, redact.Text(plain), redact.Text(redact.Text(plain)), "nor of what is no secret's carrier")
		}
	})
}

// A secret that is known is removed from every sentence, in whatever quoting.
func FuzzSecrets(f *testing.F) {
	for _, secret := range []string{"planted-7f3a9c51d2", `a"b\c`, "p@ss/w?rd", "[redacted]", "%41%xyz", "ключ-☃-ключ", "redacted"} {
		for i := range 9 {
			f.Add(secret, byte(i), "the router said", "what comes next")
		}
	}
	f.Fuzz(func(t *testing.T, secret string, which byte, before, after string) {
		const another = "another-secret-4711"
		if len(secret) < 6 || strings.ContainsFunc(secret, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
			t.Skip("no token that the program sends")
		}
		for _, s := range []string{secret, another, "redacted", "[redacted]"} { // by chance, or a part of a mark
			for _, plain := range []string{before, after} {
				if len(s) >= 6 && strings.Contains(strings.ToLower(plain), strings.ToLower(s[:3])) {
					t.Skip("the secret, or its beginning, is elsewhere too")
				}
			}
		}
		if mark := redact.Mark; strings.Contains(mark, strings.ToLower(secret)) {
			t.Skip("it cannot be told from the mark")
		}
		all := []func(string) string{
			func(s string) string { return "the token " + s + " is wrong" },
			func(s string) string { return "token: " + s },
			func(s string) string { return s },
			func(s string) string { return "panic: " + strconv.Quote(s) },
			func(s string) string { return marshal(map[string]string{"message": "bad " + s + ", sorry"}) },
			func(s string) string { return marshal(marshal("bad " + s + ", sorry")) },
			func(s string) string { return "in /a/" + url.PathEscape(s) + "/b" },
			func(s string) string { return "with " + url.QueryEscape(s) },
			func(s string) string { return logged(slog.String("text", "it was "+s+".")) },
		}
		carry := all[int(which)%len(all)]
		text := func(s string) string {
			var known redact.Secrets
			known.Add("of another router")
			known.Add(s)
			shown := known.Text(before + " \n" + carry(s) + "\n " + after)
			assert.Equal(t, shown, known.Text(shown), "redacting twice changes nothing")
			return unquoted(shown)
		}
		assert.Equal(t, text(another), text(secret))
	})
}

// unquoted is text with its marks out of quotes: a log quotes a value where
// that has to be.
func unquoted(text string) string {
	return strings.ReplaceAll(text, `"`+redact.Mark+`"`, redact.Mark)
}

// carriers are the ways that a secret could be written.
func carriers() []func(secret string) string {
	address := func(secret string) *url.URL {
		return &url.URL{Scheme: "https", User: url.UserPassword("me", secret), Host: "router.example.org", Path: "/x"}
	}
	query := func(secret string) string {
		return "https://router.example.org/x?" + url.Values{"sig": {secret}, "z": {"1"}}.Encode()
	}
	basic := func(secret string) string {
		return base64.StdEncoding.EncodeToString([]byte("me:" + secret))
	}
	header := func(secret string) http.Header {
		return http.Header{"Authorization": {"Bearer " + secret}, "Accept": {"*/*"}}
	}
	object := func(secret string) string { return marshal(map[string]string{"a": "b", "token": secret, "z": "z"}) }
	return []func(string) string{
		func(s string) string { return "Authorization: Bearer " + s },
		func(s string) string { return "Proxy-Authorization: Basic " + basic(s) },
		func(s string) string { return "Cookie: a=" + s + "; b=" + s },
		func(s string) string { return "Set-Cookie: sid=" + s + "; Path=/" },
		func(s string) string { return "X-Api-Key: " + s },
		func(s string) string { return "the router saw Bearer " + s },
		func(s string) string { return "the proxy saw basic " + basic(s) + " and refused" },
		func(s string) string { return "ROUTERWATCH_TOKEN=" + s },
		func(s string) string { return "token = " + strconv.Quote(s) + " # in settings.toml" },
		func(s string) string { return fmt.Sprintf("%v", header(s)) },
		func(s string) string { return fmt.Sprintf("%q", header(s)) },
		func(s string) string { return fmt.Sprintf("panic: %#v", header(s)) },
		func(s string) string { return "dial " + address(s).String() + ": refused" },
		func(s string) string {
			return (&url.URL{Scheme: "socks5", User: url.User(s), Host: "proxy:1080"}).String()
		},
		func(s string) string {
			return (&url.Error{Op: "Get", URL: address(s).String(), Err: http.ErrServerClosed}).Error()
		},
		func(s string) string { return url.QueryEscape(address(s).String()) },
		func(s string) string { return url.QueryEscape(url.QueryEscape(address(s).String())) },
		func(s string) string { return url.PathEscape(address(s).String()) },
		func(s string) string { return marshal(map[string]string{"url": address(s).String(), "z": "z"}) },
		func(s string) string { return marshal(marshal(map[string]string{"url": address(s).String()})) },
		query,
		func(s string) string { return "https://router.example.org/x#" + url.QueryEscape(s) },
		func(s string) string { return fmt.Sprint(map[string]string{"token": s}) },
		func(s string) string { return "access_token:" + s },
		func(s string) string { return "password: " + s },
		func(s string) string { return "X-Auth-Token: " + s },
		func(s string) string { return "GET /x?" + url.Values{"sig": {s}}.Encode() + " HTTP/1.1" },
		func(s string) string {
			return (&url.Error{Op: "Get", URL: query(s), Err: http.ErrServerClosed}).Error()
		},
		func(s string) string { return "back=" + url.QueryEscape(query(s)) },
		func(s string) string { return logged(slog.String("token", s)) },
		func(s string) string { return logged(slog.String("password", s), slog.Int("n", 1)) },
		func(s string) string { return logged(slog.String("text", "Authorization: Bearer "+s)) },
		func(s string) string { return logged(slog.String("body", object(s))) },
		func(s string) string { return logged(slog.String("body", marshal(object(s)))) },
		func(s string) string { return logged(slog.String("url", query(s)), slog.Any("header", header(s))) },
		object,
		func(s string) string { return marshal(object(s)) },
		func(s string) string { return marshal(marshal(object(s))) },
	}
}

func marshal(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// logged is a line of the program's own log, without its time.
func logged(attributes ...slog.Attr) string {
	var line bytes.Buffer
	options := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}
	slog.New(slog.NewTextHandler(&line, options)).LogAttrs(nil, slog.LevelWarn, "odd", attributes...) //nolint:staticcheck // the handler wants no context
	return strings.TrimSuffix(line.String(), "\n")
}
