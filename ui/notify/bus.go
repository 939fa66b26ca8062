//go:build linux || freebsd || netbsd || openbsd || dragonfly

package notify

import (
	"context"
	"errors"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	busName       = "org.freedesktop.DBus"
	serviceName   = "org.freedesktop.Notifications" // also the name of its interface
	servicePath   = "/org/freedesktop/Notifications"
	ownerChanged  = "NameOwnerChanged"
	actionInvoked = "ActionInvoked"
	closedSignal  = "NotificationClosed"

	// secondTry is the pause before the bus is declared gone: long enough for
	// one that dropped only us, short enough to leave with the session.
	secondTry = 250 * time.Millisecond
)

var errSilentBus = errors.New("the session bus does not answer")

// connect opens a private connection to the session bus, which ends with ctx,
// follows the signals about notifications and learns who owns the service. It
// gives up after the answer timeout.
func (d *desktop) connect(ctx context.Context) error {
	connCtx, end := context.WithCancel(ctx)
	guard := time.AfterFunc(d.opts.AnswerTimeout, end)
	err := d.join(connCtx)
	if !guard.Stop() && err == nil {
		err = errSilentBus
	}
	if err != nil {
		end()
		d.disconnect()
		return err
	}
	d.endConn = end
	return nil
}

// join does the steps of connect, each of which ctx interrupts.
func (d *desktop) join(ctx context.Context) error {
	// Signals in the order in which they came: a service that goes and comes
	// back must not be seen to come back and go. Never starts a bus: a library
	// call that does so leaves a stray daemon where there is no session.
	conn, err := dbus.SessionBusPrivateNoAutoStartup(
		dbus.WithContext(ctx), dbus.WithSignalHandler(dbus.NewSequentialSignalHandler()))
	if err != nil {
		return err
	}
	signals := make(chan *dbus.Signal, 16)
	d.conn, d.signals = conn, signals
	d.replies, d.unanswered = make(chan *dbus.Call, maxUnanswered), make(map[*dbus.Call]*showing)
	if err := conn.Auth(nil); err != nil {
		return err
	}
	if err := conn.Hello(); err != nil {
		return err
	}
	conn.Signal(signals)
	for _, match := range [][]dbus.MatchOption{
		{
			dbus.WithMatchSender(busName), dbus.WithMatchInterface(busName),
			dbus.WithMatchMember(ownerChanged), dbus.WithMatchArg(0, serviceName),
		},
		{dbus.WithMatchSender(serviceName), dbus.WithMatchInterface(serviceName), dbus.WithMatchMember(actionInvoked)},
		{dbus.WithMatchSender(serviceName), dbus.WithMatchInterface(serviceName), dbus.WithMatchMember(closedSignal)},
	} {
		if err := conn.AddMatchSignalContext(ctx, match...); err != nil {
			return err
		}
	}
	d.service = conn.Object(serviceName, servicePath)
	d.abilities = nil
	d.owner = ""
	// Without an owner the bus answers with an error; the service may still be
	// one that starts when it is first called.
	err = conn.BusObject().CallWithContext(ctx, busName+".GetNameOwner", 0, serviceName).Store(&d.owner)
	if _, ownerless := errors.AsType[dbus.Error](err); err != nil && !ownerless {
		return err
	}
	return nil
}

// disconnect ends the connection, if there is one. All that was known through
// it is void: numbers of notifications mean nothing to the next service.
func (d *desktop) disconnect() {
	if d.endConn != nil {
		d.endConn()
		d.endConn = nil
	}
	if d.conn != nil {
		_ = d.conn.Close() // the transport's parting error changes nothing
	}
	d.conn, d.signals, d.replies, d.unanswered = nil, nil, nil, nil
	for _, s := range d.shown {
		s.id, s.answeredAt, s.waiting = 0, 0, false
	}
}

// reconnect follows the loss of the connection. The bus may have dropped only
// us: it gets two tries before it is declared gone.
func (d *desktop) reconnect(ctx context.Context) {
	d.disconnect()
	err := d.connect(ctx)
	if err != nil {
		select {
		case <-ctx.Done():
			return
		case <-time.After(secondTry):
		}
		err = d.connect(ctx)
	}
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		d.report(err)
		d.busIsGone()
		return
	}
	d.opts.Log.Info("the session bus dropped the connection and took a new one")
	d.showStanding(ctx)
}
