//go:build linux

package e2e

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
	"routerwatch/monitor/stableroute/simulator"
)

// icon waits until the icon is on the screen, and is where it is.
func (s *story) icon(item trayItem) image.Point {
	s.t.Helper()
	colour := item.mainColour()
	var middle image.Point
	s.watch("the icon", func(f frame) (seen string, right bool) {
		var count int
		middle, count = centreOf(colour, f.picture, s.kind.strip)
		return fmt.Sprint(count, " pixels of its colour"), count >= enoughOfIcon
	})
	return middle
}

// noIconShown waits until the icon is not on the screen.
func (s *story) noIconShown(colour color.RGBA) {
	s.t.Helper()
	s.watch("the icon's end", func(f frame) (seen string, right bool) {
		_, count := centreOf(colour, f.picture, s.kind.strip)
		return fmt.Sprint(count, " pixels of its colour"), count == 0
	})
}

// sees waits until the texts are on the screen together, and is where the last one
// is: the nearest to a point, if it is there more than once.
func (s *story) sees(near image.Point, texts ...string) image.Point {
	s.t.Helper()
	var nearest image.Point
	s.keep(s.watch(fmt.Sprintf("%q", texts), func(f frame) (seen string, right bool) {
		words := s.words(f)
		for _, text := range texts {
			found := find(text, words)
			if len(found) == 0 {
				return joined(words), false
			}
			middles := make([]image.Point, len(found))
			for i, each := range found {
				middles[i] = each.Min.Add(each.Max).Div(2)
			}
			nearest = slices.MinFunc(middles, func(a, b image.Point) int { return distance(a, near) - distance(b, near) })
		}
		return "", true
	}))
	return nearest
}

func distance(a, b image.Point) int {
	d := a.Sub(b)
	return d.X*d.X + d.Y*d.Y
}

// seesNo waits until the text is not on the screen.
func (s *story) seesNo(text string) {
	s.t.Helper()
	s.watch(fmt.Sprintf("no %q", text), func(f frame) (seen string, right bool) {
		return "", len(find(text, s.words(f))) == 0
	})
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

// ourItem waits for the program's icon; other programs of the desktop may have one.
func (s *story) ourItem() trayItem {
	s.t.Helper()
	items := await(s.t, "our tray icon", func() ([]virtual.TrayItem, bool) {
		ours := slices.DeleteFunc(s.TrayItems(), func(i virtual.TrayItem) bool {
			title, _ := i.Property("Title").(string)
			return !strings.HasPrefix(title, "Frankfurt: ")
		})
		return ours, len(ours) == 1
	})
	return trayItem{TrayItem: items[0], d: s.desktop}
}

// opensMenu opens the icon's menu and is where an entry is.
func (s *story) opensMenu(item trayItem, entry string) image.Point {
	s.t.Helper()
	icon := s.icon(item)
	s.clickAt(icon, right)
	return s.sees(icon, "Open Routerwatch", "Quit", entry)
}

// chooses an entry of the icon's menu.
func (s *story) chooses(item trayItem, entry string) {
	s.t.Helper()
	s.clickAt(s.opensMenu(item, entry), left)
}

// recovers mends the router and presses Retry now in the menu.
func (s *story) recovers(item trayItem) {
	s.t.Helper()
	retry := s.opensMenu(item, "Retry now") // which may poll
	setFault(s.t, s.router, simulator.None)
	s.clickAt(retry, left)
	s.isBack(item)
}
