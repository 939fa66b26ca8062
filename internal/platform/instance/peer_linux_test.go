package instance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stranger is a user who owns nothing.
const stranger = 65534

// askAsStranger asks as a stranger, and says what it was answered.
func askAsStranger(socket string) int {
	if err := syscall.Setuid(stranger); err != nil {
		fmt.Println(err)
		return 1
	}
	connection, err := net.Dial("unix", socket)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	_ = json.NewEncoder(connection).Encode(Request{"DISPLAY=:1"})
	answer, _ := io.ReadAll(connection)
	fmt.Printf("answered %q", answer)
	return 0
}

// Even where the folder's rights were loosened, the kernel tells who calls.
func TestAnotherUserIsRejected(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can be somebody else")
	}
	p := place(t)
	var log bytes.Buffer
	first, err := Acquire(t.Context(), p, slog.New(slog.NewTextHandler(&log, nil)))
	require.NoError(t, err)
	taken := received(t, first)
	for _, name := range []string{filepath.Dir(p.socketFolder), p.socketFolder, p.socket()} {
		require.NoError(t, os.Chmod(name, 0o777))
	}
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), "TEST_STRANGER="+p.socket())
	said, err := process.Output()
	require.NoError(t, err, "%s", said)
	first.Close() // what was to be logged is
	assert.Equal(t, `answered ""`, string(said))
	assert.Empty(t, taken)
	assert.Contains(t, log.String(), "from another user")
}
