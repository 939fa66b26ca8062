//go:build unix

package stableroute

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// A pipe in the place of the file of authorities is never opened: that would wait
// for its writer without end.
func TestAPipeInsteadOfAuthoritiesHoldsNoPollUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "authorities.pem")
	writeAt(t, path, pemOf(newAuthority(t).certificate), time.Now().Add(-time.Hour))
	a, err := newAuthorities(path)
	require.NoError(t, err)
	require.NoError(t, os.Remove(path))
	require.NoError(t, syscall.Mkfifo(path, 0o600))

	done := make(chan struct{})
	go func() {
		defer close(done)
		assert.False(t, a.own.refresh(context.Background()))
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Error("it waits for the pipe")
		writer, err := os.OpenFile(path, os.O_WRONLY, 0) // ends the wait
		require.NoError(t, err)
		require.NoError(t, writer.Close())
		<-done
	}
	assert.Equal(t, monitor.AuthoritiesNoFile, a.problem())
}
