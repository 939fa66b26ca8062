//go:build linux

package e2e

import (
	"slices"
	"sync"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"
)

const (
	notificationsName = "org.freedesktop.Notifications"
	notificationsPath = dbus.ObjectPath("/org/freedesktop/Notifications")
)

// notification is one as the program sent it.
type notification struct {
	ID, Replaces uint32
	Title, Body  string
	Actions      []string // their ids
	Critical     bool
}

// notifications is a notification service that shows nothing and remembers all.
type notifications struct {
	d *desktop

	mu   sync.Mutex
	last uint32
	all  []notification
	read int      // how many of all the test has taken
	gone []uint32 // the ids that the program took back
}

// notifications puts the service on the bus of a desktop that has none.
func (d *desktop) notifications() *notifications {
	d.t.Helper()
	n := &notifications{d: d}
	require.NoError(d.t, d.Bus.ExportMethodTable(map[string]any{
		"Notify":               n.notify,
		"CloseNotification":    n.close,
		"GetCapabilities":      func() ([]string, *dbus.Error) { return []string{"actions", "body", "body-markup"}, nil },
		"GetServerInformation": func() (a, b, c, e string, _ *dbus.Error) { return "e2e", "e2e", "1", "1.2", nil },
	}, notificationsPath, notificationsName))
	reply, err := d.Bus.RequestName(notificationsName, dbus.NameFlagDoNotQueue)
	require.NoError(d.t, err)
	require.Equal(d.t, dbus.RequestNameReplyPrimaryOwner, reply, "the desktop has a notification service already")
	return n
}

func (n *notifications) notify(_ string, replaces uint32, _, title, body string, actions []string,
	hints map[string]dbus.Variant, _ int32,
) (uint32, *dbus.Error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	note := notification{ID: replaces, Replaces: replaces, Title: title, Body: body}
	if replaces == 0 {
		n.last++
		note.ID = n.last
	}
	for pair := range slices.Chunk(actions, 2) {
		note.Actions = append(note.Actions, pair[0])
	}
	note.Critical = hints["urgency"].Value() == byte(2)
	n.all = append(n.all, note)
	return note.ID, nil
}

func (n *notifications) close(id uint32) *dbus.Error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.gone = append(n.gone, id)
	return nil
}

// closed are the ids of the notifications that the program closed.
func (n *notifications) closed() []uint32 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.gone)
}

// next waits for the next notification.
func (n *notifications) next() notification {
	n.d.t.Helper()
	note := await(n.d.t, "a notification", func() (notification, bool) {
		n.mu.Lock()
		defer n.mu.Unlock()
		if n.read == len(n.all) {
			return notification{}, false
		}
		return n.all[n.read], true
	})
	n.read++
	return note
}

// sent are all notifications so far.
func (n *notifications) sent() []notification {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.all)
}

// press is the operator pressing a button of the notification.
func (n *notifications) press(note notification, action string) {
	n.d.t.Helper()
	require.Contains(n.d.t, note.Actions, action)
	require.NoError(n.d.t, n.d.Bus.Emit(notificationsPath, notificationsName+".ActionInvoked", note.ID, action))
}

// sentNotifications are the notifications that the program sends to the desktop's own
// service.
type sentNotifications struct {
	d        *desktop
	messages chan *dbus.Message
}

// monitorNotifications listens in on what is sent from now on.
func (d *desktop) monitorNotifications() sentNotifications {
	d.t.Helper()
	monitor, err := dbus.Connect(d.Variables["DBUS_SESSION_BUS_ADDRESS"])
	require.NoError(d.t, err)
	d.t.Cleanup(func() { _ = monitor.Close() })
	o := sentNotifications{d: d, messages: make(chan *dbus.Message, 1000)}
	monitor.Eavesdrop(o.messages)
	// No answer is wanted: it would be sentNotifications too.
	monitor.BusObject().Go("org.freedesktop.DBus.Monitoring.BecomeMonitor", dbus.FlagNoReplyExpected, nil,
		[]string{"type='method_call',interface='" + notificationsName + "',member='Notify'"}, uint32(0))
	await(d.t, "the monitor", func() (string, bool) {
		name := monitor.Names()[0]
		return name, !slices.Contains(d.busNames(), name) // a monitor has no name any more
	})
	return o
}

func (d *desktop) busNames() []string {
	var names []string
	require.NoError(d.t, d.Call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.ListNames").Store(&names))
	return names
}

// next waits for a notification with that title.
func (o sentNotifications) next(title string) {
	o.d.t.Helper()
	var seen []string
	await(o.d.t, "the notification “"+title+"”", func() ([]string, bool) {
		select {
		case message := <-o.messages:
			if len(message.Body) > 3 {
				text, _ := message.Body[3].(string)
				seen = append(seen, text)
				return seen, text == title
			}
		default:
		}
		return seen, false
	})
}

// notificationsShown waits until the desktop's own service shows that many notifications.
func (d *desktop) notificationsShown(wanted uint32) {
	d.t.Helper()
	await(d.t, "notifications on the screen", func() (any, bool) {
		shown := d.Property(notificationsName, notificationsPath, "org.dunstproject.cmd0", "displayedLength")
		return shown, shown == wanted
	})
}
