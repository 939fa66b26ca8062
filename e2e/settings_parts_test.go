//go:build linux

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

// settingsPath is where the program keeps its settings on this desktop.
func (d *desktop) settingsPath() string {
	return filepath.Join(d.Variables["XDG_CONFIG_HOME"], "routerwatch", "settings.toml")
}

// configure writes a settings file.
func (d *desktop) configure(text string) {
	d.t.Helper()
	require.NoError(d.t, os.MkdirAll(filepath.Dir(d.settingsPath()), 0o700))
	require.NoError(d.t, os.WriteFile(d.settingsPath(), []byte(text), 0o600))
}

// saved is what is in the settings file now.
func (d *desktop) saved() string {
	text, _ := os.ReadFile(d.settingsPath())
	return string(text)
}

// awaitSaved waits until the settings file has the line, which it is to have
// times.
func (d *desktop) awaitSaved(line string, times int) {
	d.t.Helper()
	await(d.t, "a settings file with "+line, func() (string, bool) {
		text := d.saved()
		return text, strings.Count(text, line+"\n") == times
	})
}

// routerTable is a router in the settings file.
func routerTable(id, name string, router *simulator.Router, more ...string) string {
	return fmt.Sprintf("[[router]]\nid = %q\nname = %q\nurl = %q\n%s\n", id, name, router.URL(), strings.Join(more, "\n"))
}

// Polling, as the settings file has it.
const (
	// everySecond is as fast as is allowed.
	everySecond = "[poll]\ninterval = \"1s\"\n[backoff]\nfirst_wait = \"250ms\"\nlongest_wait = \"500ms\"\njitter = 0.0\n"
	// onceAnHour has one poll only where the test asks for it; its first
	// failure counts.
	onceAnHour = "[poll]\ninterval = \"1h\"\nthreshold = 1\n" +
		"[backoff]\nfirst_wait = \"1h\"\nlongest_wait = \"1h\"\nsettled_wait = \"1h\"\njitter = 0.0\n"
)

// The settings by keyboard: Add a router, then for each router Edit, the arrows that can
// be pressed, and Remove; then the threshold; Save and Cancel come last, before the first
// one, for Tab goes round.
const (
	openSettings = "ctrl+comma" // Add a router has the focus
	firstRouter  = 1            // the number of Tabs to its Edit
	onlyRemove   = 2            // of a single router
	afterOnly    = 3            // the threshold, after a single router
	secondRouter = 4            // after Edit, down and Remove of the first
	thirdRouter  = 8            // after one more arrow
	next         = "Tab"
	previous     = "shift+Tab"
	press        = "Return"
)

// times is a key pressed so often.
func times(n int, key string) []string { return slices.Repeat([]string{key}, n) }

// toSave are the keys that save the settings, from the button or field that is
// so far from the first.
func toSave(after int) []string { return append(times(after+2, previous), press) }

// doubleClick is how long a question takes no answer, lest a double click answers it.
const doubleClick = 500 * time.Millisecond

// confirm asks a question with a key, and answers it with others once it is shown, for
// which the window is darkened up to its edge, and takes an answer.
func (d *desktop) confirm(w window, ask string, keys ...string) {
	d.t.Helper()
	plain := d.edge(w)
	d.press(w, ask)
	await(d.t, "a question", func() (string, bool) { seen := d.edge(w); return seen, seen != plain && seen != notDrawn })
	time.Sleep(doubleClick)
	d.press(w, keys...)
	await(d.t, "the end of the question", func() (string, bool) { seen := d.edge(w); return seen, seen == plain })
}

// removeOnly opens the settings, removes the only router and saves.
func (d *desktop) removeOnly(w window) {
	d.t.Helper()
	d.press(w, append([]string{openSettings}, times(onlyRemove, next)...)...)
	// Add a router has the focus after the answer.
	d.confirm(w, press, append([]string{previous, press}, toSave(0)...)...)
}

// enter types text where the focus is.
func (d *desktop) enter(w window, text string) {
	d.t.Helper()
	d.focus(w)
	d.do("xdotool", "type", "--delay", "30", text)
}
