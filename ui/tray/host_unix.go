//go:build linux || freebsd || openbsd || netbsd

package tray

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

const (
	watcherName = "org.kde.StatusNotifierWatcher" // also the name of its interface
	watcherPath = "/StatusNotifierWatcher"
	itemPath    = "/StatusNotifierItem" // where the library exports the item
	busName     = "org.freedesktop.DBus"

	hostRegistered   = "StatusNotifierHostRegistered"
	hostUnregistered = "StatusNotifierHostUnregistered"

	// answerTime bounds every question on the bus.
	answerTime = 2 * time.Second
	// joinTime bounds joining the bus: generous, at login everything is slow.
	joinTime = 10 * time.Second
	// settleTime is how long a new watcher has to take our item from the
	// library before it is asked whether it did.
	settleTime = time.Second
)

// watcher follows the desktop's list of tray items. It has a connection of its
// own: a foreign signal on the shared one ends the library's watching for good.
type watcher struct {
	conn    *dbus.Conn
	signals chan *dbus.Signal
	setHost func(present, first bool)
	log     *slog.Logger

	started <-chan *dbus.Conn // the connection that has the item, once it has; nil when it was taken
	item    *dbus.Conn        // the same, once it was taken; only called on, never listened on
}

// connect joins the session bus, without ever starting one, and subscribes.
// The connection ends with ctx.
func (t *Tray) connect(ctx context.Context) (*watcher, error) {
	conn, err := dbus.SessionBusPrivateNoAutoStartup(
		dbus.WithContext(ctx), dbus.WithSignalHandler(dbus.NewSequentialSignalHandler()))
	if err != nil {
		return nil, err
	}
	w := &watcher{conn: conn, signals: make(chan *dbus.Signal, 16), setHost: t.setHost, log: t.log}
	if err := w.subscribe(ctx); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return w, nil
}

func (w *watcher) subscribe(ctx context.Context) error {
	// A bus that does not answer is one that is not there.
	giveUp := time.AfterFunc(joinTime, func() { _ = w.conn.Close() })
	defer giveUp.Stop()
	if err := w.conn.Auth(nil); err != nil {
		return err
	}
	if err := w.conn.Hello(); err != nil {
		return err
	}
	w.conn.Signal(w.signals)
	for _, match := range [][]dbus.MatchOption{
		{
			dbus.WithMatchSender(busName), dbus.WithMatchInterface(busName),
			dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, watcherName),
		},
		{dbus.WithMatchSender(watcherName), dbus.WithMatchInterface(watcherName), dbus.WithMatchMember(hostRegistered)},
		{dbus.WithMatchSender(watcherName), dbus.WithMatchInterface(watcherName), dbus.WithMatchMember(hostUnregistered)},
	} {
		if err := w.conn.AddMatchSignalContext(ctx, match...); err != nil {
			return err
		}
	}
	return nil
}

// follow reports the host's comings and goings until ctx is done or the
// connection is lost. Once the item is on the bus it also sees to it that the
// desktop knows it.
func (w *watcher) follow(ctx context.Context) {
	settled := time.After(settleTime)
	for {
		select {
		case <-ctx.Done():
			return
		case _, open := <-w.signals:
			if !open {
				return
			}
			w.setHost(w.present(ctx), false)
			settled = time.After(settleTime)
		case w.item = <-w.started:
			w.started = nil
			settled = time.After(settleTime)
		case <-settled:
			settled = nil
			if w.item != nil {
				w.register(ctx, w.item)
			}
		}
	}
}

// lostItem reports whether the connection with the item is lost as well. A
// registration that is under way soon tells.
func (w *watcher) lostItem(ctx context.Context) bool {
	if w.started != nil {
		select {
		case <-ctx.Done():
		case <-time.After(answerTime):
		case w.item = <-w.started:
			w.started = nil
		}
	}
	return w.item != nil && !w.item.Connected()
}

// present reports whether the desktop shows tray icons now.
func (w *watcher) present(ctx context.Context) bool {
	there, _ := w.property(ctx, "IsStatusNotifierHostRegistered").(bool)
	return there
}

// register gives our item to a watcher that is there and lacks it.
func (w *watcher) register(ctx context.Context, ours *dbus.Conn) {
	items, ok := w.property(ctx, "RegisteredStatusNotifierItems").([]string)
	if !ok || slices.ContainsFunc(items, func(item string) bool { return belongs(item, ours.Names()) }) {
		return
	}
	answer, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	// By its path, as the library does: the same item, not a second one.
	err := ours.Object(watcherName, watcherPath).CallWithContext(
		answer, watcherName+".RegisterStatusNotifierItem", dbus.FlagNoAutoStart, itemPath).Err
	if err != nil && ctx.Err() == nil {
		w.log.Warn("the desktop did not take the tray icon again", "cause", err)
	}
}

// belongs reports whether a watcher's entry, which is a bus name with or
// without a path, is of one of the names.
func belongs(item string, names []string) bool {
	name, _, _ := strings.Cut(item, "/")
	return slices.Contains(names, name)
}

// property asks the watcher. The answer is nil where there is none.
func (w *watcher) property(ctx context.Context, name string) any {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var value dbus.Variant
	err := w.conn.Object(watcherName, watcherPath).CallWithContext(
		ctx, "org.freedesktop.DBus.Properties.Get", dbus.FlagNoAutoStart, watcherName, name).Store(&value)
	if err != nil {
		return nil
	}
	return value.Value()
}
