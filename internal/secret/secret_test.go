package secret

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/settings"
	"routerwatch/ui/view"
)

func TestATokenIsForOneServer(t *testing.T) {
	for name, c := range map[string]struct {
		a, b string
		same bool
	}{
		"the same":             {"https://router.example.org", "https://router.example.org", true},
		"another path":         {"https://router.example.org", "https://router.example.org/api/", true},
		"the whole stats URL":  {"https://router.example.org/x", "https://router.example.org/api/v1/stats", true},
		"its port spelt out":   {"https://router.example.org", "https://Router.example.org:443/", true},
		"plain, spelt out":     {"http://router.example.org:80", "http://router.example.org", true},
		"space around":         {" https://router.example.org", "https://router.example.org\n", true},
		"IPv6":                 {"https://[::1]", "https://[::1]:443", true},
		"another host":         {"https://router.example.org", "https://router.example.com", false},
		"a host below":         {"https://router.example.org", "https://x.router.example.org", false},
		"another port":         {"https://router.example.org", "https://router.example.org:8443", false},
		"plain":                {"https://router.example.org", "http://router.example.org", false},
		"the same port, plain": {"https://router.example.org:8080", "http://router.example.org:8080", false},
		"none at all":          {"", "", false},
		"not addresses":        {"router", "router", false},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.same, settings.SameServer(c.a, c.b))
			assert.Equal(t, c.same, settings.SameServer(c.b, c.a))
			tokens := Tokens{}.With(settings.Router{ID: "r1", URL: c.a}, "s3cret")
			if c.a != "" && c.a != "router" {
				assert.Equal(t, c.same, tokens.For(settings.Router{ID: "r1", URL: c.b, Token: true}).Present())
			}
		})
	}
}

func TestATokenIsUsedOnlyWhereTheSettingsSayThatThereIsOne(t *testing.T) {
	r := settings.Router{ID: "a", URL: "https://router.example.org", Token: true}
	var none Tokens
	kept := none.With(r, "s3cret")
	assert.True(t, kept.For(r).Present())
	assert.False(t, none.For(r).Present(), "a value does not change")
	r.Token = false
	assert.False(t, kept.For(r).Present())
	assert.False(t, kept.For(settings.Router{ID: "b", URL: r.URL, Token: true}).Present())
	assert.NotContains(t, fmt.Sprintf("%v %+v %#v", kept, kept, kept), "s3cret")
}

func TestATokenIsOneWord(t *testing.T) {
	require.NoError(t, Check("s3cret-._~+/="))
	require.ErrorIs(t, Check(strings.Repeat("x", MaxLength+1)), view.ErrTokenLong)
	for _, text := range []string{"two words", "s3cret\n", "naïve", "\x00"} {
		require.Error(t, Check(text))
		assert.NotContains(t, Check(text).Error(), text)
	}
}

func TestATokenInAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token")
	require.NoError(t, os.WriteFile(path, []byte("s3cret\r\n"), 0o600))
	token, exposed, err := File(path)
	require.NoError(t, err)
	assert.Equal(t, "s3cret", token)
	assert.False(t, exposed)
	require.NoError(t, os.WriteFile(path, []byte("s3cret\nmore\n"), 0o600))
	_, _, err = File(path)
	require.Error(t, err)
	assert.NotContains(t, err.Error(), "s3cret")
}
