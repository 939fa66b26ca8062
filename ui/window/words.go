package window

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// words is a text that fits the place it is given: it wraps into as many lines
// as there is room for, and ends in an ellipsis where it is longer. It asks
// for no room of its own, so that no text ever moves its neighbours. Its
// canvas objects are made once; only what changed is drawn again.
type words struct {
	widget.BaseWidget

	text  string
	size  float32
	color fyne.ThemeColorName
	bold  bool
	align fyne.TextAlign
	lines []*canvas.Text // as many as it may have

	// steady keeps a line that is not leading-aligned from moving when a
	// number in it gains its second digit.
	steady bool

	// least is how small the type may become where the text would be cut
	// otherwise; 0 is not at all smaller.
	least float32
}

func newWords(lines int, size float32, color fyne.ThemeColorName) *words {
	w := &words{size: size, color: color, lines: make([]*canvas.Text, lines)}
	for i := range w.lines {
		w.lines[i] = canvas.NewText("", nil)
	}
	w.ExtendBaseWidget(w)
	return w
}

// strong makes w bold.
func (w *words) strong() *words { w.bold = true; return w }

// at sets where the lines start.
func (w *words) at(align fyne.TextAlign) *words { w.align = align; return w }

// still makes w steady.
func (w *words) still() *words { w.steady = true; return w }

// shrinking lets the type become smaller, to a least size.
func (w *words) shrinking(least float32) *words { w.least = least; return w }

// set changes the text.
func (w *words) set(text string) {
	if w.text != text {
		w.text = text
		w.Refresh()
	}
}

// tint changes the colour.
func (w *words) tint(color fyne.ThemeColorName) {
	if w.color != color {
		w.color = color
		w.Refresh()
	}
}

// place moves and resizes w and sets its type size, all at once.
func (w *words) place(box rect, size float32) {
	changed := w.size != size
	w.size = size
	w.Move(box.pos())
	if w.Size() == box.dimensions() && changed {
		w.Refresh()
	}
	w.Resize(box.dimensions())
}

func (w *words) style() fyne.TextStyle { return fyne.TextStyle{Bold: w.bold} }

// CreateRenderer implements fyne.Widget.
func (w *words) CreateRenderer() fyne.WidgetRenderer {
	objects := make([]fyne.CanvasObject, len(w.lines))
	for i, line := range w.lines {
		objects[i] = line
	}
	r := &wordsRenderer{w, objects}
	r.arrange()
	return r
}

type wordsRenderer struct {
	*words
	objects []fyne.CanvasObject
}

// Layout implements fyne.WidgetRenderer.
func (r *wordsRenderer) Layout(fyne.Size) { r.arrange() }

// MinSize implements fyne.WidgetRenderer.
func (r *wordsRenderer) MinSize() fyne.Size { return fyne.Size{} }

// Refresh implements fyne.WidgetRenderer.
func (r *wordsRenderer) Refresh() { r.arrange() }

// Objects implements fyne.WidgetRenderer.
func (r *wordsRenderer) Objects() []fyne.CanvasObject { return r.objects }

// Destroy implements fyne.WidgetRenderer.
func (r *wordsRenderer) Destroy() {}

func (r *wordsRenderer) arrange() {
	room, size := r.Size(), r.size
	broken := r.broken(size)
	for size > r.least && r.least > 0 && letters(broken...) != letters(r.text) {
		size = max(r.least, size-0.5)
		broken = r.broken(size)
	}
	height := r.lineHeight(size)
	ink := theme.Color(r.color)
	top := (room.Height - height*float32(max(1, len(broken)))) / 2
	if len(r.lines) > 1 {
		top = 0 // a paragraph starts at the top, a single line sits in the middle
	}
	for i, line := range r.lines {
		text := ""
		if i < len(broken) {
			text = broken[i]
		}
		changed := line.Text != text || line.TextSize != size || line.Color != ink || line.TextStyle != r.style()
		line.Text, line.TextSize, line.Color, line.TextStyle = text, size, ink, r.style()
		line.Resize(fyne.NewSize(r.width(text, size), height))
		line.Move(fyne.NewPos(r.start(text, size), top+height*float32(i)))
		if changed {
			line.Refresh()
		}
	}
}

// letters is texts without their spaces.
func letters(texts ...string) string {
	return strings.Join(strings.Fields(strings.Join(texts, " ")), "")
}

// broken is the text in the lines that there is room for at a type size.
func (w *words) broken(size float32) []string {
	room, height := w.Size(), w.lineHeight(size)
	if room.Width <= 0 || room.Height <= 0 || height <= 0 {
		return nil
	}
	fit := min(len(w.lines), max(1, int(room.Height/height+0.05)))
	return wrap(w.text, room.Width, fit, func(s string) float32 { return w.width(s, size) })
}

func (w *words) width(text string, size float32) float32 {
	return fyne.MeasureText(text, size, w.style()).Width
}

// needs is the height that the text takes in a column of that width.
func (w *words) needs(width, size float32) float32 {
	lines := wrap(w.text, width, len(w.lines), func(s string) float32 { return w.width(s, size) })
	return float32(max(1, len(lines))) * w.lineHeight(size)
}

func (w *words) lineHeight(size float32) float32 {
	return fyne.MeasureText("0", size, w.style()).Height
}

// start is the left edge of a line.
func (w *words) start(text string, size float32) float32 {
	width := w.width(text, size)
	if w.steady {
		width = min(w.width(twoDigits(text), size), w.Size().Width)
	}
	switch w.align {
	case fyne.TextAlignCenter:
		return (w.Size().Width - width) / 2
	case fyne.TextAlignTrailing:
		return w.Size().Width - width
	}
	return 0
}
