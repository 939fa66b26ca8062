package kit

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

const ellipsis = "…"

// wrap breaks text into at most lines lines no wider than width. Each of its
// paragraphs gets one at least, or the first ones where they are more than lines.
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

// wrapParagraph breaks text at spaces, inside a word only where it is wider
// than a line. What is left over at the end becomes an ellipsis.
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
			_, end = utf8.DecodeRuneInString(rest) // a line has one letter at least
		}
		broken = append(broken, strings.TrimRightFunc(rest[:end], unicode.IsSpace))
		rest = strings.TrimLeftFunc(rest[end:], unicode.IsSpace)
	}
	return broken
}

// fitting is how many bytes of text, whole runes, fit into width together
// with a suffix.
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
