package sleep

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// A sleep cannot be had in a test, nor may one set the machine's clock; that
// the kernel tells of both was tried by hand.
func TestAWatchWaitsUntilItIsClosed(t *testing.T) {
	w, err := newWatch()
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- w.wait() }()
	select {
	case err := <-ended:
		t.Fatal("nothing has happened, and yet it returned", err)
	case <-time.After(50 * time.Millisecond):
	}
	require.NoError(t, w.Close())
	assert.Error(t, <-ended)
}

func TestResumesLeaveNothingBehind(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx, end := context.WithCancel(t.Context())
	resumes := Resumes(ctx, slog.New(slog.DiscardHandler))
	require.NotNil(t, resumes)
	assert.Empty(t, resumes)
	end()
}
