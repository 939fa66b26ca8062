//go:build linux

package e2e

import (
	"image"
	"os"
	"strings"
	"testing"

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
	// buttons: a notification has them.
	buttons bool
	// bodyClick on a notification opens the window; else it only closes it.
	bodyClick bool
	// restartPanel and restartNotifier are told where the usual way, to kill the
	// program and start it again, is not the way.
	restartPanel, restartNotifier func(*desktop)
	// listKey opens the list of notifications, where the desktop hides one after a
	// few seconds.
	listKey string
	// note is for README.
	note string
}

// The two edges of the screen where a panel can be.
var (
	upperEdge = image.Rect(0, 0, 1280, 48)
	lowerEdge = image.Rect(0, 752, 1280, 800)
)

func onX11(d *desktop) seat { return x11Seat{d} }

// testedDesktops are those that `make desktops` tries and README lists.
func testedDesktops() []testedDesktop {
	return []testedDesktop{
		{name: "xfce", title: "Xfce 4.18", seat: onX11, strip: lowerEdge, tooltip: true, leftClick: true, buttons: true}, // xfce4-notifyd 0.7
		{name: "mate", title: "MATE 1.26", seat: onX11, strip: upperEdge, tooltip: true, leftClick: true, buttons: true, bodyClick: true},
		{name: "lxqt", title: "LXQt 1.2", seat: onX11, strip: lowerEdge, tooltip: true, leftClick: true, buttons: true, bodyClick: true},
		{name: "plasma", title: "KDE Plasma 5.27 (X11)", seat: onX11, strip: lowerEdge, tooltip: true, leftClick: true, buttons: true, bodyClick: true},
		{name: "gnome", title: "GNOME 43", seat: onGnome, buttons: true, listKey: "super+v"},
		{
			name: "gnome-appindicator", title: "GNOME 43 with AppIndicator", seat: onGnome, strip: upperEdge, doubleClick: true, buttons: true, bodyClick: true,
			restartPanel: restartAppIndicator, restartNotifier: restartGnomeNotifications, listKey: "super+v",
		},
		{name: "sway", title: "sway 1.7 with waybar and mako", seat: onSway, strip: waybarTray, tooltip: true, leftClick: true, bodyClick: true},
		{name: "tint2", title: "tint2, an XEmbed-only bar", seat: onX11, buttons: true},
	}
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
