// Package redact takes what looks like a secret out of text that leaves the
// program: its log, and what an operator copies for somebody else.
//
// Whoever writes such text knows no secret, or hides it by a type of its own;
// this is the second lock on the same door. So it takes rather too much than
// too little: what names a secret loses all that could be its value, in every
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
	hints  []string       // one of them is wherever the rule finds something: they are looked for quickly
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
		{ // a header's value may have spaces in it
			[]string{"authorization", "cookie"},
			compile(`(?:authorization|cookie)[\w-]*` + named), rest,
		},
		{
			[]string{"token", "pass", "secret", "key", "credential"},
			compile(`(?:(?:token|passw(?:or)?d|passphrase|secret|api[-_]?key|access[-_]?key|private[-_]?key|credential)[\w-]*|\bkey)` + named), value,
		},
		{
			[]string{"bearer", "basic"},
			compile(`\b(?:bearer|basic)(?:` + is + `|[ \t]+|` + space + `)`), value,
		},
		{[]string{"//", `/\`, "2f"}, compile(url), userinfo},
		{[]string{"//", `/\`, "2f"}, compile(url), query},
		{[]string{"?", "3f"}, compile(question + `[^\s"?]*?` + equals), part},
		{[]string{"ey"}, compile(`\b()ey[ij][\w-]+\.`), part}, // a JSON web token
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
