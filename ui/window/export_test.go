package window

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/wire"
)

// inExport is a window that asks where to write, and the field for it.
func inExport(t *testing.T, item int) (*stage, *entry) {
	t.Helper()
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	at := viewtest.Now().Add(-time.Minute)
	s.deliver(wire.History{ID: "r1", Points: []monitor.Point{{At: at, Pairs: 7}}})
	s.tell(only(t, "live"))
	s.exports()[item].Action()
	require.NotNil(t, s.page)
	file, ok := s.focused().(*entry)
	require.True(t, ok)
	return s, file
}

func TestExport(t *testing.T) {
	live := only(t, "live")
	reading, err := wire.JSON(live)
	require.NoError(t, err)
	hour, err := wire.CSV(live.Name, []monitor.Point{
		{At: viewtest.Now().Add(-time.Minute), Pairs: 7},
		{At: live.Reading.At, Pairs: live.Reading.Pairs, Latency: live.Reading.Latency, Gap: true},
	})
	require.NoError(t, err)
	for item, want := range []struct {
		name string
		text []byte
		done string
	}{
		{"routerwatch-frankfurt-20261129T200000Z.json", reading, view.ReadingExported},
		{"routerwatch-frankfurt-20261129T200000Z.csv", hour, view.HourExported},
	} {
		t.Run(want.name, func(t *testing.T) {
			s, file := inExport(t, item)
			assert.Equal(t, want.name, filepath.Base(file.Text))
			path := filepath.Join(t.TempDir(), want.name)
			write(file, path)
			test.Tap(s.page.yes)
			assert.Nil(t, s.page)
			assert.Equal(t, fmt.Sprintf(want.done, path), s.banner.text.Text)
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, string(want.text), string(text))
		})
	}
}

func TestAnExportNeverWritesOverAFile(t *testing.T) {
	folder := t.TempDir()
	taken := filepath.Join(folder, "taken.json")
	require.NoError(t, os.WriteFile(taken, []byte("mine"), 0o600))
	for path, want := range map[string]string{
		taken:                               "This name exists already; choose another one.",
		filepath.Join(folder, "no", "file"): "There is no such folder.",
		"":                                  "Enter a file name.",
		folder:                              "This name exists already; choose another one.",
	} {
		s, file := inExport(t, 0)
		file.SetText(path)
		file.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		require.NotNil(t, s.page)
		assert.Equal(t, want, s.page.status.Text)
		assert.True(t, s.page.yes.Enabled)
		assert.Equal(t, fyne.Focusable(file), s.focused())
	}
	text, err := os.ReadFile(taken)
	require.NoError(t, err)
	assert.Equal(t, "mine", string(text))
}

func TestExportNames(t *testing.T) {
	for router, want := range map[string]string{
		"Frankfurt":             "routerwatch-frankfurt-20261129T200000Z.csv",
		"São Paulo (2)":         "routerwatch-são-paulo-2-20261129T200000Z.csv",
		"../../etc/passwd":      "routerwatch-etc-passwd-20261129T200000Z.csv",
		"":                      "routerwatch-20261129T200000Z.csv",
		"!?":                    "routerwatch-20261129T200000Z.csv",
		"\u202eevil\x00 \\n.js": "routerwatch-evil-n-js-20261129T200000Z.csv",
	} {
		assert.Equal(t, want, exportName(router, "csv", viewtest.Now()))
	}
}
