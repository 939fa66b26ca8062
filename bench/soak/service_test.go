//go:build linux

package soak

import (
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/require"
)

const (
	notificationsName = "org.freedesktop.Notifications"
	notificationsPath = dbus.ObjectPath("/org/freedesktop/Notifications")
)

// service is a notification service that shows nothing and writes all into the
// ledger. It can be restarted: the next one has another name on the bus and
// knows no notification of the last one.
type service struct {
	t       *testing.T
	address string
	ledger  *ledger

	mu         sync.Mutex
	conn       *dbus.Conn
	generation int
	last       uint32
	standing   map[string]uint32 // the Down notifications on the screen, by title
}

func startService(t *testing.T, d *desktop, l *ledger) *service {
	t.Helper()
	s := &service{t: t, address: d.Variables["DBUS_SESSION_BUS_ADDRESS"], ledger: l}
	s.begin()
	t.Cleanup(s.end)
	return s
}

func (s *service) begin() {
	s.t.Helper()
	conn, err := dbus.Connect(s.address)
	require.NoError(s.t, err)
	s.mu.Lock()
	s.conn, s.last, s.standing = conn, 0, map[string]uint32{}
	s.generation++
	generation := s.generation
	s.mu.Unlock()
	notify := func(_ string, replaces uint32, _, title, _ string, _ []string, hints map[string]dbus.Variant, _ int32,
	) (uint32, *dbus.Error) {
		urgent := hints["urgency"].Value() == byte(2)
		return s.notify(generation, replaces, title, urgent), nil
	}
	require.NoError(s.t, conn.ExportMethodTable(map[string]any{
		"Notify":               notify,
		"CloseNotification":    func(uint32) *dbus.Error { return nil },
		"GetCapabilities":      func() ([]string, *dbus.Error) { return []string{"actions", "body"}, nil },
		"GetServerInformation": func() (a, b, c, e string, _ *dbus.Error) { return "soak", "soak", "1", "1.2", nil },
	}, notificationsPath, notificationsName))
	reply, err := conn.RequestName(notificationsName, dbus.NameFlagDoNotQueue)
	require.NoError(s.t, err)
	require.Equal(s.t, dbus.RequestNameReplyPrimaryOwner, reply)
}

func (s *service) end() { _ = s.conn.Close() }

func (s *service) notify(generation int, replaces uint32, title string, urgent bool) uint32 {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := replaces
	if id == 0 {
		s.last++
		id = s.last
	}
	for each, of := range s.standing { // whatever was there is replaced
		if of == id {
			delete(s.standing, each)
		}
	}
	if urgent {
		s.standing[title] = id
	}
	s.ledger.notified(note{title: title, generation: generation})
	return id
}

// pressRetry presses Retry now in the notification about a router that is down,
// if it is on the screen.
func (s *service) pressRetry(router string) {
	s.mu.Lock()
	id, shown := s.standing[router+downTitle]
	conn := s.conn
	s.mu.Unlock()
	if shown {
		_ = conn.Emit(notificationsPath, notificationsName+".ActionInvoked", id, "retry")
	}
}
