//go:build linux

package e2e

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
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
	empty  *image.RGBA // the screen before the program started
	folder string      // of the screenshots
}

func startStory(t *testing.T, kind testedDesktop) *story {
	t.Helper()
	s := &story{
		desktop: startDesktop(t, "--desktop", kind.name), kind: kind,
		router: startRouter(t, simulator.Options{Pairs: 4}), folder: t.TempDir(), at: "start",
	}
	s.seat = kind.seat(s.desktop)
	if kept := os.Getenv(artefactsVariable); kept != "" {
		s.folder = filepath.Join(kept, kind.name)
		require.NoError(t, os.RemoveAll(s.folder))
		require.NoError(t, os.MkdirAll(s.folder, 0o755))
	}
	s.empty = s.look()
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

// keep takes a screenshot that stays.
func (s *story) keep() string {
	s.t.Helper()
	file := filepath.Join(s.folder, fmt.Sprintf("%02d-%s.png", s.steps, strings.ReplaceAll(s.at, " ", "-")))
	require.NoError(s.t, s.shot(file))
	return file
}

// look is what is on the screen.
func (s *story) look() *image.RGBA {
	s.t.Helper()
	screen, err := picture(s.keep())
	require.NoError(s.t, err)
	return screen
}

// words are those on the screen, apart from the empty desktop's.
func (s *story) words() []word {
	s.t.Helper()
	file := s.keep()
	screen, err := picture(file)
	require.NoError(s.t, err)
	const smallest = 40 // smaller than a menu or a notification: an icon, a clock
	var words []word
	for _, area := range changed(s.empty, screen) {
		if area.Dx() > 2*smallest && area.Dy() > smallest {
			words = append(words, s.read(file, area)...)
		}
	}
	return words
}

// icon waits until the icon is on the screen, and is where it is.
func (s *story) icon(item trayItem) image.Point {
	s.t.Helper()
	const enough = 30 // pixels in its main colour
	colour := item.mainColour()
	var middle image.Point
	await(s.t, "the icon on the screen", func() (int, bool) {
		var count int
		middle, count = centreOf(colour, s.look(), s.kind.strip)
		return count, count >= enough
	})
	return middle
}

// noIconShown waits until the icon is not on the screen.
func (s *story) noIconShown(item trayItem) {
	s.t.Helper()
	colour := item.mainColour()
	await(s.t, "the icon's end on the screen", func() (int, bool) {
		_, count := centreOf(colour, s.look(), s.kind.strip)
		return count, count == 0
	})
}

// sees waits until the texts are on the screen together, and is where the last one
// is: the nearest to a point, if it is there more than once.
func (s *story) sees(near image.Point, texts ...string) image.Point {
	s.t.Helper()
	var nearest image.Point
	await(s.t, fmt.Sprintf("%q on the screen", texts), func() (string, bool) {
		words := s.words()
		for _, text := range texts {
			found := find(text, words)
			if len(found) == 0 {
				return joined(words), false
			}
			nearest = image.Pt(-9999, -9999)
			for _, each := range found {
				middle := each.Min.Add(each.Max).Div(2)
				if distance(middle, near) < distance(nearest, near) {
					nearest = middle
				}
			}
		}
		return "", true
	})
	return nearest
}

func distance(a, b image.Point) int {
	d := a.Sub(b)
	return d.X*d.X + d.Y*d.Y
}

// seesNo waits until the text is not on the screen.
func (s *story) seesNo(text string) {
	s.t.Helper()
	awaitTrue(s.t, fmt.Sprintf("no %q on the screen", text), func() bool { return len(find(text, s.words())) == 0 })
}

// pointAt moves the pointer.
func (s *story) pointAt(p image.Point) {
	s.t.Helper()
	require.NoError(s.t, s.move(p.X, p.Y))
}

// clickAt clicks there, and moves the pointer away.
func (s *story) clickAt(p image.Point, button string) {
	s.t.Helper()
	s.pointAt(p)
	require.NoError(s.t, s.click(button))
	s.pointAt(image.Pt(640, 300))
}

// chooses opens the icon's menu and clicks an entry.
func (s *story) chooses(item trayItem, entry string) {
	s.t.Helper()
	icon := s.icon(item)
	s.clickAt(icon, right)
	s.clickAt(s.sees(icon, "Open Routerwatch", "Quit", entry), left)
}

// windowOpens waits for the window and closes it.
func (s *story) windowOpens(title string) {
	s.t.Helper()
	w := s.window(title)
	s.keep()
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
	item := s.trayItem()
	item.shows("Frankfurt: Live, 4 pairs")
	icon := s.icon(item)
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
	if s.kind.buttons {
		s.sees(image.Point{}, "Frankfurt is down", "Retry now", "Open")
	}

	s.step("recovery")
	setFault(t, s.router, simulator.None)
	s.chooses(item, "Retry now")
	s.isBack(item)

	if s.kind.buttons {
		s.step("button Open")
		s.goesDown(item)
		s.clickAt(s.sees(image.Point{}, "Open"), left)
		s.windowOpens("Frankfurt: Down since ")
		setFault(t, s.router, simulator.None)
		s.chooses(item, "Retry now")
		s.isBack(item)

		s.step("button Retry now")
		s.goesDown(item)
		setFault(t, s.router, simulator.None)
		s.clickAt(s.sees(image.Point{}, "Frankfurt is down", "Retry now"), left)
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
	setFault(t, s.router, simulator.None)
	s.chooses(item, "Retry now")
	s.isBack(item)

	s.step("panel restarted")
	if s.kind.restartPanel != nil {
		s.kind.restartPanel(s.desktop)
	} else {
		s.kill("panel")
		s.noIconShown(item)
		require.NoError(t, s.StartAgain("panel"))
	}
	item = s.trayItem()
	s.icon(item)
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
