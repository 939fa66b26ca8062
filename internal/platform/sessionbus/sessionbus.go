// Package sessionbus connects to the desktop's session bus.
//
// Each connection is private, and ends with its context. No bus is ever started:
// without a session, the library would leave a stray daemon behind.
package sessionbus

import (
	"cmp"
	"context"
	"errors"
	"os"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	// joinTimeout bounds Open. It is long because a desktop is slow at login.
	joinTimeout = 10 * time.Second
	// answerTimeout bounds every call.
	answerTimeout = 2 * time.Second
	// retryPause is the wait between two tries to reconnect.
	retryPause = 250 * time.Millisecond

	busName = "org.freedesktop.DBus" // also the name of its interface

	// addressVariable has the address of the session's bus. The library sets it if
	// it finds the bus without.
	addressVariable = "DBUS_SESSION_BUS_ADDRESS"
)

// Patience is how long a lost bus may take to come back: it is restarted, or the
// session has ended.
const Patience = 30 * time.Second

var errSilent = errors.New("the session bus does not answer")

// A Conn is a connection that follows one service.
type Conn struct {
	*dbus.Conn
	// Owner is the unique name of the service's owner when the connection was
	// opened; "" if there was none.
	Owner string

	received chan *dbus.Signal
	address  string
	service  string
	signals  []string
}

// Open joins the session bus until ctx ends, and subscribes to the changes of
// the service's owner and to its signals with these names. The caller closes the
// connection.
func Open(ctx context.Context, service string, signals ...string) (*Conn, error) {
	return open(ctx, ctx, "", service, signals)
}

// SetAddress sets the address of the session's bus: the operator has begun
// another session. Open connections stay; a lost one may be replaced by one to
// the new bus.
func SetAddress(address string) { _ = os.Setenv(addressVariable, address) } // fails for a zero byte only

// open is Open on the bus at that address, or the session's if it is "". It also
// gives up when within ends.
func open(ctx, within context.Context, address, service string, signals []string) (*Conn, error) {
	dial := dbus.SessionBusPrivateNoAutoStartup
	if address != "" {
		dial = func(o ...dbus.ConnOption) (*dbus.Conn, error) { return dbus.Dial(address, o...) }
	}
	// Keep signals in their order: a service that stops and restarts must not be
	// seen to restart and stop.
	bus, err := dial(dbus.WithContext(ctx), dbus.WithSignalHandler(dbus.NewSequentialSignalHandler()))
	if err != nil {
		return nil, err
	}
	c := &Conn{
		Conn: bus, received: make(chan *dbus.Signal, 16),
		address: cmp.Or(address, os.Getenv(addressVariable)), service: service, signals: signals,
	}
	within, cancel := context.WithTimeout(within, joinTimeout)
	defer cancel()
	joined := context.AfterFunc(within, func() { _ = bus.Close() })
	err = c.join(ctx)
	if !joined() {
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
	err := c.AddMatchSignalContext(ctx, dbus.WithMatchSender(busName), dbus.WithMatchInterface(busName),
		dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, c.service))
	for _, name := range c.signals {
		err = cmp.Or(err, c.AddMatchSignalContext(ctx,
			dbus.WithMatchSender(c.service), dbus.WithMatchInterface(c.service), dbus.WithMatchMember(name)))
	}
	if err != nil {
		return err
	}
	// Without an owner the bus answers with an error; the service may still start
	// when it is first called.
	err = Call(ctx, c.BusObject(), busName+".GetNameOwner", 0, c.service).Store(&c.Owner)
	if _, ownerless := errors.AsType[dbus.Error](err); ownerless {
		return nil
	}
	return err
}

// Signals are the subscribed signals. The channel is closed when the connection
// ends; that of a nil Conn is nil.
func (c *Conn) Signals() <-chan *dbus.Signal {
	if c == nil {
		return nil
	}
	return c.received
}

// OwnerChange returns the service's new owner, or "" for none, if the signal
// reports a change. Anyone can send such a signal, so only the bus is believed.
func (c *Conn) OwnerChange(signal *dbus.Signal) (owner string, ok bool) {
	var name, before string
	ok = signal.Sender == busName && signal.Name == busName+".NameOwnerChanged" &&
		dbus.Store(signal.Body, &name, &before, &owner) == nil && name == c.service
	return owner, ok
}

// Reopen replaces a lost connection by a new one with the same subscriptions, to
// a bus at the same address or at that of [SetAddress]. It tries until within
// ends; an error means that the bus is gone.
func (c *Conn) Reopen(ctx, within context.Context) (*Conn, error) {
	_ = c.Close() // the connection is lost in any case
	for {
		next, err := open(ctx, within, c.address, c.service, c.signals)
		if err != nil && os.Getenv(addressVariable) != c.address {
			next, err = open(ctx, within, "", c.service, c.signals)
		}
		if err == nil {
			return next, nil
		}
		select {
		case <-within.Done():
			return nil, err
		case <-time.After(retryPause):
		}
	}
}

// Call calls a method of an object on the bus and waits for its answer, for two
// seconds at most.
func Call(ctx context.Context, object dbus.BusObject, method string, flags dbus.Flags, args ...any) *dbus.Call {
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	return object.CallWithContext(ctx, method, flags, args...)
}
