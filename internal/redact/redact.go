// Package redact removes secrets from text that leaves the program: its log, and
// what an operator copies for somebody else.
//
// The code that writes such text already omits secrets or hides them by a type;
// this is a second safeguard. It removes the secrets that it was given, the parts of
// URLs that may hold some, and the values of headers and assignments that are named
// like one, in every quoting and percent-encoding that the program can produce. A
// sentence, which may name a router “gw-token”, is left as it is.
package redact

import (
	"bytes"
	"encoding/base64"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Mark replaces what was removed.
const Mark = "[redacted]"

// Text is text without what has the form of a secret, line by line. Redacting
// twice changes nothing.
func Text(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lower := strings.ToLower(line)
		for _, rule := range compiled() {
			if slices.ContainsFunc(rule.hints, func(hint string) bool { return strings.Contains(lower, hint) }) {
				line = rule.apply(line)
			}
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// A Writer redacts what is written to it. Each write must be whole lines.
type Writer struct {
	To    io.Writer
	Known *Secrets // nil for none
}

// Write returns the error of the underlying writer, and then 0 bytes.
func (w Writer) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.To, w.Known.Text(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// A rule finds the start and the end of a secret.
type rule struct {
	hints  []string       // lines without any of them are skipped, since the expression is slow
	begins *regexp.Regexp // a secret may begin at the end of its match, or at its only group
	// within is the range of the secret in text, which begins there and follows
	// before; from and to are equal if there is none.
	within func(before, text string) (from, to int)
}

// The ways to write a character before a secret: plain, percent-encoded once or
// more, or as a JSON escape.
const (
	equals   = `(?:=|%(?:25)*3d|\\+u003d)`
	colon    = `(?::|%(?:25)*3a|\\+u003a)`
	slash    = `(?:\\*/|%(?:25)*2f)`
	question = `(?:\?|%(?:25)*3f|\\+u003f)`
	hash     = `(?:#|%(?:25)*23|\\+u0023)`
	quote    = `(?:\\*["'` + "`" + `])`
	space    = `(?:[ \t+]|%(?:25)*20)`
)

// compiled are the rules, compiled at the first use.
var compiled = sync.OnceValue(rules)

func rules() []rule {
	compile := func(pattern string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + pattern) }
	assigned := quote + `?` + space + `*` + equals + `[ \t]*`
	member := quote + space + `*` + colon + `[ \t]*` // of an object: its name is in quotes
	header := colon + `[ \t]*`
	named := `(?:` + quote + `?` + space + `*` + equals + `|` + quote + `?` + space + `*` + colon + `)[ \t]*`
	const name = `(?:token|passw(?:or)?d|passphrase|secret|api[-_]?key|access[-_]?key|private[-_]?key|credential)`
	const wordBefore = `(?:^|[^\w.-]|%[0-9a-f]{2})`
	url := `[a-z0-9]` + colon + slash + slash
	hints := []string{"token", "pass", "secret", "key", "credential"}
	return []rule{
		// A header's value may have spaces in it.
		{[]string{"authorization", "cookie"}, compile(`(?:authorization|cookie)` + named), quotedOr(endOfLine)},
		{hints, compile(`(?:` + name + `[\w-]*|\bkey)` + assigned), quotedOr(endOfWord)},
		{hints, compile(`(?:` + name + `[\w-]*|\bkey)` + member), quotedOr(endOfWord)},
		{hints, compile(`\bx-[\w-]*(?:token|key|secret|password)[\w-]*` + header), quotedOr(endOfWord)},
		// “password: x”, but “the router at gw-token:8080” and “gw-token: down” are no secrets.
		{hints, compile(wordBefore + `(?:[a-z]+_)*(?:passw(?:or)?d|passphrase|(?:api|access|private)[-_]?key)` + header), quotedOr(endOfWord)},
		{hints, compile(wordBefore + `(?:[a-z]+_)*` + name + colon), unlessSpace(quotedOr(endOfWord))},
		{[]string{"bearer"}, compile(`\bbearer(?:` + assigned + `|` + space + `)`), unlessSpace(quotedOr(endOfWord))},
		{[]string{"basic"}, compile(`\bbasic` + space), credentials},
		{[]string{"//", `/\`, "2f"}, compile(url), userinfo},
		{[]string{"//", `/\`, "2f"}, compile(url + `[^\s"?#]*?` + `(?:` + question + `|` + hash + `)`), restOfURL},
		{[]string{"?", "3f"}, compile(question + `[^\s"?]*?` + equals), restOfURL},
		{[]string{"ey"}, compile(`\b()(?-i:ey[I-L])[\w-]+\.`), restOfURL}, // a JSON web token
	}
}

// apply redacts what the rule finds in one line.
func (r rule) apply(line string) string {
	var shown strings.Builder
	for {
		found := r.begins.FindStringSubmatchIndex(line)
		if found == nil {
			return shown.String() + line
		}
		begin := found[1]
		if len(found) > 2 {
			begin = found[2]
		}
		from, to := r.within(line[:begin], line[begin:])
		shown.WriteString(line[:begin+from])
		if from < to {
			shown.WriteString(Mark)
		}
		line = line[begin+to:]
	}
}

// quotedOr finds a quoted secret, or else everything up to the position that end
// returns: a token may contain quotes.
func quotedOr(end func(text string) int) func(_, text string) (from, to int) {
	return func(_, text string) (from, to int) {
		if from, to = quoted(text); from > 0 {
			return from, to
		}
		return 0, end(text)
	}
}

// unlessSpace finds no secret after a space, nor in “bearer token”.
func unlessSpace(find func(before, text string) (from, to int)) func(before, text string) (from, to int) {
	return func(before, text string) (from, to int) {
		word := strings.ToLower(text[:endOfWord(text)])
		if word == "" || strings.TrimSuffix(strings.TrimRight(word, ".,:;"), "s") == "token" {
			return 0, 0
		}
		return find(before, text)
	}
}

// credentials are those of basic authentication: in base64, with a colon in them.
func credentials(_, text string) (from, to int) {
	from, to = quoted(text)
	if from == 0 {
		to = endOfWord(text)
	}
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	word := strings.ReplaceAll(strings.ReplaceAll(text[from:to], "%2B", "+"), "%2F", "/")
	word = word[:len(word)-len(strings.TrimLeft(word, letters))]
	plain, _ := base64.RawStdEncoding.DecodeString(word) // as far as it is valid
	if !bytes.Contains(plain, []byte(":")) {
		return 0, 0
	}
	return from, to
}

func endOfLine(text string) int { return len(text) }

func endOfWord(text string) int {
	if i := strings.IndexAny(text, " \t\r"); i >= 0 {
		return i
	}
	return len(text)
}

// restOfURL is the rest of a URL. A URL has no plain quotes, so one ends it.
func restOfURL(_, text string) (from, to int) {
	text = text[:endOfWord(text)]
	for i := range len(text) {
		if text[i] == '"' && backslashes(text[:i])%2 == 0 {
			return 0, i
		}
	}
	return 0, len(text)
}

// quoted is the range inside the quotes that the text begins with, up to the
// closing quote or the end of the line; from is 0 if it does not begin with one.
// A quote nested in quotes has one backslash before it, one nested deeper three:
// the closing quote has as many as the opening one, or fewer.
func quoted(text string) (from, to int) {
	depth := len(text) - len(strings.TrimLeft(text, `\`))
	if depth == len(text) || depth&(depth+1) != 0 || !strings.ContainsRune("\"'`", rune(text[depth])) {
		return 0, 0
	}
	mark, begin := text[depth], depth+1
	for i := begin; i < len(text); i++ {
		if text[i] != mark {
			continue
		}
		before := backslashes(text[begin:i])
		switch {
		case before >= depth && before%(2*(depth+1)) != depth:
			continue // it is inside
		case i+1 < len(text) && !strings.ContainsRune(" \t\r,;:&)]}\"'`\\", rune(text[i+1])):
			return 0, 0 // no quote closes before such a character
		}
		return begin, i - min(before, depth)
	}
	return begin, len(text)
}

// backslashes counts the backslashes at the end of a text.
func backslashes(text string) int { return len(text) - len(strings.TrimRight(text, `\`)) }

// userinfo is everything before the last @ of a URL, after its scheme: passwords
// may contain slashes. If that @ may be part of a query, it is the whole URL.
func userinfo(before, text string) (from, to int) {
	_, end := restOfURL(before, text)
	escape := escape(before)
	at := max(strings.LastIndex(text[:end], "@"), strings.LastIndex(text[:end], escape+"40"), 0)
	for _, question := range []string{"?", escape + "3f", escape + "3F"} {
		if strings.Contains(text[:at], question) {
			return 0, end
		}
	}
	return 0, at
}

// escape is the prefix of encoded characters in a URL that is itself encoded
// within another, taken from its slashes: % for %2F, %25 for %252F. The URL's own
// encoded characters have a longer prefix.
func escape(before string) string {
	if strings.HasSuffix(before, "/") {
		return "\n" // not encoded: nothing in a line starts so
	}
	return before[strings.LastIndexByte(before, '%') : len(before)-len("2f")]
}
