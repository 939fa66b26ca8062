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

func TestReadStat(t *testing.T) {
	const rest = " S 7 41 41 0 -1 4194304 90 0 0 0 120 34 5 6 20 0 9 0 88 1 2\n"
	tests := []struct {
		name, text string
		want       process
		fails      bool
	}{
		{name: "a plain name", text: "41 (routerwatch)" + rest, want: process{41, 7, "S"}},
		{name: "a name with brackets and blanks", text: "41 (a) S (b c)" + rest, want: process{41, 7, "S"}},
		{name: "cut short", text: "41 (routerwatch) S", fails: true},
		{name: "no name", text: "41", fails: true},
		{name: "no number", text: "41 (a) S x", fails: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := readStat(test.text)
			assert.Equal(t, test.fails, err != nil, err)
			assert.Equal(t, test.want, got)
		})
	}
}

func TestFields(t *testing.T) {
	assert.Equal(t, map[string]int64{"Pss": 123, "voluntary_ctxt_switches": 4},
		fields("Name:\tx y\nPss:                 123 kB\nvoluntary_ctxt_switches:\t4\nEmpty:\nno colon\n"))
}

func TestCostAddsUpProcessesAndThreads(t *testing.T) {
	begun := time.Now()
	before := sample{
		at:      begun,
		family:  []int{1, 2},
		threads: map[int]work{1: {cpu: time.Second, switches: 100}, 2: {switches: 50}},
		memory:  memory{pss: 9, rss: 9},
	}
	after := sample{
		at:     begun.Add(30 * time.Second),
		family: []int{1, 2},
		threads: map[int]work{
			1: {cpu: 1100 * time.Millisecond, switches: 160},
			2: {cpu: 150 * time.Millisecond, switches: 80},
			3: {cpu: 50 * time.Millisecond, switches: 30}, // a new one
		},
		memory: memory{pss: 5, rss: 7},
	}
	c, err := after.since(before)
	require.NoError(t, err)
	assert.InDelta(t, 0.6, c.cpu, 1e-9)
	assert.InDelta(t, 4.0, c.switches, 1e-9)
	assert.Equal(t, memory{pss: 5, rss: 7}, c.memory, "as it is at the end")

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
	assert.Positive(t, before.memory.pss)
	assert.GreaterOrEqual(t, before.memory.rss, before.memory.pss)

	for begun := time.Now(); time.Since(begun) < 20*time.Millisecond; { // work
		_ = fields("Pss: 1 kB")
	}
	after, err := take(os.Getpid())
	require.NoError(t, err)
	c, err := after.since(before)
	require.NoError(t, err)
	assert.Positive(t, c.cpu)
}
