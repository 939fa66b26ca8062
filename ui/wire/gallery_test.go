package wire_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/wire"
)

var update = flag.Bool("update", false, "rewrite the golden files and the window's gallery")

// gallery is the folder of recorded lines, one file for each picture, that
// the window is tried and drawn with.
const gallery = "../window/gallery"

func TestGalleryIsWhatTheAgentSends(t *testing.T) {
	known := map[string]bool{}
	for _, state := range viewtest.States() {
		t.Run(state.Name, func(t *testing.T) {
			name := state.Name + ".jsonl"
			require.False(t, known[name], "two states of one name")
			known[name] = true
			golden(t, filepath.Join(gallery, name), recording(t, state))
		})
	}
	files, err := os.ReadDir(gallery)
	require.NoError(t, err)
	for _, file := range files {
		require.True(t, known[file.Name()], "%s is a recording of no state: delete it", file.Name())
	}
}

// recording is what an agent would have sent: a line about the program, then
// one about each router.
func recording(t *testing.T, state viewtest.State) []byte {
	t.Helper()
	app := wire.App{Tray: true, Version: "1.0.0"}
	for _, s := range state.Snapshots {
		app.Routers = append(app.Routers, s.ID)
	}
	if state.Snapshots[0].Simulated {
		app.Demo = &wire.Demo{
			Faults: []wire.Fault{
				{ID: "none", Label: "Healthy"},
				{ID: "slow", Label: "Slow"},
				{ID: "error", Label: "Error"},
				{ID: "refuse", Label: "Refuse"},
				{ID: "reset", Label: "Reset"},
				{ID: "rate_limit", Label: "Rate limit"},
				{ID: "garbage", Label: "Garbage"},
				{ID: "empty", Label: "No pairs"},
			},
			Fault: "none",
		}
	}
	var text bytes.Buffer
	write := func(v any) {
		line, err := wire.Marshal(v)
		require.NoError(t, err)
		text.Write(line)
	}
	write(app)
	for _, s := range state.Snapshots {
		write(s)
	}
	return text.Bytes()
}

// golden compares what was made with the file, or rewrites the file.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, got, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "make it with: go test ./ui/view ./ui/wire -update")
	require.Equal(t, string(want), string(got), "%s is out of date; look at the change, then: go test ./ui/view ./ui/wire -update", file)
}
