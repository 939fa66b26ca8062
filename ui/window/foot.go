package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
)

// foot is the sentence and the buttons at the lower edge of a sheet. A
// question of its own takes their place until it is answered.
type foot struct {
	*fyne.Container
	line     *plate
	sentence *words
	yes, no  *action
	sure     *action // the answers to the question
	keep     *action
	asking   bool
	low      bool
	box      rect
	doIt     func()
	focus    func(fyne.Focusable)
	said     string
	tone     view.Tone
}

func newFoot(keys func(*fyne.KeyEvent), focus func(fyne.Focusable)) *foot {
	f := &foot{focus: focus, line: newPlate(colorBorder, "").round(0), sentence: newWords(2, sheetSmall, colorMuted).shrinking(leastType)}
	f.yes = newAction("", keys, nil)
	f.yes.accent(theme.ColorNamePrimary)
	f.no = newAction("", keys, nil)
	f.sure = newAction("", keys, func() { f.doIt() })
	f.sure.accent(colorOf(view.Bad))
	f.keep = newAction("", keys, f.relent)
	f.sure.Hide()
	f.keep.Hide()
	f.Container = container.NewWithoutLayout(f.line, f.sentence, f.yes, f.no, f.keep, f.sure)
	return f
}

// buttons names the buttons that end the sheet.
func (f *foot) buttons(yes string, doYes func(), no string, doNo func()) {
	f.yes.do, f.no.do = doYes, doNo
	f.yes.show(yes, true)
	f.no.show(no, true)
}

// say shows a sentence; "" for none.
func (f *foot) say(sentence string, tone view.Tone) {
	f.said, f.tone = sentence, tone
	f.arrange()
}

// ask puts a question in the place of the buttons.
func (f *foot) ask(question, sure, keep string, do func()) {
	f.asking, f.doIt = true, do
	f.sure.settle()
	f.keep.settle()
	f.sure.show(sure, true)
	f.keep.show(keep, true)
	f.sentence.set(question)
	f.sentence.tint(theme.ColorNameForeground)
	f.arrange()
	f.focus(f.keep)
}

// relent takes the question back.
func (f *foot) relent() {
	f.asking = false
	f.arrange()
	f.focus(f.no)
}

func footHeight(low bool) float32 {
	if low {
		return sheetButton + lineHeight*sheetSmall + 10
	}
	return sheetButton + 2*lineHeight*sheetSmall + 22
}

func (f *foot) place(box rect, low bool) {
	put(f.Container, box)
	f.box, f.low = box, low
	f.arrange()
}

func (f *foot) arrange() {
	area := rect{0, 0, f.box.w, f.box.h}
	put(f.line, area.top(1, 0))
	column := min(sheetColumn, area.w-32)
	area = rect{(area.w - column) / 2, area.y, column, area.h}.inset(0, 3)
	if !f.low {
		area = area.inset(0, 4)
	}
	row := area.bottom(sheetButton, 2)
	f.sentence.place(area, sheetSmall)
	for _, pair := range [2][2]*action{{f.yes, f.no}, {f.sure, f.keep}} {
		place := row
		for _, b := range pair {
			b.place(place.left(min(b.width(sheetText, b.text), place.w), 8), sheetText)
		}
	}
	show(f.yes, !f.asking)
	show(f.no, !f.asking)
	show(f.sure, f.asking)
	show(f.keep, f.asking)
	if !f.asking {
		f.sentence.set(f.said)
		f.sentence.tint(colorOf(f.tone))
	}
}
