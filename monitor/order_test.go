package monitor

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWorstFirst(t *testing.T) {
	router := func(id string, status Status) Snapshot { return Snapshot{Router: Router{ID: id}, Status: status} }
	given := []Snapshot{
		router("a", Live), router("b", Paused), router("c", Down), router("d", Live), router("e", "unheard of"), router("f", Down),
	}
	given[2].Quiet.Acknowledged = true
	var ids []string
	for _, s := range WorstFirst(given) {
		ids = append(ids, s.ID)
	}
	assert.Equal(t, []string{"e", "f", "b", "a", "d", "c"}, ids)
	assert.Equal(t, "a", given[0].ID, "the given list stays as it was")
	assert.Empty(t, WorstFirst(nil))
}
