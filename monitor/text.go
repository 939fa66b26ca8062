package monitor

import (
	"strings"
	"unicode"
)

// maxMarks is how many combining marks may follow each other: enough for every
// living script, too few to cover the neighbouring lines.
const maxMarks = 3

// CleanText makes untrusted text safe to display: one line, at most longest
// runes, cut with an …, and without invisible or misleading characters: control,
// bidirectional and other format characters, fillers, surrogates, private and
// unassigned code points.
func CleanText(text string, longest int) string {
	var kept []rune
	marks, gap := 0, false
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			gap = len(kept) > 0
			continue
		case isInvisible(r):
			continue
		case !unicode.IsMark(r):
			marks = 0
		case marks == maxMarks:
			continue
		default:
			marks++
		}
		if gap {
			kept, gap = append(kept, ' '), false
		}
		kept = append(kept, r)
		if len(kept) > longest {
			return strings.TrimRight(string(kept[:longest-1]), " …") + "…"
		}
	}
	return string(kept)
}

func isInvisible(r rune) bool {
	const blankBraille = '\u2800'
	return !unicode.IsGraphic(r) || r == unicode.ReplacementChar || r == blankBraille ||
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// OneWord reports whether text is one word of printable ASCII, as a token and a
// header value must be.
func OneWord(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}
