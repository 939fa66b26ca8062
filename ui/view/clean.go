package view

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf16"
)

// The longest that text from outside may be, in runes.
const (
	longestName    = 80
	longestAddress = 200
	longestHost    = 80
	longestCode    = 40
	longestMessage = 160
	longestRequest = 64
	longestField   = 40
	longestProblem = 80
)

// mostMarks is how many combining marks may follow one another: enough for
// every living script, too few to paint over the neighbouring lines.
const mostMarks = 3

// clean makes text from outside fit to be shown: one line, at most longest
// runes with an … where it was cut, and nothing invisible or misleading:
// control, bidirectional and other format characters, fillers, surrogates,
// private and unassigned code points are gone.
func clean(text string, longest int) string {
	var kept []rune
	marks, gap := 0, false
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			gap = len(kept) > 0
			continue
		case invisible(r):
			continue
		case !unicode.IsMark(r):
			marks = 0
		case marks == mostMarks:
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

func invisible(r rune) bool {
	const blankBraille = '\u2800'
	return !unicode.IsGraphic(r) || r == unicode.ReplacementChar || r == blankBraille ||
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// cutUnits is text in at most longest UTF-16 units, cut between runes and
// ended with an … where it was longer.
func cutUnits(text string, longest int) string {
	if units(text) <= longest {
		return text
	}
	used := 1 // the …
	for i, r := range text {
		if used += utf16.RuneLen(r); used > longest {
			return strings.TrimRight(text[:i], " …") + "…"
		}
	}
	return text
}

// units is the length of text in UTF-16 units.
func units(text string) int {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r) // never -1: ranging yields no surrogates
	}
	return n
}

// Address is a URL fit to be shown, for a router that is not watched yet.
func Address(text string) string { return address(text) }

// address is a URL fit to be shown: without credentials, query and fragment,
// which may hold secrets. One that cannot be taken apart is not shown at all.
func address(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return ""
	}
	return clean(u.Scheme+"://"+u.Host+u.EscapedPath(), longestAddress)
}
