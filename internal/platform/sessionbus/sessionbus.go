// Package sessionbus connects to the desktop's session bus.
//
// Each connection is private: a foreign signal on the library's shared one stops
// the tray library from registering its icon again. No bus is ever started:
// where there is no session, the library would leave a stray daemon behind.
package sessionbus

import (
	"context"
	"errors"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	// joinTimeout bounds Open: generous, at login everything is slow.
	joinTimeout = 10 * time.Second
	// answerTimeout bounds every other question.
	answerTimeout = 2 * time.Second
	// retryPause is the pause before the bus is declared gone: long enough for
	// one that dropped only us, short enough to leave with the session.
	retryPause = 250 * time.Millisecond

	busName = "org.freedesktop.DBus" // also the name of its interface
)

var errSilent = errors.New("the session bus does not answer")

// A Conn is a connection that follows one service.
type Conn struct {
	*dbus.Conn
	// Owner is the unique name of the service's owner when the connection was
	// opened; "" where none ran.
	Owner string

	received chan *dbus.Signal
	service  string
	signals  []string
}

// Open joins the session bus until ctx ends, and subscribes to the changes of
// the service's owner and to its signals with these names. An empty service
// subscribes to nothing. The caller closes the connection.
func Open(ctx context.Context, service string, signals ...string) (*Conn, error) {
	// Signals in the order in which they came: a service that goes and comes
	// back must not be seen to come back and go.
	bus, err := dbus.SessionBusPrivateNoAutoStartup(
		dbus.WithContext(ctx), dbus.WithSignalHandler(dbus.NewSequentialSignalHandler()))
	if err != nil {
		return nil, err
	}
	c := &Conn{Conn: bus, received: make(chan *dbus.Signal, 16), service: service, signals: signals}
	giveUp := time.AfterFunc(joinTimeout, func() { _ = bus.Close() })
	err = c.join(ctx)
	if !giveUp.Stop() {
		err = errSilent
	}
	if err != nil {
		_ = bus.Close()
		return nil, err
	}
	return c, nil
}

func (c *Conn) join(ctx context.Context) error {
	if err := c.Auth(nil); err != nil {
		return err
	}
	if err := c.Hello(); err != nil {
		return err
	}
	c.Signal(c.received)
	if c.service == "" {
		return nil
	}
	matches := [][]dbus.MatchOption{{
		dbus.WithMatchSender(busName), dbus.WithMatchInterface(busName),
		dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, c.service),
	}}
	for _, name := range c.signals {
		matches = append(matches, []dbus.MatchOption{
			dbus.WithMatchSender(c.service), dbus.WithMatchInterface(c.service), dbus.WithMatchMember(name),
		})
	}
	for _, match := range matches {
		if err := c.AddMatchSignalContext(ctx, match...); err != nil {
			return err
		}
	}
	// Without an owner the bus answers with an error; the service may still be
	// one that starts when it is first called.
	err := Call(ctx, c.BusObject(), busName+".GetNameOwner", 0, c.service).Store(&c.Owner)
	if _, ownerless := errors.AsType[dbus.Error](err); ownerless {
		return nil
	}
	return err
}

// Signals are what the bus sends. The channel is closed when the connection
// ends; a nil Conn sends nothing.
func (c *Conn) Signals() <-chan *dbus.Signal {
	if c == nil {
		return nil
	}
	return c.received
}

// OwnerChange is the service's new owner, or "", where the signal tells that it
// changed. Anyone on the bus can send us a signal: this one counts from the bus.
func (c *Conn) OwnerChange(signal *dbus.Signal) (owner string, ok bool) {
	var name, before string
	ok = signal.Sender == busName && signal.Name == busName+".NameOwnerChanged" &&
		dbus.Store(signal.Body, &name, &before, &owner) == nil && name == c.service
	return owner, ok
}

// Reopen follows the loss of a connection with another like it. The bus may have
// dropped only that one: it gets two tries, and an error means that it is gone.
func (c *Conn) Reopen(ctx context.Context) (*Conn, error) {
	_ = c.Close() // its parting error changes nothing
	next, err := Open(ctx, c.service, c.signals...)
	if err == nil {
		return next, nil
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(retryPause):
		return Open(ctx, c.service, c.signals...)
	}
}

// Call asks an object on the bus and waits for its answer, for two seconds at most.
func Call(ctx context.Context, object dbus.BusObject, method string, flags dbus.Flags, args ...any) *dbus.Call {
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	return object.CallWithContext(ctx, method, flags, args...)
}
