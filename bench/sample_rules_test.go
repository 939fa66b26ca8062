//go:build linux

package bench

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFields(t *testing.T) {
	assert.Equal(t, map[string]int64{"Pss": 123, "voluntary_ctxt_switches": 4, "Width": 1280},
		fields("Name:\tx y\nPss:                 123 kB\nvoluntary_ctxt_switches:\t4\nEmpty:\n  Width: 1280\nno colon\n"))
}

func TestCostIsWhatWasUsedInBetween(t *testing.T) {
	begun := time.Now()
	before := sample{at: begun, family: []int{1, 2}, cpu: time.Second, switches: 150, pss: 9, rss: 9}
	after := sample{
		at: begun.Add(30 * time.Second), family: []int{1, 2},
		cpu: 1300 * time.Millisecond, switches: 270, pss: 5, rss: 7,
	}
	c, err := after.since(before)
	require.NoError(t, err)
	assert.InDelta(t, 0.6, c[cpuTime], 1e-9)
	assert.InDelta(t, 4.0, c[switches], 1e-9)
	assert.Equal(t, [2]float64{5, 7}, [2]float64{c[pss], c[rss]}, "as they are at the end")

	after.family = []int{1, 3}
	_, err = after.since(before)
	assert.EqualError(t, err, "a process started or ended during the measurement")
}

func TestTakeSeesChildrenAndTheirWork(t *testing.T) {
	child := exec.Command("sleep", "60")
	require.NoError(t, child.Start())
	t.Cleanup(func() {
		_ = child.Process.Kill()
		_ = child.Wait()
	})
	before := take(t, os.Getpid())
	assert.Contains(t, before.family, os.Getpid())
	assert.Contains(t, before.family, child.Process.Pid)
	assert.Positive(t, before.switches)
	assert.Positive(t, before.pss)
	assert.GreaterOrEqual(t, before.rss, before.pss)

	for begun := time.Now(); time.Since(begun) < 20*time.Millisecond; { // work
		_ = fields("Pss: 1 kB")
	}
	cost, err := take(t, os.Getpid()).since(before)
	require.NoError(t, err)
	assert.Positive(t, cost[cpuTime])
}
