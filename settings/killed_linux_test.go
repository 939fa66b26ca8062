package settings_test

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/settings"
)

// roleVariable has the test's binary do something in a process of its own.
const roleVariable = "SETTINGS_TEST_ROLE"

func TestMain(m *testing.M) {
	role, path, _ := strings.Cut(os.Getenv(roleVariable), ":")
	roles := map[string]func(path string) error{
		"save for ever": saveForEver, "full at any byte": fullAtAnyByte,
		"full disk": fullDisk, "read-only disk": readOnlyDisk, "another user": anotherUser,
	}
	if act := roles[role]; act != nil {
		switch err := act(path); {
		case err == nil:
			os.Exit(0)
		case errors.Is(err, errNoDisk):
			os.Exit(noDisk)
		default:
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// inARole is a process of this binary's that plays a role.
func inARole(t *testing.T, role, path string) *exec.Cmd {
	t.Helper()
	process := exec.CommandContext(t.Context(), os.Args[0])
	process.Env = append(os.Environ(), roleVariable+"="+role+":"+path)
	return process
}

// versions are two contents of the file, of different lengths.
func versions() (short, long settings.Settings) {
	short, long = wholeSettings(), wholeSettings()
	for i := range 200 {
		long.Routers = append(long.Routers, settings.Router{
			ID: fmt.Sprintf("r%d", i), Name: fmt.Sprintf("Router %d", i), URL: fmt.Sprintf("https://r%d.example.org", i),
		})
	}
	return short, long
}

// saveForEver saves one version after the other until it is killed.
func saveForEver(path string) error {
	short, long := versions()
	f := settings.NewFile(path)
	f.Load()
	for i := 0; ; i++ {
		for _, s := range []settings.Settings{long, short} {
			if _, err := f.Save(s); err != nil {
				return err
			}
		}
		if i == 0 {
			fmt.Println("saving")
		}
	}
}

// Whenever two writers are killed, the file is one of the versions, whole; and
// what they left behind is gone after a while.
func TestKilledAtAnyMomentOfASave(t *testing.T) {
	f := written(t, whole)
	short, long := versions()
	for range 25 {
		var writers []*exec.Cmd
		for range 2 {
			writer := inARole(t, "save for ever", f.Path())
			writer.Stderr = os.Stderr
			output, err := writer.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, writer.Start())
			writers = append(writers, writer)
			_, err = bufio.NewReader(output).ReadString('\n')
			require.NoError(t, err, "it saves")
		}
		time.Sleep(rand.N(10 * time.Millisecond)) // any moment is as good as any other
		for _, writer := range writers {
			require.NoError(t, writer.Process.Kill())
			_ = writer.Wait()
		}
		l := settings.NewFile(f.Path()).Load()
		require.Empty(t, l.Problems)
		require.True(t, l.Settings.Equal(short) || l.Settings.Equal(long), "%+v", l.Settings)
	}
	f.Load()
	left := temporary(t, f)
	t.Logf("%d temporary files were left", len(left))
	for _, name := range left {
		long := time.Now().Add(-time.Hour)
		require.NoError(t, os.Chtimes(name, long, long))
	}
	changed := settings.Defaults()
	_, err := f.Save(changed)
	require.NoError(t, err)
	assert.Empty(t, temporary(t, f), "and do not stay")
	assert.Equal(t, changed, f.Load().Settings)
}

// temporary are the files that killed writers left beside the file.
func temporary(t *testing.T, f *settings.File) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(filepath.Dir(f.Path()), ".settings.toml*"))
	require.NoError(t, err)
	return names
}
