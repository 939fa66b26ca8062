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

	"routerwatch/e2e/virtual"
)

// sample is the resource usage of some processes at a moment.
type sample struct {
	at       time.Time
	family   []int        // the process ids, sorted
	threads  map[int]work // by thread id
	pss, rss float64      // MB
}

// work is what a thread has used since it started.
type work struct {
	cpu      time.Duration // from schedstat: utime and stime are too coarse here
	switches int64         // context switches, voluntary or not
}

// take samples a process and its descendants.
func take(pid int) (sample, error) {
	s := sample{at: time.Now(), family: familyOf(pid), threads: map[int]work{}}
	for _, pid := range s.family {
		if err := s.add(filepath.Join("/proc", strconv.Itoa(pid))); err != nil {
			return sample{}, err
		}
	}
	return s, nil
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

// add adds the process with that folder in /proc.
func (s *sample) add(folder string) error {
	threads, err := os.ReadDir(filepath.Join(folder, "task"))
	if err != nil {
		return err
	}
	for _, thread := range threads {
		id, err := strconv.Atoi(thread.Name())
		if err != nil {
			return err
		}
		s.threads[id], err = workOf(filepath.Join(folder, "task", thread.Name()))
		if err != nil && !errors.Is(err, os.ErrNotExist) { // it ended meanwhile
			return err
		}
	}
	memory, err := fieldsOf(filepath.Join(folder, "smaps_rollup"))
	s.pss += float64(memory["Pss"]) / 1024
	s.rss += float64(memory["Rss"]) / 1024
	return err
}

// workOf is the work of the thread with that folder in /proc.
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
	status, err := fieldsOf(filepath.Join(folder, "status"))
	return work{
		cpu:      time.Duration(cpu),
		switches: status["voluntary_ctxt_switches"] + status["nonvoluntary_ctxt_switches"],
	}, err
}

// cost is what processes used over a span of time, and their memory at its end.
type cost struct {
	cpu      float64 // seconds of CPU time in a minute
	switches float64 // context switches in a second
	pss, rss float64 // MB
}

var errOtherProcesses = errors.New("a process started or ended during the measurement")

// since is the cost from an earlier sample to this one. Threads that started in
// between count; those that ended would not, but these programs end none.
func (s *sample) since(before sample) (cost, error) {
	if !slices.Equal(before.family, s.family) {
		return cost{}, errOtherProcesses
	}
	span := s.at.Sub(before.at)
	c := cost{pss: s.pss, rss: s.rss}
	for id, now := range s.threads {
		then := before.threads[id]
		c.cpu += (now.cpu - then.cpu).Seconds() / span.Minutes()
		c.switches += float64(now.switches-then.switches) / span.Seconds()
	}
	return c, nil
}

// fieldsOf reads the numbers in a file of /proc.
func fieldsOf(file string) (map[string]int64, error) {
	text, err := os.ReadFile(file)
	return fields(string(text)), err
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
