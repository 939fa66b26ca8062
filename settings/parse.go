package settings

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// The parser's time and memory grow with the square of a key's depth, and
// worse: what is deeper than this is no settings file of a person.
const (
	deepest   = 32  // inline tables inside each other
	mostDots  = 200 // dots in a line that is not a comment
	mostTries = 20  // lines that are given up before the whole file is
)

// parse reads a file, as far as it can be read. A line that is not TOML is
// given up, with its table where it is a table's header, so that a slip in
// one place does not end the watch of every router.
func parse(data []byte) (table, []*Problem) {
	if len(bytes.TrimSpace(data)) == 0 {
		return table{}, []*Problem{{Reason: "the file is empty", Consequence: "the defaults are used"}}
	}
	if tooDeep(data) {
		return table{}, []*Problem{unreadable("it is nested too deeply to be a settings file")}
	}
	lines := strings.Split(strings.TrimPrefix(string(data), "\ufeff"), "\n")
	var problems []*Problem
	for range mostTries {
		whole := strings.Join(lines, "\n")
		doc, err := decodeTOML(whole)
		if err == nil {
			if len(doc) == 0 && len(problems) > 0 {
				return doc, []*Problem{defaultsFor(problems[0])}
			}
			return doc, problems
		}
		p := unreadable("it is not valid TOML")
		where, ok := errors.AsType[toml.ParseError](err)
		if !ok {
			return table{}, []*Problem{p}
		}
		p.Line = lineAt(whole, where.Position.Start)
		p.Reason = plain(withoutValue(where.Message, lines[min(p.Line, len(lines))-1]))
		if !giveUp(lines, p.Line) {
			return table{}, []*Problem{p}
		}
		p.Consequence = "the rest of the file is used"
		problems = append(problems, p)
	}
	return table{}, []*Problem{defaultsFor(problems[0])}
}

// defaultsFor is the problem of a file in which there is nothing to use.
func defaultsFor(p *Problem) *Problem {
	p.Consequence = "the defaults are used"
	return p
}

// decodeTOML also takes what the parser calls its own bugs, which it panics
// with, for errors.
func decodeTOML(text string) (doc table, err error) {
	defer func() {
		if bug := recover(); bug != nil {
			err = fmt.Errorf("the TOML parser failed: %v", bug)
		}
	}()
	doc = table{}
	_, err = toml.Decode(text, &doc)
	return doc, err
}

func unreadable(reason string) *Problem {
	return &Problem{Reason: reason, Consequence: "the defaults are used", lost: true}
}

// lineAt is the number of the line that holds the byte. The parser's own
// number is that of the next line where the line ends too early.
func lineAt(text string, offset int) int {
	return 1 + strings.Count(text[:min(max(offset, 0), len(text))], "\n")
}

// giveUp empties the numbered line and, where it is the header of a table,
// the lines up to the next one. It reports whether that changed anything.
func giveUp(lines []string, number int) bool {
	if number < 1 || number > len(lines) || strings.TrimSpace(lines[number-1]) == "" {
		return false
	}
	header := isHeader(lines[number-1])
	lines[number-1] = ""
	for i := number; header && i < len(lines) && !isHeader(lines[i]); i++ {
		lines[i] = ""
	}
	return true
}

func isHeader(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "[") }

// tooDeep is a rough count: it takes brackets in texts for brackets.
func tooDeep(data []byte) bool {
	depth := 0
	for line := range bytes.Lines(data) {
		if bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
			continue
		}
		if bytes.Count(line, []byte(".")) > mostDots {
			return true
		}
		for _, b := range line {
			switch b {
			case '{':
				depth++
			case '}':
				depth = max(depth-1, 0)
			}
			if depth > deepest {
				return true
			}
		}
	}
	return false
}

// withoutValue is the parser's message without what it repeats of the line's
// value: by a slip of the pen that can be a password.
func withoutValue(message, line string) string {
	const shortest = 3 // of a word that tells something
	_, value, found := strings.Cut(line, "=")
	if !found {
		value = line
	}
	value = strings.ToLower(value)
	var kept strings.Builder
	for message != "" {
		end := strings.IndexFunc(message, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if end < 0 {
			end = len(message)
		}
		if word := message[:end]; len(word) >= shortest && strings.Contains(value, strings.ToLower(word)) {
			kept.WriteString("…")
		} else {
			kept.WriteString(word)
		}
		_, size := utf8.DecodeRuneInString(message[end:])
		kept.WriteString(message[end : end+size])
		message = message[end+size:]
	}
	return kept.String()
}

// plain is the parser's message as part of a sentence: bounded, one line.
func plain(message string) string {
	const most = 160
	message = strings.Map(func(r rune) rune {
		if unprintable(r) || r == utf8.RuneError {
			return '?'
		}
		return r
	}, message)
	if runes := []rune(message); len(runes) > most {
		message = string(runes[:most]) + "…"
	}
	return message
}
