//go:build linux

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
)

// transcript is what a program writes, while it is still writing.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (w *transcript) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(text)
}

func (w *transcript) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.String()
}

// program is the program under test, running.
type program struct {
	t              *testing.T
	process        *exec.Cmd
	output, errors *transcript
	ended          chan struct{} // closed when it has
	displayGone    bool          // its windows may crash
}

// start starts the program on this desktop.
func (d *desktop) start(arguments ...string) *program {
	d.t.Helper()
	p := startProgram(d.t, d.Environment(), arguments...)
	d.t.Cleanup(func() { // before the program ends
		if d.t.Failed() {
			d.screenshot(fmt.Sprint("failure-", p.process.Process.Pid)) // another may be started after it
		}
	})
	return p
}

// startProgram starts the program, which must leave no process behind and
// complain of no mistake of its own.
func startProgram(t *testing.T, environment []string, arguments ...string) *program {
	t.Helper()
	p := &program{
		t: t, process: exec.Command(os.Getenv(binaryVariable), arguments...),
		output: &transcript{}, errors: &transcript{}, ended: make(chan struct{}),
	}
	p.process.Env = environment
	p.process.Stdout, p.process.Stderr = p.output, p.errors
	require.NoError(t, p.process.Start())
	go func() {
		_ = p.process.Wait() // how it ended is in its state
		close(p.ended)
	}()
	t.Cleanup(p.finish)
	return p
}

func (p *program) finish() {
	windows := p.windowProcesses()
	_ = p.process.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(patience):
		assert.Fail(p.t, "the program did not end")
		_ = p.process.Process.Kill()
		<-p.ended
	}
	for _, pid := range windows {
		awaitTrue(p.t, "the end of the window's process", func() bool { return !virtual.Running(pid) })
	}
	mistakes := regexp.MustCompile(`(?m)^(panic|fatal error):|Fyne call thread`)
	assert.NotRegexp(p.t, mistakes, p.errors.String())
	if !p.displayGone {
		assert.NotRegexp(p.t, `text="(panic|fatal error):`, p.errors.String(), "the window must not crash")
	}
	if p.t.Failed() {
		p.t.Logf("the program had windows %v, standard output:\n%s\nand standard error:\n%s", windows, p.output, p.errors)
	}
}

// exits waits for the program's own end within limit and returns its code.
func (p *program) exits(limit time.Duration) int {
	p.t.Helper()
	select {
	case <-p.ended:
	case <-time.After(limit):
		require.FailNow(p.t, "the program has not ended", "after %s", limit)
	}
	return p.process.ProcessState.ExitCode()
}

// alive reports whether the program is still running.
func (p *program) alive() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// says waits until the program's standard output holds the text.
func (p *program) says(text string) {
	p.t.Helper()
	await(p.t, "a line with “"+text+"”", func() (string, bool) {
		said := p.output.String()
		return said, strings.Contains(said, text)
	})
}

// logs waits until the program's standard error holds the text.
func (p *program) logs(text string) {
	p.t.Helper()
	await(p.t, "a log line with “"+text+"”", func() (string, bool) {
		said := p.errors.String()
		return said, strings.Contains(said, text)
	})
}

// signal sends one to the program itself.
func (p *program) signal(s syscall.Signal) {
	p.t.Helper()
	require.NoError(p.t, p.process.Process.Signal(s))
}

// windowProcess waits for the window's process, another one than before.
func (p *program) windowProcess(before ...int) int {
	p.t.Helper()
	pids := await(p.t, "a window's process", func() ([]int, bool) {
		pids := p.windowProcesses()
		return pids, len(pids) == 1 && !slices.Contains(before, pids[0])
	})
	return pids[0]
}

// windowProcesses are the children that the program has now.
func (p *program) windowProcesses() []int {
	children, _ := virtual.Children(p.process.Process.Pid)
	return children
}

// runProgram runs the program to its end and returns what it printed.
func runProgram(t *testing.T, environment []string, arguments ...string) (output, complaints string, code int) {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Getenv(binaryVariable), arguments...)
	command.Env = environment
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	err := command.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		require.NoError(t, err)
	}
	return out.String(), errs.String(), command.ProcessState.ExitCode()
}
