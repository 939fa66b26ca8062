//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// memory is what processes occupy, in bytes.
type memory struct{ pss, rss int64 }

// work is what a thread has done up to a moment.
type work struct {
	// cpu is the time that utime and stime in /proc/PID/stat tell too, added
	// up, but in nanoseconds: hundredths of a second are too coarse here.
	cpu      time.Duration
	switches int64 // context switches, voluntary or not
}

// A sample is what processes have used up to a moment.
type sample struct {
	at      time.Time
	family  []int        // the processes, in order
	threads map[int]work // of all of them
	memory  memory
}

// take samples a process and its descendants.
func take(pid int) (sample, error) {
	family, err := familyOf(pid)
	if err != nil {
		return sample{}, err
	}
	slices.Sort(family)
	s := sample{at: time.Now(), family: family, threads: map[int]work{}}
	for _, pid := range family {
		if err := s.add(filepath.Join("/proc", strconv.Itoa(pid))); err != nil {
			return sample{}, err
		}
	}
	return s, nil
}

// add adds the process of that folder.
func (s *sample) add(folder string) error {
	threads, err := os.ReadDir(filepath.Join(folder, "task"))
	if err != nil {
		return err
	}
	for _, thread := range threads {
		tid, err := strconv.Atoi(thread.Name())
		if err != nil {
			return err
		}
		s.threads[tid], err = workOf(filepath.Join(folder, "task", thread.Name()))
		if err != nil && !errors.Is(err, os.ErrNotExist) { // it ended meanwhile
			return err
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, "smaps_rollup"))
	if err != nil {
		return err
	}
	f := fields(string(text))
	s.memory.pss += f["Pss"] * 1024
	s.memory.rss += f["Rss"] * 1024
	return nil
}

// workOf is that of the thread of that folder.
func workOf(folder string) (work, error) {
	text, err := os.ReadFile(filepath.Join(folder, "schedstat"))
	if err != nil {
		return work{}, err
	}
	onProcessor, _, _ := strings.Cut(string(text), " ")
	cpu, err := strconv.ParseInt(onProcessor, 10, 64)
	if err != nil {
		return work{}, fmt.Errorf("schedstat: %w", err)
	}
	text, err = os.ReadFile(filepath.Join(folder, "status"))
	if err != nil {
		return work{}, err
	}
	f := fields(string(text))
	return work{
		cpu:      time.Duration(cpu),
		switches: f["voluntary_ctxt_switches"] + f["nonvoluntary_ctxt_switches"],
	}, nil
}

// A cost is what processes used over a span, and occupied at its end.
type cost struct {
	cpu      float64 // seconds of CPU time in a minute
	switches float64 // context switches in a second
	memory   memory
}

var errOtherProcesses = errors.New("a process came or went while it was measured")

// since is the cost from an earlier sample to this one. Threads that began
// meanwhile count, those that ended do not: the programs here end none.
func (s *sample) since(before sample) (cost, error) {
	if !slices.Equal(before.family, s.family) {
		return cost{}, errOtherProcesses
	}
	span := s.at.Sub(before.at)
	c := cost{memory: s.memory}
	for tid, now := range s.threads {
		then := before.threads[tid]
		c.cpu += (now.cpu - then.cpu).Seconds() / span.Minutes()
		c.switches += float64(now.switches-then.switches) / span.Seconds()
	}
	return c, nil
}

// familyOf is a process with its descendants, itself first.
func familyOf(root int) ([]int, error) {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil, err
	}
	children := map[int][]int{}
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it ended meanwhile
		}
		p, err := readStat(string(text))
		if err != nil {
			return nil, err
		}
		if p.state != "Z" {
			children[p.parent] = append(children[p.parent], p.pid)
		}
	}
	family := []int{root}
	for i := 0; i < len(family); i++ { // it grows
		family = append(family, children[family[i]]...)
	}
	return family, nil
}

// process is what /proc/PID/stat tells first.
type process struct {
	pid, parent int
	state       string
}

// readStat reads /proc/PID/stat. The name in it may hold blanks and brackets.
func readStat(text string) (process, error) {
	head, tail, found := strings.Cut(text, " (")
	end := strings.LastIndex(tail, ") ")
	if !found || end < 0 {
		return process{}, fmt.Errorf("no line of /proc/PID/stat: %q", text)
	}
	rest := strings.Fields(tail[end+2:]) // from the third field on
	if len(rest) < 2 {
		return process{}, fmt.Errorf("a short line of /proc/PID/stat: %q", text)
	}
	pid, err := strconv.Atoi(head)
	if err != nil {
		return process{}, fmt.Errorf("/proc/PID/stat: %w", err)
	}
	parent, err := strconv.Atoi(rest[1])
	if err != nil {
		return process{}, fmt.Errorf("/proc/PID/stat: %w", err)
	}
	return process{pid: pid, parent: parent, state: rest[0]}, nil
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
			numbers[name] = n
		}
	}
	return numbers
}
