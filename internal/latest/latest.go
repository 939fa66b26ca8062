// Package latest is the queue between a producer that must not block and a
// consumer that may be slow: for each key only the newest value is kept.
//
// Invariants: nothing blocks except the loop over [Box.Each]; a box holds at most
// one value for each key; keys come out in the order in which they were first put.
package latest

import (
	"iter"
	"sync"
)

// A Box holds the newest value of each key until it is removed. Make one with
// [New]. Its methods may be called from any goroutine.
type Box[K comparable, V any] struct {
	ready chan struct{}

	mu     sync.Mutex
	keys   []K // in the order of first put
	values map[K]V
	closed bool
}

// New makes an empty box.
func New[K comparable, V any]() *Box[K, V] {
	return &Box[K, V]{ready: make(chan struct{}, 1), values: make(map[K]V)}
}

// Put adds a value, replacing one with the same key. It reports whether the box
// was empty before. After Close it does nothing.
func (b *Box[K, V]) Put(key K, value V) (first bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return false
	}
	first = len(b.keys) == 0
	if _, waiting := b.values[key]; !waiting {
		b.keys = append(b.keys, key)
	}
	b.values[key] = value
	select {
	case b.ready <- struct{}{}:
	default:
	}
	return first
}

// Ready receives a value after a Put, and is closed by Close. The box may be
// empty all the same, if the value was removed in the meantime.
func (b *Box[K, V]) Ready() <-chan struct{} { return b.ready }

// Pop removes and returns the oldest entry, if there is one.
func (b *Box[K, V]) Pop() (key K, value V, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.keys) == 0 {
		return key, value, false
	}
	key = b.keys[0]
	value = b.values[key]
	b.keys = b.keys[1:]
	delete(b.values, key)
	return key, value, true
}

// Each removes the entries and yields them, waits for more, and ends when the
// box is closed and empty. Only one goroutine at a time may loop over it.
func (b *Box[K, V]) Each() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for open := true; ; {
			key, value, ok := b.Pop()
			switch {
			case ok && !yield(key, value), !ok && !open:
				return
			case !ok:
				_, open = <-b.ready
			}
		}
	}
}

// Close makes every later Put do nothing. Entries in the box can still be
// removed. It may be called twice.
func (b *Box[K, V]) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.closed = true
		close(b.ready)
	}
}
