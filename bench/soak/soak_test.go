//go:build linux

package soak

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	// usualMinutes is how long the storms last where SOAK_MINUTES does not say.
	usualMinutes = 4.0
	// warmUp is how much of a storm is not measured, nor of the time in which
	// the window is left alone: heap and toolkit find their size.
	warmUp = 0.25
)

// mistakes are what no program of ours writes to its standard error.
var mistakes = regexp.MustCompile(`(?i)\bpanic\b|fatal error|data race|Fyne call thread`)

// soak is one run of the test.
type soak struct {
	t       *testing.T
	folder  string // where the logs and the report are kept
	desktop *desktop
	ledger  *ledger
	service *service
	routers []*router
	random  *rand.Rand
	actions map[string]int
	starts  int
}

// outcome is what came of one life of the program.
type outcome struct {
	calm       figures // at its end, with all routers well and a window open
	goroutines map[string]int
	series     *series
	from       time.Time // the end of the agent's warm-up
	quiet      time.Time // the end of that of a window that was left alone
}

func TestSoak(t *testing.T) {
	if os.Getenv(binaryVariable) == "" {
		t.Skip("this runs for minutes: make soak")
	}
	s := prepare(t)
	length := s.length()

	fresh := s.fresh()
	first := s.storm(length * 6 / 10)
	second := s.survive(length * 4 / 10)

	s.report(fresh, first, second)
	for name, e := range map[string]outcome{"first": first, "second": second} {
		s.checkGrowth(name, fresh, e)
	}
	assertSameGoroutines(t, fresh.goroutines, first.goroutines)
	for _, r := range s.routers {
		assert.Empty(t, s.ledger.of(r.name).faults(r.name))
		assert.LessOrEqual(t, r.itself.MostAtOnce(), 1, "%s: never two requests in flight", r.name)
		assert.NotZero(t, s.ledger.of(r.name).told, "%s: a storm makes outages", r.name)
	}
}

func prepare(t *testing.T) *soak {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv("SOAK_SEED"); text != "" {
		var err error
		seed, err = strconv.ParseUint(text, 10, 64)
		require.NoError(t, err, "SOAK_SEED")
	}
	t.Logf("SOAK_SEED=%d", seed)
	folder := os.Getenv("SOAK_FOLDER")
	if folder == "" {
		folder = t.TempDir()
	}
	s := &soak{t: t, folder: folder, random: rand.New(rand.NewPCG(seed, 0)), actions: map[string]int{}}
	names := []string{"Frankfurt", "Singapore", "Toronto", "Lagos", "Santiago"}
	s.desktop = startDesktop(t)
	s.ledger = newLedger(names...)
	s.service = startService(t, s.desktop, s.ledger)
	settings := "[poll]\nthreshold = 2\nrecover_after = 2\n"
	for i, name := range names {
		r := startRouter(t, name, rand.New(rand.NewPCG(seed, uint64(i+1))))
		s.routers = append(s.routers, r)
		settings += fmt.Sprintf("\n[[router]]\nid = \"soak-%d\"\nname = %q\nurl = %q\n", i, name, r.url())
	}
	place := filepath.Join(s.desktop.Variables["XDG_CONFIG_HOME"], "routerwatch")
	require.NoError(t, os.MkdirAll(place, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(place, "settings.toml"), []byte(settings), 0o600))
	return s
}

func (s *soak) length() time.Duration {
	minutes := usualMinutes
	if text := os.Getenv("SOAK_MINUTES"); text != "" {
		var err error
		minutes, err = strconv.ParseFloat(text, 64)
		require.NoError(s.t, err, "SOAK_MINUTES")
	}
	return time.Duration(minutes * float64(time.Minute))
}

func (s *soak) start() *program {
	s.starts++
	return start(s.t, s.desktop, s.ledger, filepath.Join(s.folder, fmt.Sprintf("program-%d.log", s.starts)))
}

// fresh is a program that nothing has happened to, as the measure.
func (s *soak) fresh() outcome {
	s.t.Helper()
	p := s.start()
	await(s.t, "every router live", patience, func() bool {
		return strings.Count(p.said(), "status=live was=connecting") == len(s.routers)
	})
	e := s.calm(p)
	e.goroutines = s.crash(p)
	return e
}

// storm is a program through everything, whose end is a crash in the middle of
// an outage.
func (s *soak) storm(length time.Duration) outcome {
	s.t.Helper()
	p := s.start()
	e := s.disturb(p, length)
	unlucky := s.routers[0]
	unlucky.link.shut()
	await(s.t, "an outage", patience, func() bool { return s.ledger.down(unlucky.name) })
	time.Sleep(time.Second) // until it is written down
	e.goroutines = s.crash(p)
	return e
}

// survive is the program that comes after it: it ends that outage, goes through
// everything, and leaves when it is asked to.
func (s *soak) survive(length time.Duration) outcome {
	s.t.Helper()
	p := s.start()
	time.Sleep(3 * time.Second)
	s.routers[0].mend()
	await(s.t, "the end of the outage that an earlier run knew", patience, func() bool { return !s.ledger.anyDown() })
	e := s.disturb(p, length)
	window := p.window()
	assert.Less(s.t, p.leaves(syscall.SIGTERM), parting)
	assert.Zero(s.t, p.process.ProcessState.ExitCode())
	s.windowEnds(window)
	s.didNotCrash(p)
	return e
}

// disturb has the routers come and go, and the operator at work for the first
// half of the time. At the end all is well again, and measured.
func (s *soak) disturb(p *program, length time.Duration) outcome {
	s.t.Helper()
	began := time.Now()
	storm, end := context.WithTimeout(s.t.Context(), length)
	defer end()
	watch, enough := context.WithCancel(s.t.Context())
	defer enough()
	var busy, watching sync.WaitGroup
	all := &series{}
	watching.Go(func() { all.follow(watch, p) })
	for _, r := range s.routers {
		busy.Go(func() { r.live(storm, s.ledger) })
	}
	o := &operator{
		desktop: s.desktop, program: p, service: s.service, routers: s.routers, ledger: s.ledger,
		random: s.random, actions: s.actions,
	}
	restless, rest := context.WithTimeout(storm, length/2)
	o.act(restless)
	rest()
	o.openWindow(storm)
	quiet := time.Now()
	<-storm.Done()
	busy.Wait()
	await(s.t, "the end of all outages", longestCalm, func() bool { return !s.ledger.anyDown() })
	e := s.calm(p)
	enough()
	watching.Wait()
	e.series, e.quiet = all, warm(quiet, time.Since(quiet))
	e.from = warm(began, length)
	return e
}

// warm is when something that lasts so long is no longer warming up.
func warm(began time.Time, length time.Duration) time.Time {
	return began.Add(time.Duration(warmUp * float64(length)))
}

// calm measures a program whose window is open and whose routers are well.
func (s *soak) calm(p *program) outcome {
	s.t.Helper()
	o := &operator{desktop: s.desktop, program: p}
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	require.NotZero(s.t, o.openWindow(ctx), "no window opens")
	time.Sleep(8 * time.Second) // idle connections of before are closed
	require.True(s.t, p.alive(), "the program ended by itself:\n%s", p.said())
	f := measure(p.pid())
	for range 10 { // a poll in flight has descriptors of its own
		time.Sleep(150 * time.Millisecond)
		f.descriptors = min(f.descriptors, measure(p.pid()).descriptors)
	}
	return outcome{calm: f}
}

// crash ends the program in the way that makes it say what its goroutines do.
func (s *soak) crash(p *program) map[string]int {
	s.t.Helper()
	window := p.window()
	p.leaves(syscall.SIGQUIT)
	s.windowEnds(window)
	before, dump, found := strings.Cut(p.said(), "SIGQUIT: quit")
	require.True(s.t, found, "no goroutines were told:\n%s", before)
	s.didNotCrash(p)
	return goroutines(dump)
}

// windowEnds waits for the end of a window whose agent has ended.
func (s *soak) windowEnds(pid int) {
	s.t.Helper()
	await(s.t, "the end of the window's process", 10*time.Second, func() bool {
		return pid == 0 || syscall.Kill(pid, 0) != nil
	})
}

// didNotCrash fails for a program that complained of a mistake of its own.
func (s *soak) didNotCrash(p *program) {
	said, _, _ := strings.Cut(p.said(), "SIGQUIT: quit")
	for line := range strings.Lines(said) {
		assert.NotRegexp(s.t, mistakes, line)
	}
}
