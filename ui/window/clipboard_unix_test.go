//go:build unix

package window

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"fyne.io/fyne/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/history"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

// A pipe that nobody writes to is a disk that hangs.
func TestANoteDoesNotWaitForADiskThatHangs(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "r1"), 0o700))
	pipe := filepath.Join(folder, "r1", "changes.jsonl")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	s := newStage(t, firstSize(), Options{})
	s.tell(only(t, "live"))
	s.state.app.History, s.readingPasts = folder, true // the cards wait for it, too
	s.copy()
	assert.Equal(t, view.Incident(only(t, "live"), history.Range{}, "1.0.0", viewtest.Now()), fyne.CurrentApp().Clipboard().Content())
	writer, err := os.OpenFile(pipe, os.O_WRONLY, 0) // ends the reader
	require.NoError(t, err)
	require.NoError(t, writer.Close())
}
