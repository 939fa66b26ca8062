package window

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// foot is the sentence and the buttons at the lower edge of a sheet. A
// question of its own takes their place until it is answered.
type foot struct {
	*fyne.Container
	line     *kit.Panel
	sentence *kit.Text
	yes, no  *kit.Button
	sure     *kit.Button // the answers to the question
	keep     *kit.Button
	asking   bool
	low      bool
	box      kit.Rect
	doIt     func()
	focus    func(fyne.Focusable)
	said     string
	tone     view.Tone
}

func newFoot(keys func(*fyne.KeyEvent), focus func(fyne.Focusable)) *foot {
	f := &foot{focus: focus, line: kit.NewPanel(kit.ColorBorder, "").Rounded(0), sentence: kit.NewText(2, sheetSmall, kit.ColorMuted).ShrinkTo(kit.MinTextSize)}
	f.yes = kit.NewButton("", keys, nil)
	f.yes.SetFill(theme.ColorNamePrimary)
	f.no = kit.NewButton("", keys, nil)
	f.sure = kit.NewButton("", keys, func() { f.doIt() })
	f.sure.SetFill(kit.Accent(view.Bad))
	f.keep = kit.NewButton("", keys, f.relent)
	f.sure.Hide()
	f.keep.Hide()
	f.Container = container.NewWithoutLayout(f.line, f.sentence, f.yes, f.no, f.keep, f.sure)
	return f
}

// buttons names the buttons that end the sheet.
func (f *foot) buttons(yes string, doYes func(), no string, doNo func()) {
	f.yes.OnTapped, f.no.OnTapped = doYes, doNo
	f.yes.Set(yes, true)
	f.no.Set(no, true)
}

// say shows a sentence; "" for none.
func (f *foot) say(sentence string, tone view.Tone) {
	f.said, f.tone = sentence, tone
	f.arrange()
}

// ask puts a question in the place of the buttons.
func (f *foot) ask(question, sure, keep string, do func()) {
	f.asking, f.doIt = true, do
	f.sure.IgnoreDoubleClick()
	f.keep.IgnoreDoubleClick()
	f.sure.Set(sure, true)
	f.keep.Set(keep, true)
	f.sentence.Set(question)
	f.sentence.SetColor(theme.ColorNameForeground)
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
		return sheetButton + kit.LineHeight*sheetSmall + 10
	}
	return sheetButton + 2*kit.LineHeight*sheetSmall + 22
}

func (f *foot) place(box kit.Rect, low bool) {
	kit.Put(f.Container, box)
	f.box, f.low = box, low
	f.arrange()
}

func (f *foot) arrange() {
	area := kit.NewRect(0, 0, f.box.W, f.box.H)
	kit.Put(f.line, area.Top(1, 0))
	column := min(sheetColumn, area.W-32)
	area = kit.NewRect((area.W-column)/2, area.Y, column, area.H).Inset(0, 3)
	if !f.low {
		area = area.Inset(0, 4)
	}
	row := area.Bottom(sheetButton, 2)
	f.sentence.Place(area, sheetSmall)
	for _, pair := range [2][2]*kit.Button{{f.yes, f.no}, {f.sure, f.keep}} {
		place := row
		for _, b := range pair {
			b.Place(place.Left(min(b.Width(sheetText, b.Text), place.W), 8), sheetText)
		}
	}
	kit.SetVisible(f.yes, !f.asking)
	kit.SetVisible(f.no, !f.asking)
	kit.SetVisible(f.sure, f.asking)
	kit.SetVisible(f.keep, f.asking)
	if !f.asking {
		f.sentence.Set(f.said)
		f.sentence.SetColor(kit.Accent(f.tone))
	}
}
