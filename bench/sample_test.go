//go:build linux

package main

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

func TestCostAddsUpProcessesAndThreads(t *testing.T) {
	begun := time.Now()
	before := sample{
		at:      begun,
		family:  []int{1, 2},
		threads: map[int]work{1: {cpu: time.Second, switches: 100}, 2: {switches: 50}},
		pss:     9, rss: 9,
	}
	after := sample{
		at:     begun.Add(30 * time.Second),
		family: []int{1, 2},
		threads: map[int]work{
			1: {cpu: 1100 * time.Millisecond, switches: 160},
			2: {cpu: 150 * time.Millisecond, switches: 80},
			3: {cpu: 50 * time.Millisecond, switches: 30}, // a new one
		},
		pss: 5, rss: 7,
	}
	c, err := after.since(before)
	require.NoError(t, err)
	assert.InDelta(t, 0.6, c.cpu, 1e-9)
	assert.InDelta(t, 4.0, c.switches, 1e-9)
	assert.Equal(t, [2]float64{5, 7}, [2]float64{c.pss, c.rss}, "as they are at the end")

	after.family = []int{1, 3}
	_, err = after.since(before)
	assert.ErrorIs(t, err, errOtherProcesses)
}

func TestTakeSeesChildrenAndTheirWork(t *testing.T) {
	child := exec.Command("sleep", "60")
	require.NoError(t, child.Start())
	t.Cleanup(func() {
		_ = child.Process.Kill()
		_ = child.Wait()
	})
	before, err := take(os.Getpid())
	require.NoError(t, err)
	assert.Contains(t, before.family, os.Getpid())
	assert.Contains(t, before.family, child.Process.Pid)
	assert.Greater(t, len(before.threads), len(before.family), "a Go process has several threads")
	assert.Positive(t, before.pss)
	assert.GreaterOrEqual(t, before.rss, before.pss)

	for begun := time.Now(); time.Since(begun) < 20*time.Millisecond; { // work
		_ = fields("Pss: 1 kB")
	}
	after, err := take(os.Getpid())
	require.NoError(t, err)
	c, err := after.since(before)
	require.NoError(t, err)
	assert.Positive(t, c.cpu)
}
