package view

import (
	"cmp"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"routerwatch/monitor"
)

// unknown is shown for an unknown number.
const unknown = "–"

const day = 24 * time.Hour

// Age is how long ago something happened by the wall clock, rounded down:
// "just now", "12 s ago", "3 min ago", "2 h ago", "4 d ago". A time in the future,
// after the clock was set back, is "just now".
func Age(at, now time.Time) string {
	age := elapsed(at, now)
	if age < 2*time.Second {
		return "just now"
	}
	return span(age) + " ago"
}

// Duration is d with its two largest units, rounded down: "45 s",
// "3 min 20 s", "2 h 5 min", "3 d 4 h". A second unit of 0 is left out.
func Duration(d time.Duration) string {
	larger, smaller := day, time.Hour
	switch {
	case d < time.Second:
		return "under 1 s"
	case d < time.Minute:
		return span(d)
	case d < time.Hour:
		larger, smaller = time.Minute, time.Second
	case d < day:
		larger, smaller = time.Hour, time.Minute
	}
	if rest := d % larger; rest >= smaller {
		return span(d) + " " + span(rest)
	}
	return span(d)
}

// span is d in its largest unit, rounded down: "45 s", "3 min", "2 h", "4 d".
func span(d time.Duration) string {
	switch {
	case d < time.Minute:
		return group(int64(d/time.Second)) + " s"
	case d < time.Hour:
		return group(int64(d/time.Minute)) + " min"
	case d < day:
		return group(int64(d/time.Hour)) + " h"
	}
	return group(int64(d/day)) + " d"
}

// elapsed is the wall-clock time from at to now, never negative. The monotonic
// clock is not used, because it stops while a computer sleeps.
func elapsed(at, now time.Time) time.Duration {
	return max(0, now.Round(0).Sub(at))
}

// clock is the time of day of t in now's time zone, with the date if it is not
// today, and the year if it is not this year.
func clock(t, now time.Time) string {
	t = t.In(now.Location())
	switch {
	case t.Year() != now.Year():
		return t.Format("2 Jan 2006 15:04")
	case t.YearDay() != now.YearDay():
		return t.Format("2 Jan 15:04")
	}
	return t.Format("15:04:05")
}

// when is text if it applies, else "".
func when(applies bool, text string) string {
	if applies {
		return text
	}
	return ""
}

// clockToMinute is clock for a time that is not exact to the second.
func clockToMinute(t, now time.Time) string {
	if today := t.In(now.Location()); today.Year() == now.Year() && today.YearDay() == now.YearDay() {
		return today.Format("15:04")
	}
	return clock(t, now)
}

// latency is in milliseconds below ten seconds, in seconds above.
func latency(d time.Duration) string {
	switch {
	case d < 0:
		return unknown
	case d < time.Millisecond:
		return "under 1 ms"
	case d < 10*time.Second:
		return group(d.Milliseconds()) + " ms"
	}
	tenths := int64(d / (100 * time.Millisecond))
	return group(tenths/10) + "." + strconv.FormatInt(tenths%10, 10) + " s"
}

func moment(seconds int64, now time.Time) string { return momentOf(time.Unix(seconds, 0), now) }

// momentOf is a local time to the second, with its date.
func momentOf(t, now time.Time) string { return t.In(now.Location()).Format("2 Jan 2006 15:04:05") }

func seconds(n int64) string {
	if n == 0 {
		return "0 s"
	}
	return Duration(time.Duration(n) * time.Second)
}

func milliseconds(ms float64) string { return latency(time.Duration(ms * float64(time.Millisecond))) }

// plural is "1 poll", "2 polls".
func plural[N int | int64](n N, noun string) string {
	return group(int64(n)) + " " + noun + when(n != 1, "s")
}

// group is n with a comma between groups of three digits: "12,345".
func group(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// fill replaces placeholders, such as {host}, by texts, or by the default after a
// bar: {host|the router}. Placeholders in the texts themselves are not replaced.
func fill(words string, texts map[string]string) string {
	return os.Expand(strings.ReplaceAll(words, "{", "${"), func(place string) string {
		name, otherwise, _ := strings.Cut(place, "|")
		return cmp.Or(texts[name], otherwise)
	})
}

// pairCount is "4 pairs", "1 pair", "0 pairs".
func pairCount(n int64) string { return plural(n, "pair") }

func pairNoun(n int64) string { return "pair" + when(n != 1, "s") }

// Limits of text from outside, in runes.
const (
	maxName    = 80
	maxAddress = 200
	maxHost    = 80
	maxSilent  = 100
	maxCode    = 40
	maxMessage = 160
	maxList    = 20_000 // of a list to copy
	maxRequest = 64
	maxField   = 40
	maxProblem = 80
	maxIgnored = 400
)

// cutUTF16 is text in at most longest UTF-16 units, cut between runes and
// ended with an … where it was longer.
func cutUTF16(text string, longest int) string {
	if utf16Length(text) <= longest {
		return text
	}
	used := 1 // the …
	for i, r := range text {
		if used += utf16.RuneLen(r); used > longest {
			return strings.TrimRight(text[:i], " …") + "…"
		}
	}
	return text
}

// utf16Length is the length of text in UTF-16 units.
func utf16Length(text string) int { return len(utf16.Encode([]rune(text))) }

// Address is a URL for display: without credentials, query and fragment, which may
// contain secrets; "" if it cannot be parsed.
func Address(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return ""
	}
	return monitor.CleanText(u.Scheme+"://"+u.Host+u.EscapedPath(), maxAddress)
}
