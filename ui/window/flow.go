package window

import (
	"fyne.io/fyne/v2"

	"routerwatch/ui/window/kit"
)

// flow is a layout whose height depends on its width: it gives each object its
// place by put, and returns the height of all. Fyne's layouts ask a text how high
// it is before it knows how wide that may be.
type flow func(objects []fyne.CanvasObject, width float32, put func(fyne.CanvasObject, kit.Rect)) float32

// Layout implements fyne.Layout.
func (f flow) Layout(objects []fyne.CanvasObject, size fyne.Size) { f(objects, size.Width, kit.Put) }

// MinSize implements fyne.Layout.
func (f flow) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.Size{} }

// height is how high the objects are at that width.
func (f flow) height(objects []fyne.CanvasObject, width float32) float32 {
	return f(objects, width, func(fyne.CanvasObject, kit.Rect) {})
}

// heightIn is the height of o at that width.
func heightIn(o fyne.CanvasObject, width float32) float32 {
	switch o := o.(type) {
	case *kit.Text:
		return o.HeightFor(width, o.TextSize())
	case *fyne.Container:
		if f, is := o.Layout.(flow); is {
			return f.height(o.Objects, width)
		}
	}
	return o.MinSize().Height
}

// column puts objects below each other, up to maxWidth wide.
func column(maxWidth, margin float32) flow {
	const gap = 4
	return func(objects []fyne.CanvasObject, room float32, put func(fyne.CanvasObject, kit.Rect)) float32 {
		width := min(maxWidth, room-2*margin)
		var y float32
		for _, o := range objects {
			if o.Visible() {
				height := heightIn(o, width)
				put(o, kit.NewRect((room-width)/2, y, width, height))
				y += height + gap
			}
		}
		return max(0, y-gap)
	}
}

// beside puts two objects next to each other, one of them with a fixed width; or
// below each other, if the other one would be narrower than minRest.
type beside struct {
	left, right, minRest float32 // left or right is the width of that object; the other is 0
	top                  bool    // align both at the top, not in the middle
}

func (l beside) flow(objects []fyne.CanvasObject, width float32, put func(fyne.CanvasObject, kit.Rect)) float32 {
	const gap = 12
	first, second := l.left, l.right
	rest := width - first - second - gap
	if rest < l.minRest {
		a, b := heightIn(objects[0], width), heightIn(objects[1], width)
		if text, is := objects[1].(*kit.Text); is && text.Text == "" {
			b = 0
		}
		put(objects[0], kit.NewRect(0, 0, width, a))
		put(objects[1], kit.NewRect(0, a+2, width, b))
		return a + 2 + b
	}
	if first == 0 {
		first = rest
	} else {
		second = rest
	}
	a, b := heightIn(objects[0], first), heightIn(objects[1], second)
	one, two := kit.NewRect(0, 0, first, max(a, b)), kit.NewRect(first+gap, 0, second, max(a, b))
	if l.top {
		put(objects[0], one.Top(a, 0))
		put(objects[1], two.Top(b, 0))
	} else {
		put(objects[0], one.Middle(a))
		put(objects[1], two.Middle(b))
	}
	return max(a, b)
}
