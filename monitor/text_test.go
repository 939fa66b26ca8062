package monitor

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestCleanText(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"plain":               {"São Paulo 東京 №7", "São Paulo 東京 №7"},
		"white space":         {"  two\t\r\n lines\u2028and\u00a0more  ", "two lines and more"},
		"control":             {"a\x00b\x1b[31mc\u0085d\x7f", "ab[31mc d"},
		"bidirectional":       {"a\u202eb\u2066c\u200fd\u061ce", "abcde"},
		"zero width":          {"a\u200bb\u200dc\u2060d\ufeffe\u00adf", "abcdef"},
		"invisible letters":   {"a\u3164b\u115fc\uffa0d\u2800e\u034ff\U000e0041g", "abcdefg"},
		"variation selectors": {"❤\ufe0f x\U000e0100", "❤ x"},
		"private, unassigned": {"a\ue000b\U0010ffffc\u0378d", "abcd"},
		"not UTF-8":           {"a\xff\xfeb\xed\xa0\x80c\ufffd", "abc"},
		"stacked marks":       {"e" + strings.Repeat("\u0301", 40) + "f", "e\u0301\u0301\u0301f"},
		"only the invisible":  {"\u200b \u202e", ""},
		"astral":              {"𝕱🛰", "𝕱🛰"},
		"just fits":           {"1234567890123456789012345678901234567890", "1234567890123456789012345678901234567890"},
		"cut":                 {"12345678901234567890123456789012345678901", "123456789012345678901234567890123456789…"},
		"cut at a space":      {strings.Repeat("a", 38) + " " + strings.Repeat("b", 30), strings.Repeat("a", 38) + "…"},
		"an end of no width":  {strings.Repeat("a", 40) + "\u200b \n", strings.Repeat("a", 40)},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, CleanText(c.text, 40)) })
	}
}

func FuzzCleanText(f *testing.F) {
	f.Add("São Paulo", 10)
	f.Add("a\u202eb\u200b\x00", 3)
	f.Add("e\u0301\u0301\u0301\u0301\u0301", 5)
	f.Fuzz(func(t *testing.T, text string, longest int) {
		longest = 1 + max(0, longest%200)
		got := CleanText(text, longest)
		assert.True(t, utf8.ValidString(got))
		assert.LessOrEqual(t, utf8.RuneCountInString(got), longest)
		assert.Equal(t, strings.TrimSpace(got), got)
		assert.Equal(t, got, CleanText(got, longest), "cleaning twice changes nothing")
		for _, r := range got {
			assert.True(t, unicode.IsGraphic(r) && !unicode.Is(unicode.Cf, r), "%U is left", r)
		}
	})
}
