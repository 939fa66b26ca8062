//go:build linux

package e2e

import (
	"image"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// desktopsVariable names the desktops that TestDesktops tries.
const desktopsVariable = "E2E_DESKTOPS"

// testedDesktop is one of scripts/sessions, with what its operator can do there.
type testedDesktop struct {
	name, title string
	seat        func(*desktop) seat
	// strip is the part of the screen where the tray is; empty if there is none
	// that shows our icon.
	strip image.Rectangle
	// tooltip: the pointer over the icon shows it.
	tooltip bool
	// leftClick or doubleClick on the icon opens the window.
	leftClick, doubleClick bool
	// buttons of an outage's notification, as they are read on the screen.
	buttons []string
	// bodyClick on a notification opens the window; else it only closes it.
	bodyClick bool
	// restartPanel and restartNotifier are told where the usual way, to kill the
	// program and start it again, is not the way.
	restartPanel, restartNotifier func(*desktop)
	// listKey opens the list of notifications, where the desktop hides one after a
	// few seconds.
	listKey string
	// note is what README adds.
	note string
}

// The two edges of the screen where a panel can be.
var (
	upperEdge = image.Rect(0, 0, 1280, 48)
	lowerEdge = image.Rect(0, 752, 1280, 800)
)

func onX11(d *desktop) seat { return x11Seat{d} }

func allButtons() []string { return []string{"Retry now", "Acknowledge", "Open"} }

// testedDesktops are those that `make desktops` tries and README lists.
func testedDesktops() []testedDesktop {
	return []testedDesktop{
		{
			name: "xfce", title: "Xfce 4.18", seat: onX11, strip: lowerEdge, tooltip: true, leftClick: true, buttons: allButtons(),
			note: "a click on a notification's text closes it",
		},
		{
			name: "mate", title: "MATE 1.26", seat: onX11, strip: upperEdge, tooltip: true, leftClick: true, bodyClick: true,
			buttons:         []string{"Retry now", "Open"}, // Acknowledge, between them, is not recognised in white on black
			restartNotifier: leaveNotifierToBus,
		},
		{
			name: "lxqt", title: "LXQt 1.2", seat: onX11, strip: lowerEdge, tooltip: true, leftClick: true, buttons: []string{"Retry now", "Acknowl"}, bodyClick: true,
			note: "no button Open: a click on the text opens the window; a recovery keeps the outage's buttons",
		},
		{
			name: "plasma", title: "KDE Plasma 5.27 on X11", seat: onX11, strip: lowerEdge, tooltip: true, leftClick: true, buttons: allButtons(), bodyClick: true,
			restartNotifier: partOfPanel,
		},
		{name: "gnome", title: "GNOME 43", seat: onGnome, buttons: allButtons(), listKey: "super+v"},
		{
			name: "gnome-appindicator", title: "GNOME 43 with AppIndicator", seat: onGnome, strip: upperEdge, doubleClick: true, buttons: allButtons(), bodyClick: true,
			restartPanel: restartAppIndicator, restartNotifier: restartGnomeNotifications, listKey: "super+v", note: "a double click opens the window; a recovery goes after 4 s, into the list",
		},
		{
			name: "sway", title: "sway 1.7 with waybar and mako", seat: onSway, strip: waybarTray, tooltip: true, leftClick: true, bodyClick: true,
			note: "sway places windows itself, and draws them less sharp at a scale; `makoctl menu` has the buttons",
		},
		{name: "tint2", title: "openbox with tint2 and dunst", seat: onX11, note: "an XEmbed-only bar"},
	}
}

// leaveNotifierToBus ends a service that the bus starts again when it is needed, and
// that may have left by itself when it was not.
func leaveNotifierToBus(d *desktop) {
	if err := d.Kill("notifier"); err != nil {
		require.ErrorIs(d.t, err, syscall.ESRCH)
	}
	awaitTrue(d.t, "the end of the notification service", func() bool { return !slices.Contains(d.busNames(), notificationsName) })
}

// partOfPanel is for a desktop whose panel shows the notifications too, and has been
// restarted before.
func partOfPanel(*desktop) {}

// row is the desktop's in README's table.
func (k testedDesktop) row() string {
	word := map[bool]string{true: "yes", false: "no"}
	cells := []string{k.title, "yes", word[k.tooltip], word[k.leftClick], word[len(k.buttons) > 0], word[k.bodyClick], k.note}
	if k.strip.Empty() {
		cells = []string{k.title, "no: closing the window quits", "–", "–", word[len(k.buttons) > 0], "–", k.note}
	}
	return strings.TrimRight("| "+strings.Join(cells, " | "), " ") + " |\n"
}

func TestREADMEListsTheTestedDesktops(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	var rows strings.Builder
	for _, each := range testedDesktops() {
		rows.WriteString(each.row())
	}
	assert.Contains(t, string(readme), rows.String())
}

func TestDesktops(t *testing.T) {
	names := strings.Fields(os.Getenv(desktopsVariable))
	if len(names) == 0 {
		t.Skip("`make desktops` runs it")
	}
	byName := make(map[string]testedDesktop)
	for _, each := range testedDesktops() {
		byName[each.name] = each
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			kind, known := byName[name]
			require.True(t, known, "no such desktop")
			s := startStory(t, kind)
			if kind.strip.Empty() {
				s.tellWithoutTray()
			} else {
				s.tell()
			}
		})
	}
}
