package window

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/wire"
)

// onWall is a wall display of that size, with these routers.
func onWall(t *testing.T, size fyne.Size, app wire.App, routers []monitor.Snapshot) *stage {
	t.Helper()
	s := newStage(t, size, Options{})
	s.setWall(true)
	s.tellWith(app, routers...)
	require.True(t, s.board.Visible())
	return s
}

func screens() []fyne.Size {
	return []fyne.Size{
		{Width: 1280, Height: 720},
		{Width: 1920, Height: 1080},
		{Width: 1080, Height: 1920},
	}
}

// fleet is that many routers, some of which are in trouble.
func fleet(t *testing.T, n int) []monitor.Snapshot {
	t.Helper()
	all := state(t, "forty")
	for len(all) < n {
		s := all[len(all)-40]
		s.ID += "b"
		all = append(all, s)
	}
	return all[:n]
}

// Names are set for eight metres, or as large as that many tiles allow.
func TestNamesOnAWallAreLegible(t *testing.T) {
	for routers, least := range map[int]float32{
		1: 88, 2: 88, 4: 88, // 40 mm on a screen of 55 inches
		9:  79, // three rows of three; ISO 9241-303 wants 83
		20: 47, // five rows of four
		40: 33, // seven rows of six
	} {
		s := onWall(t, fyne.NewSize(1920, 1080), wire.App{Tray: true}, fleet(t, routers))
		for _, tile := range s.board.tiles {
			assert.GreaterOrEqual(t, tile.name.TextSize(), least, "%d routers: %s", routers, tile.name.Text)
			assert.InDelta(t, tile.name.TextSize(), tile.status.TextSize(), 0.01, "the status is as large")
			drawnAt := lines(tile.name)[0].TextSize
			assert.GreaterOrEqual(t, drawnAt, 0.75*least, "%d routers: %s is set smaller", routers, tile.name.Text)
		}
	}
}

func TestNoOtherGridHasLargerNames(t *testing.T) {
	for _, screen := range append(screens(), fyne.NewSize(3840, 2160)) {
		for _, routers := range []int{1, 3, 4, 9, 20, 40} {
			g := wallGridFor(routers, screen, 10, 5, false)
			wide, high := float32(2*tilePad+tileIcon+2*tileGap+5), float32(tileHeight)
			for columns := 1; columns <= routers; columns++ {
				rows := float32((routers + columns - 1) / columns)
				text := min(screen.Width/float32(columns)/wide, screen.Height/rows/high)
				room := min(legible*min(screen.Width, screen.Height), 0.9*text) // the gaps take the rest
				assert.GreaterOrEqual(t, g.text, room, "%d routers on %v in %d columns", routers, screen, columns)
			}
		}
	}
}

func TestAWallIsTidyOnEveryScreen(t *testing.T) {
	folder := withHistory(t, 3)
	for _, screen := range screens() {
		s := newStage(t, screen, Options{})
		s.setWall(true)
		for _, routers := range []int{1, 2, 3, 9, 40} {
			what := fmt.Sprintf("%d routers on %v", routers, screen)
			s.tellWith(wire.App{Tray: true}, fleet(t, routers)...)
			s.assertTidy(t, what)
			for _, tile := range s.board.tiles {
				assert.NotContains(t, drawn(tile.name)+drawn(tile.status), "…", what)
			}
		}
		for _, state := range viewtest.States() {
			if len(state.Snapshots) > 1 || !strings.HasPrefix(state.Name, "down-") {
				s.tellWith(wire.App{Tray: true, History: folder}, state.Snapshots...)
				s.assertTidy(t, fmt.Sprintf("%s on %v", state.Name, screen))
			}
		}
	}
}

func TestTheWorstIsFirstOnAWall(t *testing.T) {
	s := onWall(t, fyne.NewSize(1920, 1080), wire.App{Tray: true}, state(t, "nine"))
	var order []string
	for _, tile := range s.board.tiles {
		order = append(order, tile.name.Text+": "+tile.status.Text)
	}
	assert.Equal(t, []string{
		"gw-eu-west-1: Down 3 min", "Sydney: Throttled", "Tokyo: Retrying", "Singapore: Paused 17 min",
		"Frankfurt: Live", "São Paulo: Live, slow", "London: Live", "Staging: Down 3 d", "Nairobi: Live",
	}, order)
	assert.True(t, s.board.tiles[0].band.Visible())
	assert.False(t, s.board.tiles[7].band.Visible(), "it is known")
	assert.Equal(t, "acknowledged, 9 pairs, 3 d ago", s.board.tiles[7].detail.Text)

	routers := state(t, "nine")
	routers[0] = only(t, "stalled")
	routers[0].ID = "r1"
	s.tell(routers...)
	assert.Equal(t, "Stalled", s.board.tiles[1].status.Text, "between down and throttled")
	x, y := s.board.tiles[1].Position().X, s.board.tiles[1].Position().Y
	assert.True(t, x > s.board.tiles[0].Position().X && y == s.board.tiles[0].Position().Y)
}

func TestAWallShowsThePastWhereNamesStayLegible(t *testing.T) {
	folder := withHistory(t, 3)
	for routers, want := range map[int]bool{1: true, 4: true, 9: false, 40: false} {
		s := onWall(t, fyne.NewSize(1920, 1080), wire.App{Tray: true, History: folder}, fleet(t, routers))
		assert.Equal(t, want, s.board.tiles[routers-1].past.Visible(), "%d routers", routers)
	}
	s := onWall(t, fyne.NewSize(1920, 1080), wire.App{Tray: true, History: folder}, fleet(t, 1))
	cell := s.board.tiles[0].past
	assert.Contains(t, strings.Join(s.said(), " "), cell.figures.Text)
	assert.NotEmpty(t, cell.shown.Days)
}

func TestAWarningOnAWallHasNoButton(t *testing.T) {
	s := onWall(t, fyne.NewSize(1920, 1080), wire.App{Tray: true, Problem: "The settings could not be saved."}, state(t, "nine"))
	assert.True(t, s.banner.Visible())
	assert.False(t, s.banner.dismiss.Visible())
	wide, low := s.banner.text.Size().Width, s.banner.Size().Height
	s.assertTidy(t, "a warning")
	s.setWall(false)
	assert.True(t, s.banner.Visible() && s.banner.dismiss.Visible())
	assert.Greater(t, wide, s.banner.text.Size().Width, "no room is reserved for the button")
	assert.Less(t, low, s.banner.Size().Height)
}

func TestAWallDrawsOnlyTheTimesThatChange(t *testing.T) {
	routers := fleet(t, 20)
	routers[5].Outage.Since = viewtest.Now().Add(-10 * time.Second)
	s, w := stageWithScreen(t, fyne.NewSize(1920, 1080), routers...)
	s.setWall(true)
	w.forced = true
	w.tick(s, second{})
	s.refreshed = time.Time{}
	for range 3 {
		w.pass(s, 1)
		s.refreshed = time.Time{}
	}
	assert.Equal(t, 3, w.alone)
	assert.Subset(t, w.words(), []string{"20:00:03", "Down 13 s"})
	assert.NotContains(t, w.words(), "Frankfurt")
	assert.NotContains(t, w.words(), "0 pairs, just now", "the age of a healthy router stands")
}
