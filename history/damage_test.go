package history

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// logged is a log that its tests read while it is written.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func (l *logged) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

func TestDamagedFilesAreSetAsideAndSaidOnce(t *testing.T) {
	for name, damage := range map[string]struct {
		file   string
		change func(data []byte) []byte
		aside  bool
	}{
		"a torn line":           {"minutes-2000-01-01.csv", func(d []byte) []byte { return d[:len(d)-9] }, false},
		"a tail of zeros":       {"minutes-2000-01-01.csv", func(d []byte) []byte { return append(d, make([]byte, 3<<20)...) }, false},
		"a torn change":         {changesFile, func(d []byte) []byte { return append(d, `{"at":"2000-01-01T0`...) }, false},
		"changes end in zeros":  {changesFile, func(d []byte) []byte { return append(d, make([]byte, 5000)...) }, false},
		"zeros in the middle":   {"minutes-2000-01-01.csv", func(d []byte) []byte { copy(d[len(d)/2:], make([]byte, 10)); return d }, true},
		"a block of zeros":      {"minutes-2000-01-01.csv", func(d []byte) []byte { return append(make([]byte, 3<<20), d[len(d)/2:]...) }, true},
		"a bad change":          {changesFile, func(d []byte) []byte { return append([]byte("{\"at\":7}\n"), d...) }, true},
		"a header of zeros":     {"minutes-2000-01-01.csv", func(d []byte) []byte { copy(d, make([]byte, 10)); return d }, true},
		"a line that is long":   {changesFile, func(d []byte) []byte { return append(append(bytes.Repeat([]byte("x"), 3<<20), '\n'), d...) }, true},
		"nothing but a line":    {"minutes-2000-01-01.csv", func(d []byte) []byte { return d[:1] }, false},
		"a line without an end": {"quarters-2000.csv", func(d []byte) []byte { return append(d, "2000"...) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				run(t, folder, DefaultMinutesKept, quiet(), time.Hour)
				path := filepath.Join(folder, "r1", damage.file)
				data, err := os.ReadFile(path)
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(path, damage.change(data), 0o600))
				if strings.HasPrefix(damage.file, "minutes") { // and their quarters
					require.NoError(t, os.Remove(filepath.Join(folder, "r1", "quarters-2000.csv")))
				}

				var said logged
				time.Sleep(time.Hour)
				run(t, folder, DefaultMinutesKept, said.logger(), time.Hour)
				time.Sleep(time.Hour)
				run(t, folder, DefaultMinutesKept, said.logger(), time.Hour)
				times := 0
				if damage.aside {
					times = 1
				}
				assert.Equal(t, times, strings.Count(said.String(), "\n"), said.String())
				aside, err := filepath.Glob(path + ".damaged-*")
				require.NoError(t, err)
				assert.Len(t, aside, times)

				r, err := Read(folder, "r1", began, time.Now())
				require.NoError(t, err)
				assert.Zero(t, r.Damaged)
				assert.EqualValues(t, 3*3600, r.Sum().Up, "the good lines are kept, and the others rebuilt from the changes")
				data, err = os.ReadFile(filepath.Join(folder, "r1", "minutes-2000-01-01.csv"))
				require.NoError(t, err)
				assert.Equal(t, 1, bytes.Count(data, []byte("start,")))
				assert.True(t, bytes.HasPrefix(data, []byte("start,")))
			})
		})
	}
}

func TestChangesAreTrimmed(t *testing.T) {
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s, err := Open(folder, DefaultMinutesKept, quiet())
		require.NoError(t, err)
		watchFor(s, time.Minute)
		pairs := strings.Split(strings.Repeat("USDC→EURC ", 5000), " ")
		for range 200 {
			s.Note("r1", Change{What: PairsChanged, Came: pairs})
			time.Sleep(time.Second)
		}
		s.Close(time.Second)
		path := filepath.Join(folder, "r1", changesFile)
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Less(t, info.Size(), int64(maxChanges)*11/10)
		r, err := Read(folder, "r1", time.Now().Add(-time.Hour), time.Now())
		require.NoError(t, err)
		require.Zero(t, r.Damaged)
		require.Equal(t, "Main", r.Name)
		changes := r.Changes
		require.Equal(t, Trimmed, changes[0].What)
		require.NotZero(t, changes[0].Lines)
		require.True(t, changes[0].Until.Equal(changes[2].At))
		require.Equal(t, Ended, changes[len(changes)-1].What)
	})
}
