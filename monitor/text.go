package monitor

import (
	"strings"
	"unicode"
)

// maxMarks is how many combining marks may follow one another: enough for
// every living script, too few to paint over the neighbouring lines.
const maxMarks = 3

// CleanText makes text from outside fit to be shown: one line, at most longest
// runes with an … where it was cut, and nothing invisible or misleading:
// control, bidirectional and other format characters, fillers, surrogates,
// private and unassigned code points are gone.
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

// OneWord reports whether text is one word of printable ASCII, as a token is and
// as a header takes it.
func OneWord(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}
