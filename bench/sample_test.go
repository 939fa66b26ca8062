//go:build linux

package bench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
)

// sample is the resource usage of some processes at a moment.
type sample struct {
	at       time.Time
	family   []int         // the process ids, sorted
	cpu      time.Duration // of all their threads, from schedstat: utime and stime are too coarse here
	switches int64         // of all their threads: how often one was given a processor
	pss, rss float64       // MB
}

// take samples a process and its descendants.
func take(t *testing.T, pid int) sample {
	t.Helper()
	s := sample{at: time.Now(), family: familyOf(pid)}
	for _, pid := range s.family {
		folder := filepath.Join("/proc", strconv.Itoa(pid))
		threads, err := filepath.Glob(filepath.Join(folder, "task", "*", "schedstat"))
		require.NoError(t, err)
		for _, thread := range threads {
			text, err := os.ReadFile(thread)
			if errors.Is(err, os.ErrNotExist) { // it ended meanwhile
				continue
			}
			require.NoError(t, err)
			var cpu, waited time.Duration
			var switches int64
			_, err = fmt.Sscan(string(text), &cpu, &waited, &switches)
			require.NoError(t, err)
			s.cpu += cpu
			s.switches += switches
		}
		memory, err := os.ReadFile(filepath.Join(folder, "smaps_rollup"))
		require.NoError(t, err)
		s.pss += float64(fields(string(memory))["Pss"]) / 1024
		s.rss += float64(fields(string(memory))["Rss"]) / 1024
	}
	return s
}

// familyOf is a process and its descendants, sorted by id.
func familyOf(root int) []int {
	family := []int{root}
	for i := 0; i < len(family); i++ { // the loop appends to family
		children, _ := virtual.Children(family[i])
		family = append(family, children...)
	}
	slices.Sort(family)
	return family
}

// since is the cost from an earlier sample to this one, by measure: what was
// used in between, and the memory at the end. What a thread that ended had used
// would be missing, but these programs end none.
func (s sample) since(before sample) (map[string]float64, error) {
	if !slices.Equal(before.family, s.family) {
		return nil, errors.New("a process started or ended during the measurement")
	}
	span := s.at.Sub(before.at)
	return map[string]float64{
		cpuTime:  (s.cpu - before.cpu).Seconds() / span.Minutes(),
		switches: float64(s.switches-before.switches) / span.Seconds(),
		pss:      s.pss,
		rss:      s.rss,
	}, nil
}

// fields reads the numbers of lines such as "Pss:   123 kB".
func fields(text string) map[string]int64 {
	numbers := map[string]int64{}
	for line := range strings.Lines(text) {
		name, value, found := strings.Cut(line, ":")
		words := strings.Fields(value)
		if !found || len(words) == 0 {
			continue
		}
		if n, err := strconv.ParseInt(words[0], 10, 64); err == nil {
			numbers[strings.TrimSpace(name)] = n
		}
	}
	return numbers
}
