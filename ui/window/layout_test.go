package window

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
	"github.com/stretchr/testify/assert"

	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// sizes is from the smallest window that is promised to a full screen, which
// is 960×540 at scale 2.
func sizes() []fyne.Size {
	return []fyne.Size{
		{Width: 320, Height: 240},
		{Width: 480, Height: 360},
		{Width: 360, Height: 640},
		{Width: 640, Height: 520},
		{Width: 960, Height: 540},
		{Width: 1400, Height: 400},
		{Width: 1920, Height: 1080},
	}
}

// slack is for rounding, in the toolkit's units.
const slack = 0.6

func TestNothingIsCutOffOrOverlaps(t *testing.T) {
	for _, size := range sizes() {
		t.Run(fmt.Sprintf("%gx%g", size.Width, size.Height), func(t *testing.T) {
			s := newStage(t, size, Options{})
			for _, state := range viewtest.States() {
				s.tell(state.Snapshots...)
				s.assertTidy(t, state.Name)
			}
			demo := &wire.Demo{Faults: []wire.Fault{{ID: "none", Label: "Healthy"}}, Fault: "none"}
			s.tellWith(wire.App{Demo: demo}, only(t, "simulated"))
			s.assertTidy(t, "demo")
			s.tellWith(wire.App{Welcome: true, Settings: someSettings()})
			s.welcome.address.SetText("https://router.example.org")
			s.welcome.address.OnSubmitted("")
			s.tellWith(wire.App{Welcome: true, Settings: someSettings(), Answered: 1, Refused: "That address was not understood, for a reason that takes a while to tell."})
			s.assertTidy(t, "welcome")
		})
	}
}

// Sentences are never cut where the window has its first size, or the size of
// a quarter of a screen at scale 2.
func TestSentencesAreWhole(t *testing.T) {
	for _, size := range []fyne.Size{firstSize(), {Width: 480, Height: 360}, {Width: 960, Height: 540}} {
		t.Run(fmt.Sprintf("%gx%g", size.Width, size.Height), func(t *testing.T) {
			s := newStage(t, size, Options{})
			for _, state := range viewtest.States() {
				if len(state.Snapshots) > 1 || state.Name == "long-trouble" {
					continue
				}
				s.tell(state.Snapshots...)
				c := s.onlyCard()
				for _, w := range []*kit.Text{c.note, c.trouble.what, c.trouble.meanwhile} {
					assert.Equal(t, w.Text, drawn(w), state.Name)
				}
			}
		})
	}
}

// Two routers share the window: their headlines, where it failed and the
// counters' labels are whole all the same.
func TestWordsAreWholeBesideAnotherRouter(t *testing.T) {
	for _, size := range []fyne.Size{firstSize(), {Width: 960, Height: 540}, {Width: 1280, Height: 720}, {Width: 1920, Height: 1080}} {
		t.Run(fmt.Sprintf("%gx%g", size.Width, size.Height), func(t *testing.T) {
			s := newStage(t, size, Options{})
			for _, state := range viewtest.States() {
				if len(state.Snapshots) > 1 || state.Name == "long-trouble" {
					continue
				}
				other := state.Snapshots[0]
				other.ID = "other"
				s.tell(state.Snapshots[0], other)
				s.assertTidy(t, state.Name)
				c := s.cards[s.list.chosen()]
				whole := []*kit.Text{c.trouble.headline, c.trouble.attempt, c.trouble.what, c.trouble.meanwhile}
				for _, f := range c.facts {
					whole = append(whole, f.label)
				}
				for _, w := range whole {
					assert.Equal(t, w.Text, drawn(w), state.Name)
				}
			}
		})
	}
}

// assertTidy checks that every text in view lies inside its place, that the
// place lies inside what is around it, and that no two places overlap.
func (s *stage) assertTidy(t *testing.T, what string) {
	t.Helper()
	var taken []placed
	for _, p := range s.everything() {
		if !p.shown || inputs(p.parent) {
			continue
		}
		switch o := p.object.(type) {
		case *kit.Text:
			if drawn(o) == "" {
				continue
			}
			s.assertDrawnInside(t, what, o)
			taken = append(taken, p)
		case *kit.Button, *entry, *check, *choice, *container.Scroll, *canvas.Raster:
			taken = append(taken, p)
		case *canvas.Image: // the status icon
			if _, widget := p.parent.(fyne.Widget); !widget {
				taken = append(taken, p)
			}
		}
	}
	for i, p := range taken {
		if labels(p.parent) {
			continue
		}
		within(t, what, p)
		for _, q := range taken[i+1:] {
			if q.parent == p.object || p.cut != q.cut {
				continue
			}
			if labels(q.parent) {
				continue
			}
			if overlap(p, q) {
				assert.Failf(t, "overlap", "%s: %s and %s overlap", what, named(p), named(q))
			}
		}
	}
}

func (s *stage) assertDrawnInside(t *testing.T, what string, w *kit.Text) {
	t.Helper()
	for _, line := range lines(w) {
		if line.Text == "" {
			continue
		}
		// Digits fill a quarter to four fifths of a line's height.
		blank := line.Size().Height / 5
		assert.GreaterOrEqual(t, line.Position().X, float32(-slack), "%s: %q", what, line.Text)
		assert.LessOrEqual(t, line.Position().X+line.MinSize().Width, w.Size().Width+slack, "%s: %q", what, line.Text)
		assert.GreaterOrEqual(t, line.Position().Y+blank, float32(-slack), "%s: %q", what, line.Text)
		assert.LessOrEqual(t, line.Position().Y+line.Size().Height-blank, w.Size().Height+slack, "%s: %q", what, line.Text)
	}
}

// labels reports whether the texts in o are part of it.
func labels(o fyne.CanvasObject) bool {
	_, button := o.(*kit.Button)
	return button
}

// inputs reports whether o is one of Fyne's own widgets, whose parts are its own.
func inputs(o fyne.CanvasObject) bool {
	switch o.(type) {
	case *entry, *check, *choice, *widget.Separator:
		return true
	}
	return false
}

func within(t *testing.T, what string, p placed) {
	t.Helper()
	at, size, room := p.object.Position(), p.object.Size(), p.parent.Size()
	fits := at.X >= -slack && at.Y >= -slack && at.X+size.Width <= room.Width+slack && at.Y+size.Height <= room.Height+slack
	if !fits {
		assert.Failf(t, "does not fit", "%s: %s at %v of %v does not fit into %v", what, named(p), at, size, room)
	}
}

func overlap(p, q placed) bool {
	a, b := p.object.Size(), q.object.Size()
	return p.at.X+a.Width > q.at.X+slack && q.at.X+b.Width > p.at.X+slack &&
		p.at.Y+a.Height > q.at.Y+slack && q.at.Y+b.Height > p.at.Y+slack
}

func named(p placed) string {
	switch o := p.object.(type) {
	case *kit.Text:
		return fmt.Sprintf("%q", drawn(o))
	case *kit.Button:
		return fmt.Sprintf("the button %q", o.Text)
	}
	return fmt.Sprintf("a %T", p.object)
}

func TestSmallChangesOfWordsMoveNoNumbers(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	s.tell(only(t, "live"))
	age := s.onlyCard().age
	age.Set("updated 9 s ago")
	nine := lines(age)[0].Position().X
	age.Set("updated 10 s ago")
	assert.InDelta(t, nine, lines(age)[0].Position().X, 0.01)

	zero := fyne.MeasureText("0", 40, fyne.TextStyle{Bold: true}).Width
	for digit := range 10 {
		got := fyne.MeasureText(fmt.Sprint(digit), 40, fyne.TextStyle{Bold: true}).Width
		assert.InDelta(t, zero, got, 0.01, "digits are equally wide")
	}
}
