// Package instance sees to it that one configuration is watched by one
// process: a second start has the first one show its window, and leaves.
//
// The claim is an advisory lock on a file, which the system lets go with the
// process however it ends, so that neither a crash nor a recycled process id
// can jam it. Beside it a socket takes the second start's request; it lives in
// a folder that is its user's alone, and on Linux asks the kernel who calls.
package instance

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

const (
	// longest bounds a request, in bytes.
	longest = 4 << 10
	// attention is how long the first process hears a caller, and so the
	// longest that Close can take; patience is how long the caller waits.
	attention = 500 * time.Millisecond
	patience  = 2 * time.Second
)

// ErrTaken says that another process watches this configuration.
var ErrTaken = errors.New("another process watches this configuration already")

// A Request is what a second start asks of the first: to show its window, on
// the display that the second start was made on.
type Request struct {
	Display        string `json:"display"`         // DISPLAY
	WaylandDisplay string `json:"wayland_display"` // WAYLAND_DISPLAY
	Authority      string `json:"x_authority"`     // XAUTHORITY
}

// Place is where a configuration's lock and socket are.
type Place struct {
	folder, name string
}

// PlaceFor is the place of the configuration that key names, below the user's
// runtime folder, or below fallback where there is none.
func PlaceFor(key, fallback string) Place {
	folder := os.Getenv("XDG_RUNTIME_DIR")
	if folder == "" {
		folder = fallback
	}
	sum := sha256.Sum256([]byte(key)) // short: the path of a socket may be 100 bytes
	return Place{folder: filepath.Join(folder, "routerwatch"), name: hex.EncodeToString(sum[:6])}
}

// Name tells the place from those of other configurations. It is short, fit
// for a file's name, and does not give the key away.
func (p Place) Name() string { return p.name }

func (p Place) lock() string   { return filepath.Join(p.folder, p.name+".lock") }
func (p Place) socket() string { return filepath.Join(p.folder, p.name+".socket") }

// An Instance is the claim of this process. Close gives it back.
type Instance struct {
	lock     *flock.Flock
	listener net.Listener // nil where no socket could be made
	requests chan Request
	log      *slog.Logger
	done     chan struct{}
	serving  sync.WaitGroup
}

// Claim makes this process the one for that place, or fails with [ErrTaken].
func Claim(p Place, log *slog.Logger) (*Instance, error) {
	if err := os.MkdirAll(p.folder, 0o700); err != nil {
		return nil, fmt.Errorf("the folder for the lock cannot be made: %w", err)
	}
	lock := flock.New(p.lock(), flock.SetPermissions(0o600))
	switch taken, err := lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("the lock cannot be taken: %w", err)
	case !taken:
		return nil, ErrTaken
	}
	i := &Instance{lock: lock, requests: make(chan Request, 1), log: log, done: make(chan struct{})}
	_ = os.Remove(p.socket()) // of a process that crashed: the lock is ours
	listener, err := (&net.ListenConfig{}).Listen(context.Background(), "unix", p.socket())
	if err != nil {
		log.Warn("a second start cannot reach this one", "error", err)
		return i, nil
	}
	i.listener = listener
	i.serving.Go(i.serve)
	return i, nil
}

// Requests are those of second starts. A reader that stays away loses some.
func (i *Instance) Requests() <-chan Request { return i.requests }

// Close ends the service and lets the lock go. It leaves no goroutine.
func (i *Instance) Close() {
	close(i.done)
	if i.listener != nil {
		_ = i.listener.Close() // also removes the socket
	}
	i.serving.Wait()
	_ = i.lock.Unlock() // the process ends now
}

func (i *Instance) serve() {
	for {
		connection, err := i.listener.Accept()
		if err != nil {
			select {
			case <-i.done:
				return
			case <-time.After(time.Second): // out of descriptors, say
				continue
			}
		}
		i.serving.Go(func() { i.answer(connection) })
	}
}

// answer takes one request. Junk, silence and other users are sent away.
func (i *Instance) answer(connection net.Conn) {
	defer func() { _ = connection.Close() }()
	if !ours(connection) {
		i.log.Warn("another user knocked at this instance")
		return
	}
	if connection.SetDeadline(time.Now().Add(attention)) != nil {
		return
	}
	var request Request
	if json.NewDecoder(io.LimitReader(connection, longest)).Decode(&request) != nil {
		return
	}
	select {
	case i.requests <- request:
	default: // one is waiting already
	}
	_, _ = connection.Write([]byte("ok\n")) // the caller may have left
}

// Ask has the process of that place show its window. It waits for its answer.
func Ask(p Place, request Request) error {
	connection, err := (&net.Dialer{Timeout: patience}).DialContext(context.Background(), "unix", p.socket())
	if err != nil {
		return fmt.Errorf("it does not answer: %w", err)
	}
	defer func() { _ = connection.Close() }()
	if err := connection.SetDeadline(time.Now().Add(patience)); err != nil {
		return fmt.Errorf("it does not answer: %w", err)
	}
	if err := json.NewEncoder(connection).Encode(request); err != nil {
		return fmt.Errorf("it does not listen: %w", err)
	}
	answer := make([]byte, 3)
	if _, err := io.ReadFull(connection, answer); err != nil {
		return fmt.Errorf("it does not answer: %w", err)
	}
	return nil
}
