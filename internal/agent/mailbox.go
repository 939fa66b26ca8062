package agent

import (
	"sync"

	"routerwatch/monitor"
)

// mailbox keeps the newest snapshot of each router until it is taken, so that
// no monitor ever waits for the agent.
type mailbox struct {
	arrived chan struct{} // holds one token while there is mail

	mu     sync.Mutex
	newest map[string]monitor.Snapshot
}

func newMailbox() *mailbox {
	return &mailbox{arrived: make(chan struct{}, 1), newest: make(map[string]monitor.Snapshot)}
}

func (m *mailbox) put(s monitor.Snapshot) {
	m.mu.Lock()
	m.newest[s.ID] = s
	m.mu.Unlock()
	select {
	case m.arrived <- struct{}{}:
	default:
	}
}

// take empties the mailbox.
func (m *mailbox) take() map[string]monitor.Snapshot {
	m.mu.Lock()
	defer m.mu.Unlock()
	mail := m.newest
	m.newest = make(map[string]monitor.Snapshot)
	return mail
}

// drop forgets the mail of a router that is no longer watched.
func (m *mailbox) drop(id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.newest, id)
}
