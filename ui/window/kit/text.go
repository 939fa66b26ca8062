package kit

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Text is a text that fits into the given area: it wraps into as many lines as
// there is room for, and ends in an ellipsis if it is longer. Its canvas objects
// are made once; only changes are drawn.
//
// Fyne's Label and RichText have a minimum size for their text, so that a longer
// word would move the neighbours.
type Text struct {
	widget.BaseWidget

	Text  string // change it with Set once it is shown
	size  float32
	color fyne.ThemeColorName
	bold  bool
	align fyne.TextAlign
	lines []*canvas.Text // as many as it may have

	steady bool
	least  float32 // the minimum type size; 0 if it must not shrink
}

// NewText makes a text of at most that many lines.
func NewText(lines int, size float32, color fyne.ThemeColorName) *Text {
	t := &Text{size: size, color: color, lines: make([]*canvas.Text, lines)}
	for i := range t.lines {
		t.lines[i] = canvas.NewText("", nil)
	}
	t.ExtendBaseWidget(t)
	return t
}

// Bold makes t bold.
func (t *Text) Bold() *Text { t.bold = true; return t }

// Align sets where the lines start.
func (t *Text) Align(align fyne.TextAlign) *Text { t.align = align; return t }

// Steady reserves room for a second digit of each number, so that a centred or
// trailing line does not move at 10.
func (t *Text) Steady(steady bool) *Text { t.steady = steady; return t }

// ShrinkTo allows a smaller type size, down to least, if the text would be cut.
func (t *Text) ShrinkTo(least float32) *Text { t.least = least; return t }

// Set changes the text. It reports whether it was another one.
func (t *Text) Set(text string) bool { return change(t, &t.Text, text) }

// SetColor changes the colour.
func (t *Text) SetColor(color fyne.ThemeColorName) { change(t, &t.color, color) }

// Place moves and resizes t and sets its type size.
func (t *Text) Place(box Rect, size float32) {
	change(t, &t.size, size)
	Put(t, box)
}

func (t *Text) style() fyne.TextStyle { return fyne.TextStyle{Bold: t.bold} }

// CreateRenderer implements fyne.Widget.
func (t *Text) CreateRenderer() fyne.WidgetRenderer {
	return newRenderer(t.arrange, t.arrange, t.Parts()...)
}

// Parts implements [Composite].
func (t *Text) Parts() []fyne.CanvasObject {
	objects := make([]fyne.CanvasObject, len(t.lines))
	for i, line := range t.lines {
		objects[i] = line
	}
	return objects
}

func (t *Text) arrange() {
	size := t.size
	broken := t.wrapped(size)
	for size > t.least && t.least > 0 && stripSpaces(broken...) != stripSpaces(t.Text) {
		size = max(t.least, size-max(0.5, size/50))
		broken = t.wrapped(size)
	}
	height := t.LineHeight(size)
	ink := theme.Color(t.color)
	top := (t.Size().Height - height*float32(max(1, len(broken)))) / 2
	if len(t.lines) > 1 {
		top = 0 // a paragraph starts at the top, a single line sits in the middle
	}
	for i, line := range t.lines {
		text := ""
		if i < len(broken) {
			text = broken[i]
		}
		changed := line.Text != text || line.TextSize != size || line.Color != ink || line.TextStyle != t.style()
		line.Text, line.TextSize, line.Color, line.TextStyle = text, size, ink, t.style()
		line.Resize(fyne.NewSize(t.Width(text, size), height))
		line.Move(fyne.NewPos(t.lineStart(text, size), top+height*float32(i)))
		if changed {
			line.Refresh()
		}
	}
}

func stripSpaces(texts ...string) string {
	return strings.Join(strings.Fields(strings.Join(texts, " ")), "")
}

// wrapped is the text wrapped into the lines that fit at a type size.
func (t *Text) wrapped(size float32) []string {
	room, height := t.Size(), t.LineHeight(size)
	if room.Width <= 0 || room.Height <= 0 || height <= 0 {
		return nil
	}
	fit := min(len(t.lines), max(1, int(room.Height/height+0.05)))
	return wrap(t.Text, room.Width, fit, func(s string) float32 { return t.Width(s, size) })
}

// Width is the width of a text in t's style at a type size.
func (t *Text) Width(text string, size float32) float32 {
	return fyne.MeasureText(text, size, t.style()).Width
}

// FirstFitting is the first of the texts that fits into that width; "" if none does.
func (t *Text) FirstFitting(texts []string, width float32) string {
	if i := t.firstFitting(texts, t.size, width); i >= 0 {
		return texts[i]
	}
	return ""
}

// firstFitting is the index of that text at a type size, or -1.
func (t *Text) firstFitting(texts []string, size, width float32) int {
	return slices.IndexFunc(texts, func(text string) bool { return t.Width(text, size) <= width })
}

// TextSize is the type size.
func (t *Text) TextSize() float32 { return t.size }

// HeightFor is the height that the text takes in a column of that width.
func (t *Text) HeightFor(width, size float32) float32 {
	lines := wrap(t.Text, width, len(t.lines), func(s string) float32 { return t.Width(s, size) })
	return float32(max(1, len(lines))) * t.LineHeight(size)
}

// LineHeight is the exact height of a line in a type size.
func (t *Text) LineHeight(size float32) float32 {
	return fyne.MeasureText("0", size, t.style()).Height
}

// lineStart is the left edge of a line.
func (t *Text) lineStart(text string, size float32) float32 {
	width := t.Width(text, size)
	if t.steady {
		width = min(t.Width(text+secondDigits(text), size), t.Size().Width)
	}
	switch t.align {
	case fyne.TextAlignCenter:
		return (t.Size().Width - width) / 2
	case fyne.TextAlignTrailing:
		return t.Size().Width - width
	}
	return 0
}

// secondDigits is a digit for each number in text that has only one.
func secondDigits(text string) string {
	numbers := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) })
	return strings.Repeat("0", len(slices.DeleteFunc(numbers, func(n string) bool { return len(n) != 1 })))
}

const ellipsis = "…"

// wrap breaks text into at most lines lines no wider than width. Each paragraph
// gets at least one line; if there are too many, the last ones are dropped.
func wrap(text string, width float32, lines int, measure func(string) float32) []string {
	var broken []string
	paragraphs := strings.Split(text, "\n")
	for i, paragraph := range paragraphs {
		left := lines - len(broken)
		share := min(left, max(1, left-len(paragraphs[i+1:])))
		broken = append(broken, wrapParagraph(paragraph, width, share, measure)...)
	}
	return broken
}

// wrapParagraph breaks text at spaces, or inside a word that is wider than a line.
// The rest that does not fit becomes an ellipsis.
func wrapParagraph(text string, width float32, lines int, measure func(string) float32) []string {
	var broken []string
	for rest := strings.TrimSpace(text); rest != "" && len(broken) < lines; {
		end := fitting(rest, "", width, measure)
		if end < len(rest) && len(broken) == lines-1 {
			end = fitting(rest, ellipsis, width, measure)
			return append(broken, strings.TrimRightFunc(rest[:end], unicode.IsSpace)+ellipsis)
		}
		if end < len(rest) {
			if space := strings.LastIndexFunc(rest[:end+1], unicode.IsSpace); space > 0 {
				end = space
			}
		}
		if end == 0 {
			_, end = utf8.DecodeRuneInString(rest) // at least one letter per line
		}
		broken = append(broken, strings.TrimRightFunc(rest[:end], unicode.IsSpace))
		rest = strings.TrimLeftFunc(rest[end:], unicode.IsSpace)
	}
	return broken
}

// fitting is how many bytes of text, in whole runes, fit into width together with
// a suffix.
func fitting(text, suffix string, width float32, measure func(string) float32) int {
	if measure(text+suffix) <= width {
		return len(text)
	}
	var ends []int
	for i := range text {
		ends = append(ends, i)
	}
	tooWide := sort.Search(len(ends), func(i int) bool { return measure(text[:ends[i]]+suffix) > width })
	return ends[max(0, tooWide-1)]
}
