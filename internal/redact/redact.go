// Package redact takes what looks like a secret out of text that leaves the
// program: its log, and what an operator copies for somebody else.
//
// The code that writes such text already leaves secrets out or hides them by a
// type; this is a second safeguard. So it removes too much rather than too
// little: everything after the name of a secret that could be its value, in every
// quoting and percent-encoding that the program can give it.
package redact

import (
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Mark stands wherever something was taken out.
const Mark = "[redacted]"

// Text is text without what looks like a secret, line by line. Redacting
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

// A Writer passes on what is written to it without what looks like a secret.
// Each write is whole lines.
type Writer struct{ To io.Writer }

// Write fails as the writer behind it does; of a failed write nothing counts
// as written.
func (w Writer) Write(text []byte) (int, error) {
	if _, err := io.WriteString(w.To, Text(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// A rule finds where a secret begins, and knows where it ends.
type rule struct {
	hints  []string       // a line without any of them has nothing for the rule, which is slow to look
	begins *regexp.Regexp // before its end, or before its only group
	// within is where the secret is in a text that begins with it, after what
	// stands before; from and to are equal where there is none.
	within func(before, text string) (from, to int)
}

// How characters may be written that stand before a secret: as they are,
// percent-encoded once or more, or as JSON's escapes.
const (
	equals   = `(?:=|%(?:25)*3d|\\+u003d)`
	colon    = `(?::|%(?:25)*3a|\\+u003a)`
	slash    = `(?:\\*/|%(?:25)*2f)`
	question = `(?:\?|%(?:25)*3f|\\+u003f)`
	quote    = `(?:\\*["'` + "`" + `])`
	space    = `(?:[ \t+]|%(?:25)*20)`
)

// compiled are the rules; a process that writes nothing makes none.
var compiled = sync.OnceValue(rules)

func rules() []rule {
	compile := func(pattern string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + pattern) }
	is := space + `*(?:` + equals + `|` + colon + `)[ \t]*`
	named := quote + `?` + is
	url := `[a-z0-9]` + colon + slash + slash
	return []rule{
		// A header's value may have spaces in it.
		{[]string{"authorization", "cookie"}, compile(`(?:authorization|cookie)[\w-]*` + named), quotedOr(endOfLine)},
		{
			[]string{"token", "pass", "secret", "key", "credential"},
			compile(`(?:(?:token|passw(?:or)?d|passphrase|secret|api[-_]?key|access[-_]?key|private[-_]?key|credential)[\w-]*|\bkey)` + named),
			quotedOr(endOfWord),
		},
		{[]string{"bearer", "basic"}, compile(`\b(?:bearer|basic)(?:` + is + `|[ \t]+|` + space + `)`), quotedOr(endOfWord)},
		{[]string{"//", `/\`, "2f"}, compile(url), userinfo},
		{[]string{"//", `/\`, "2f"}, compile(url), query},
		{[]string{"?", "3f"}, compile(question + `[^\s"?]*?` + equals), restOfURL},
		{[]string{"ey"}, compile(`\b()ey[ij][\w-]+\.`), restOfURL}, // a JSON web token
	}
}

// apply takes out what the rule finds in one line.
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

// quotedOr is a quoted text, or where there is none, all up to the end that end
// finds: a token may have quotes in it.
func quotedOr(end func(text string) int) func(_, text string) (from, to int) {
	return func(_, text string) (from, to int) {
		if from, to = quoted(text); from > 0 {
			return from, to
		}
		return 0, end(text)
	}
}

func endOfLine(text string) int { return len(text) }

func endOfWord(text string) int {
	if i := strings.IndexAny(text, " \t\r"); i >= 0 {
		return i
	}
	return len(text)
}

// restOfURL is what remains of a URL. Of a URL, quotes are encoded: one ends it.
func restOfURL(_, text string) (from, to int) {
	text = text[:endOfWord(text)]
	for i := range len(text) {
		if text[i] == '"' && backslashes(text[:i])%2 == 0 {
			return 0, i
		}
	}
	return 0, len(text)
}

// quoted is what is inside of the quotes that a text begins with, up to the
// closing one or the end of the line; from is 0 where it begins with none.
// Quotes within quotes have a backslash before them, and those within these
// have three: a quote ends what one with as many began, or one further out.
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
			return 0, 0 // what goes on so was not quoted
		}
		return begin, i - min(before, depth)
	}
	return begin, len(text)
}

// backslashes is how many of them a text ends with.
func backslashes(text string) int { return len(text) - len(strings.TrimRight(text, `\`)) }

// userinfo is what stands before the last @ of a URL whose scheme is behind
// us: passwords have had slashes in them. Where that @ may be one of a query,
// it is the whole URL.
func userinfo(before, text string) (from, to int) {
	_, end := restOfURL(before, text)
	at := max(strings.LastIndex(text[:end], "@"), strings.LastIndex(text[:end], escape(before)+"40"))
	if begin, _ := questionMark(before, text[:end]); begin < at {
		return 0, end
	}
	return 0, max(at, 0)
}

// query is what stands behind the first question mark of a URL.
func query(before, text string) (from, to int) {
	_, end := restOfURL(before, text)
	_, behind := questionMark(before, text[:end])
	return behind, end
}

// questionMark is where the first one of a URL begins and ends, or the URL's end.
func questionMark(before, url string) (begin, end int) {
	begin, end = len(url), len(url)
	for _, mark := range []string{"?", escape(before) + "3f", escape(before) + "3F"} {
		if i := strings.Index(url, mark); i >= 0 && i < begin {
			begin, end = i, i+len(mark)
		}
	}
	return begin, end
}

// escape is how the characters of a URL begin whose slashes are behind us,
// where it stands encoded in another: % for %2F, %25 for %252F. Characters of
// its own that are encoded begin otherwise.
func escape(before string) string {
	if strings.HasSuffix(before, "/") {
		return "/" // no character begins so
	}
	return before[strings.LastIndexByte(before, '%') : len(before)-len("2f")]
}
