//go:build linux

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// display tells of windows as the window manager maps them: an xprop that
// waits for events, so that a look costs nothing and is late by a millisecond.
type display struct {
	spy    *exec.Cmd
	mapped chan mapping
	ended  chan struct{} // closed when the reader has ended
}

// mapping is windows that were mapped at a moment.
type mapping struct {
	ids []string
	at  time.Time
}

const clientList = "_NET_CLIENT_LIST"

func (d *desktop) watchWindows(ctx context.Context) (*display, error) {
	spy := d.command(ctx, "xprop", "-spy", "-root", clientList)
	output, err := spy.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := spy.Start(); err != nil {
		return nil, err
	}
	w := &display{spy: spy, mapped: make(chan mapping, 64), ended: make(chan struct{})}
	go w.read(output)
	return w, nil
}

// read passes on the windows that each line has and the line before had not.
func (w *display) read(output io.Reader) {
	defer close(w.ended)
	var before []string
	for lines := bufio.NewScanner(output); lines.Scan(); {
		at, now := time.Now(), windowIDs(lines.Text())
		added := slices.DeleteFunc(slices.Clone(now), func(id string) bool { return slices.Contains(before, id) })
		before = now
		if len(added) > 0 {
			select {
			case w.mapped <- mapping{ids: added, at: at}:
			default: // nobody waits for windows
			}
		}
	}
}

// windowIDs reads a line of xprop: "_NET_CLIENT_LIST(WINDOW): window id # 0x800003, 0xa00004".
func windowIDs(line string) []string {
	_, list, found := strings.Cut(line, "#")
	if !found {
		return nil
	}
	var ids []string
	for id := range strings.SplitSeq(list, ",") {
		if id = strings.TrimSpace(id); id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

func (w *display) end() {
	_ = w.spy.Process.Kill()
	<-w.ended
	_ = w.spy.Wait()
}

// forget drops what was seen so far.
func (w *display) forget() {
	for {
		select {
		case <-w.mapped:
		default:
			return
		}
	}
}

// window is one that is on the screen.
type window struct {
	id string
	at time.Time // when it was mapped
}

// awaitWindow waits for a window of the process or one of its children.
func (d *desktop) awaitWindow(ctx context.Context, pid int) (window, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return window{}, fmt.Errorf("%w for a window", errInVain)
		case m := <-d.display.mapped:
			family, err := familyOf(pid)
			if err != nil {
				return window{}, err
			}
			for _, id := range m.ids {
				if slices.Contains(family, d.owner(ctx, id)) {
					return window{id: id, at: m.at}, nil
				}
			}
		}
	}
}

// owner is the process that a window belongs to by its own words; 0 where it
// does not say.
func (d *desktop) owner(ctx context.Context, id string) int {
	output, err := d.command(ctx, "xprop", "-id", id, "_NET_WM_PID").Output()
	if err != nil {
		return 0
	}
	_, number, _ := strings.Cut(string(output), "=")
	pid, _ := strconv.Atoi(strings.TrimSpace(number))
	return pid
}

// awaitClosed waits until the program is down to one process.
func (p program) awaitClosed(ctx context.Context) error {
	return await(ctx, "the window's end", func() bool {
		family, err := familyOf(p.pid())
		return err == nil && len(family) == 1
	})
}

// fills waits for the window to fill the screen, and reports whether it does.
func (d *desktop) fills(ctx context.Context, w window) (bool, error) {
	var sizes [2]string
	err := await(ctx, "the window to fill the screen", func() bool {
		for i, of := range [][]string{{"-root"}, {"-id", w.id}} {
			output, err := d.command(ctx, "xwininfo", of...).Output()
			if err != nil {
				return false
			}
			sizes[i] = sizeIn(string(output))
		}
		return sizes[0] != "" && sizes[0] == sizes[1]
	})
	if errors.Is(err, errInVain) && ctx.Err() == nil {
		return false, nil
	}
	return err == nil, err
}

// sizeIn reads the size from what xwininfo says.
func sizeIn(text string) string {
	numbers := fields(strings.ReplaceAll(text, "  ", ""))
	width, height := numbers["Width"], numbers["Height"]
	if width == 0 || height == 0 {
		return ""
	}
	return fmt.Sprintf("%dx%d", width, height)
}
