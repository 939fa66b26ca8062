package redact

import "strings"

// rest is a quoted text, or all up to the end of the line.
func rest(_, text string) (from, to int) {
	if from, to = quoted(text); from > 0 {
		return from, to
	}
	return 0, len(text)
}

// value is a quoted text, or all up to a space: a token may have quotes in it.
func value(_, text string) (from, to int) {
	if from, to = quoted(text); from > 0 {
		return from, to
	}
	return 0, beforeSpace(text)
}

// part is what remains of a URL. Of a URL, quotes are encoded: one ends it.
func part(_, text string) (from, to int) {
	text = text[:beforeSpace(text)]
	for i := range len(text) {
		if text[i] == '"' && backslashes(text[:i])%2 == 0 {
			return 0, i
		}
	}
	return 0, len(text)
}

func beforeSpace(text string) int {
	if i := strings.IndexAny(text, " \t\r"); i >= 0 {
		return i
	}
	return len(text)
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
	_, end := part(before, text)
	at := last(text[:end], "@", escape(before)+"40")
	if asked, _ := first(text[:end], "?", escape(before)+"3f", escape(before)+"3F"); asked < at {
		return 0, end
	}
	return 0, max(at, 0)
}

// query is what stands behind the first question mark of a URL.
func query(before, text string) (from, to int) {
	_, end := part(before, text)
	_, behind := first(text[:end], "?", escape(before)+"3f", escape(before)+"3F")
	return min(behind, end), end
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

// first is where the first of those characters begins and ends, or behind the
// end of text.
func first(text string, characters ...string) (begin, end int) {
	begin, end = len(text), len(text)
	for _, c := range characters {
		if i := strings.Index(text, c); i >= 0 && i < begin {
			begin, end = i, i+len(c)
		}
	}
	return begin, end
}

// last is where the last of them begins, or -1.
func last(text string, characters ...string) int {
	begin := -1
	for _, c := range characters {
		begin = max(begin, strings.LastIndex(text, c))
	}
	return begin
}
