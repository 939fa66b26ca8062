package kit

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func runes(s string) float32 { return float32(utf8.RuneCountInString(s)) }

func TestWrap(t *testing.T) {
	for name, tt := range map[string]struct {
		text  string
		width float32
		lines int
		want  []string
	}{
		"nothing":              {"", 10, 2, nil},
		"no room":              {"text", 10, 0, nil},
		"fits":                 {"a line", 10, 2, []string{"a line"}},
		"fits exactly":         {"0123456789", 10, 1, []string{"0123456789"}},
		"cut":                  {"0123456789a", 10, 1, []string{"012345678…"}},
		"two lines":            {"one two three", 8, 2, []string{"one two", "three"}},
		"a break at the edge":  {"one two three", 7, 2, []string{"one two", "three"}},
		"three, cut":           {"one two three four five", 8, 2, []string{"one two", "three f…"}},
		"a word that is wide":  {"0123456789abc", 5, 3, []string{"01234", "56789", "abc"}},
		"cut at a space":       {"one two", 5, 1, []string{"one…"}},
		"whole letters":        {"äöüäöü", 4, 2, []string{"äöüä", "öü"}},
		"newlines":             {" one\n\ntwo three \nfour", 9, 4, []string{"one", "two three", "four"}},
		"a line for each":      {"one two three\nfour", 8, 2, []string{"one two…", "four"}},
		"the first, whole":     {"one two three\nfour", 8, 3, []string{"one two", "three", "four"}},
		"more than lines":      {"one\ntwo\nthree", 9, 2, []string{"one", "two"}},
		"narrower than a rune": {"ab", 0.5, 3, []string{"a", "b"}},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, wrap(tt.text, tt.width, tt.lines, runes)) })
	}
}

func TestSecondDigits(t *testing.T) {
	assert.Equal(t, "0", secondDigits("updated 9 s ago"))
	assert.Empty(t, secondDigits("10 min"))
	assert.Equal(t, "0", secondDigits("attempt 4"))
	assert.Equal(t, "00", secondDigits("4 of 5, 123"))
	assert.Empty(t, secondDigits(""))
}

func FuzzWrap(f *testing.F) {
	f.Add("one two three", float32(7), 2)
	f.Add("\xff\x00 …", float32(1), 3)
	f.Fuzz(func(t *testing.T, text string, width float32, lines int) {
		if lines > 100 || !(width > 0) {
			return
		}
		broken := wrap(text, width, lines, runes)
		assert.LessOrEqual(t, len(broken), max(0, lines))
		for _, line := range broken {
			assert.LessOrEqual(t, runes(line), max(1, width), "%q is wider than %g", line, width)
		}
	})
}
