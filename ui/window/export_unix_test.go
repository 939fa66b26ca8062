//go:build linux || darwin

package window

import (
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// limitFiles has every write beyond so many bytes of a file fail until the test ends.
func limitFiles(t *testing.T, bytes uint64) (lift func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var before syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before))
	lift = func() {
		_ = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before)
		signal.Reset(syscall.SIGXFSZ)
	}
	t.Cleanup(lift)
	limited := before
	limited.Cur = bytes
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limited))
	return lift
}

func TestAnExportThatFailsLeavesNothingAndCanBeTriedAgain(t *testing.T) {
	s, file := inExport(t, 0)
	folder := t.TempDir()
	write(file, filepath.Join(folder, "reading.json"))
	lift := limitFiles(t, 10)
	file.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	lift()
	require.NotNil(t, s.page)
	assert.Contains(t, s.page.status.Text, "The file could not be written:")
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	assert.Empty(t, entries, "half a file is none")

	test.Tap(s.page.yes)
	assert.Nil(t, s.page)
	info, err := os.Stat(filepath.Join(folder, "reading.json"))
	require.NoError(t, err)
	assert.Greater(t, info.Size(), int64(100))
	plain := filepath.Join(folder, "plain")
	require.NoError(t, os.WriteFile(plain, nil, 0o644))
	usual, err := os.Stat(plain)
	require.NoError(t, err)
	assert.Equal(t, usual.Mode(), info.Mode(), "readable as any other file of the operator's")
}
