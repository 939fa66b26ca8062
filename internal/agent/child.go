package agent

import (
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
	// patience is how long a window may leave a line unread before it is
	// ended. The pipe holds dozens of lines, so a window that only stutters
	// is far from it.
	patience = 20 * time.Second
	// goodbye is how long a window may take to end once its input has.
	goodbye = 400 * time.Millisecond
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

// openChild starts a window and has it told what out holds. Its commands, and
// at last its end, go to the two functions, on goroutines of the child's.
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
	process.Stderr = &complaints{log: log}
	process.WaitDelay = goodbye
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
	time.AfterFunc(goodbye, func() {
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
		impatience := time.AfterFunc(patience, func() {
			c.log.Warn("the window does not read; it is ended", "patience", patience.String())
			c.kill()
		})
		_, err := input.Write(line)
		impatience.Stop()
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
