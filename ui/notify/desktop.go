//go:build linux || freebsd || netbsd || openbsd || dragonfly

package notify

import (
	"context"

	"github.com/godbus/dbus/v5"

	"routerwatch/internal/platform/sessionbus"
	"routerwatch/ui/view"
)

const (
	serviceName   = "org.freedesktop.Notifications" // also the name of its interface
	servicePath   = "/org/freedesktop/Notifications"
	actionInvoked = "ActionInvoked"
	closedSignal  = "NotificationClosed"
)

// desktop is the client of the notification service. Only the Notifier's
// goroutine uses it.
type desktop struct {
	*Notifier
	icon *iconData // nil for none

	// The connection; all nil if there is none.
	conn       *sessionbus.Conn
	service    dbus.BusObject
	replies    chan *dbus.Call
	unanswered map[*dbus.Call]*showing

	owner        string   // the service's unique name on the bus; empty if none runs
	capabilities []string // of the owner; nil if not known yet
	name         string   // of the owner, by its own account

	shown map[string]*showing // by key
}

// run shows what is queued and listens to the service until the Notifier is
// closed or ctx ends.
func run(ctx context.Context, n *Notifier) {
	d := &desktop{Notifier: n, icon: decodeIcon(n.opts.IconPNG), shown: make(map[string]*showing)}
	defer d.disconnect()
	// Connect at once, not with the first notification, to notice the bus's end.
	d.report(d.connect(ctx))
	for {
		select {
		case <-ctx.Done():
			return
		case _, open := <-n.queue.Ready():
			d.drain(ctx)
			if !open {
				d.withdrawUrgent()
				return
			}
		case call := <-d.replies:
			d.handleReply(call)
		case signal, open := <-d.conn.Signals():
			if !open {
				d.reconnect(ctx)
				continue
			}
			d.handleSignal(ctx, signal)
		}
	}
}

// connect opens a connection, which ends with ctx.
func (d *desktop) connect(ctx context.Context) error {
	conn, err := sessionbus.Open(ctx, serviceName, actionInvoked, closedSignal)
	if err == nil {
		d.use(conn)
	}
	return err
}

func (d *desktop) use(conn *sessionbus.Conn) {
	d.conn, d.service = conn, conn.Object(serviceName, servicePath)
	d.owner, d.capabilities, d.name = conn.Owner, nil, ""
	d.replies, d.unanswered = make(chan *dbus.Call, maxUnanswered), make(map[*dbus.Call]*showing)
}

// disconnect closes the connection, if any, and clears its state: notification
// ids mean nothing to the next service.
func (d *desktop) disconnect() {
	if d.conn != nil {
		_ = d.conn.Close() // its error changes nothing
	}
	d.conn, d.service, d.replies, d.unanswered = nil, nil, nil, nil
	for _, s := range d.shown {
		s.id, s.answeredAt, s.waiting = 0, 0, false
	}
}

// reconnect replaces a lost connection.
func (d *desktop) reconnect(ctx context.Context) {
	lost := d.conn
	d.disconnect()
	within, done := context.WithTimeout(d.closing, d.patience)
	defer done()
	conn, err := lost.Reopen(ctx, within)
	switch {
	case err == nil:
		d.use(conn)
		d.opts.Log.Info("the session bus is back, and notifications with it")
		d.drain(ctx) // what has changed since is not shown as it was
		d.showUrgentAgain(ctx)
	case d.closing.Err() == nil:
		d.report(err)
		d.loseBus()
	}
}

// drain carries out everything in the queue.
func (d *desktop) drain(ctx context.Context) {
	for ctx.Err() == nil {
		key, note, ok := d.queue.Pop()
		switch {
		case !ok:
			return
		case note == nil:
			d.withdraw(key)
		default:
			d.show(ctx, *note)
		}
	}
}

// handleSignal handles a signal. Anyone on the bus can send one, so it is
// ignored unless it comes from the service, or from the bus.
func (d *desktop) handleSignal(ctx context.Context, signal *dbus.Signal) {
	if owner, changed := d.conn.OwnerChange(signal); changed {
		d.changeOwner(ctx, owner, signal.Sequence)
		return
	}
	if signal.Sender == "" || signal.Sender != d.owner {
		return
	}
	var id, reason uint32
	var action string
	switch signal.Name {
	case serviceName + "." + actionInvoked:
		if dbus.Store(signal.Body, &id, &action) == nil {
			d.passAction(id, action)
		}
	case serviceName + "." + closedSignal:
		if dbus.Store(signal.Body, &id, &reason) == nil {
			d.forget(id, signal.Sequence)
		}
	}
}

// changeOwner handles that the service stopped, started or was replaced.
func (d *desktop) changeOwner(ctx context.Context, owner string, at dbus.Sequence) {
	d.owner, d.capabilities, d.name = owner, nil, ""
	for _, s := range d.shown {
		if s.answeredAt < at { // else the new owner, started by our call, has answered
			s.id = 0
		}
	}
	if owner == "" {
		d.report(errNoService)
		return
	}
	d.report(nil)
	d.showUrgentAgain(ctx)
}

// passAction reports the operator's click, if that action was offered. It is
// dropped if the channel is full.
func (d *desktop) passAction(id uint32, action string) {
	if action == defaultAction {
		action = view.ActionOpen
	}
	for _, s := range d.shown {
		if s.id == id && s.offers(action) {
			select {
			case d.actions <- Action{s.note.RouterID, action}:
			default:
			}
			return
		}
	}
}

// forget handles the end of a notification, which expired, was dismissed or was
// withdrawn.
func (d *desktop) forget(id uint32, at dbus.Sequence) {
	for key, s := range d.shown {
		if s.id != id || s.answeredAt > at { // shown again since
			continue
		}
		if s.waiting {
			s.id = 0
		} else {
			delete(d.shown, key)
		}
	}
}
