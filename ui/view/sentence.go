package view

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrorSentence is an error of the program itself as a sentence, "" for none.
func ErrorSentence(err error) string {
	if err == nil {
		return ""
	}
	text := strings.TrimSpace(err.Error())
	if first, size := utf8.DecodeRuneInString(text); size > 0 {
		text = string(unicode.ToUpper(first)) + text[size:]
	}
	if text != "" && !strings.ContainsAny(text[len(text)-1:], ".!?") {
		text += "."
	}
	return text
}
