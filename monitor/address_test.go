package monitor

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAddresses(t *testing.T) {
	for _, c := range []struct{ name, address, base, stats string }{
		{"plain", "https://router.example", "https://router.example", "https://router.example/api/v1/stats"},
		{"a trailing slash", "https://router.example/", "https://router.example", "https://router.example/api/v1/stats"},
		{"a port", "http://localhost:3001", "http://localhost:3001", "http://localhost:3001/api/v1/stats"},
		{"a prefix", "https://example.com/routers/one", "https://example.com/routers/one", "https://example.com/routers/one/api/v1/stats"},
		{"a prefix and slashes", "https://example.com//routers/one//", "https://example.com/routers/one", "https://example.com/routers/one/api/v1/stats"},
		{"the statistics", "https://router.example/api/v1/stats", "https://router.example", "https://router.example/api/v1/stats"},
		{"the statistics and a slash", "https://router.example/api/v1/stats/", "https://router.example", "https://router.example/api/v1/stats"},
		{"the statistics under a prefix", "https://example.com/one/api/v1/stats", "https://example.com/one", "https://example.com/one/api/v1/stats"},
		{"an escaped prefix", "https://example.com/a%2Fb%20c", "https://example.com/a%2Fb%20c", "https://example.com/a%2Fb%20c/api/v1/stats"},
		{"capitals", "HTTPS://Router.Example/One", "https://router.example/One", "https://router.example/One/api/v1/stats"},
		{"space around", "  https://router.example \n", "https://router.example", "https://router.example/api/v1/stats"},
		{"a fragment", "https://router.example/#top", "https://router.example", "https://router.example/api/v1/stats"},
		{"IPv6", "http://[::1]:3001/", "http://[::1]:3001", "http://[::1]:3001/api/v1/stats"},
		{"an international name", "https://bücher.example", "https://xn--bcher-kva.example", "https://xn--bcher-kva.example/api/v1/stats"},
		{"dots in the path", "https://example.com/a/../b", "https://example.com/b", "https://example.com/b/api/v1/stats"},
	} {
		t.Run(c.name, func(t *testing.T) {
			base, err := ParseAddress(c.address)
			require.NoError(t, err)
			assert.Equal(t, c.base, base.String())
			assert.Equal(t, c.stats, base.Stats().String())
		})
	}
}

func TestAddressesThatAreNone(t *testing.T) {
	for _, c := range []struct {
		name, address string
		problem       SetupProblem
		suggestion    string
	}{
		{"empty", "  ", AddressEmpty, ""},
		{"no scheme", "router.example/one", AddressScheme, "https://router.example/one"},
		{"no scheme but a port", "router.example:8443", AddressScheme, "https://router.example:8443"},
		{"no scheme, this computer", "localhost:3001", AddressScheme, "http://localhost:3001"},
		{"no scheme, this computer by number", "127.0.0.1:3001/", AddressScheme, "http://127.0.0.1:3001"},
		{"no scheme, a secret", "u:s3cret@router.example", AddressScheme, ""},
		{"no scheme, a key", "router.example?key=s3cret", AddressScheme, ""},
		{"another scheme", "ftp://u:s3cret@router.example", AddressScheme, ""},
		{"a user", "https://s3cret@router.example", AddressHasUser, ""},
		{"a password", "https://u:s3cret@router.example", AddressHasUser, ""},
		{"a query", "https://router.example/?key=s3cret", AddressHasQuery, ""},
		{"no host", "https:///api", AddressNoHost, ""},
		{"only a port", "https://:443", AddressNoHost, ""},
		{"a port that is no number", "https://router.example:s3cret", AddressNotURL, ""},
		{"port 0", "https://router.example:0", AddressBadPort, ""},
		{"port 65536", "https://router.example:65536", AddressBadPort, ""},
		{"no port after the colon", "https://router.example:", AddressBadPort, ""},
		{"a broken escape", "https://router.example/%zz-s3cret", AddressNotURL, ""},
		{"a control character", "https://router.example/\x00s3cret", AddressNotURL, ""},
		{"a space in the host", "https://router example/", AddressNotURL, ""},
		{"a name that cannot be", "https://\u202ebücher.example", AddressBadHost, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ParseAddress(c.address)
			assert.Equal(t, &SetupError{Problem: c.problem, Suggestion: c.suggestion}, err)
			assert.NotContains(t, err.Error(), "s3cret")
		})
	}
}

func TestLoopback(t *testing.T) {
	for address, want := range map[string]bool{
		"http://localhost": true, "http://localhost.:80": true, "http://a.localhost:1": true, "http://127.1.2.3": true,
		"http://[::1]:80": true, "http://[::ffff:127.0.0.1]": true,
		"http://localhost.example": false, "http://router.example": false, "http://10.0.0.1": false, "http://0.0.0.0": false,
	} {
		base, err := ParseAddress(address)
		require.NoError(t, err, address)
		assert.Equal(t, want, base.Loopback(), address)
	}
}

func FuzzParseAddress(f *testing.F) {
	for _, seed := range []string{
		"https://router.example", "http://[::1]:3001/x/", "localhost:3001", "https://u:p@h/?q#f", "https://bücher.example/%2F",
		"https://h/api/v1/stats/api/v1/stats", "http://h//..//", "://", "https://[fe80::1%25eth0]/", "http://%41/",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		base, err := ParseAddress(address)
		if err != nil {
			assert.NotContains(t, err.Error(), "\n")
			return
		}
		text := base.String()
		assert.Nil(t, base.url.User)
		assert.False(t, strings.ContainsAny(text, "?#"), text)
		assert.NotEmpty(t, base.Stats().Host)
		assert.True(t, strings.HasSuffix(base.Stats().String(), statsPath))
		again, err := ParseAddress(text)
		require.NoError(t, err)
		assert.Equal(t, base, again, "reading it again changes nothing")
		fromStats, err := ParseAddress(base.Stats().String())
		require.NoError(t, err)
		assert.Equal(t, base, fromStats, "the statistics' URL is of the same base")
	})
}
