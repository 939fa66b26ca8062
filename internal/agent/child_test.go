package agent

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheStandardErrorOfAWindowIsLoggedWithinLimits(t *testing.T) {
	var log bytes.Buffer
	stderr := &childStderr{log: slog.New(slog.NewTextHandler(&log, nil))}
	for _, text := range []string{"panic: the ", "display is gone\n\n\tat x.go:1\nand no end"} {
		n, err := stderr.Write([]byte(text))
		require.NoError(t, err)
		assert.Equal(t, len(text), n)
	}
	assert.Equal(t, 2, strings.Count(log.String(), "the window says"))
	assert.Contains(t, log.String(), `text="panic: the display is gone"`)
	assert.Contains(t, log.String(), `text="\tat x.go:1"`)

	log.Reset()
	long := strings.Repeat("x", 2*maxLoggedLine) + "\n"
	for range 2 * maxLoggedLines {
		_, _ = stderr.Write([]byte(long))
	}
	assert.Equal(t, maxLoggedLines-2, strings.Count(log.String(), "the window says"))
	assert.NotContains(t, log.String(), strings.Repeat("x", maxLoggedLine+1))
}
