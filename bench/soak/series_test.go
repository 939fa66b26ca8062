//go:build linux

package soak

import (
	"context"
	"slices"
	"sync"
	"time"

	"routerwatch/e2e/virtual"
)

// sampling is the pause between two samples of a series.
const sampling = time.Second

// series are the figures of the program and its window over a run.
type series struct {
	mu      sync.Mutex
	agent   []sample
	window  []sample
	zombies map[int]int // how often in a row a child was found dead and not buried
	longest int         // the most of these
}

// sample is what a process occupied at a moment.
type sample struct {
	at  time.Time
	pid int
	figures
}

// follow samples until ctx ends.
func (s *series) follow(ctx context.Context, p *program) {
	s.zombies = make(map[int]int)
	for pause(ctx, sampling) {
		running, dead := virtual.Children(p.pid())
		s.mu.Lock()
		if f := measure(p.pid()); f.isThere {
			s.agent = append(s.agent, sample{at: time.Now(), pid: p.pid(), figures: f})
		}
		for _, pid := range running {
			if f := measure(pid); f.isThere {
				s.window = append(s.window, sample{at: time.Now(), pid: pid, figures: f})
			}
		}
		for pid := range s.zombies {
			if !slices.Contains(dead, pid) {
				delete(s.zombies, pid)
			}
		}
		for _, pid := range dead {
			s.zombies[pid]++
			s.longest = max(s.longest, s.zombies[pid])
		}
		s.mu.Unlock()
	}
}

// trend is how something went over the samples after a warm-up.
type trend struct {
	first, last float64 // medians of the first and the last third
	most        float64
	perMinute   float64 // the slope of the best line through them
	samples     int
}

// trendOf is the trend of one figure, of the samples from a moment on.
func trendOf(samples []sample, from time.Time, figure func(sample) float64) trend {
	var x, y []float64
	for _, s := range samples {
		if s.at.After(from) {
			x = append(x, s.at.Sub(from).Minutes())
			y = append(y, figure(s))
		}
	}
	third := len(y) / 3
	if third == 0 {
		return trend{samples: len(y)}
	}
	return trend{
		first: median(y[:third]), last: median(y[len(y)-third:]), most: slices.Max(y),
		perMinute: slope(x, y), samples: len(y),
	}
}

func (t trend) growth() float64 { return t.last - t.first }

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// slope is that of the line with the least squares.
func slope(x, y []float64) float64 {
	var sumX, sumY, sumXX, sumXY float64
	for i := range x {
		sumX += x[i]
		sumY += y[i]
		sumXX += x[i] * x[i]
		sumXY += x[i] * y[i]
	}
	n := float64(len(x))
	if d := n*sumXX - sumX*sumX; d != 0 {
		return (n*sumXY - sumX*sumY) / d
	}
	return 0
}
