package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
)

// banner says one sentence over the bar, until it is dismissed or replaced.
type banner struct {
	*fyne.Container
	ground    *plate
	text      *words
	dismiss   *action
	said      string // what is shown: the window's own sentence, or else the agent's
	own       string // "" for none
	problem   string // the agent's
	dismissed string // the agent's sentence that the operator has read
	box       rect
	size      float32
}

func newBanner(keys func(*fyne.KeyEvent)) *banner {
	b := &banner{ground: newPlate(tintOf(view.Notable), colorOf(view.Notable)), text: newWords(2, 12, theme.ColorNameForeground).shrinking(10)}
	b.dismiss = newAction(labelDismiss, keys, func() {
		if b.own != "" {
			b.own = ""
			b.apply(b.problem)
			return
		}
		b.dismissed = b.said
		b.Hide()
	})
	b.Container = container.NewWithoutLayout(b.ground, b.text, b.dismiss)
	b.Hide()
	return b
}

// apply shows the agent's sentence; "" for none.
func (b *banner) apply(problem string) {
	if problem != b.problem {
		b.problem, b.dismissed = problem, ""
	}
	sentence := b.own
	if sentence == "" && problem != b.dismissed {
		sentence = problem
	}
	if sentence != "" && sentence != b.said {
		b.said = sentence
		b.text.set(sentence)
		b.arrange()
	}
	show(b.Container, sentence != "")
}

// say shows a sentence of the window's own until it is dismissed.
func (b *banner) say(sentence string) {
	b.own = sentence
	b.apply(b.problem)
}

func (b *banner) place(box rect, size float32) {
	b.box, b.size = box, size*0.9
	b.arrange()
}

// arrange lets a sentence that is too long for a line have two.
func (b *banner) arrange() {
	put(b.Container, b.box)
	inner := rect{0, 0, b.box.w, b.box.h}
	put(b.ground, inner)
	inner = inner.inset(b.size*0.7, 1)
	b.dismiss.place(inner.right(b.dismiss.width(b.size, labelDismiss), b.size).middle(min(b.size*1.9, inner.h)), b.size)
	height := b.text.lineHeight(b.size)
	if b.text.width(b.said, b.size) > inner.w {
		height *= 2
	}
	b.text.place(inner.middle(min(height, inner.h)), b.size)
}
