package monitor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A sleep cannot be had in a test, nor may one set the machine's clock; that
// the kernel tells of both was tried by hand.
func TestAWakeWatchWaitsUntilItIsClosed(t *testing.T) {
	w, err := NewWakeWatch()
	require.NoError(t, err)
	ended := make(chan error, 1)
	go func() { ended <- w.Wait() }()
	select {
	case err := <-ended:
		t.Fatal("nothing has happened, and yet it returned", err)
	case <-time.After(50 * time.Millisecond):
	}
	require.NoError(t, w.Close())
	assert.Error(t, <-ended)
}
