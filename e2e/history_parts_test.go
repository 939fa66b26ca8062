//go:build linux

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// toldHistory is what `routerwatch history --json` prints of a router, as README has it.
type toldHistory struct {
	Router      string        `json:"router"`
	Since       time.Time     `json:"since"`
	Until       time.Time     `json:"until"`
	Up          float64       `json:"up_s"`
	Down        float64       `json:"down_s"`
	Unwatched   float64       `json:"unwatched_s"`
	Uptime      *float64      `json:"uptime"`
	Coverage    float64       `json:"coverage"`
	Polls       float64       `json:"polls"`
	FailedPolls float64       `json:"failed_polls"`
	Outages     []toldOutage  `json:"outages"`
	Changes     []toldChange  `json:"changes"`
	Days        []toldHistory `json:"days"`
	Date        string        `json:"date"` // of a day
}

type toldOutage struct {
	Since    time.Time  `json:"since"`
	Until    *time.Time `json:"until"`
	Duration float64    `json:"duration_s"`
	AtLeast  bool       `json:"at_least"`
	Failures []struct {
		Kind  string  `json:"kind"`
		Layer string  `json:"layer"`
		Polls float64 `json:"polls"`
	} `json:"failures"`
	Notified bool `json:"notified"`
}

type toldChange struct {
	At     time.Time `json:"at"`
	What   string    `json:"what"`
	Status string    `json:"status"`
	Why    string    `json:"why"`
	Since  time.Time `json:"since"`
	Until  time.Time `json:"until"`
	From   int       `json:"from"`
	To     int       `json:"to"`
	Came   []string  `json:"came"`
	Went   []string  `json:"went"`
}

func (c toldChange) counts() string { return fmt.Sprintf("%d→%d", c.From, c.To) }

// readHistory runs `routerwatch history --json` on the one router in a folder.
func readHistory(t *testing.T, environment []string, folder string, since, until time.Time) toldHistory {
	t.Helper()
	said, complaints, code := runProgram(t, environment, "history", "--history", folder, "--json",
		"--since", since.Format(time.RFC3339), "--until", until.Format(time.RFC3339))
	require.Zero(t, code, complaints)
	require.Empty(t, complaints)
	var told toldHistory
	require.NoError(t, json.Unmarshal([]byte(said), &told), said)
	return told
}

// recorded are the changes of the one router in a folder, as they are in its file.
func recorded(t *testing.T, folder string) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*", "changes.jsonl"))
	require.NoError(t, err)
	if len(names) == 0 {
		return "" // not yet
	}
	text, err := os.ReadFile(names[0])
	require.NoError(t, err)
	return string(text)
}
