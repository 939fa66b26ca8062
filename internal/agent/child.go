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
	// readTimeout is how long a window may leave a line unread before it is
	// killed. The pipe holds dozens of lines, so a slow window does not reach it.
	readTimeout = 20 * time.Second
	// closeTimeout is how long a window may take to end after its input has ended.
	closeTimeout = 400 * time.Millisecond

	maxLoggedLine  = 400 // bytes of a line of a window's standard error
	maxLoggedLines = 100
)

// child is one window process: lines in, commands out. It never blocks the agent,
// even if the process hangs.
type child struct {
	process *exec.Cmd
	input   io.WriteCloser
	output  io.Reader
	lines   *latest.Box[string, []byte] // a slow window gets only the newest line of each key
	log     *slog.Logger
}

// openChild starts a window. The caller calls run.
func openChild(process *exec.Cmd, log *slog.Logger) (*child, error) {
	c := &child{process: process, lines: latest.New[string, []byte](), log: log}
	var err error
	if c.input, err = process.StdinPipe(); err != nil {
		return nil, fmt.Errorf("the window's input: %w", err)
	}
	if c.output, err = process.StdoutPipe(); err != nil {
		return nil, fmt.Errorf("the window's output: %w", err)
	}
	process.Stderr = &childStderr{log: log}
	process.WaitDelay = closeTimeout
	if err := process.Start(); err != nil {
		return nil, fmt.Errorf("the window did not start: %w", err)
	}
	return c, nil
}

// run serves the window until its process ends, and returns the error of the
// process. It leaves no goroutine.
func (c *child) run(command func(wire.Command)) error {
	var writing sync.WaitGroup
	writing.Go(c.write)
	c.read(command)
	err := c.process.Wait()
	c.lines.Close() // a write to a process that has ended fails
	writing.Wait()
	return err
}

// send sends a line to the window: a monitor.Snapshot, wire.App, wire.History, wire.Pairs or wire.Show.
func (c *child) send(key string, v any) {
	line, err := wire.Marshal(v)
	if err != nil {
		c.log.Error("a line for the window could not be encoded", "error", err)
		return
	}
	c.lines.Put(key, line)
}

// close ends the window by ending its input, and kills it after closeTimeout. It
// does not wait.
func (c *child) close() {
	c.lines.Close()
	time.AfterFunc(closeTimeout, c.kill)
}

// kill kills the process, if it has not ended.
func (c *child) kill() { _ = c.process.Process.Kill() }

func (c *child) write() {
	defer func() { _ = c.input.Close() }() // fails only if the window has ended
	for _, line := range c.lines.Each() {
		overdue := time.AfterFunc(readTimeout, func() {
			c.log.Warn("the window does not read its input; killing it", "after", readTimeout.String())
			c.kill()
		})
		_, err := c.input.Write(line)
		overdue.Stop()
		if err != nil {
			return // run returns when the process has ended
		}
	}
}

func (c *child) read(command func(wire.Command)) {
	lines := wire.NewReader(c.output)
	junk := false
	for {
		received, err := lines.FromWindow()
		switch {
		case err == nil:
			command(received)
		case !errors.Is(err, wire.ErrJunk):
			return
		case !junk:
			junk = true
			c.log.Warn("the window wrote a line that is not a command", "error", err)
		}
	}
}

// childStderr logs what a window writes to its standard error, line by line, up
// to maxLoggedLines. Only one goroutine writes to it.
type childStderr struct {
	log   *slog.Logger
	part  []byte // the beginning of an unfinished line
	count int
}

// Write never fails.
func (c *childStderr) Write(text []byte) (int, error) {
	for line := range bytes.Lines(text) {
		room := max(maxLoggedLine-len(c.part), 0)
		c.part = append(c.part, line[:min(len(line), room)]...)
		if !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		if len(bytes.TrimSpace(c.part)) > 0 && c.count < maxLoggedLines {
			c.count++
			c.log.Warn("the window says", "text", string(bytes.TrimRight(c.part, "\r\n")))
		}
		c.part = c.part[:0]
	}
	return len(text), nil
}
