//go:build linux

package soak

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
)

const (
	// binaryVariable names the program to run.
	binaryVariable = "SOAK_BINARY"
	// pollTimeout is how long a poll may take here.
	pollTimeout = 3 * time.Second
)

// program is the program, running.
type program struct {
	t       *testing.T
	process *exec.Cmd
	ended   chan struct{} // closed when it has, and all it wrote was read

	mu     sync.Mutex
	stderr bytes.Buffer
}

// start starts the program as the desktop session does, but impatient. What it
// logs is read into the ledger, and kept in the file.
func start(t *testing.T, d *desktop, l *ledger, keep string) *program {
	t.Helper()
	p := &program{t: t, ended: make(chan struct{})}
	p.process = exec.Command(os.Getenv(binaryVariable),
		"--interval", "1s", "--first-wait", "250ms", "--longest-wait", "1s", "--jitter", "0.25",
		"--settle-after", "0", "--timeout", pollTimeout.String())
	p.process.Env = append(d.Environment(), "NO_PROXY=*")
	stderr, err := p.process.StderrPipe()
	require.NoError(t, err)
	file, err := os.Create(keep)
	require.NoError(t, err)
	require.NoError(t, p.process.Start())
	go func() {
		defer close(p.ended)
		p.read(io.TeeReader(stderr, file), l)
		_ = p.process.Wait() // how it ended is in its state
		_ = file.Close()
	}()
	t.Cleanup(func() {
		_ = p.process.Process.Kill()
		<-p.ended
	})
	return p
}

func (p *program) read(stderr io.Reader, l *ledger) {
	lines := bufio.NewReader(stderr)
	for {
		line, err := lines.ReadString('\n')
		l.logged(line)
		p.mu.Lock()
		p.stderr.WriteString(line)
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (p *program) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stderr.String()
}

func (p *program) pid() int { return p.process.Process.Pid }

func (p *program) alive() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// leaves sends the signal and returns how long the program then took to end.
func (p *program) leaves(s syscall.Signal) time.Duration {
	p.t.Helper()
	began := time.Now()
	require.NoError(p.t, p.process.Process.Signal(s))
	select {
	case <-p.ended:
	case <-time.After(patience):
		require.FailNow(p.t, "the program does not end", "%s after %s", patience, s)
	}
	return time.Since(began)
}

// window is the window's process; 0 if there is none.
func (p *program) window() int {
	running, _ := virtual.Children(p.pid())
	if len(running) == 0 {
		return 0
	}
	return running[0]
}

// figures are what a process occupies.
type figures struct {
	pss, rss    float64 // MB
	descriptors int
	threads     int
	isThere     bool
}

// measure reads the figures of a process; isThere is false if it has gone.
func measure(pid int) figures {
	folder := filepath.Join("/proc", strconv.Itoa(pid))
	memory, err := os.ReadFile(filepath.Join(folder, "smaps_rollup"))
	if err != nil || pid == 0 {
		return figures{}
	}
	status, err := os.ReadFile(filepath.Join(folder, "status"))
	if err != nil {
		return figures{}
	}
	descriptors, err := os.ReadDir(filepath.Join(folder, "fd"))
	if err != nil {
		return figures{}
	}
	return figures{
		pss: field(memory, "Pss") / 1024, rss: field(memory, "Rss") / 1024,
		descriptors: len(descriptors), threads: int(field(status, "Threads")), isThere: true,
	}
}

// field is a number of a file in /proc.
func field(text []byte, name string) float64 {
	for line := range strings.Lines(string(text)) {
		if value, found := strings.CutPrefix(line, name+":"); found {
			n, _ := strconv.ParseFloat(strings.Fields(value)[0], 64)
			return n
		}
	}
	return 0
}

func (f figures) String() string {
	return fmt.Sprintf("PSS %.1f MB, RSS %.1f MB, %d descriptors, %d threads", f.pss, f.rss, f.descriptors, f.threads)
}

// goroutines counts those in the dump that SIGQUIT has a Go program write, by
// the function that started them. Those of HTTP connections are left out: they
// come and go with the connections, which the descriptors count.
func goroutines(dump string) map[string]int {
	count := make(map[string]int)
	for block := range strings.SplitSeq(dump, "\n\n") {
		if !goroutine.MatchString(block) || strings.Contains(block, "net/http.(*persistConn)") {
			continue
		}
		by := "main"
		if found := createdBy.FindStringSubmatch(block); found != nil {
			by = found[1]
		}
		count[by]++
	}
	return count
}

var (
	goroutine = regexp.MustCompile(`(?m)^goroutine \d+ `)
	createdBy = regexp.MustCompile(`(?m)^created by (\S+)`)
)

func total(count map[string]int) int {
	sum := 0
	for _, n := range count {
		sum += n
	}
	return sum
}
