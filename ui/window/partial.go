package window

import (
	"image/color"
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/ui/window/kit"
)

// partialDrawer draws the texts that change each second without the rest of the
// window. The toolkit draws everything for any change, which with software
// rendering is most of the cost of an open window.
//
// This needs a buffer that still holds the last frame, which OpenGL does not
// promise. So the colour of one pixel is the number of its frame, in bits too low
// to be seen, and a buffer with another number is left to the toolkit. It is tried
// with software rendering only: graphics hardware makes frames cheap.
type partialDrawer struct {
	window interface { // a fyne.Window
		Canvas() fyne.Canvas
		Content() fyne.CanvasObject
	}
	painter painter            // nil if the toolkit draws everything
	pixel   func() color.NRGBA // the first pixel of the buffer
	show    func()             // shows the buffer
	stamp   *canvas.Rectangle  // that pixel; the last object of the window
	number  uint8              // of the last frame
}

// painter is the part of the toolkit's painter that is used here.
type painter interface {
	StartClipping(fyne.Position, fyne.Size)
	StopClipping()
	Clear()
	Paint(object fyne.CanvasObject, at fyne.Position, frame fyne.Size)
}

func newPartialDrawer(w fyne.Window) *partialDrawer {
	d := &partialDrawer{window: w, stamp: canvas.NewRectangle(color.Transparent)}
	d.stamp.Resize(fyne.NewSize(1, 1))
	return d
}

// open finds the toolkit's painter, whose type is not public. The window must
// exist.
func (d *partialDrawer) open() {
	method := reflect.ValueOf(d.window.Canvas()).MethodByName("Painter")
	if !method.IsValid() {
		return
	}
	d.inContext(func() {
		if d.pixel, d.show = softwareBuffer(); d.show != nil {
			d.painter, _ = reflect.TypeAssert[painter](method.Call(nil)[0])
		}
	})
}

// inContext runs f in the window's OpenGL context.
func (d *partialDrawer) inContext(f func()) {
	if w, is := d.window.(interface{ RunWithContext(func()) }); is {
		w.RunWithContext(f)
	}
}

// clean reports whether the toolkit has nothing to draw. With reset it then has
// nothing to draw in any case.
func (d *partialDrawer) clean(reset bool) bool {
	c, is := d.window.Canvas().(interface {
		CheckDirtyAndClear() bool
		SetDirty()
	})
	if !is || d.painter == nil {
		return false
	}
	dirty := c.CheckDirtyAndClear()
	if dirty && !reset {
		c.SetDirty()
	}
	return !dirty
}

// nextFrame numbers a frame that is about to be drawn.
func (d *partialDrawer) nextFrame() {
	d.number++
	c := color.NRGBAModel.Convert(theme.Color(theme.ColorNameBackground)).(color.NRGBA)
	c.R, c.G, c.B = c.R&^3|d.number&3, c.G&^3|d.number>>2&3, c.B&^3|d.number>>4&3
	d.stamp.FillColor = c
}

// drawnIn is texts by what they are inside of.
type drawnIn map[fyne.CanvasObject][]*kit.Text

// draw draws the changed texts, or else leaves them to the toolkit.
func (d *partialDrawer) draw(changed drawnIn) {
	d.inContext(func() {
		if d.pixel() != d.stamp.FillColor {
			return
		}
		d.nextFrame()
		done := d.redraw(boxOf(d.stamp, d.stamp.Position()))
		for view, texts := range changed {
			viewAt, _ := locate(d.window.Content(), view)
			for _, text := range texts {
				at, visible := locate(d.window.Content(), text)
				box := boxOf(text, at).Inset(-overhang, -overhang).Intersect(boxOf(view, viewAt))
				done = done && (!visible || box.Empty() || d.redraw(box))
			}
		}
		d.painter.StopClipping()
		if done {
			d.show()
			d.clean(true)
		}
	})
}

// overhang is how far the toolkit may draw outside an object's own box, in Fyne's
// units: a text is as high as its font, and every edge is rounded to a pixel.
const overhang = 2

func boxOf(o fyne.CanvasObject, at fyne.Position) kit.Rect {
	return kit.NewRect(at.X, at.Y, o.Size().Width, o.Size().Height)
}

// redraw draws all that is in a box. It reports false for an object whose parts
// it does not know.
func (d *partialDrawer) redraw(box kit.Rect) bool {
	d.painter.StartClipping(fyne.NewPos(box.X, box.Y), box.Size())
	d.painter.Clear()
	return d.paint(d.window.Content(), fyne.Position{}, box)
}

// paint paints those objects of a tree that are in the box, for redraw.
func (d *partialDrawer) paint(tree fyne.CanvasObject, at fyne.Position, box kit.Rect) bool {
	if !tree.Visible() {
		return true
	}
	at = at.Add(tree.Position())
	var parts []fyne.CanvasObject
	switch o := tree.(type) {
	case *fyne.Container:
		parts = o.Objects
	case *container.Scroll:
		parts, box = []fyne.CanvasObject{o.Content}, box.Intersect(boxOf(o, at))
	case kit.Composite:
		parts = o.Parts()
	default:
		if box.Intersect(boxOf(o, at).Inset(-overhang, -overhang)).Empty() {
			return true
		}
		if _, unknown := o.(fyne.Widget); unknown {
			return false
		}
		d.painter.Paint(o, at, d.window.Canvas().Size())
	}
	for _, part := range parts {
		if !d.paint(part, at, box) {
			return false
		}
	}
	return true
}
