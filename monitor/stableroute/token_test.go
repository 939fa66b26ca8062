package stableroute

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

func TestATokenDoesNotShowItself(t *testing.T) {
	token := NewToken(" s3cret\n")
	assert.Equal(t, "s3cret", token.reveal())
	client := newClient(t, "https://router.example", withToken("s3cret"))
	var log bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	logger.Info("x", "token", token, "options", Options{Token: token}, "any", []any{token})
	asJSON, err := json.Marshal(map[string]any{"token": token, "options": Options{Token: token}})
	require.NoError(t, err)
	assert.Contains(t, string(asJSON), redacted)
	assert.Contains(t, log.String(), redacted)
	asText, err := token.MarshalText()
	require.NoError(t, err)
	shown := []string{string(asJSON), log.String(), string(asText), token.GoString()}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
		shown = append(shown, fmt.Sprintf(verb, token), fmt.Sprintf(verb, &token),
			fmt.Sprintf(verb, Options{Token: token}), fmt.Sprintf(verb, *client), fmt.Sprintf(verb, struct{ t Token }{token}))
	}
	for _, text := range shown {
		assert.NotContains(t, text, "s3cret")
		assert.NotContains(t, text, fmt.Sprintf("%x", "s3cret"))
	}
}

func TestNoToken(t *testing.T) {
	for _, token := range []Token{{}, NewToken(""), NewToken(" \n")} {
		assert.False(t, token.Present())
		assert.Empty(t, token.String())
		assert.Empty(t, token.reveal())
	}
}

func TestHide(t *testing.T) {
	const secret = "abcdefgh-ijkl"
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", ""},
		{"not there", "ordinary text", "ordinary text"},
		{"there", "a abcdefgh-ijkl b", "a [redacted] b"},
		{"its beginning, at the end", "a abcdefgh", "a [redacted]"},
		{"its beginning, cut visibly", "a abcdefgh-i…", "a [redacted]…"},
		{"too little of it to tell", "a abcdefg", "a abcdefg"},
		{"its beginning, elsewhere", "abcdefgh b", "abcdefgh b"},
		{"capital letters after ones of another length", "İ ABCDEFGH-IJKL", "İ [redacted]"},
		{"bytes that are no text", "\xff abcdefgh-ijkl \xff", "\xff [redacted] \xff"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, NewToken(secret).hide(c.text))
			assert.Equal(t, c.text, Token{}.hide(c.text))
		})
	}
}

func TestATokenIsNotSentInPlainText(t *testing.T) {
	_, err := New(Options{BaseURL: "http://router.example", Token: NewToken("s3cret")})
	assert.Equal(t, &monitor.SetupError{Problem: monitor.TokenUnencrypted}, err)
}
