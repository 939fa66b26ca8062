package window

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/wire"
)

// inExport is a window that asks where to write, and the field for it.
func inExport(t *testing.T, item int) (*stage, *entry) {
	t.Helper()
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	at := viewtest.Now().Add(-90 * time.Second)
	s.deliver(wire.History{ID: "r1", Points: []monitor.Point{{At: at, Pairs: 7}}})
	s.tell(only(t, "live"))
	s.exports()[item].Action()
	require.NotNil(t, s.page)
	file, ok := s.focused().(*entry)
	require.True(t, ok)
	return s, file
}

func TestExport(t *testing.T) {
	reading, err := wire.Marshal(only(t, "live"))
	require.NoError(t, err)
	hour := "router,seconds,start,up_s,down_s,unwatched_s,maintenance_down_s,status_down_s,status_stalled_s,status_offline_s," +
		"status_throttled_s,status_retrying_s,status_paused_s,status_connecting_s,status_live_s," +
		"polls,failed_polls,latency_min_ms,latency_mean_ms,latency_max_ms,pairs\n" +
		"Frankfurt,60,2026-11-29T19:58:00Z,,,60,,,,,,,,,,1,,0,0,0,7\n" +
		"Frankfurt,60,2026-11-29T19:59:00Z,,,60,,,,,,,,,,1,,37,37,37,4\n"
	for item, want := range []struct{ name, text string }{
		{"routerwatch-frankfurt-20261129T200000Z.json", string(reading)},
		{"routerwatch-frankfurt-20261129T200000Z.csv", hour},
	} {
		t.Run(want.name, func(t *testing.T) {
			s, file := inExport(t, item)
			assert.Equal(t, want.name, filepath.Base(file.Text))
			assert.Equal(t, want.text, saved(t, s, file))
			assert.Nil(t, s.page)
		})
	}
}

// saved is what is in the file after the operator has saved it.
func saved(t *testing.T, s *stage, file *entry) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "export")
	write(file, path)
	test.Tap(s.page.yes)
	assert.Equal(t, fmt.Sprintf(view.Exported, path), s.banner.text.Text)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// Where a history is kept, an export has what its files have, as the command prints it.
func TestExportsAreReadFromTheHistory(t *testing.T) {
	folder, now := withHistory(t, 2), viewtest.Now()
	printed := func(r history.Range, write func(io.Writer, history.Range) error) string {
		var text strings.Builder
		require.NoError(t, write(&text, r))
		return text.String()
	}
	asCSV := func(w io.Writer, r history.Range) error { return history.WriteCSV(w, []history.Range{r}) }
	asJSON := func(w io.Writer, r history.Range) error {
		return history.WriteJSON(w, history.NewReport(r, now.Location(), now))
	}

	s := newStage(t, firstSize(), Options{})
	s.now = func() time.Time { return now.Add(-11 * time.Hour) } // it was down for the hour before
	s.tellWith(wire.App{Tray: true, History: folder}, only(t, "live"))
	s.exports()[1].Action()
	r, err := history.Read(folder, "r1", s.now().Add(-time.Hour), s.now())
	require.NoError(t, err)
	text := saved(t, s, s.focused().(*entry))
	assert.Equal(t, printed(r, asCSV), text)
	assert.Contains(t, text, "\nFrankfurt,60,2026-11-29T08:01:00Z,,60,,,60,")

	s, h := onHistory(t, firstSize(), folder)
	for item, as := range []func(io.Writer, history.Range) error{asCSV, asJSON} {
		h.exports()[item].Action()
		require.NotSame(t, h.page, s.page)
		s.press(fyne.KeyEscape)
		require.Same(t, h.page, s.page, "Escape goes back to the history")
		h.exports()[item].Action()
		assert.Equal(t, printed(h.shown.Past, as), saved(t, s, s.focused().(*entry)))
		require.Same(t, h.page, s.page)
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

func TestAllRoutersAreExportedAtOnce(t *testing.T) {
	s := newStage(t, fyne.NewSize(1280, 800), Options{})
	routers := state(t, "nine")
	for _, r := range routers {
		s.deliver(wire.History{ID: r.ID, Points: []monitor.Point{{At: viewtest.Now().Add(-90 * time.Second), Pairs: 7}}})
	}
	s.tell(routers...)
	items := s.exports()
	require.Len(t, items, 4, "of all, and of the chosen one")
	assert.Equal(t, "All routers: "+view.LabelExportReading, items[0].Label)
	assert.Equal(t, "gw-eu-west-1: "+view.LabelExportReading, items[2].Label)
	items[0].Action()
	file := s.focused().(*entry)
	assert.Equal(t, "routerwatch-all-routers-20261129T200000Z.jsonl", filepath.Base(file.Text))
	lines := strings.Split(strings.TrimSpace(saved(t, s, file)), "\n")
	require.Len(t, lines, len(routers))
	for _, r := range routers {
		assert.Contains(t, strings.Join(lines, "\n"), `"id":"`+r.ID+`"`)
	}
	items[1].Action()
	text := saved(t, s, s.focused().(*entry))
	assert.Equal(t, 1, strings.Count(text, "router,seconds,"), "one header")
	for _, r := range routers {
		assert.Contains(t, text, r.Name+",60,2026-11-29T19:58:00Z")
	}
}
