package atomicfile_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/internal/platform/atomicfile"
)

func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.json")
	require.NoError(t, os.WriteFile(path, []byte("of an editor"), 0o600))
	require.NoError(t, os.Chmod(path, 0o644))
	for _, text := range []string{"one", "another, longer", ""} {
		require.NoError(t, atomicfile.Write(path, []byte(text)))
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, text, string(got))
		assert.Equal(t, []string{"a.json"}, names(t, filepath.Dir(path)))
	}
	if runtime.GOOS != "windows" {
		info, err := os.Stat(path)
		require.NoError(t, err)
		assert.Equal(t, fs.FileMode(0o600), info.Mode().Perm())
	}
}

func TestAFileThatCannotBeReplaced(t *testing.T) {
	folder := t.TempDir()
	require.Error(t, atomicfile.Write(filepath.Join(folder, "none", "a.json"), nil))
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "a.json", "in it"), 0o700))
	require.Error(t, atomicfile.Write(filepath.Join(folder, "a.json"), []byte("x")))
	assert.Equal(t, []string{"a.json"}, names(t, folder), "nothing is left of the trial")
}

// A process killed in the middle leaves its temporary file. It is not there
// for ever, and nothing else is taken for one.
func TestWhatWasLeftBehindIsRemoved(t *testing.T) {
	folder := t.TempDir()
	long := time.Now().Add(-2 * abandoned)
	for name, at := range map[string]time.Time{
		".a.json4711": long, ".a.json1": long,
		".a.json4712": time.Now(),              // perhaps of a writer that is at work
		".a.json4713": time.Now().Add(1 << 40), // the clock was set back
		".a.json":     long, ".a.json4a": long, ".b.json4711": long, "a.json4711": long, "a.json.broken-4711": long,
	} {
		path := filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(path, []byte("half"), 0o600))
		require.NoError(t, os.Chtimes(path, at, at))
	}
	require.NoError(t, os.Mkdir(filepath.Join(folder, ".a.json5"), 0o700))
	require.NoError(t, os.Chtimes(filepath.Join(folder, ".a.json5"), long, long))
	require.NoError(t, atomicfile.Write(filepath.Join(folder, "a.json"), []byte("whole")))
	assert.Equal(t, []string{
		".a.json", ".a.json4712", ".a.json4713", ".a.json4a", ".a.json5", ".b.json4711", "a.json", "a.json.broken-4711", "a.json4711",
	}, names(t, folder))
}

const abandoned = time.Minute

func names(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	found := make([]string, len(entries))
	for i, entry := range entries {
		found[i] = entry.Name()
	}
	return found
}
