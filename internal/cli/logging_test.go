package cli

import (
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// logTo opens a log at path whose standard error goes to a file.
func logTo(t *testing.T, path, stderrPath string, threshold slog.Level) (*slog.Logger, func()) {
	t.Helper()
	captured, err := os.OpenFile(stderrPath, os.O_WRONLY|os.O_CREATE, 0o600)
	require.NoError(t, err)
	stderr := os.Stderr
	os.Stderr = captured
	log, closeLog := (&Invocation{level: threshold}).fileLog(path)
	os.Stderr = stderr
	return log, func() {
		closeLog()
		require.NoError(t, captured.Close())
	}
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
	for name, path := range map[string]string{
		"its folder is a file": filepath.Join(folder, "file", "routerwatch.log"),
		"it is a folder":       folder,
		"the disk is full":     "/dev/full",
	} {
		t.Run(name, func(t *testing.T) {
			stderr := filepath.Join(t.TempDir(), "stderr")
			log, closeLog := logTo(t, path, stderr, slog.LevelInfo)
			for range 10 {
				log.Info("said all the same")
			}
			closeLog()
			text, err := os.ReadFile(stderr)
			require.NoError(t, err)
			assert.Equal(t, 10, strings.Count(string(text), "said all the same"))
		})
	}
}
