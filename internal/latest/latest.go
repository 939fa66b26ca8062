// Package latest is the queue between a producer that must not wait and a
// consumer that may be slow: of values with the same key only the newest is kept.
//
// Invariants: no method but [Box.Next] waits; a box never holds more than one
// value for each key; keys come out in the order in which they were first put.
package latest

import (
	"slices"
	"sync"
)

// A Box holds the newest value of each key until it is taken. Make one with
// [New] or [NewLimited]. Its methods may be called from any goroutine.
type Box[K comparable, V any] struct {
	limit   int        // 0: none
	dropped func(K, V) // may be nil
	ready   chan struct{}

	mu     sync.Mutex
	keys   []K // in the order of first put
	values map[K]V
	closed bool
}

// An Entry is a key and its newest value.
type Entry[K comparable, V any] struct {
	Key   K
	Value V
}

// New makes a box which is bounded by the number of different keys alone.
func New[K comparable, V any]() *Box[K, V] { return NewLimited[K, V](0, nil) }

// NewLimited makes a box for at most limit keys. A new key in a full box drops
// the oldest, with which dropped is called on the goroutine of the Put.
func NewLimited[K comparable, V any](limit int, dropped func(K, V)) *Box[K, V] {
	return &Box[K, V]{limit: limit, dropped: dropped, ready: make(chan struct{}, 1), values: make(map[K]V)}
}

// Put adds a value in place of one with the same key that was not taken yet.
// It reports whether the box was empty before. After Close it does nothing.
func (b *Box[K, V]) Put(key K, value V) (first bool) {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return false
	}
	first = len(b.keys) == 0
	var oldest Entry[K, V]
	full := false
	if _, waiting := b.values[key]; !waiting {
		if full = b.limit > 0 && len(b.keys) == b.limit; full {
			oldest = b.pop()
		}
		b.keys = append(b.keys, key)
	}
	b.values[key] = value
	b.mu.Unlock()
	b.signal()
	if full && b.dropped != nil {
		b.dropped(oldest.Key, oldest.Value)
	}
	return first
}

// Drop forgets the value of a key.
func (b *Box[K, V]) Drop(key K) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.values, key)
	b.keys = slices.DeleteFunc(b.keys, func(k K) bool { return k == key })
}

// Ready has a token after a Put and after Close. A box may be found empty all
// the same: the value was taken or dropped in the meantime.
func (b *Box[K, V]) Ready() <-chan struct{} { return b.ready }

// Take removes and returns everything.
func (b *Box[K, V]) Take() []Entry[K, V] {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := make([]Entry[K, V], 0, len(b.keys))
	for len(b.keys) > 0 {
		all = append(all, b.pop())
	}
	return all
}

// Pop removes and returns the oldest entry, if there is one.
func (b *Box[K, V]) Pop() (key K, value V, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.keys) == 0 {
		return key, value, false
	}
	e := b.pop()
	return e.Key, e.Value, true
}

// Next waits for an entry and removes it. It reports false once stop is closed,
// whatever is left, and when the box is closed and empty. One goroutine at a
// time may wait.
func (b *Box[K, V]) Next(stop <-chan struct{}) (key K, value V, ok bool) {
	for {
		select {
		case <-stop:
			return key, value, false
		default:
		}
		b.mu.Lock()
		closed := b.closed
		b.mu.Unlock()
		if key, value, ok = b.Pop(); ok || closed {
			return key, value, ok
		}
		select {
		case <-stop:
			return key, value, false
		case <-b.ready:
		}
	}
}

// Close makes every later Put do nothing. What is in the box can still be taken.
func (b *Box[K, V]) Close() {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	b.signal()
}

// pop removes the oldest entry of a box that has one. The caller holds the lock.
func (b *Box[K, V]) pop() Entry[K, V] {
	e := Entry[K, V]{b.keys[0], b.values[b.keys[0]]}
	b.keys = b.keys[1:]
	delete(b.values, e.Key)
	return e
}

func (b *Box[K, V]) signal() {
	select {
	case b.ready <- struct{}{}:
	default:
	}
}
