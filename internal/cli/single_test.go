package cli

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/internal/platform/instance"
)

// socketFolder is a short one: the path of a socket is limited.
func socketFolder(t *testing.T) {
	t.Helper()
	folder, err := os.MkdirTemp("", "rw") //nolint:usetesting // t.TempDir is too long for a socket
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(folder)) })
	t.Setenv("XDG_RUNTIME_DIR", folder)
}

func TestASecondStartIsHandedToTheAgent(t *testing.T) {
	socketFolder(t)
	t.Setenv("DISPLAY", ":7")
	place := instance.PlaceFor("a", t.TempDir())
	shows, release, err := singleInstance(t.Context(), place, silent())
	require.NoError(t, err)
	defer release()
	taken := make(chan []string, 1)
	go func() { taken <- <-shows }()
	none, _, err := singleInstance(t.Context(), place, silent())
	require.NoError(t, err)
	assert.Nil(t, none)
	assert.Contains(t, <-taken, "DISPLAY=:7")
}

func TestASecondStartWhileTheFirstLeavesTakesItsPlace(t *testing.T) {
	socketFolder(t)
	place := instance.PlaceFor("a", t.TempDir())
	ctx, leave := context.WithCancel(t.Context())
	shows, release, err := singleInstance(ctx, place, silent())
	require.NoError(t, err)
	require.NotNil(t, shows)
	leave() // from now on nobody reads shows
	claimed := make(chan func())
	go func() {
		next, releaseNext, err := singleInstance(t.Context(), place, silent())
		assert.NoError(t, err)
		assert.NotNil(t, next)
		claimed <- releaseNext
	}()
	release()
	if releaseNext := <-claimed; assert.NotNil(t, releaseNext) {
		releaseNext()
	}
}

func TestTheLockIsBesideTheSettings(t *testing.T) {
	socketFolder(t)
	folder := filepath.Join(t.TempDir(), "routerwatch")
	place := (&Invocation{}).place(filepath.Join(folder, "settings.toml"))
	_, release, err := singleInstance(t.Context(), place, silent())
	require.NoError(t, err)
	defer release()
	assert.FileExists(t, filepath.Join(folder, place.Name+".lock"))
}

func TestAFolderThatCannotBeWrittenStopsNoWatch(t *testing.T) {
	socketFolder(t)
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	shows, release, err := singleInstance(t.Context(), instance.PlaceFor("a", filepath.Join(file, "routerwatch")), silent())
	require.NoError(t, err)
	assert.NotNil(t, shows)
	release()
}
