// Package instance ensures that one configuration is watched by one process: a
// second start makes the first one show its window, and exits.
//
// The process that holds an advisory lock on a file is the first. The system
// releases the lock when the process ends, so that neither a crash nor a reused
// process id can block it. The file is beside the settings, so that every session
// of the user, with a runtime folder or without, uses the same one. Second starts
// send their request to a socket. It is in a folder that only its user can enter,
// and on Linux the kernel also reports the user of the caller.
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
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

const (
	// maxRequest bounds a request, in bytes.
	maxRequest = 4 << 10
	// answerTimeout bounds how long the first process reads a request, and then how
	// long the request waits to be received.
	answerTimeout = 500 * time.Millisecond
	// enterTimeout bounds how long a second start tries to reach the first one or to
	// take its place. It is longer than a start that waits for the keyring, and
	// than an exit that waits for the window.
	enterTimeout = 5 * time.Second
	// retryInterval is the wait between two tries.
	retryInterval = 50 * time.Millisecond
)

// ErrTaken reports that another process watches this configuration.
var ErrTaken = errors.New("another process watches this configuration already")

// busVariable has the address of the session bus.
const busVariable = "DBUS_SESSION_BUS_ADDRESS"

// A Request asks the first process to show its window. It is the environment
// variables of the session to show it in, NAME=value each.
type Request []string

// displayVariables are the variables allowed in a request.
func displayVariables() []string {
	return []string{"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", busVariable}
}

// Bus is the address of the session's bus; "" if it is not known.
func (r Request) Bus() string { return r.value(busVariable) }

// SameDisplay reports whether both are of one display.
func (r Request) SameDisplay(as Request) bool {
	return r.value("DISPLAY") == as.value("DISPLAY") && r.value("WAYLAND_DISPLAY") == as.value("WAYLAND_DISPLAY")
}

func (r Request) value(name string) string {
	for _, variable := range r {
		if value, found := strings.CutPrefix(variable, name+"="); found {
			return value
		}
	}
	return ""
}

// ThisDisplay is a request for the display of this process.
func ThisDisplay() Request {
	var r Request
	for _, name := range displayVariables() {
		if value := os.Getenv(name); value != "" {
			r = append(r, name+"="+value)
		}
	}
	return r
}

// allowed is r without all other variables.
func (r Request) allowed() Request {
	return slices.DeleteFunc(r, func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return !slices.Contains(displayVariables(), name)
	})
}

// Place is where a configuration's lock and socket are.
type Place struct {
	// Name is unique to the configuration. It is short, valid as a file name, and
	// does not reveal the key.
	Name string

	lockFolder, socketFolder string
}

// PlaceFor is the place of the configuration that key names: its lock in
// folder, where the settings are, and its socket in the user's runtime folder,
// or below folder if there is none.
func PlaceFor(key, folder string) Place {
	sockets := filepath.Join(folder, "instance")
	if runtime := os.Getenv("XDG_RUNTIME_DIR"); filepath.IsAbs(runtime) {
		sockets = filepath.Join(runtime, "routerwatch")
	}
	sum := sha256.Sum256([]byte(key)) // cut to 6 bytes: a socket's path may have only 100
	return Place{Name: hex.EncodeToString(sum[:6]), lockFolder: folder, socketFolder: sockets}
}

func (p Place) lock() string   { return filepath.Join(p.lockFolder, p.Name+".lock") }
func (p Place) socket() string { return filepath.Join(p.socketFolder, p.Name+".socket") }

// An Instance holds the lock. Close releases it.
type Instance struct {
	lock     *flock.Flock
	requests chan Request
	log      *slog.Logger
	leave    context.CancelFunc // ends the service
	serving  sync.WaitGroup
}

// Requests are the requests of second starts. One that is not received soon is
// not acknowledged: its process then waits to take this one's place.
func (i *Instance) Requests() <-chan Request { return i.requests }

// Enter makes this process the first for that place, or sends the request to the
// first, and then returns nil. It waits for a first process that is exiting. The
// error is [ErrTaken] if neither succeeds in time.
func Enter(ctx context.Context, p Place, request Request, log *slog.Logger) (*Instance, error) {
	trying, done := context.WithTimeout(ctx, enterTimeout)
	defer done()
	for {
		first, err := Acquire(ctx, p, log)
		if !errors.Is(err, ErrTaken) {
			return first, err
		}
		// The first process has the lock but no socket while it starts and while
		// it exits: hence more than one try.
		err = Ask(trying, p, request)
		if err == nil {
			return nil, nil
		}
		select {
		case <-trying.Done():
			return nil, fmt.Errorf("%w, but %w", ErrTaken, err)
		case <-time.After(retryInterval):
		}
	}
}

// Acquire makes this process the first for that place, or fails with [ErrTaken].
// Once ctx is done it no longer answers second starts, but holds the lock until
// Close.
func Acquire(ctx context.Context, p Place, log *slog.Logger) (*Instance, error) {
	if err := os.MkdirAll(p.lockFolder, 0o700); err != nil {
		return nil, fmt.Errorf("the folder for the lock cannot be made: %w", err)
	}
	lock := flock.New(p.lock(), flock.SetPermissions(0o600))
	switch taken, err := lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("the lock cannot be taken: %w", err)
	case !taken:
		return nil, ErrTaken
	}
	ctx, leave := context.WithCancel(ctx)
	i := &Instance{lock: lock, requests: make(chan Request), log: log, leave: leave}
	listener, err := listen(ctx, p)
	if err != nil {
		log.Warn("a second start cannot reach this one", "error", err)
		return i, nil
	}
	i.serving.Go(func() { i.serve(ctx, listener) })
	context.AfterFunc(ctx, func() { _ = listener.Close() }) // which also removes the socket
	return i, nil
}

// listen makes the socket of a process that has the lock.
func listen(ctx context.Context, p Place) (net.Listener, error) {
	if err := os.MkdirAll(p.socketFolder, 0o700); err != nil {
		return nil, err
	}
	// An existing folder may have been open to others.
	if err := os.Chmod(p.socketFolder, 0o700); err != nil { //nolint:gosec // a folder has to be entered
		return nil, err
	}
	_ = os.Remove(p.socket()) // left by a process that crashed, since we have the lock
	return (&net.ListenConfig{}).Listen(ctx, "unix", p.socket())
}

// Close ends the service and releases the lock. It leaves no goroutine, and
// takes no longer than answerTimeout.
func (i *Instance) Close() {
	i.leave()
	i.serving.Wait()
	_ = i.lock.Unlock() // the end of the process releases it in any case
}

func (i *Instance) serve(ctx context.Context, listener net.Listener) {
	for {
		connection, err := listener.Accept()
		if err != nil {
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second): // for example, no file descriptor is free
				continue
			}
		}
		i.serving.Go(func() { i.answer(ctx, connection) })
	}
}

// answer reads one request and acknowledges it once it was received. Junk,
// silent callers and other users are rejected.
func (i *Instance) answer(ctx context.Context, connection net.Conn) {
	defer func() { _ = connection.Close() }()
	if !isThisUser(connection) {
		i.log.Warn("rejected a connection from another user")
		return
	}
	_ = connection.SetReadDeadline(time.Now().Add(answerTimeout)) // if it fails, so does the reading
	var request Request
	if json.NewDecoder(io.LimitReader(connection, maxRequest)).Decode(&request) != nil {
		return
	}
	select {
	case i.requests <- request.allowed():
		_, _ = connection.Write([]byte("ok\n")) // fits any buffer; the caller may have left
	case <-time.After(answerTimeout):
	case <-ctx.Done():
	}
}

// Ask sends the request to the first process of that place, and waits for its
// answer until ctx is done.
func Ask(ctx context.Context, p Place, request Request) error {
	connection, err := (&net.Dialer{}).DialContext(ctx, "unix", p.socket())
	if err != nil {
		return fmt.Errorf("it does not answer: %w", err)
	}
	defer func() { _ = connection.Close() }()
	defer context.AfterFunc(ctx, func() { _ = connection.SetDeadline(time.Unix(1, 0)) })() // in the past
	if err := json.NewEncoder(connection).Encode(request); err != nil {
		return fmt.Errorf("it does not listen: %w", err)
	}
	answer := make([]byte, 3)
	if _, err := io.ReadFull(connection, answer); err != nil {
		return fmt.Errorf("it does not answer: %w", err)
	}
	return nil
}
