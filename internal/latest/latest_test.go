package latest_test

import (
	"strconv"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"

	"routerwatch/internal/latest"
)

type entry = latest.Entry[string, int]

func TestTheNewestOfAKeyWinsInTheOrderOfFirstPut(t *testing.T) {
	b := latest.New[string, int]()
	assert.True(t, b.Put("a", 1), "it was empty")
	assert.False(t, b.Put("b", 2))
	assert.False(t, b.Put("a", 3))
	assert.Equal(t, []entry{{"a", 3}, {"b", 2}}, b.Take())
	assert.Empty(t, b.Take())
	assert.True(t, b.Put("b", 4), "it is empty again")
	b.Put("a", 5)
	key, value, ok := b.Pop()
	assert.Equal(t, entry{"b", 4}, entry{key, value})
	assert.True(t, ok)
	assert.Equal(t, []entry{{"a", 5}}, b.Take())
	_, _, ok = b.Pop()
	assert.False(t, ok)
}

func TestADroppedKeyIsForgotten(t *testing.T) {
	b := latest.New[string, int]()
	b.Put("a", 1)
	b.Put("b", 2)
	b.Drop("a")
	b.Drop("unknown")
	b.Put("a", 3)
	assert.Equal(t, []entry{{"b", 2}, {"a", 3}}, b.Take())
}

func TestReadyHasOneTokenHoweverMuchWasPut(t *testing.T) {
	b := latest.New[string, int]()
	assert.Empty(t, b.Ready())
	for i := range 100 {
		b.Put(strconv.Itoa(i), i)
	}
	assert.Len(t, b.Ready(), 1)
	<-b.Ready()
	b.Close()
	assert.Len(t, b.Ready(), 1)
}

func TestAFullBoxDropsTheOldest(t *testing.T) {
	var dropped []entry
	b := latest.NewLimited(3, func(key string, value int) { dropped = append(dropped, entry{key, value}) })
	for i, key := range []string{"a", "b", "c", "b"} {
		b.Put(key, i)
	}
	assert.Empty(t, dropped, "a known key takes no more room")
	b.Put("d", 4)
	assert.Equal(t, []entry{{"a", 0}}, dropped)
	assert.Equal(t, []entry{{"b", 3}, {"c", 2}, {"d", 4}}, b.Take())
}

func TestAClosedBoxGivesWhatItHasAndTakesNothing(t *testing.T) {
	b := latest.New[string, int]()
	b.Put("before", 1)
	b.Close()
	assert.False(t, b.Put("after", 2))
	key, _, ok := b.Next(nil)
	assert.True(t, ok)
	assert.Equal(t, "before", key)
	_, _, ok = b.Next(nil)
	assert.False(t, ok)
}

func TestNextWaitsForAValueOrTheEnd(t *testing.T) {
	for name, end := range map[string]func(b *latest.Box[string, int], stop chan struct{}){
		"a value": func(b *latest.Box[string, int], _ chan struct{}) { b.Put("a", 7) },
		"closed":  func(b *latest.Box[string, int], _ chan struct{}) { b.Close() },
		"stopped": func(_ *latest.Box[string, int], stop chan struct{}) { close(stop) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b, stop := latest.New[string, int](), make(chan struct{})
				b.Put("taken", 1)
				b.Take() // leaves a token without a value
				returned := false
				go func() {
					_, value, ok := b.Next(stop)
					assert.Equal(t, name == "a value", ok)
					assert.Equal(t, ok, value == 7)
					returned = true
				}()
				synctest.Wait()
				assert.False(t, returned)
				end(b, stop)
				synctest.Wait()
				assert.True(t, returned)
			})
		})
	}
}

func TestNextStopsWhateverIsLeft(t *testing.T) {
	b, stop := latest.New[string, int](), make(chan struct{})
	b.Put("left", 1)
	close(stop)
	_, _, ok := b.Next(stop)
	assert.False(t, ok)
}

func TestTheLastOfEachProducerArrives(t *testing.T) {
	b := latest.New[int, int]()
	var producers, consumer sync.WaitGroup
	got := map[int]int{}
	consumer.Go(func() {
		for {
			key, value, ok := b.Next(nil)
			if !ok {
				return
			}
			got[key] = value
		}
	})
	want := map[int]int{}
	for producer := range 4 {
		want[producer] = 999
		producers.Go(func() {
			for i := range 1000 {
				b.Put(producer, i)
			}
		})
	}
	producers.Wait()
	b.Close()
	consumer.Wait()
	assert.Equal(t, want, got)
}
