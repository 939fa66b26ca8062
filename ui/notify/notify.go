// Package notify shows notifications through the desktop's own service.
//
// On Linux and the BSDs that is org.freedesktop.Notifications on the session
// bus, over a private connection: the tray's library stops registering its icon
// again once a foreign signal arrives on the shared one. A later notification
// with the same key replaces the earlier one on the screen, and buttons come
// back as actions. Elsewhere the toolkit of the system shows it, without
// replacing and without buttons.
//
// Invariants: the caller is never held up, whatever the service does; a
// missing, silent or restarted service costs one log line when notifications
// stop being shown and one when they are shown again; an urgent notification
// stays until it is replaced, withdrawn or dismissed, and a service that
// appears or starts again in the meantime is given it.
package notify

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"

	"routerwatch/ui/view"
)

// DefaultAnswerTimeout is how long the service may take to answer where
// Options set no other time.
const DefaultAnswerTimeout = 2 * time.Second

// Options says who is notifying and who hears about the operator's clicks. The
// zero value works: a nameless sender without an icon.
type Options struct {
	AppName      string // shown by some services next to the title
	DesktopEntry string // base name of the installed .desktop file, without the ending
	IconPNG      []byte // the icon itself, 48 or 64 pixels wide; read, never changed

	// Log receives changes only, never one line per notification. Nil: no log.
	Log *slog.Logger

	// OnAction hears that the operator pressed a button of a notification, or
	// clicked the notification itself (view.ActionOpen). It is called on the
	// Notifier's goroutine: it should return soon and must not call Close. Nil:
	// no buttons are offered.
	OnAction func(routerID, actionID string)

	// AnswerTimeout bounds the wait for each answer of the service and the bus.
	// Zero: DefaultAnswerTimeout.
	AnswerTimeout time.Duration
}

// Notifier shows notifications. Make one with New; its methods may be called
// from any goroutine.
type Notifier struct {
	opts    Options
	queue   *queue
	busGone chan struct{} // closed by the Notifier's goroutine, once
	closing chan struct{}
	done    chan struct{} // closed when the Notifier's goroutine has ended
	cancel  context.CancelFunc
	close   sync.Once
}

// New starts a Notifier and returns at once. It owns one goroutine until Close.
func New(opts Options) *Notifier {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	opts.AnswerTimeout = cmp.Or(max(opts.AnswerTimeout, 0), DefaultAnswerTimeout)
	ctx, cancel := context.WithCancel(context.Background())
	n := &Notifier{
		opts:    opts,
		queue:   newQueue(),
		busGone: make(chan struct{}),
		closing: make(chan struct{}),
		done:    make(chan struct{}),
		cancel:  cancel,
	}
	go func() {
		defer close(n.done)
		defer cancel()
		n.run(ctx)
	}()
	return n
}

// Send shows a notification, in place of the one that was last sent with the
// same key. It never blocks: the notification waits in a bounded queue in which
// the newest of a key wins. After Close it does nothing.
func (n *Notifier) Send(note view.Notification) {
	n.put(request{key: note.Key, note: note})
}

// Withdraw takes the notification with this key off the screen, if it is still
// there. It never blocks. After Close it does nothing.
func (n *Notifier) Withdraw(key string) {
	n.put(request{key: key, withdraw: true})
}

func (n *Notifier) put(r request) {
	if dropped, full := n.queue.put(r); full {
		n.opts.Log.Warn("too many notifications are waiting: the oldest is left out", "about", dropped.key)
	}
}

// BusGone is closed when the session bus, once reached, is lost and does not
// take a new connection either: the desktop session is over. It stays open on
// systems without a session bus.
func (n *Notifier) BusGone() <-chan struct{} { return n.busGone }

// Close shows what is still queued, takes back the urgent notifications (they
// would stay for good, with buttons that no longer work) and ends the
// Notifier's goroutine. When ctx ends first, Close leaves all that undone and
// returns the context's error.
func (n *Notifier) Close(ctx context.Context) error {
	n.close.Do(func() {
		n.queue.close()
		close(n.closing)
	})
	select {
	case <-n.done:
		return nil
	case <-ctx.Done():
		n.cancel()
		return ctx.Err()
	}
}
