package history

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// roleVariable has TestARole do something in a process of its own.
const roleVariable = "HISTORY_TEST_ROLE"

const noDisk = "no disk of its own can be mounted"

// TestARole is what the processes of [inARole] run.
func TestARole(t *testing.T) {
	role, folder, _ := strings.Cut(os.Getenv(roleVariable), ":")
	act := map[string]func(t *testing.T, folder string){
		"watch for ever": watchForEver, "full disk": fullDisk, "read-only disk": readOnlyDisk, "disk that hangs": diskThatHangs,
	}[role]
	if act == nil {
		t.Skip("it is for other tests")
	}
	act(t, folder)
}

func inARole(t *testing.T, role, folder string) *exec.Cmd {
	t.Helper()
	process := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestARole$", "-test.timeout", "2m")
	process.Env = append(os.Environ(), roleVariable+"="+role+":"+folder)
	return process
}

// plays has a process play a role with disks of its own, which not every system allows.
func plays(t *testing.T, role string) {
	t.Helper()
	process := inARole(t, role, t.TempDir())
	process.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	said, err := process.CombinedOutput()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited || strings.Contains(string(said), noDisk) {
		t.Skip(noDisk, err, string(said))
	}
	require.NoError(t, err, string(said))
}

func TestADiskThatIsFull(t *testing.T)     { plays(t, "full disk") }
func TestADiskThatIsReadOnly(t *testing.T) { plays(t, "read-only disk") }
func TestADiskThatHangs(t *testing.T)      { plays(t, "disk that hangs") }

func mount(t *testing.T, source, folder, kind string, flags uintptr, data string) {
	t.Helper()
	if err := syscall.Mount("", "/", "", syscall.MS_PRIVATE|syscall.MS_REC, ""); err != nil {
		t.Fatal(noDisk, err)
	}
	if err := syscall.Mount(source, folder, kind, flags, data); err != nil {
		t.Fatal(noDisk, err)
	}
}

// outlast watches for a while on a disk that cannot be written to from the first
// moment, then for a while on one that can.
func outlast(t *testing.T, folder string, mend func() error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var said logged
		s, err := Open(folder, DefaultMinutesKept, said.logger())
		require.NoError(t, err)
		watchFor(s, 10*time.Minute)
		require.Equal(t, 1, strings.Count(said.String(), "level=WARN"), said.String())
		require.NoError(t, mend())
		watchOn(s, 50*time.Minute)
		require.Equal(t, 1, strings.Count(said.String(), "level=WARN"), said.String())
		require.Equal(t, 1, strings.Count(said.String(), "written again"), said.String())
		s.Close(time.Second)
		r, err := Read(folder, "r1", began, time.Now())
		require.NoError(t, err)
		require.Zero(t, r.Damaged)
		require.Equal(t, Times{Up: 3600}, r.Sum().Times)
	})
}

func fullDisk(t *testing.T, folder string) {
	mount(t, "small", folder, "tmpfs", 0, "size=64k")
	filler := filepath.Join(folder, "filler")
	fill := func() { require.ErrorIs(t, os.WriteFile(filler, make([]byte, 128<<10), 0o600), syscall.ENOSPC) }
	fill()
	outlast(t, folder, func() error { return os.Remove(filler) })

	// It becomes full in the middle of a line.
	fill()
	log := logged{}
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(24 * time.Hour)
		began := time.Now()
		s, err := Open(folder, DefaultMinutesKept, log.logger())
		require.NoError(t, err)
		watchFor(s, 10*time.Hour)
		require.Equal(t, 1, strings.Count(log.String(), "level=WARN"), log.String())
		require.NoError(t, os.Remove(filler))
		watchOn(s, time.Hour)
		s.Close(time.Second)
		r, err := Read(folder, "r1", began, time.Now())
		require.NoError(t, err)
		require.Zero(t, r.Damaged)
		require.Equal(t, Times{Up: 11 * 3600}, r.Sum().Times)
	})
}

func readOnlyDisk(t *testing.T, folder string) {
	mount(t, "small", folder, "tmpfs", syscall.MS_RDONLY, "size=1m")
	outlast(t, folder, func() error { return syscall.Mount("", folder, "", syscall.MS_REMOUNT, "") })
}

// diskThatHangs mounts a file system that nobody serves over the folder of a watch.
func diskThatHangs(t *testing.T, folder string) {
	said := logged{}
	s, err := Open(folder, DefaultMinutesKept, slog.New(slog.NewTextHandler(&said, nil)))
	require.NoError(t, err)
	s.Observe(snapshot(monitor.Connecting, time.Time{}))
	require.Eventually(t, func() bool { _, err := os.Stat(filepath.Join(folder, "r1", changesFile)); return err == nil }, 20*time.Second, time.Millisecond)
	fuse, err := syscall.Open("/dev/fuse", syscall.O_RDWR|syscall.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(noDisk, err)
	}
	mount(t, "hangs", folder, "fuse", 0, fmt.Sprintf("fd=%d,rootmode=40000,user_id=0,group_id=0", fuse))

	hung := time.Now()
	longest := observeMany(s, 60_000)
	t.Logf("the longest of 60,000 took %v; all %v", longest, time.Since(hung))
	assert.Less(t, longest, time.Second, "the watch does not wait")
	assertSmall(t)

	require.NoError(t, syscall.Close(fuse)) // the disk answers: with errors first
	require.NoError(t, syscall.Unmount(folder, syscall.MNT_DETACH))
	lost := func() bool {
		s.Observe(snapshot(monitor.Paused, time.Time{}))
		s.Observe(snapshot(monitor.Live, time.Now()))
		r, err := Read(folder, "r1", hung, time.Now())
		require.NoError(t, err)
		for _, c := range r.Changes {
			if c.What == Lost {
				return c.Since.Before(c.At)
			}
		}
		return false
	}
	require.Eventually(t, lost, 20*time.Second, 50*time.Millisecond, "what was lost is said")
	s.Close(10 * time.Second)
	require.NotContains(t, said.String(), "does not answer")
}

// observeMany has a store observe changes as fast as it can, and returns the longest
// that it took.
func observeMany(s *Store, n int) (longest time.Duration) {
	for i := range n {
		one := snapshot([]monitor.Status{monitor.Live, monitor.Paused}[i%2], time.Now())
		began := time.Now()
		s.Observe(one)
		longest = max(longest, time.Since(began))
	}
	return longest
}

func assertSmall(t *testing.T) {
	t.Helper()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("the heap has %d kB", m.HeapAlloc>>10)
	assert.Less(t, m.HeapAlloc, uint64(40<<20), "what waits is bounded")
}

// A pipe that nobody writes to hangs the first reading of the files.
func TestADiskThatHangsAtTheStart(t *testing.T) {
	folder := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "r1"), 0o700))
	pipe := filepath.Join(folder, "r1", changesFile)
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	said := logged{}
	s, err := Open(folder, DefaultMinutesKept, said.logger())
	require.NoError(t, err)
	s.Observe(snapshot(monitor.Connecting, time.Time{}))
	longest := observeMany(s, 20_000)
	assert.Less(t, longest, time.Second, "the watch does not wait")
	assertSmall(t)
	began := time.Now()
	s.Close(50 * time.Millisecond)
	assert.Less(t, time.Since(began), 5*time.Second)
	assert.Contains(t, said.String(), "does not answer")
	release, err := os.OpenFile(pipe, os.O_WRONLY, 0)
	require.NoError(t, err)
	require.NoError(t, release.Close())
	s.writing.Wait()
}
