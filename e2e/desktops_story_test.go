//go:build linux

package e2e

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

// story is what an operator does on a desktop, with the eyes and the mouse alone:
// each word is read from a screenshot, each click is made where it was read.
type story struct {
	*desktop
	seat
	kind   testedDesktop
	router *simulator.Router
	at     string // the present step, "start" before the first
	steps  int
	empty  *image.RGBA       // the screen before the program started
	read   map[string][]word // what was recognised already, by picture
	folder string            // of the screenshots
	frames string            // the folder of the others
}

func startStory(t *testing.T, kind testedDesktop) *story {
	t.Helper()
	s := &story{
		desktop: startDesktop(t, "--desktop", kind.name), kind: kind,
		router: startRouter(t, simulator.Options{Pairs: 4}), folder: t.TempDir(), frames: t.TempDir(), at: "start",
	}
	s.seat = kind.seat(s.desktop)
	if kept := os.Getenv(artefactsVariable); kept != "" {
		s.folder = filepath.Join(kept, kind.name)
		require.NoError(t, os.RemoveAll(s.folder))
		require.NoError(t, os.MkdirAll(s.folder, 0o755))
	}
	s.read = make(map[string][]word)
	s.empty = s.stillScreen()
	return s
}

// startWatching starts the program: a poll every other second while the router is well. The
// first failed one is an outage, and then none follows by itself.
func (s *story) startWatching(more ...string) *program {
	p := s.start(append(more, "--url", s.router.URL(), "--name", "Frankfurt", "--threshold", "1", "--interval", "2s",
		"--first-wait", "1h", "--longest-wait", "1h", "--settled-wait", "1h", "--jitter", "0")...)
	s.t.Cleanup(func() { // before the program ends
		if s.t.Failed() {
			s.t.Errorf("it failed at: %s", s.at)
			_ = s.shot(filepath.Join(s.folder, "failed.png"))
		}
	})
	return p
}

// step begins the next part.
func (s *story) step(name string) {
	s.at = name
	s.steps++
	s.t.Log(name)
}

// windowOpens waits for the window and the router's name in its upper part, and
// closes it.
func (s *story) windowOpens(title string) {
	s.t.Helper()
	w := s.window(title)
	var f frame
	await(s.t, "the router's name in the window", func() (seen string, right bool) {
		f = s.look()
		require.NoError(s.t, f.err)
		g := s.geometry(w.id)
		upper := image.Rect(g.x, g.y, g.x+g.width, g.y+g.height/3).Intersect(f.picture.Rect)
		if upper.Empty() {
			return fmt.Sprintf("%+v", g), false
		}
		words := s.recognise(f.file, upper)
		return fmt.Sprintf("%+v: %s", g, joined(words)), len(find("Frankfurt", words)) > 0
	})
	s.keep(f)
	require.NoError(s.t, s.closeWindow(w))
	s.noWindow()
}

// goesDown lets the router fail, and waits until a notification says so.
func (s *story) goesDown(item trayItem) {
	s.t.Helper()
	setFault(s.t, s.router, simulator.Error)
	item.shows("Frankfurt: Down")
	s.sees(image.Point{}, "Frankfurt is down")
}

// isBack waits until a notification says that the router is back, in the place of
// the one that said it was down.
func (s *story) isBack(item trayItem) {
	s.t.Helper()
	item.shows("Frankfurt: Live, 4 pairs")
	s.seesItBack()
}

func (s *story) seesItBack() {
	s.t.Helper()
	if s.kind.listKey != "" {
		require.NoError(s.t, s.key(s.kind.listKey))
	}
	s.sees(image.Point{}, "Frankfurt is back")
	s.seesNo("Frankfurt is down")
	if s.kind.listKey != "" {
		require.NoError(s.t, s.key("Escape"))
		s.seesNo("Frankfurt is back")
	}
}

// tell is the story where there is a tray.
func (s *story) tell() {
	t := s.t
	p := s.startWatching("--minimized")

	s.step("icon")
	item := s.ourItem()
	item.shows("Frankfurt: Live, 4 pairs")
	icon := s.icon(item)
	s.keep(s.look())
	assert.Empty(t, s.windows())

	s.step("tooltip")
	s.pointAt(icon)
	if s.kind.tooltip {
		s.sees(icon, "Frankfurt: Live, 4 pairs, updated")
	}
	s.pointAt(image.Pt(640, 300))

	s.step("menu")
	s.chooses(item, "Open Routerwatch")

	s.step("window")
	s.windowOpens("Frankfurt: Live, 4 pairs")
	icon = s.icon(item) // it stays

	if s.kind.leftClick {
		s.step("left click")
		s.clickAt(icon, left)
		s.windowOpens("Frankfurt: Live, 4 pairs")
	}
	if s.kind.doubleClick {
		s.step("double click")
		s.pointAt(icon)
		require.NoError(t, s.click(left))
		s.clickAt(icon, left)
		s.windowOpens("Frankfurt: Live, 4 pairs")
	}

	s.step("outage")
	s.goesDown(item)
	s.sees(image.Point{}, append([]string{"Frankfurt is down"}, s.kind.buttons...)...)

	s.step("recovery")
	s.recovers(item)

	if slices.Contains(s.kind.buttons, "Open") {
		s.step("button Open")
		s.goesDown(item)
		s.clickAt(s.sees(image.Point{}, "Open"), left)
		s.windowOpens("Frankfurt: Down since ")
		s.recovers(item)
	}
	if len(s.kind.buttons) > 0 {
		s.step("button Retry now")
		s.goesDown(item)
		retry := s.sees(image.Point{}, "Frankfurt is down", "Retry now")
		setFault(t, s.router, simulator.None)
		s.clickAt(retry, left)
		s.isBack(item)
	}

	s.step("click on the notification")
	s.goesDown(item)
	s.clickAt(s.sees(image.Point{}, "Frankfurt is down"), left)
	if s.kind.bodyClick {
		s.windowOpens("Frankfurt: Down since ")
	} else {
		s.seesNo("Frankfurt is down")
	}
	s.recovers(item)

	s.step("panel restarted")
	if s.kind.restartPanel != nil {
		s.kind.restartPanel(s.desktop)
	} else {
		colour := item.mainColour()
		s.kill("panel")
		s.noIconShown(colour)
		require.NoError(t, s.StartAgain("panel"))
	}
	item = s.ourItem()
	s.icon(item)
	s.stillScreen() // until the panel has arranged its parts
	s.chooses(item, "Open Routerwatch")
	s.windowOpens("Frankfurt: Live, 4 pairs")

	s.step("notifications restarted")
	if s.kind.restartNotifier != nil {
		s.kind.restartNotifier(s.desktop)
	} else {
		s.kill("notifier")
		require.NoError(t, s.StartAgain("notifier"))
	}
	s.goesDown(item)

	s.step("quit")
	s.chooses(item, "Quit")
	assert.Zero(t, p.exits(patience))
	s.seesNo("Frankfurt is down") // nobody is left to press its buttons
	s.keep(s.look())
}

// tellWithoutTray is the story where no tray shows the icon: the window is the
// program.
func (s *story) tellWithoutTray() {
	t := s.t
	p := s.startWatching()

	s.step("window")
	w := s.window("Frankfurt: Live, 4 pairs")
	assert.Empty(t, s.TrayItems())

	s.step("outage")
	setFault(t, s.router, simulator.Error)
	s.window("Frankfurt: Down since ")
	s.sees(image.Point{}, "Frankfurt is down")

	s.step("recovery")
	setFault(t, s.router, simulator.None)
	s.focus(w)
	require.NoError(t, s.key("r"))
	s.window("Frankfurt: Live, 4 pairs")
	s.seesItBack()

	s.step("close")
	require.NoError(t, s.closeWindow(w))
	assert.Zero(t, p.exits(patience))
	s.noWindow()
}
