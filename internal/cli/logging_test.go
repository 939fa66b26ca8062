package cli

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/settings"
)

// logTo opens a log at path whose standard error goes to a file.
func logTo(t *testing.T, path, stderrPath string, threshold slog.Level) (*slog.Logger, func()) {
	t.Helper()
	captured, err := os.OpenFile(stderrPath, os.O_WRONLY|os.O_CREATE, 0o600)
	require.NoError(t, err)
	stderr := os.Stderr
	os.Stderr = captured
	log := (&Invocation{level: threshold}).fileLog(path)
	os.Stderr = stderr
	return log, func() { require.NoError(t, captured.Close()) }
}

func TestTheLogIsOfItsUserAloneAndHoldsNoSecret(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "routerwatch.log")
	log, closeLog := logTo(t, path, os.DevNull, slog.LevelInfo)
	log.Debug("not at this level")
	log.Warn("the window says", "text", "panic: GET https://me:planted@router.example.org/x?key=planted", "token", "planted")
	closeLog()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Contains(t, string(text), `msg="the window says"`)
	assert.NotContains(t, string(text), "planted")
	assert.Equal(t, 1, strings.Count(string(text), "\n"))
	if runtime.GOOS != "windows" {
		info, err := os.Stat(path)
		require.NoError(t, err)
		assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
		folder, err := os.Stat(filepath.Dir(path))
		require.NoError(t, err)
		assert.Zero(t, folder.Mode().Perm()&0o022, "nobody else can put a file there")
	}
}

// A token, wherever it came from, and the password of a proxy are removed by what
// they are; the name of a router is not.
func TestTheLogKnowsTheSecrets(t *testing.T) {
	inv, _, err := parsed(t, []string{"--url", "https://router.example.org"}, map[string]string{
		"ROUTERWATCH_TOKEN": "of-the-variable", "https_proxy": "http://me:of-the-proxy@proxy.example.org",
	})
	require.NoError(t, err)
	inv.tokens.With(settings.Router{ID: "r1", URL: "https://router.example.org"}, "typed-and-refused")
	var text bytes.Buffer
	log := slog.New(inv.handler(&text))
	log.Warn("gw-token: the token of-the-variable, the token typed-and-refused and of-the-proxy were sent", "router", "gw-token", "status", "live")
	assert.Contains(t, text.String(), `msg="gw-token: the token [redacted], the token [redacted] and [redacted] were sent" router=gw-token status=live`)
}

func TestTheLogIsOfBoundedSize(t *testing.T) {
	folder := t.TempDir()
	log, closeLog := logTo(t, filepath.Join(folder, "routerwatch.log"), os.DevNull, slog.LevelInfo)
	for range 8 * logSize {
		for range 1024 {
			log.Info(strings.Repeat("x", 1024))
		}
	}
	closeLog()
	size := func() (total int64) {
		entries, err := os.ReadDir(folder)
		require.NoError(t, err)
		for _, entry := range entries {
			if info, err := entry.Info(); err == nil {
				total += info.Size()
			}
		}
		return total
	}
	// Those that are too many are removed by a goroutine of the library's.
	assert.Eventually(t, func() bool { return size() <= (1+logBackups)*logSize<<20 }, 10*time.Second, 10*time.Millisecond, "%d bytes", size())
}

// A log that cannot be written costs nothing but itself.
func TestALogThatCannotBeWritten(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "file"), nil, 0o600))
	require.NoError(t, os.Mkdir(filepath.Join(folder, "folder"), 0o700))
	for name, tt := range map[string]struct {
		path string
		said int
	}{
		"its folder is a file":                   {filepath.Join(folder, "file", "routerwatch.log"), 1},
		"it is a folder, which is put elsewhere": {filepath.Join(folder, "folder"), 0},
		"the disk is full":                       {"/dev/full", 1},
	} {
		t.Run(name, func(t *testing.T) {
			stderr := filepath.Join(t.TempDir(), "stderr")
			log, closeLog := logTo(t, tt.path, stderr, slog.LevelInfo)
			for range 10 {
				log.Info("said all the same")
			}
			closeLog()
			text, err := os.ReadFile(stderr)
			require.NoError(t, err)
			assert.Equal(t, 10, strings.Count(string(text), "said all the same"))
			assert.Equal(t, tt.said, strings.Count(string(text), "the log file cannot be written"), "said once")
		})
	}
}

func TestALogComesBackWithinALine(t *testing.T) {
	aside := func(path string) error { return os.Rename(path, path+".1") }
	for name, meddle := range map[string]func(path string) error{
		"removed":             os.Remove,
		"renamed":             aside,
		"its folder removed":  func(path string) error { return os.RemoveAll(filepath.Dir(path)) },
		"its folder renamed":  func(path string) error { return aside(filepath.Dir(path)) },
		"truncated":           func(path string) error { return os.Truncate(path, 0) },
		"truncated and begun": func(path string) error { return os.WriteFile(path, []byte("rotated\n"), 0o600) },
		"replaced by another's file": func(path string) error {
			return errors.Join(aside(path), os.WriteFile(path, []byte("rotated\n"), 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "state", "routerwatch.log")
			stderr := filepath.Join(t.TempDir(), "stderr")
			log, closeLog := logTo(t, path, stderr, slog.LevelInfo)
			for range 3 {
				log.Info("before")
			}
			require.NoError(t, meddle(path))
			log.Info("the next line")
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Contains(t, string(text), `msg="the next line"`)
			assert.NotContains(t, string(text), "before")
			assert.NotContains(t, string(text), "\x00")
			closeLog()
			complaints, err := os.ReadFile(stderr)
			require.NoError(t, err)
			assert.NotContains(t, string(complaints), "cannot be written")
		})
	}
}

// Each time that the log cannot be written is said once.
func TestALogThatCanBeWrittenAgain(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "state")
	path, stderr := filepath.Join(folder, "routerwatch.log"), filepath.Join(t.TempDir(), "stderr")
	log, closeLog := logTo(t, path, stderr, slog.LevelInfo)
	for range 2 {
		require.NoError(t, os.RemoveAll(folder))
		require.NoError(t, os.WriteFile(folder, nil, 0o600))
		for range 3 {
			log.Info("lost")
		}
		require.NoError(t, os.Remove(folder))
		log.Info("found")
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Contains(t, string(text), "found")
		assert.NotContains(t, string(text), "lost")
	}
	closeLog()
	complaints, err := os.ReadFile(stderr)
	require.NoError(t, err)
	assert.Equal(t, 2, strings.Count(string(complaints), "the log file cannot be written"))
}
