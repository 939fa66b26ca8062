package native

import "encoding/binary"

// scaleOf is the scale that a desktop's XSETTINGS ask for: the factor for windows
// times the resolution of text, in 1/1024 of 96 dots an inch. It is 0 if they ask
// for none. See the XSETTINGS specification for the format.
func scaleOf(settings []byte) float32 {
	const normal = 96 * 1024
	values := integers(settings)
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

// integers are the numbers among the settings, up to the first that is damaged.
func integers(settings []byte) map[string]int32 {
	values := make(map[string]int32)
	if len(settings) == 0 {
		return values
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
			values[string(name)] = int32(value)
		case text:
			rest = skip(rest, padded(int(value)))
		case color:
			rest = skip(rest, 4)
		default:
			return values
		}
	}
	return values
}

func padded(n int) int { return (n + 3) &^ 3 }

func skip(bytes []byte, n int) []byte { return bytes[min(max(n, 0), len(bytes)):] }
