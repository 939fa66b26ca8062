package window

import (
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

const (
	bannerMost  = 2 // sentences that are told; of the others only how many there are
	bannerLines = 2 // of each, at most

	noteTime = 15 * time.Second // how long a note stays
)

// banner says sentences in a row of its own at the top, until they are
// dismissed or replaced.
type banner struct {
	*fyne.Container
	now       func() time.Time
	resized   func() // it needs another height now
	ground    *kit.Panel
	texts     []*kit.Text
	dismiss   *kit.Button
	said      string    // what is shown: the window's own sentence, or else the agent's
	own       string    // "" for none
	until     time.Time // when the window's own goes by itself; zero is never
	problem   string    // the agent's, a line for each
	dismissed string    // what of the agent's the operator has read
}

func newBanner(s *shell) *banner {
	b := &banner{
		now:    func() time.Time { return s.now() },
		ground: kit.NewPanel(kit.Tint(view.Notable), kit.Accent(view.Notable)),
		resized: func() {
			s.window.Content().Refresh()
			s.dropFocus()
		},
	}
	b.dismiss = kit.NewButton(view.LabelDismiss, s.key, func() {
		if b.own == "" {
			b.dismissed = b.said
		}
		b.own = ""
		b.applyNow()
	})
	b.Container = container.NewWithoutLayout(b.ground)
	for range bannerMost + 1 {
		text := kit.NewText(bannerLines, 12, theme.ColorNameForeground).ShrinkTo(kit.MinTextSize)
		b.texts = append(b.texts, text)
		b.Add(text)
	}
	b.Add(b.dismiss)
	b.Hide()
	return b
}

// apply shows the agent's sentences; "" for none. It reports whether the
// banner needs another height now.
func (b *banner) apply(problem string) bool {
	if problem != b.problem {
		b.problem, b.dismissed = problem, ""
	}
	if !b.until.IsZero() && !b.now().Before(b.until) {
		b.own, b.until = "", time.Time{}
	}
	sentence, tone := b.own, view.Notable
	if !b.until.IsZero() {
		tone = view.Neutral
	}
	if sentence == "" && problem != b.dismissed {
		sentence, tone = problem, view.Notable
	}
	b.ground.SetColors(kit.Tint(tone), kit.Accent(tone))
	if sentence == b.said && b.Visible() == (sentence != "") {
		return false
	}
	b.said = sentence
	lines := told(sentence)
	for i, text := range b.texts {
		line := ""
		if i < len(lines) {
			line = lines[i]
		}
		text.Set(line)
	}
	kit.SetVisible(b.Container, sentence != "")
	return true
}

// told is what is told of sentences, one a line.
func told(sentences string) []string {
	var lines []string
	for line := range strings.SplitSeq(sentences, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) > bannerMost {
		lines = append(lines[:bannerMost:bannerMost], fmt.Sprintf(view.MoreProblems, len(lines)-bannerMost))
	}
	return lines
}

func (b *banner) applyNow() {
	if b.apply(b.problem) {
		b.resized()
	}
}

// say shows a sentence of the window's own until it is dismissed.
func (b *banner) say(sentence string) {
	b.own, b.until = sentence, time.Time{}
	b.applyNow()
}

// note says that something went well. It goes by itself.
func (b *banner) note(sentence string) {
	b.own, b.until = sentence, b.now().Add(noteTime)
	b.applyNow()
}

// bannerMargin is above and below the sentences.
const bannerMargin = 4

// height is what the banner needs at a width, and no more than most.
func (b *banner) height(width, size, most float32) float32 {
	var lines float32
	for _, n := range b.linesOf(width, size*0.9) {
		lines += n
	}
	return min(most, max(lines*b.texts[0].LineHeight(size*0.9), size*1.9)+2*bannerMargin)
}

// linesOf is how many lines each sentence takes.
func (b *banner) linesOf(width, size float32) []float32 {
	room := width - 2*size*0.7 - b.dismiss.Width(size, view.LabelDismiss) - size
	lines := make([]float32, len(b.texts))
	for i, text := range b.texts {
		if text.Text != "" {
			lines[i] = max(1, text.HeightFor(room, size)/text.LineHeight(size))
		}
	}
	return lines
}

// place puts the banner into box. Where there is no room for all lines, each
// sentence gets one.
func (b *banner) place(box kit.Rect, size float32) {
	size *= 0.9
	kit.Put(b.Container, box)
	inner := box.AtOrigin()
	kit.Put(b.ground, inner)
	inner = inner.Inset(size*0.7, 1)
	b.dismiss.Place(inner.Right(b.dismiss.Width(size, view.LabelDismiss), size).Middle(min(size*1.9, inner.H)), size)
	line := b.texts[0].LineHeight(size)
	lines := b.linesOf(box.W, size)
	var all float32
	for _, n := range lines {
		all += n
	}
	tight := all*line > inner.H+1
	if tight {
		all = 0
		for i, n := range lines {
			lines[i] = min(1, n)
			all += lines[i]
		}
		line = min(line, inner.H/max(1, all))
	}
	inner = inner.Middle(all * line)
	for i, text := range b.texts {
		text.Place(inner.Top(lines[i]*line, 0), size)
	}
}
