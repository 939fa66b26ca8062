package window

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

const (
	bannerSentences = 2 // the sentences shown; further ones are only counted
	bannerLines     = 5 // for all sentences
	bannerMargin    = 4 // above and below the text

	noteTime = 15 * time.Second // how long a note is shown
)

// banner shows sentences in a row at the top, until they are dismissed or
// replaced.
type banner struct {
	*fyne.Container
	main      *mainWindow
	ground    *kit.Panel
	text      *kit.Text // the window's own sentence, or else the agent's
	dismiss   *kit.Button
	open      *kit.Button // opens all sentences if there are more than fit, or the history of the news
	own       string      // "" for none
	newsOf    string      // the id of the router whose news the own sentence is; "" for none
	until     time.Time   // when the window's own sentence disappears; zero for never
	problem   string      // the agent's sentences, one per line
	shown     []string    // the sentences, also those that are only counted
	dismissed string      // the agent's sentences that the operator has dismissed
}

func newBanner(s *mainWindow) *banner {
	b := &banner{
		main:   s,
		ground: kit.NewPanel(kit.Tint(view.Notable), kit.Accent(view.Notable)),
		text:   kit.NewText(bannerLines, 12, theme.ColorNameForeground).ShrinkTo(kit.MinTextSize),
	}
	b.dismiss = kit.NewButton(view.LabelDismiss, s.key, func() {
		if b.own == "" {
			b.dismissed = b.problem
		}
		b.say("")
	})
	b.open = kit.NewButton(view.LabelAllProblems, s.key, func() {
		if b.newsOf == "" {
			s.openProblems(b.shown)
			return
		}
		b.openNews()
	})
	b.Container = container.NewWithoutLayout(b.ground, b.text, b.open, b.dismiss)
	b.Hide()
	return b
}

// say shows a sentence of the window until it is dismissed.
func (b *banner) say(sentence string) { b.sayUntil(sentence, time.Time{}) }

// note shows a success for [noteTime].
func (b *banner) note(sentence string) { b.sayUntil(sentence, b.main.now().Add(noteTime)) }

// tell shows news until then.
func (b *banner) tell(news view.News, until time.Time) {
	b.newsOf = news.Router
	b.show(news.Text, until)
}

// openNews opens the history of the router whose news are shown, if any.
func (b *banner) openNews() {
	if id := b.newsOf; id != "" {
		b.say("")
		b.main.openHistory(id)
	}
}

func (b *banner) sayUntil(sentence string, until time.Time) {
	b.newsOf = ""
	b.show(sentence, until)
}

func (b *banner) show(sentence string, until time.Time) {
	b.own, b.until = sentence, until
	if b.apply(b.problem) {
		b.main.relayout()
	}
}

// apply shows the agent's sentences; "" for none. It reports whether the height of
// the banner may have changed.
func (b *banner) apply(problem string) bool {
	if problem != b.problem {
		b.problem, b.dismissed = problem, ""
	}
	if !b.until.IsZero() && !b.main.now().Before(b.until) {
		b.own, b.until, b.newsOf = "", time.Time{}, ""
	}
	shown, tone := b.own, view.Notable
	if !b.until.IsZero() {
		tone = view.Neutral
	} else if shown == "" && problem != b.dismissed {
		shown = problem
	}
	b.ground.SetColors(kit.Tint(tone), kit.Accent(tone))
	b.shown = sentences(shown)
	if shown = firstSentences(b.shown); shown == b.text.Text {
		return false
	}
	b.text.Set(shown)
	b.open.Set(view.LabelAllProblems, true)
	if b.newsOf != "" {
		b.open.Set(view.LabelHistory, true)
	}
	kit.SetVisible(b.Container, shown != "")
	return true
}

// openProblems shows all sentences on a page.
func (s *mainWindow) openProblems(sentences []string) {
	if s.page != nil {
		return
	}
	var p *page
	p = newPage(s, view.TitleProblems, view.LabelCopy, func() {
		s.clip(strings.Join(sentences, "\n") + "\n")
		p.say(view.LabelCopyDone, view.Neutral)
	})
	p.still = true
	p.no.Set(view.LabelClose, true)
	var objects []fyne.CanvasObject
	for _, sentence := range sentences {
		text := kit.NewText(10, pageText, theme.ColorNameForeground)
		text.Set(sentence)
		objects = append(objects, text, space(2))
	}
	p.fill(objects...)
	s.openPage(p, p.no)
}

// sentences are the lines of text that are not empty.
func sentences(text string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
}

// firstSentences are the first sentences, and the number of the others.
func firstSentences(lines []string) string {
	if len(lines) > bannerSentences {
		lines = append(slices.Clone(lines[:bannerSentences]), fmt.Sprintf(view.MoreProblems, len(lines)-bannerSentences))
	}
	return strings.Join(lines, "\n")
}

// buttons are the buttons that are shown, one above the other: none on a wall display,
// where nobody could press them.
func (b *banner) buttons() []*kit.Button {
	const minWidth = 480
	switch {
	case b.main.wall:
		return nil
	case b.main.page != nil:
	case b.newsOf != "", len(b.shown) > bannerSentences && b.main.window.Canvas().Size().Width >= minWidth:
		return []*kit.Button{b.open, b.dismiss}
	}
	return []*kit.Button{b.dismiss}
}

// buttonRoom is the width of the buttons and of the gap before them, and the height of
// one.
func (b *banner) buttonRoom(size float32) (width, height float32) {
	for _, each := range b.buttons() {
		width, height = max(width, each.Width(size)+size), size*1.9
	}
	return width, height
}

// textHeight is the height of the sentences beside the buttons, at a width.
func (b *banner) textHeight(width, size float32) float32 {
	buttons, _ := b.buttonRoom(size)
	return b.text.HeightFor(width-2*size*0.7-buttons, size)
}

// height is the height of the banner at a width, at most most.
func (b *banner) height(width, size, most float32) float32 {
	size *= 0.9
	_, button := b.buttonRoom(size)
	return min(most, max(b.textHeight(width, size), button*float32(len(b.buttons())))+2*bannerMargin)
}

// place puts the banner into box.
func (b *banner) place(box kit.Rect, size float32) {
	const gap = 2 // between the buttons
	size *= 0.9
	kit.Put(b.Container, box)
	inner := box.AtOrigin()
	kit.Put(b.ground, inner)
	inner = inner.Inset(size*0.7, 1)
	buttons := b.buttons()
	kit.SetVisible(b.open, slices.Contains(buttons, b.open))
	kit.SetVisible(b.dismiss, slices.Contains(buttons, b.dismiss))
	width, height := b.buttonRoom(size)
	column := inner.Right(width, 0)
	column.Left(size, 0)
	share := min(height+gap, column.H/float32(max(1, len(buttons))))
	column = column.Middle(share * float32(len(buttons)))
	for _, each := range buttons {
		each.Place(column.Top(share, 0).Inset(0, gap/2), size)
	}
	b.text.Place(inner.Middle(min(inner.H, b.textHeight(box.W, size))), size)
}
