//go:build linux || freebsd || netbsd || openbsd || dragonfly

package notify

import (
	"context"
	"sync"

	"github.com/godbus/dbus/v5"

	"routerwatch/ui/view"
)

// desktop is the Notifier's side of the conversation with the service. All of
// it belongs to the Notifier's goroutine.
type desktop struct {
	opts      Options
	icon      *iconData // nil: none, or not readable
	failing   bool      // the last attempt to show something failed, and was logged
	busIsGone func()

	// The connection; all nil while there is none.
	conn       *dbus.Conn
	endConn    context.CancelFunc
	signals    chan *dbus.Signal // closed by the library when the connection ends
	service    dbus.BusObject
	replies    chan *dbus.Call
	unanswered map[*dbus.Call]*showing

	owner     string          // the service's unique name on the bus; empty: none runs
	abilities map[string]bool // what the owner can do; nil: not asked yet

	shown map[string]*showing // by key
}

// run shows what is queued and listens to the service until the Notifier is
// closed or ctx ends.
func (n *Notifier) run(ctx context.Context) {
	d := &desktop{
		opts:      n.opts,
		busIsGone: sync.OnceFunc(func() { close(n.busGone) }),
		shown:     make(map[string]*showing),
	}
	defer d.disconnect()
	if len(n.opts.IconPNG) > 0 {
		icon, err := decodeIcon(n.opts.IconPNG)
		if err == nil {
			d.icon = &icon
		} else {
			n.opts.Log.Warn("notifications have no icon: the picture cannot be read", "error", err)
		}
	}
	// At once, and not with the first notification: the connection also tells
	// when the session ends.
	if err := d.connect(ctx); err != nil {
		d.report(err)
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-n.closing:
			d.empty(ctx, n.queue)
			d.withdrawUrgent()
			return
		case <-n.queue.wake:
			d.empty(ctx, n.queue)
		case call := <-d.replies:
			d.settle(call)
		case signal, open := <-d.signals:
			if !open {
				d.reconnect(ctx)
				continue
			}
			d.hear(ctx, signal)
		}
	}
}

// empty carries out everything in the queue.
func (d *desktop) empty(ctx context.Context, q *queue) {
	for ctx.Err() == nil {
		r, ok := q.take()
		if !ok {
			return
		}
		if r.withdraw {
			d.withdraw(r.key)
		} else {
			d.show(ctx, r.note)
		}
	}
}

// report logs when notifications stop being shown and when they are shown
// again, and nothing in between.
func (d *desktop) report(err error) {
	switch {
	case err != nil && !d.failing:
		d.opts.Log.Warn("notifications cannot be shown", "error", err)
	case err == nil && d.failing:
		d.opts.Log.Info("notifications are shown again")
	}
	d.failing = err != nil
}

// hear handles a signal. Anyone on the bus can send us one, so each counts only
// from the sender that it is about.
func (d *desktop) hear(ctx context.Context, signal *dbus.Signal) {
	switch {
	case signal.Name == busName+"."+ownerChanged && signal.Sender == busName:
		var name, before, after string
		if dbus.Store(signal.Body, &name, &before, &after) == nil && name == serviceName {
			d.changeOwner(ctx, after, signal.Sequence)
		}
	case signal.Sender == "" || signal.Sender != d.owner:
	case signal.Name == serviceName+"."+actionInvoked:
		var id uint32
		var action string
		if dbus.Store(signal.Body, &id, &action) == nil {
			d.act(id, action)
		}
	case signal.Name == serviceName+"."+closedSignal:
		var id, reason uint32
		if dbus.Store(signal.Body, &id, &reason) == nil {
			d.forget(id, signal.Sequence)
		}
	}
}

// changeOwner follows the service as it goes, comes or is replaced by another.
func (d *desktop) changeOwner(ctx context.Context, owner string, at dbus.Sequence) {
	d.owner, d.abilities = owner, nil
	for _, s := range d.shown {
		if s.answeredAt < at { // else it is the new owner's, which our call has started
			s.id = 0
		}
	}
	if owner == "" {
		d.report(errNoService)
		return
	}
	d.report(nil)
	d.showStanding(ctx)
}

// act passes on the operator's click, if it is one that was offered.
func (d *desktop) act(id uint32, action string) {
	if action == defaultAction {
		action = view.ActionOpen
	}
	for _, s := range d.shown {
		if s.id == id && s.offers(action) {
			d.opts.OnAction(s.note.RouterID, action)
			return
		}
	}
}

// forget follows the end of a notification: it expired, was dismissed or was
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
