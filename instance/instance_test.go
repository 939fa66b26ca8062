package instance

import (
	"bytes"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// TestMain runs the tests, or the process that one of them kills.
func TestMain(m *testing.M) {
	if folder := os.Getenv("TEST_CLAIM"); folder != "" {
		if _, err := Claim(Place{folder: folder, name: "a"}, discard()); err != nil {
			os.Exit(1)
		}
		_, _ = os.Stdout.WriteString("claimed\n")
		time.Sleep(time.Hour)
	}
	goleak.VerifyTestMain(m)
}

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

func place(t *testing.T) Place {
	t.Helper()
	folder, err := os.MkdirTemp("", "rw") //nolint:usetesting // t.TempDir is too long for a socket
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(folder)) })
	return Place{folder: filepath.Join(folder, "routerwatch"), name: "a"}
}

func claim(t *testing.T, p Place) *Instance {
	t.Helper()
	i, err := Claim(p, discard())
	require.NoError(t, err)
	t.Cleanup(i.Close)
	return i
}

func TestTheSecondStartReachesTheFirst(t *testing.T) {
	p := place(t)
	first := claim(t, p)
	_, err := Claim(p, discard())
	require.ErrorIs(t, err, ErrTaken)
	want := Request{Display: ":7", Authority: "/x"}
	require.NoError(t, Ask(p, want))
	assert.Equal(t, want, <-first.Requests())
}

func TestOtherConfigurationsAreOthers(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	assert.Equal(t, PlaceFor("a", ""), PlaceFor("a", ""))
	assert.NotEqual(t, PlaceFor("a", ""), PlaceFor("b", ""))
	t.Setenv("XDG_RUNTIME_DIR", "")
	assert.Equal(t, filepath.Join("/config", "routerwatch"), PlaceFor("a", "/config").folder)
}

func TestAClaimGivenBackCanBeTakenAgain(t *testing.T) {
	p := place(t)
	first, err := Claim(p, discard())
	require.NoError(t, err)
	first.Close()
	claim(t, p)
}

func TestACrashJamsNothing(t *testing.T) {
	p := place(t)
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), "TEST_CLAIM="+p.folder)
	output, err := process.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, process.Start())
	said := make([]byte, len("claimed\n"))
	_, err = output.Read(said)
	require.NoError(t, err)
	_, err = Claim(p, discard())
	require.ErrorIs(t, err, ErrTaken)
	require.NoError(t, process.Process.Kill())
	_ = process.Wait()
	require.FileExists(t, p.socket(), "the crash left it behind")
	first := claim(t, p)
	require.NoError(t, Ask(p, Request{}))
	<-first.Requests()
}

func TestJunkAndSilenceAreSentAway(t *testing.T) {
	p := place(t)
	first := claim(t, p)
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
	require.NoError(t, Ask(p, Request{Display: ":1"}))
	assert.Equal(t, Request{Display: ":1"}, <-first.Requests())
}

func TestNobodyElseCanEnter(t *testing.T) {
	p := place(t)
	claim(t, p)
	info, err := os.Stat(p.folder)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o700), info.Mode().Perm())
}

func TestAskingNobodyIsAnError(t *testing.T) {
	require.Error(t, Ask(place(t), Request{}))
}
