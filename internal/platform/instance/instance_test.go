package instance

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// TestMain runs the tests, or the process that one of them kills.
func TestMain(m *testing.M) {
	if socket := os.Getenv("TEST_STRANGER"); socket != "" {
		os.Exit(askAsStranger(socket))
	}
	if folder := os.Getenv("TEST_ACQUIRE"); folder != "" {
		if _, err := Acquire(context.Background(), in(folder), discard()); err != nil {
			os.Exit(1)
		}
		_, _ = os.Stdout.WriteString("acquired\n")
		time.Sleep(time.Hour)
	}
	goleak.VerifyTestMain(m)
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

func in(folder string) Place {
	return Place{lockFolder: filepath.Join(folder, "settings"), socketFolder: filepath.Join(folder, "run"), Name: "a"}
}

// received takes an instance's requests into a channel until the test's end.
func received(t *testing.T, i *Instance) <-chan Request {
	t.Helper()
	taken, stop := make(chan Request, 8), make(chan struct{})
	var reading sync.WaitGroup
	reading.Go(func() {
		for {
			select {
			case request := <-i.Requests():
				taken <- request
			case <-stop:
				return
			}
		}
	})
	t.Cleanup(func() {
		close(stop)
		reading.Wait()
	})
	return taken
}

func place(t *testing.T) Place {
	t.Helper()
	folder, err := os.MkdirTemp("", "rw") //nolint:usetesting // t.TempDir is too long for a socket
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(folder)) })
	return in(folder)
}

// acquire makes this process the first, whose requests come from the channel.
func acquire(t *testing.T, p Place) <-chan Request {
	t.Helper()
	i, err := Acquire(t.Context(), p, discard())
	require.NoError(t, err)
	t.Cleanup(i.Close)
	return received(t, i)
}

func TestTheSecondStartReachesTheFirst(t *testing.T) {
	p := place(t)
	first := acquire(t, p)
	_, err := Acquire(t.Context(), p, discard())
	require.ErrorIs(t, err, ErrTaken)
	want := Request{"DISPLAY=:7", "XAUTHORITY=/x"}
	require.NoError(t, Ask(t.Context(), p, want))
	assert.Equal(t, want, <-first)
}

func TestOtherConfigurationsAreOthers(t *testing.T) {
	assert.Equal(t, PlaceFor("a", "/config"), PlaceFor("a", "/config"))
	assert.NotEqual(t, PlaceFor("a", "/config"), PlaceFor("b", "/config"))
}

// A desktop's session has a runtime folder, and one of cron or su has none.
func TestEverySessionOfTheUserAgreesOnTheLock(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", place(t).socketFolder)
	onTheDesktop := PlaceFor("a", folder)
	t.Setenv("XDG_RUNTIME_DIR", "")
	elsewhere := PlaceFor("a", folder)
	assert.NotEqual(t, onTheDesktop.socket(), elsewhere.socket())
	acquire(t, onTheDesktop)
	_, err := Acquire(t.Context(), elsewhere, discard())
	require.ErrorIs(t, err, ErrTaken)
	assert.FileExists(t, filepath.Join(folder, elsewhere.Name+".lock"))
}

func TestAClaimGivenBackCanBeTakenAgain(t *testing.T) {
	p := place(t)
	first, err := Acquire(t.Context(), p, discard())
	require.NoError(t, err)
	first.Close()
	acquire(t, p)
}

func TestACrashJamsNothing(t *testing.T) {
	p := place(t)
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), "TEST_ACQUIRE="+filepath.Dir(p.lockFolder))
	output, err := process.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, process.Start())
	said := make([]byte, len("acquired\n"))
	_, err = output.Read(said)
	require.NoError(t, err)
	_, err = Acquire(t.Context(), p, discard())
	require.ErrorIs(t, err, ErrTaken)
	require.NoError(t, process.Process.Kill())
	_ = process.Wait()
	require.FileExists(t, p.socket(), "the crash left it behind")
	first := acquire(t, p)
	require.NoError(t, Ask(t.Context(), p, Request{}))
	<-first
}

func TestJunkAndSilenceAreRejected(t *testing.T) {
	p := place(t)
	first := acquire(t, p)
	for name, junk := range map[string][]byte{
		"no JSON": []byte("GET / HTTP/1.1\r\n\r\n"),
		"endless": bytes.Repeat([]byte(`{"display":"`), 10_000),
		"nothing": nil,
		"a list":  []byte(`[1,2]`),
	} {
		t.Run(name, func(t *testing.T) {
			connection, err := net.Dial("unix", p.socket())
			require.NoError(t, err)
			_, _ = connection.Write(junk)
			require.NoError(t, connection.Close())
		})
	}
	require.NoError(t, Ask(t.Context(), p, Request{"DISPLAY=:1"}))
	assert.Equal(t, Request{"DISPLAY=:1"}, <-first)
}

func TestARequestSetsNoOtherVariable(t *testing.T) {
	p := place(t)
	first := acquire(t, p)
	require.NoError(t, Ask(t.Context(), p, Request{"DISPLAY=:1", "LD_PRELOAD=/x", "PATH", "XAUTHORITY=/a=b"}))
	assert.Equal(t, Request{"DISPLAY=:1", "XAUTHORITY=/a=b"}, <-first)

	t.Setenv("DISPLAY", ":7")
	t.Setenv("WAYLAND_DISPLAY", "")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/x")
	t.Setenv("XAUTHORITY", "/x")
	assert.Equal(t, Request{"DISPLAY=:7", "XAUTHORITY=/x", "DBUS_SESSION_BUS_ADDRESS=unix:path=/x"}, ThisDisplay())
	assert.Equal(t, "unix:path=/x", ThisDisplay().Bus())
	assert.Empty(t, Request{"DISPLAY=:7"}.Bus())
}

func TestOtherUsersCannotConnect(t *testing.T) {
	for name, before := range map[string]os.FileMode{"a new folder": 0, "one that was there": 0o755} {
		t.Run(name, func(t *testing.T) {
			p := place(t)
			if before != 0 {
				require.NoError(t, os.MkdirAll(p.socketFolder, before))
			}
			acquire(t, p)
			info, err := os.Stat(p.socketFolder)
			require.NoError(t, err)
			assert.Equal(t, os.FileMode(0o700), info.Mode().Perm())
			lock, err := os.Stat(p.lock())
			require.NoError(t, err)
			assert.Equal(t, os.FileMode(0o600), lock.Mode().Perm())
		})
	}
}

func TestARequestWithoutAFirstProcessIsAnError(t *testing.T) {
	require.Error(t, Ask(t.Context(), place(t), Request{}))
}
