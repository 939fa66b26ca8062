package notify

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"

	"routerwatch/ui/view"
)

func TestQueueKeepsTheNewestOfAKey(t *testing.T) {
	q := newQueue()
	for _, r := range []request{
		{key: "r1/outage", note: view.Notification{Title: "down"}},
		{key: "r2/outage"},
		{key: "r1/outage", note: view.Notification{Title: "recovered"}},
		{key: "r2/outage", withdraw: true},
	} {
		_, full := q.put(r)
		assert.False(t, full)
	}

	first, ok := q.take()
	assert.True(t, ok)
	assert.Equal(t, "recovered", first.note.Title)
	second, ok := q.take()
	assert.True(t, ok)
	assert.Equal(t, request{key: "r2/outage", withdraw: true}, second)
	_, ok = q.take()
	assert.False(t, ok)
}

func TestQueueIsBounded(t *testing.T) {
	q := newQueue()
	for i := range queueLimit {
		_, full := q.put(request{key: strconv.Itoa(i)})
		assert.False(t, full)
	}
	_, full := q.put(request{key: "7"})
	assert.False(t, full, "a known key takes no more room")
	dropped, full := q.put(request{key: "new"})
	assert.True(t, full)
	assert.Equal(t, "0", dropped.key, "the oldest gives way")
	assert.Len(t, q.waiting, queueLimit)
}

func TestClosedQueueTakesNothingMore(t *testing.T) {
	q := newQueue()
	q.put(request{key: "before"})
	q.close()
	q.put(request{key: "after"})
	r, _ := q.take()
	assert.Equal(t, "before", r.key)
	_, ok := q.take()
	assert.False(t, ok)
}

func TestPlainText(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"words":              {"12 pairs, ünïcode ✓", "12 pairs, ünïcode ✓"},
		"markup is text":     {"<b>5 & 6</b>", "<b>5 & 6</b>"},
		"line break":         {"one\ntwo", "one\ntwo"},
		"control characters": {"a\x00b\x1b[31mc\td\r", "ab[31mcd"},
		"invalid UTF-8":      {"a\xff\xfeb", "a\uFFFDb"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, plain(c.text))
		})
	}
}
