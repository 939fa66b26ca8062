package settings

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestUnknownKeysAreReportedAndKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.toml")
	const text = `bogus = 1
interval = "7s"
backof.jitter = 0.5
'poll.interval' = "7s"
[[router]]
name = "A"
url = "http://a.example"
colour = "red"
[poll]
intervall = "7s"
[alarm.bell]
loud = true
`
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	f := NewFile(path)
	loaded := f.Load()
	var keys []string
	for _, p := range loaded.Problems {
		assert.True(t, p.Harmless)
		assert.Equal(t, &ValueError{Wrong: UnknownKey}, p.Reason)
		keys = append(keys, p.Key)
	}
	assert.ElementsMatch(t, []string{"bogus", "interval", "backof", "poll.interval", "poll.intervall", "router.colour", "alarm"}, keys)
	kept, err := f.Save(loaded.Settings)
	require.NoError(t, err)
	assert.Empty(t, kept)
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Contains(t, string(after), "intervall")
	assert.Contains(t, string(after), "colour")
}
