package cli

import (
	"bytes"
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTheToolkitDoesNotComplainAboutTheLocale starts this very binary, which
// holds the toolkit as the program does, under a locale it cannot read.
func TestTheToolkitDoesNotComplainAboutTheLocale(t *testing.T) {
	for _, variable := range []string{"LANG=C.UTF-8", "LC_ALL=C.UTF-8", "LC_MESSAGES=C.utf8"} {
		var complaints bytes.Buffer
		process := exec.Command(os.Args[0], "-test.list=^$")
		process.Env = []string{"HOME=" + t.TempDir(), "GORACE=atexit_sleep_ms=0", variable}
		process.Stderr = &complaints
		require.NoError(t, process.Run())
		assert.Empty(t, complaints.String(), variable)
	}
}
