package redact_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/internal/redact"
)

func TestText(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"nothing":          {"", ""},
		"an address":       {"https://router.example.org/api is down", "https://router.example.org/api is down"},
		"an ordinary word": {"the token is kept in the keyring: it is locked", "the token is kept in the keyring: it is locked"},
		"a log line": {
			`time=2031-05-06T07:08:09Z level=WARN msg="status changed" router=Frankfurt wait=10s request_id=a-1`,
			`time=2031-05-06T07:08:09Z level=WARN msg="status changed" router=Frankfurt wait=10s request_id=a-1`,
		},
		"a stack":                 {"monitor.(*loop).poll(0xc000123456)", "monitor.(*loop).poll(0xc000123456)"},
		"a header":                {"Authorization: Bearer abc.def-1", "Authorization: [redacted]"},
		"the line goes on":        {"Cookie: a=b; c=d\nnext", "Cookie: [redacted]\nnext"},
		"a cookie set":            {"Set-Cookie: sid=abc; Path=/", "Set-Cookie: [redacted]"},
		"a header, quoted":        {`x="Authorization: Bearer a b" y=1`, `x="Authorization: [redacted]`},
		"headers":                 {"map[Authorization:[Bearer abc] Host:[h]]", "map[Authorization:[redacted]"},
		"a bearer alone":          {"got bearer abc here", "got bearer [redacted] here"},
		"basic":                   {"Basic dXNlcjpwYXNz and more", "Basic [redacted] and more"},
		"basic, no password":      {"Basic YTo= and more", "Basic [redacted] and more"},
		"basic, no name":          {"Basic OnB3 and more", "Basic [redacted] and more"},
		"basic, a short name":     {"Basic YWI6 and Basic YWJjOg== and more", "Basic [redacted] and Basic [redacted] and more"},
		"credentials":             {"https://me:pass@router.example.org/x", "https://[redacted]@router.example.org/x"},
		"odd credentials":         {"https://me:p@ss/w@router.example.org/x", "https://[redacted]@router.example.org/x"},
		"credentials, or a query": {"https://me:p?ss@router.example.org/x", "https://[redacted]"},
		"a token with quotes":     {`token='a'b "c`, `token=[redacted] "c`},
		"a name alone":            {"socks5://me@proxy.example.org", "socks5://[redacted]@proxy.example.org"},
		"encoded":                 {"to=https%3A%2F%2Fme%3Apass%40h%2Fx", "to=https%3A%2F%2F[redacted]%40h%2Fx"},
		"a query":                 {"https://router.example.org/x?key=abc&b=1 is", "https://router.example.org/x?[redacted] is"},
		"a query, a word":         {"https://router.example.org/x?abc is", "https://router.example.org/x?[redacted] is"},
		"a query, quoted":         {`parse "https://h/?k=abc": no`, `parse "https://h/?[redacted]": no`},
		"a path alone":            {"GET /x?sig=abc HTTP/1.1", "GET /x?sig=[redacted] HTTP/1.1"},
		"a path like an escape":   {"https://router.example.org/40/3f is", "https://router.example.org/40/3f is"},
		"a variable":              {"ROUTERWATCH_TOKEN=abc", "ROUTERWATCH_TOKEN=[redacted]"},
		"an assignment":           {"password = abc", "password = [redacted]"},
		"JSON":                    {`{"token": "a\"b c", "name": "A"}`, `{"token": "[redacted]", "name": "A"}`},
		"JSON in JSON":            {`{"x":"{\"token\":\"a\\\"b c\",\"name\":\"A\"}"}`, `{"x":"{\"token\":\"[redacted]\",\"name\":\"A\"}"}`},
		"JSON, not ended":         {`{"token": "a b`, `{"token": "[redacted]`},
		"an empty value":          {`token=""`, `token=""`},
		"a JSON web token":        {"saw eyJhbGciOi.eyJzdWIi.c2ln here", "saw [redacted] here"},
		"an API key":              {"api_key: abc", "api_key: [redacted]"},
		"a key":                   {"key=abc", "key=[redacted]"},
		"done once":               {"token=[redacted]", "token=[redacted]"},
		"two on a line":           {"token=a password=b", "token=[redacted] password=[redacted]"},
		"a mail address":          {"ask ops@example.org", "ask ops@example.org"},
		"lines around":            {"a\ntoken=b\nc", "a\ntoken=[redacted]\nc"},
		"a fragment":              {"https://router.example.org/x#key=abc is", "https://router.example.org/x#[redacted] is"},
		"a header with a token":   {"X-Auth-Token: abc def", "X-Auth-Token: [redacted] def"},
		"a map":                   {"map[n:1 token:abc]", "map[n:1 token:[redacted]"},
		"a password":              {"password: abc", "password: [redacted]"},
		"a host with its port":    {"The router at gw-token:8080 refused the connection.", "The router at gw-token:8080 refused the connection."},
		"a bearer token":          {"Bearer tokens, if a gateway needs one", "Bearer tokens, if a gateway needs one"},
		"basic settings":          {"basic settings", "basic settings"},
		"a host like a web token": {"the router at eyjafjallajokull.example.org", "the router at eyjafjallajokull.example.org"},
		"a bus, not a web":        {"unix:path=/run/user/0/bus", "unix:path=/run/user/0/bus"},
		"credentials, JSON":       {`{"url":"https://me:p@h","mail":"a@b"}`, `{"url":"https://[redacted]@h","mail":"a@b"}`},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, redact.Text(tt.text))
			assert.Equal(t, tt.want, redact.Text(tt.want), "redacting twice changes nothing")
		})
	}
}

func TestWriter(t *testing.T) {
	var kept bytes.Buffer
	n, err := redact.Writer{To: &kept}.Write([]byte("token=abc\n"))
	require.NoError(t, err)
	assert.Equal(t, len("token=abc\n"), n, "it was all written, as far as its writer is concerned")
	assert.Equal(t, "token=[redacted]\n", kept.String())

	_, err = redact.Writer{To: full{}}.Write([]byte("x"))
	require.ErrorIs(t, err, errFull)
}

func TestAKnownSecretIsRemovedFromSentences(t *testing.T) {
	var known redact.Secrets
	known.Add("hunter2")
	known.Add("ab")
	known.Add(" ")
	known.AddURL("me:p%40ss-word@proxy.example.org:3128")
	known.AddURL("socks5://only-a-user@proxy.example.org")
	known.AddURL("https://proxy.example.org")
	for text, want := range map[string]string{
		"the token hunter2 was refused":                 "the token [redacted] was refused",
		"token: HUNTER2":                                "token: [redacted]",
		"ab is not in absent":                           "[redacted] is not in absent",
		"saw p@ss-word, p%40ss-word and only-a-user":    "saw [redacted], [redacted] and [redacted]",
		"the proxy was sent bWU6cEBzcy13b3Jk.":          "the proxy was sent [redacted].",
		"[redacted]":                                    "[redacted]",
		"me at proxy.example.org, Live for 3 min":       "me at proxy.example.org, Live for 3 min",
		"https://me:hunter2@router.example.org/hunter2": "https://[redacted]@router.example.org/[redacted]",
	} {
		assert.Equal(t, want, known.Text(text))
	}
	var none *redact.Secrets
	none.Add("live")
	assert.Equal(t, "live", none.Text("live"))
}

var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
