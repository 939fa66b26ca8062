// Package notify shows notifications through the desktop's own service.
//
// On Linux and the BSDs that is org.freedesktop.Notifications on the session bus,
// over a private connection (see package sessionbus). A later notification with
// the same key replaces the earlier one on the screen, and buttons are reported as
// actions. Elsewhere the toolkit of the system shows it, without replacing and
// without buttons.
//
// Invariants: the caller never blocks, whatever the service does; a missing,
// silent or restarted service causes one log line when notifications stop being
// shown and one when they are shown again; an urgent notification stays until it
// is replaced, withdrawn or dismissed, and is shown again by a service that starts
// or restarts in the meantime.
package notify

import (
	"context"
	"log/slog"
	"strings"
	"time"
	"unicode"

	"routerwatch/internal/latest"
	"routerwatch/internal/platform/sessionbus"
	"routerwatch/ui/view"
)

// answerTimeout is how long the service may take to show a notification.
const answerTimeout = 2 * time.Second

// Options configure a Notifier. All but the log are optional.
type Options struct {
	AppName      string // shown by some services next to the title
	DesktopEntry string // base name of the installed .desktop file, without the ending
	IconPNG      []byte // the icon, 48 or 64 pixels wide; not modified
	// Log receives changes only, never one line per notification.
	Log *slog.Logger
}

// An Action is a button of a notification that the operator pressed, or a click
// on the notification itself ([view.ActionOpen]).
type Action struct{ RouterID, ID string }

// Notifier shows notifications. Make one with New; its methods may be called
// from any goroutine.
type Notifier struct {
	opts          Options
	answerTimeout time.Duration
	patience      time.Duration                           // how long a lost bus may take to come back
	queue         *latest.Box[string, *view.Notification] // nil withdraws the notification
	actions       chan Action
	busGone       <-chan struct{}
	loseBus       func()        // closes busGone; may be called twice
	done          chan struct{} // closed when the Notifier's goroutine has ended
	cancel        context.CancelFunc
	closing       context.Context // ends with Close
	beginClose    context.CancelFunc

	failing bool // a failure was logged; used by the Notifier's goroutine only
}

// New starts a Notifier and returns at once. It owns one goroutine until Close.
func New(opts Options) *Notifier { return newNotifier(opts, answerTimeout, sessionbus.Patience, run) }

func newNotifier(opts Options, answerTimeout, patience time.Duration, run func(context.Context, *Notifier)) *Notifier {
	ctx, cancel := context.WithCancel(context.Background())
	closing, beginClose := context.WithCancel(ctx)
	gone, loseBus := context.WithCancel(context.Background())
	n := &Notifier{
		opts:          opts,
		answerTimeout: answerTimeout,
		patience:      patience,
		queue:         latest.New[string, *view.Notification](),
		actions:       make(chan Action, 8),
		busGone:       gone.Done(),
		loseBus:       loseBus,
		done:          make(chan struct{}),
		cancel:        cancel,
		closing:       closing,
		beginClose:    beginClose,
	}
	go func() {
		defer close(n.done)
		defer cancel()
		run(ctx, n)
	}()
	return n
}

// Send shows a notification and replaces the last one with the same key. It never
// blocks: while notifications wait, only the newest of each key is kept. After
// Close it does nothing.
func (n *Notifier) Send(note view.Notification) { n.queue.Put(note.Key, &note) }

// Withdraw removes the notification with this key from the screen, if it is still
// shown. It never blocks. After Close it does nothing.
func (n *Notifier) Withdraw(key string) { n.queue.Put(key, nil) }

// Actions are the buttons that the operator presses. The channel is never closed.
// If it is not read, 8 are kept and later ones are dropped.
func (n *Notifier) Actions() <-chan Action { return n.actions }

// BusGone is closed when the session bus was lost and did not come back in time.
// It stays open on systems without a session bus.
func (n *Notifier) BusGone() <-chan struct{} { return n.busGone }

// Close shows what is still queued, withdraws the urgent notifications (they
// would stay for good, with buttons that no longer work) and ends the Notifier's
// goroutine. If ctx ends first, Close stops and returns the context's error.
func (n *Notifier) Close(ctx context.Context) error {
	n.queue.Close()
	n.beginClose()
	select {
	case <-n.done:
		return nil
	case <-ctx.Done():
		n.cancel()
		return ctx.Err()
	}
}

// showEach shows queued notifications by a function that may take seconds, cannot
// be interrupted, and cannot replace or withdraw a notification. It returns when
// ctx has ended, or when the Notifier is closed and the queue is empty.
func (n *Notifier) showEach(ctx context.Context, show func(view.Notification) error) {
	defer context.AfterFunc(ctx, n.queue.Close)()
	for _, note := range n.queue.Each() {
		if ctx.Err() != nil {
			return
		}
		if note != nil {
			n.report(show(*note))
		}
	}
}

// report logs when notifications stop being shown and when they are shown again.
func (n *Notifier) report(err error) {
	switch {
	case err != nil && !n.failing:
		n.opts.Log.Warn("notifications cannot be shown", "error", err)
	case err == nil && n.failing:
		n.opts.Log.Info("notifications are shown again")
	}
	n.failing = err != nil
}

// plain removes what must not be sent to a notification service: the bus
// disconnects a sender of invalid UTF-8 or of a zero byte, and control characters
// other than a line break have no use.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, string(unicode.ReplacementChar)))
}
