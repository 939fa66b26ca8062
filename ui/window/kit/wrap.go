package kit

import (
	"strings"
	"unicode"
)

const ellipsis = "…"

// wrap breaks text into at most lines lines no wider than width: at spaces,
// inside a word only where it is wider than a line. What is left over at the
// end becomes an ellipsis.
func wrap(text string, width float32, lines int, measure func(string) float32) []string {
	var broken []string
	rest := strings.TrimSpace(text)
	for rest != "" && len(broken) < lines {
		if len(broken) == lines-1 || measure(rest) <= width {
			return append(broken, cut(rest, width, measure))
		}
		line := leading(rest, width, measure)
		broken = append(broken, strings.TrimRightFunc(line, unicode.IsSpace))
		rest = strings.TrimLeftFunc(rest[len(line):], unicode.IsSpace)
	}
	return broken
}

// leading is the part of text that makes a line: at least one rune of it.
func leading(text string, width float32, measure func(string) float32) string {
	fits := fitting(text, width, "", measure)
	if i := strings.LastIndexFunc(text[:fits], unicode.IsSpace); i > 0 {
		if next := text[fits:]; next == "" || !strings.HasPrefix(next, " ") {
			fits = i
		}
	}
	if fits == 0 {
		for i := range text {
			if i > 0 {
				return text[:i]
			}
		}
		return text
	}
	return text[:fits]
}

// cut is text, shortened with an ellipsis where it is wider than width.
func cut(text string, width float32, measure func(string) float32) string {
	if measure(text) <= width {
		return text
	}
	fits := fitting(text, width, ellipsis, measure)
	return strings.TrimRightFunc(text[:fits], unicode.IsSpace) + ellipsis
}

// fitting is how many bytes of text, whole runes, fit into width together
// with a suffix.
func fitting(text string, width float32, suffix string, measure func(string) float32) int {
	var ends []int
	for i := range text {
		ends = append(ends, i)
	}
	ends = append(ends, len(text))
	low, high := 0, len(ends)-1 // ends[low] fits; beyond high nothing does
	for low < high {
		middle := (low + high + 1) / 2
		if measure(text[:ends[middle]]+suffix) <= width {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return ends[low]
}

// twoDigits is text with a second digit for each number that has only one.
func twoDigits(text string) string {
	var b strings.Builder
	digits := 0
	pad := func() {
		if digits == 1 {
			b.WriteByte('0')
		}
		digits = 0
	}
	for _, r := range text {
		if unicode.IsDigit(r) {
			digits++
		} else {
			pad()
		}
		b.WriteRune(r)
	}
	pad()
	return b.String()
}
