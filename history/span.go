package history

import (
	"slices"
	"time"
)

// ceiling is the first whole second that is not before t.
func ceiling(t time.Time) int64 {
	if t.Nanosecond() > 0 {
		return t.Unix() + 1
	}
	return t.Unix()
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// without is the parts of s that are in none of the spans.
func without(s span, spans []span) []span {
	parts := []span{}
	for _, c := range spans {
		if c.to <= s.from || c.from >= s.to {
			continue
		}
		if c.from > s.from {
			part := s
			part.to = c.from
			parts = append(parts, part)
		}
		if s.from = c.to; s.from >= s.to {
			return parts
		}
	}
	return append(parts, s)
}

// cover is spans with one more, joined with its neighbours.
func cover(spans []span, s span) []span {
	i, _ := slices.BinarySearchFunc(spans, s.from, func(c span, from int64) int { return int(c.from - from) })
	spans = slices.Insert(spans, i, span{from: s.from, to: s.to})
	if i+1 < len(spans) && spans[i].to == spans[i+1].from {
		spans[i].to = spans[i+1].to
		spans = slices.Delete(spans, i+1, i+2)
	}
	if i > 0 && spans[i-1].to == spans[i].from {
		spans[i-1].to = spans[i].to
		spans = slices.Delete(spans, i, i+1)
	}
	return spans[max(len(spans)-maxCovered, 0):]
}
