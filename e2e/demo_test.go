//go:build linux

package e2e

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheDemoShowsTheSimulatedRouterInWindowAndTray(t *testing.T) {
	d := startDesktop(t)
	d.start("--demo")

	item := d.trayItem()
	live := regexp.MustCompile(`^Demo router \(simulated\): Live, [1-9][0-9]* pairs$`)
	title := await(t, "window and tray that agree", func() ([2]string, bool) {
		all := d.windows()
		if len(all) != 1 {
			return [2]string{}, false
		}
		inTray, _ := item.property("Title").(string)
		said := [2]string{all[0].title, inTray}
		return said, said[0] == said[1] && live.MatchString(inTray) && strings.HasPrefix(item.tooltip(), inTray+", updated ")
	})[0]

	assert.Equal(t, "routerwatch", item.property("Id"), "desktops remember an icon by its id")
	assert.NotEmpty(t, item.icon())
	labels := item.labels()
	require.Len(t, labels, 7)
	assert.Contains(t, labels[0], "(simulated): ", title)
	assert.Equal(t, []string{"Open Routerwatch", "Check now", "Snooze notifications", "Quit"}, labels[3:])
	d.screenshot("live")
}
