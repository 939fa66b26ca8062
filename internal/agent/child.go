package agent

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"sync"
	"time"

	"routerwatch/internal/latest"
	"routerwatch/ui/wire"
)

const (
	// readTime is how long a window may leave a line unread before it is
	// ended. The pipe holds dozens of lines, so a window that only stutters
	// is far from it.
	readTime = 20 * time.Second
	// closeTime is how long a window may take to end once its input has.
	closeTime = 400 * time.Millisecond

	longestLogged = 400 // bytes of a line of a window's standard error
	mostLogged    = 100 // lines of it
)

// child is one window process: lines in, commands out. Nothing it does, and
// nothing it fails to do, holds the agent up.
type child struct {
	process *exec.Cmd
	lines   *latest.Box[string, []byte] // a window that does not read gets the newest
	ended   chan struct{}
	log     *slog.Logger
	kill    func() // ends the process the hard way, once
}

// openChild starts a window. Its commands, and at last its end, go to the two
// functions, on goroutines of the child's.
func openChild(process *exec.Cmd, log *slog.Logger, command func(*child, wire.Command), ended func(*child, error)) (*child, error) {
	c := &child{process: process, lines: latest.New[string, []byte](), ended: make(chan struct{}), log: log}
	input, err := process.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("the window's input: %w", err)
	}
	output, err := process.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("the window's output: %w", err)
	}
	process.Stderr = &childStderr{log: log}
	process.WaitDelay = closeTime
	if err := process.Start(); err != nil {
		return nil, fmt.Errorf("the window did not start: %w", err)
	}
	c.kill = sync.OnceFunc(func() { _ = process.Process.Kill() })
	go c.write(input)
	go func() {
		c.read(output, command)
		err := process.Wait()
		close(c.ended)
		ended(c, err)
	}()
	return c, nil
}

// tell sends a line to the window: a monitor.Snapshot, wire.App, wire.History or wire.Show.
func (c *child) tell(key string, v any) {
	line, err := wire.Marshal(v)
	if err != nil {
		c.log.Error("a line for the window could not be made", "error", err)
		return
	}
	c.lines.Put(key, line)
}

// close ends the window: its input ends, and if it does not heed that, it is
// killed after a moment. It does not wait.
func (c *child) close() {
	c.lines.Close()
	time.AfterFunc(closeTime, func() {
		select {
		case <-c.ended:
		default:
			c.kill()
		}
	})
}

// wait waits for the end of a closed window.
func (c *child) wait() { <-c.ended }

func (c *child) write(input io.WriteCloser) {
	defer func() { _ = input.Close() }() // it is an error only after the window's end
	for {
		_, line, more := c.lines.Next(c.ended)
		if !more {
			return
		}
		overdue := time.AfterFunc(readTime, func() {
			c.log.Warn("the window does not read; it is ended", "after", readTime.String())
			c.kill()
		})
		_, err := input.Write(line)
		overdue.Stop()
		if err != nil {
			return // the window's end is told by its process
		}
	}
}

func (c *child) read(output io.Reader, command func(*child, wire.Command)) {
	lines := wire.NewReader(output)
	junk := false
	for {
		received, err := lines.FromWindow()
		switch {
		case err == nil:
			command(c, received)
		case !errors.Is(err, wire.ErrJunk):
			return
		case !junk:
			junk = true
			c.log.Warn("the window said something that is no command", "error", err)
		}
	}
}

// childStderr logs what a window writes to its standard error, line by line:
// a bounded number of bounded lines. One goroutine of the process uses it.
type childStderr struct {
	log   *slog.Logger
	part  []byte // of a line that has not ended
	count int
}

// Write takes everything and never fails.
func (c *childStderr) Write(text []byte) (int, error) {
	for line := range bytes.Lines(text) {
		room := max(longestLogged-len(c.part), 0)
		c.part = append(c.part, line[:min(len(line), room)]...)
		if !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		if len(bytes.TrimSpace(c.part)) > 0 && c.count < mostLogged {
			c.count++
			c.log.Warn("the window says", "text", string(bytes.TrimRight(c.part, "\r\n")))
		}
		c.part = c.part[:0]
	}
	return len(text), nil
}
