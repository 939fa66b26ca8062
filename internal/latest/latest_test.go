package latest_test

import (
	"maps"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"

	"routerwatch/internal/latest"
)

type entry struct {
	key   string
	value int
}

// take pops everything.
func take(b *latest.Box[string, int]) []entry {
	var all []entry
	for {
		key, value, ok := b.Pop()
		if !ok {
			return all
		}
		all = append(all, entry{key, value})
	}
}

func TestTheNewestOfAKeyWinsInTheOrderOfFirstPut(t *testing.T) {
	b := latest.New[string, int]()
	assert.True(t, b.Put("a", 1), "it was empty")
	assert.False(t, b.Put("b", 2))
	assert.False(t, b.Put("a", 3))
	assert.Equal(t, []entry{{"a", 3}, {"b", 2}}, take(b))
	assert.Empty(t, take(b))
	assert.True(t, b.Put("b", 4), "it is empty again")
	b.Put("a", 5)
	key, value, ok := b.Pop()
	assert.Equal(t, entry{"b", 4}, entry{key, value})
	assert.True(t, ok)
	assert.Equal(t, []entry{{"a", 5}}, take(b))
	_, _, ok = b.Pop()
	assert.False(t, ok)
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
	b.Close()
	_, open := <-b.Ready()
	assert.False(t, open)
}

func TestAClosedBoxGivesWhatItHasAndTakesNothing(t *testing.T) {
	b := latest.New[string, int]()
	b.Put("before", 1)
	b.Close()
	assert.False(t, b.Put("after", 2))
	var got []string
	for key := range b.Each() {
		got = append(got, key)
	}
	assert.Equal(t, []string{"before"}, got)
}

func TestEachWaitsForAValueOrTheEnd(t *testing.T) {
	for name, end := range map[string]func(b *latest.Box[string, int]){
		"a value": func(b *latest.Box[string, int]) { b.Put("a", 7) },
		"closed":  func(b *latest.Box[string, int]) { b.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := latest.New[string, int]()
				b.Put("taken", 1)
				b.Pop() // leaves a token without a value
				returned := false
				go func() {
					for _, value := range b.Each() {
						assert.Equal(t, 7, value)
						assert.Equal(t, "a value", name)
						break
					}
					returned = true
				}()
				synctest.Wait()
				assert.False(t, returned)
				end(b)
				synctest.Wait()
				assert.True(t, returned)
			})
		})
	}
}

func TestTheLastOfEachProducerArrives(t *testing.T) {
	b := latest.New[int, int]()
	var producers, consumer sync.WaitGroup
	got := map[int]int{}
	consumer.Go(func() {
		maps.Insert(got, b.Each())
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
