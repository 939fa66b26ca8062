package window

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/ui/wire"
)

func TestDiagnostics(t *testing.T) {
	log := filepath.Join(t.TempDir(), "routerwatch.log")
	lines := strings.Repeat("an old line\n", 100) + `level=WARN msg="odd" header="Authorization: Bearer hush" url=https://me:hush@router.example.org` + "\n"
	require.NoError(t, os.WriteFile(log, []byte(lines), 0o600))
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	s.tellWith(wire.App{Version: "1.2.3", Settings: someSettings(), Log: log}, only(t, "down-refused"))
	s.openSettings()
	test.Tap(s.settings.copy)
	text := fyne.CurrentApp().Clipboard().Content()
	for _, part := range []string{
		"1.2.3", runtime.GOOS, runtime.Version(), "Frankfurt", "https://router.example.org", "down", "refused",
		`"threshold": 2`, "https://sg.router.example.org", `msg="odd"`, "640×520 at scale 1",
	} {
		assert.Contains(t, text, part)
	}
	assert.NotContains(t, text, "hush")
	assert.Equal(t, mostLogLines-1, strings.Count(text, "an old line"))
	assert.Contains(t, s.said(), labelCopied)
}

func TestTheEndOfALog(t *testing.T) {
	folder := t.TempDir()
	long := filepath.Join(folder, "long.log")
	require.NoError(t, os.WriteFile(long, []byte(strings.Repeat("x", 3*mostLog)), 0o600))
	assert.Len(t, endOf(long), mostLog)
	assert.NotEmpty(t, endOf(""))
	assert.NotEmpty(t, endOf(filepath.Join(folder, "none")))
	assert.NotEmpty(t, endOf(folder))
}

func TestRedaction(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"nothing":         {"https://router.example.org/api is down, token = true", "https://router.example.org/api is down, token = [redacted]"},
		"a header":        {"Authorization: Bearer abc.def-1", "Authorization: [redacted]"},
		"a bearer alone":  {`got "bearer abc"`, `got "bearer [redacted]"`},
		"basic":           {"Basic dXNlcjpwYXNz, more", "Basic [redacted], more"},
		"credentials":     {"https://me:pass@router.example.org/x", "https://[redacted]@router.example.org/x"},
		"a name alone":    {"socks5://me@proxy.example.org", "socks5://[redacted]@proxy.example.org"},
		"a query":         {"https://router.example.org/x?key=abc&b=1 is", "https://router.example.org/x?[redacted] is"},
		"a variable":      {"ROUTERWATCH_TOKEN=abc", "ROUTERWATCH_TOKEN=[redacted]"},
		"JSON":            {`{"token": "abc", "name": "A"}`, `{"token": "[redacted]", "name": "A"}`},
		"a JSON web one":  {"saw eyJhbGciOi.eyJzdWIi.c2ln here", "saw [redacted] here"},
		"an API key":      {"api_key: abc", "api_key: [redacted]"},
		"done once":       {"token=[redacted]", "token=[redacted]"},
		"an ordinary one": {"the token is kept in the keyring", "the token is kept in the keyring"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, redacted(tt.text))
			assert.Equal(t, tt.want, redacted(redacted(tt.text)), "redacting twice changes nothing")
		})
	}
}
