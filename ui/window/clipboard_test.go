package window

import (
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/internal/redact"
	"routerwatch/ui/view"
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
		"1.2.3", runtime.GOOS, runtime.Version(), "Frankfurt", "https://router.example.org", "down", "refused", "\nProxy for Frankfurt: none.\n",
		"\npoll.threshold = 2\n", "\npoll.interval = 5s\n", "\nbackoff.policy = default\n", "\ntray.count = true\n",
		`router r1: "Frankfurt", https://router.example.org, with a token` + "\n", `router r2: "Singapore", https://sg.router.example.org` + "\n", `msg="odd"`, "640×520 at scale 1",
	} {
		assert.Contains(t, text, part)
	}
	assert.NotContains(t, text, "hush")
	assert.NotContains(t, text, "network.proxy", "what is left out of the file is left out")
	assert.Equal(t, maxLogLines-1, strings.Count(text, "an old line"))
	assert.Contains(t, s.said(), view.LabelCopied)
}

func TestDiagnosticsTellTheWay(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	s.tellWith(wire.App{Version: "1.2.3", Settings: someSettings()}, only(t, "slow-way"))
	s.openSettings()
	test.Tap(s.settings.copy)
	assert.Contains(t, fyne.CurrentApp().Clipboard().Content(),
		"Way to Frankfurt: name lookup 10.0 s, connecting 20 ms, TLS handshake 45 ms, first byte 37 ms, body 1 ms\n")
}

func TestDiagnosticsNameARouterAndNoTypedToken(t *testing.T) {
	newRing(t)
	s := newStage(t, fyne.NewSize(640, 520), Options{Child: true, Secrets: &redact.Secrets{}})
	named := only(t, "live")
	named.Name = "gw-token"
	s.tellWith(wire.App{Settings: someSettings(), Problem: "typed-and-refused is not in the keyring"}, named)
	s.openSettings()
	test.Tap(s.settings.rows[1].edit)
	write(s.routerPage(t).token, "typed-and-refused")
	test.Tap(s.page.yes)
	test.Tap(s.settings.copy)
	text := fyne.CurrentApp().Clipboard().Content()
	assert.Contains(t, text, "Router gw-token: https://router.example.org, live, ")
	assert.Contains(t, text, "Problem: [redacted] is not in the keyring")
}

func TestWhatIsCopiedIsGivenToTheProcessThatKeepsIt(t *testing.T) {
	kept := filepath.Join(t.TempDir(), "kept")
	s := newStage(t, fyne.NewSize(640, 520), Options{Keeper: func() *exec.Cmd {
		return exec.Command("sh", "-c", `cat >"$1"`, "sh", kept)
	}})
	s.tell(only(t, "down-refused"))
	s.copy()
	text, err := os.ReadFile(kept)
	require.NoError(t, err)
	assert.Contains(t, string(text), "Frankfurt")
	assert.Equal(t, fyne.CurrentApp().Clipboard().Content(), string(text), "and by the window itself, at once")
	assert.NotContains(t, s.said(), view.CopyNotKept)
}

func TestACopyThatNothingKeepsIsSaid(t *testing.T) {
	var log strings.Builder
	s := newStage(t, fyne.NewSize(640, 520), Options{Keeper: func() *exec.Cmd {
		return exec.Command("sh", "-c", "echo there is no display >&2; exit 1")
	}})
	s.options.Log = slog.New(slog.NewTextHandler(&log, nil))
	s.tell(only(t, "down-refused"))
	s.copy()
	assert.Contains(t, s.said(), view.CopyNotKept)
	assert.Contains(t, log.String(), "there is no display")
	assert.Contains(t, fyne.CurrentApp().Clipboard().Content(), "Frankfurt")
}

func TestTheEndOfALog(t *testing.T) {
	folder := t.TempDir()
	long := filepath.Join(folder, "long.log")
	require.NoError(t, os.WriteFile(long, []byte(strings.Repeat("x", 3*maxLog)), 0o600))
	assert.Len(t, tail(long), maxLog)
	require.NoError(t, os.WriteFile(long, []byte("secret"+strings.Repeat("x", maxLog-len("\nlast\n"))+"\nlast\n"), 0o600))
	assert.Equal(t, "last", tail(long), "not the end of a line whose beginning is not there")
	assert.NotEmpty(t, tail(""))
	assert.NotEmpty(t, tail(filepath.Join(folder, "none")))
	assert.NotEmpty(t, tail(folder))
}
