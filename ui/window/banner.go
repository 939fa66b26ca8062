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
	bannerSentences = 2 // that are told; of the others only how many there are
	bannerLines     = 2 // of each, at most
	bannerMargin    = 4 // above and below them

	noteTime = 15 * time.Second // how long a note stays
)

// banner says sentences in a row of its own at the top, until they are
// dismissed or replaced.
type banner struct {
	*fyne.Container
	shell     *shell
	ground    *kit.Panel
	texts     []*kit.Text
	dismiss   *kit.Button
	shown     string    // the window's own sentence, or else the agent's
	own       string    // "" for none
	until     time.Time // when the window's own goes by itself; zero is never
	problem   string    // the agent's, a line for each
	dismissed string    // what of the agent's the operator has read
}

func newBanner(s *shell) *banner {
	b := &banner{shell: s, ground: kit.NewPanel(kit.Tint(view.Notable), kit.Accent(view.Notable))}
	b.dismiss = kit.NewButton(view.LabelDismiss, s.key, func() {
		if b.own == "" {
			b.dismissed = b.shown
		}
		b.say("")
	})
	b.Container = container.NewWithoutLayout(b.ground)
	for range bannerSentences + 1 {
		text := kit.NewText(bannerLines, 12, theme.ColorNameForeground).ShrinkTo(kit.MinTextSize)
		b.texts = append(b.texts, text)
		b.Add(text)
	}
	b.Add(b.dismiss)
	b.Hide()
	return b
}

// say shows a sentence of the window's own until it is dismissed.
func (b *banner) say(sentence string) { b.sayUntil(sentence, time.Time{}) }

// note says that something went well. It goes by itself.
func (b *banner) note(sentence string) { b.sayUntil(sentence, b.shell.now().Add(noteTime)) }

func (b *banner) sayUntil(sentence string, until time.Time) {
	b.own, b.until = sentence, until
	if b.apply(b.problem) {
		b.shell.relayout()
	}
}

// apply shows the agent's sentences; "" for none. It reports whether the
// banner needs another height now.
func (b *banner) apply(problem string) bool {
	if problem != b.problem {
		b.problem, b.dismissed = problem, ""
	}
	if !b.until.IsZero() && !b.shell.now().Before(b.until) {
		b.own, b.until = "", time.Time{}
	}
	shown, tone := b.own, view.Notable
	if !b.until.IsZero() {
		tone = view.Neutral
	} else if shown == "" && problem != b.dismissed {
		shown = problem
	}
	b.ground.SetColors(kit.Tint(tone), kit.Accent(tone))
	if shown == b.shown {
		return false
	}
	b.shown = shown
	lines := sentences(shown)
	for i, text := range b.texts {
		if i < len(lines) {
			text.Set(lines[i])
		} else {
			text.Set("")
		}
	}
	kit.SetVisible(b.Container, shown != "")
	return true
}

// sentences are the lines of text, of which many are cut short.
func sentences(text string) []string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) > bannerSentences {
		lines = append(lines[:bannerSentences:bannerSentences], fmt.Sprintf(view.MoreProblems, len(lines)-bannerSentences))
	}
	return lines
}

// heights is what each sentence needs at a width, and all together.
func (b *banner) heights(width, size float32) (each []float32, all float32) {
	room := width - 2*size*0.7 - b.dismiss.Width(size, view.LabelDismiss) - size
	each = make([]float32, len(b.texts))
	for i, text := range b.texts {
		if text.Text != "" {
			each[i] = text.HeightFor(room, size)
			all += each[i]
		}
	}
	return each, all
}

// height is what the banner needs at a width, and no more than most.
func (b *banner) height(width, size, most float32) float32 {
	_, all := b.heights(width, size*0.9)
	return min(most, max(all, size*1.9)+2*bannerMargin)
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
	each, all := b.heights(box.W, size)
	if all > inner.H+1 {
		count := float32(len(sentences(b.shown)))
		line := min(b.texts[0].LineHeight(size), inner.H/count)
		for i := range each {
			each[i] = min(each[i], line)
		}
		all = count * line
	}
	inner = inner.Middle(all)
	for i, text := range b.texts {
		text.Place(inner.Top(each[i], 0), size)
	}
}
