package native

import "encoding/binary"

// scaleOf is the scale that a desktop's XSETTINGS ask for: the factor for windows
// times the resolution of text, in 1/1024 of 96 dots an inch. It is 0 if they ask
// for none. See the XSETTINGS specification for the format.
func scaleOf(settings []byte) float32 {
	const normal = 96 * 1024
	values, _ := parse(settings)
	factor, dpi := values["Gdk/WindowScalingFactor"], values["Xft/DPI"]
	if unscaled := values["Gdk/UnscaledDPI"]; unscaled > 0 { // then the factor is in the other one already
		dpi = unscaled
	}
	if factor <= 0 && dpi <= 0 {
		return 0
	}
	if dpi <= 0 {
		dpi = normal
	}
	return float32(max(factor, 1)) * float32(dpi) / normal
}

// parse returns the numbers and the texts among the settings, up to the first that is
// damaged.
func parse(settings []byte) (numbers map[string]int32, texts map[string]string) {
	numbers, texts = make(map[string]int32), make(map[string]string)
	if len(settings) == 0 {
		return numbers, texts
	}
	var order binary.ByteOrder = binary.LittleEndian
	if settings[0] != 0 {
		order = binary.BigEndian
	}
	const number, text, color = 0, 1, 2
	rest := skip(settings, 12)
	for len(rest) >= 4 {
		kind, length := rest[0], int(order.Uint16(rest[2:]))
		name := rest[4:min(4+length, len(rest))]
		rest = skip(rest, 4+padded(length)+4)
		if len(rest) < 4 {
			break
		}
		value := order.Uint32(rest)
		rest = rest[4:]
		switch kind {
		case number:
			numbers[string(name)] = int32(value)
		case text:
			texts[string(name)] = string(rest[:min(int(value), len(rest))])
			rest = skip(rest, padded(int(value)))
		case color:
			rest = skip(rest, 4)
		default:
			return numbers, texts
		}
	}
	return numbers, texts
}

func padded(n int) int { return (n + 3) &^ 3 }

func skip(bytes []byte, n int) []byte { return bytes[min(max(n, 0), len(bytes)):] }
