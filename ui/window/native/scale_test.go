package native

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/assert"
)

// xsettingsOf are settings as a desktop writes them; a value is an int or a string.
func xsettingsOf(order binary.AppendByteOrder, pairs ...any) []byte {
	first := byte(0)
	if order == binary.AppendByteOrder(binary.BigEndian) {
		first = 1
	}
	all := order.AppendUint32([]byte{first, 0, 0, 0}, 1)
	all = order.AppendUint32(all, uint32(len(pairs)/2))
	pad := func() {
		for len(all)%4 != 0 {
			all = append(all, 0)
		}
	}
	for i := 0; i < len(pairs); i += 2 {
		name := pairs[i].(string)
		kind := map[bool]byte{false: 0, true: 1}
		text, isText := pairs[i+1].(string)
		all = order.AppendUint16(append(all, kind[isText], 0), uint16(len(name)))
		all = append(all, name...)
		pad()
		all = order.AppendUint32(all, 7)
		if isText {
			all = append(order.AppendUint32(all, uint32(len(text))), text...)
			pad()
		} else {
			all = order.AppendUint32(all, uint32(pairs[i+1].(int)))
		}
	}
	return all
}

func TestTheScaleOfADesktopsSettings(t *testing.T) {
	const dpi = 1024
	for name, tt := range map[string]struct {
		pairs []any
		want  float32
	}{
		"GNOME at 200 %":                    {[]any{"Net/ThemeName", "Adwaita", "Xft/DPI", 192 * dpi, "Gdk/UnscaledDPI", 96 * dpi, "Gdk/WindowScalingFactor", 2}, 2},
		"GNOME with larger text":            {[]any{"Xft/DPI", 120 * dpi, "Gdk/UnscaledDPI", 120 * dpi, "Gdk/WindowScalingFactor", 1}, 1.25},
		"XFCE's factor":                     {[]any{"Gdk/WindowScalingFactor", 2, "Xft/DPI", 96 * dpi}, 2},
		"XFCE's text":                       {[]any{"Gdk/WindowScalingFactor", 1, "Xft/DPI", 144 * dpi, "Gtk/FontName", "Sans 10"}, 1.5},
		"the resolution alone":              {[]any{"Xft/DPI", 192 * dpi}, 2},
		"the factor alone":                  {[]any{"Gdk/WindowScalingFactor", 3}, 3},
		"as usual":                          {[]any{"Xft/DPI", 96 * dpi}, 1},
		"without a resolution, as XFCE may": {[]any{"Xft/DPI", -1, "Gdk/WindowScalingFactor", 2}, 2},
		"neither":                           {[]any{"Net/ThemeName", "Adwaita"}, 0},
		"nothing":                           {nil, 0},
	} {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			assert.InDelta(t, tt.want, scaleOf(xsettingsOf(order, tt.pairs...)), 0.001, name)
		}
	}
	assert.Zero(t, scaleOf(nil))
}

func FuzzScale(f *testing.F) {
	f.Add(xsettingsOf(binary.LittleEndian, "Net/ThemeName", "Adwaita", "Xft/DPI", 192*1024))
	f.Fuzz(func(_ *testing.T, settings []byte) { scaleOf(settings) })
}
