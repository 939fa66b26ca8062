package history

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// A start with 700 routers that have a past is quick, and opens a file at a time.
func TestManyRouters(t *testing.T) {
	const routers = 700
	folder := t.TempDir()
	synctest.Test(t, func(t *testing.T) { run(t, folder, DefaultMinutesKept, quiet(), 26*time.Hour) })
	for i := range routers {
		require.NoError(t, os.CopyFS(filepath.Join(folder, fmt.Sprintf("m%d", i)), os.DirFS(filepath.Join(folder, "r1"))))
	}
	files := func() int {
		open, err := os.ReadDir("/proc/self/fd")
		require.NoError(t, err)
		return len(open)
	}
	before, most := files(), 0
	s, err := Open(folder, DefaultMinutesKept, quiet())
	require.NoError(t, err)
	began := time.Now()
	for _, status := range []monitor.Status{monitor.Connecting, monitor.Live} {
		for i := range routers {
			one := snapshot(status, time.Now())
			one.ID = fmt.Sprintf("m%d", i)
			s.Observe(one)
		}
	}
	observed := time.Since(began)
	ready := func() bool {
		most = max(most, files())
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, r := range s.routers {
			if !r.ready {
				return false
			}
		}
		return s.waiting == 0
	}
	require.Eventually(t, ready, time.Minute, time.Millisecond)
	t.Logf("observed in %v, ready after %v, %d more files open", observed, time.Since(began), most-before)
	assertSmall(t)
	assert.Less(t, most, before+5)
	s.Close(time.Minute)
	for i := range routers {
		data, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("m%d", i), changesFile))
		require.NoError(t, err)
		require.Contains(t, string(data[len(data)-100:]), `"why":"quit"`)
	}
}
