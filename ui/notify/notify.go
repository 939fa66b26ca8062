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
	"strings"
	"sync"
	"time"
	"unicode"

	"routerwatch/internal/latest"
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

	// AnswerTimeout is how long the service may take to show a notification.
	// Zero: DefaultAnswerTimeout.
	AnswerTimeout time.Duration
}

// queueLimit bounds the requests that wait: several for each of twenty routers.
const queueLimit = 64

// queue holds by key what is to be shown; nil is a notification to be withdrawn.
type queue = latest.Box[string, *view.Notification]

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
func New(opts Options) *Notifier { return newNotifier(opts, run) }

func newNotifier(opts Options, run func(context.Context, *Notifier)) *Notifier {
	if opts.Log == nil {
		opts.Log = slog.New(slog.DiscardHandler)
	}
	opts.AnswerTimeout = cmp.Or(max(opts.AnswerTimeout, 0), DefaultAnswerTimeout)
	ctx, cancel := context.WithCancel(context.Background())
	n := &Notifier{
		opts: opts,
		queue: latest.NewLimited(queueLimit, func(key string, _ *view.Notification) {
			opts.Log.Warn("too many notifications are waiting: the oldest is left out", "about", key)
		}),
		busGone: make(chan struct{}),
		closing: make(chan struct{}),
		done:    make(chan struct{}),
		cancel:  cancel,
	}
	go func() {
		defer close(n.done)
		defer cancel()
		run(ctx, n)
	}()
	return n
}

// Send shows a notification, in place of the one that was last sent with the
// same key. It never blocks: the notification waits in a bounded queue in which
// the newest of a key wins. After Close it does nothing.
func (n *Notifier) Send(note view.Notification) { n.queue.Put(note.Key, &note) }

// Withdraw takes the notification with this key off the screen, if it is still
// there. It never blocks. After Close it does nothing.
func (n *Notifier) Withdraw(key string) { n.queue.Put(key, nil) }

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
		n.queue.Close()
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

// showEach shows what is queued by a function that may take seconds and can
// neither be interrupted nor replace or withdraw a notification. It returns once
// ctx has ended, or when the Notifier is closed and nothing is left.
func (n *Notifier) showEach(ctx context.Context, show func(view.Notification) error) {
	r := reporter{log: n.opts.Log}
	for {
		_, note, more := n.queue.Next(ctx.Done())
		if !more {
			return
		}
		if note != nil {
			r.report(show(*note))
		}
	}
}

// reporter logs when notifications stop being shown and when they are shown
// again, and nothing in between.
type reporter struct {
	log     *slog.Logger
	failing bool
}

func (r *reporter) report(err error) {
	switch {
	case err != nil && !r.failing:
		r.log.Warn("notifications cannot be shown", "error", err)
	case err == nil && r.failing:
		r.log.Info("notifications are shown again")
	}
	r.failing = err != nil
}

// plain returns the text without what must not reach a notification service:
// the bus disconnects a sender of invalid UTF-8 or of a zero byte, and control
// characters other than a line break mean nothing in a notification.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, string(unicode.ReplacementChar)))
}
