//go:build linux || freebsd || netbsd || openbsd || dragonfly

package notify

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/ui/view"
)

func TestNoBus(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
	lines, log := newLog()
	n := start(t, Options{Log: log})
	assert.Contains(t, receive(t, lines), "cannot be shown", "at once, and not with the first outage")
	n.Send(down())
	n.Send(recovered())
	n.Withdraw("r1/outage")
	select {
	case <-n.BusGone():
		assert.Fail(t, "a bus that never was cannot go")
	case <-time.After(10 * time.Millisecond):
	}
	assert.Empty(t, lines)
}

func TestNoBusIsEverStarted(t *testing.T) {
	if found, _ := filepath.Glob("/run/user/*/*bus*"); len(found) > 0 {
		t.Skip("this machine has a session bus that is found without an address")
	}
	dir := t.TempDir()
	started := filepath.Join(dir, "started")
	script := "#!/bin/sh\n: > " + started + "\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "dbus-launch"), []byte(script), 0o700))
	t.Setenv("PATH", dir)
	for name, address := range map[string]string{"no address": "", "autolaunch": "autolaunch:"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
			lines, log := newLog()
			start(t, Options{Log: log})
			assert.Contains(t, receive(t, lines), "cannot be shown")
			assert.NoFileExists(t, started)
		})
	}
}

func TestBusThatComesLaterIsUsed(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
	lines, log := newLog()
	n := start(t, Options{Log: log})
	receive(t, lines)
	s := startService(t, startBus(t))
	n.Send(down())
	receive(t, s.notes)
	assert.Contains(t, receive(t, lines), "shown again")
}

func TestServiceThatComesLaterIsGivenWhatStillCounts(t *testing.T) {
	b := startBus(t)
	lines, log := newLog()
	n := start(t, Options{Log: log})
	n.Send(paused())
	assert.Contains(t, receive(t, lines), "cannot be shown")
	n.Send(down())
	second := down()
	second.Key, second.Title = "r2/outage", "Second is down"
	n.Send(second)
	n.Withdraw("r2/outage")

	s := startService(t, b)
	assert.Contains(t, receive(t, lines), "shown again")
	first := receive(t, s.notes)
	assert.Equal(t, "Main is down", first.title, "but neither what has passed nor what was withdrawn")
	n.Send(recovered())
	assert.Equal(t, first.id, receive(t, s.notes).replaces)
	assert.Empty(t, lines)
}

func TestServiceRestart(t *testing.T) {
	b := startBus(t)
	s := startService(t, b, "actions")
	lines, log := newLog()
	n := start(t, Options{Log: log})
	n.Send(paused())
	receive(t, s.notes)
	n.Send(down())
	s.answered(t, receive(t, s.notes).id, n)

	s.stop()
	assert.Contains(t, receive(t, lines), errNoService.Error())
	s = startService(t, b, "body")
	assert.Contains(t, receive(t, lines), "shown again")
	again := receive(t, s.notes)
	assert.Equal(t, "Main is down", again.title, "an urgent one stays")
	assert.Zero(t, again.replaces, "the old number may be another program's by now")
	assert.Empty(t, again.actions, "the new service was asked what it can do")
	n.Send(recovered())
	assert.Equal(t, again.id, receive(t, s.notes).replaces)
	n.Send(paused())
	assert.Zero(t, receive(t, s.notes).replaces)
	assert.Empty(t, lines)
}

func TestDismissedBeforeTheRestartStaysDismissed(t *testing.T) {
	b := startBus(t)
	s := startService(t, b, "actions")
	lines, log := newLog()
	n := start(t, Options{Log: log})
	n.Send(down())
	id := receive(t, s.notes).id
	s.answered(t, id, n)
	s.emit(t, closedSignal, id, uint32(2))
	s.stop()
	receive(t, lines)
	s = startService(t, b)
	receive(t, lines)
	n.Send(paused())
	assert.Equal(t, "Main is paused", receive(t, s.notes).title)
}

func TestBusGone(t *testing.T) {
	b := startBus(t)
	s := startService(t, b)
	lines, log := newLog()
	n := startPatient(t, Options{Log: log}, answerTimeout, 300*time.Millisecond)
	n.Send(down())
	receive(t, s.notes)

	b.stop()
	receive(t, n.BusGone())
	assert.Contains(t, receive(t, lines), "cannot be shown")
	n.Send(recovered())
	n.Withdraw("r1/outage")
}

func TestTheBusRestarts(t *testing.T) {
	b := startBus(t)
	s := startService(t, b, "actions")
	lines, log := newLog()
	n := start(t, Options{Log: log})
	second := down()
	second.Key, second.Title = "r2/outage", "Second is down"
	for _, note := range []view.Notification{down(), second, paused()} {
		n.Send(note)
		s.answered(t, receive(t, s.notes).id, n)
	}

	b.stop()
	n.Send(recovered())
	n.Withdraw("r3/outage")
	b = startBusIn(t, filepath.Dir(b.socket))
	for !strings.Contains(receive(t, lines), "the session bus is back") { // it may have failed to show something
	}
	s = startService(t, b, "actions")
	again := receive(t, s.notes)
	if again.title == recovered().Title { // the service came in time for it
		again = receive(t, s.notes)
	}
	assert.Equal(t, "Second is down", again.title, "and no outage that has ended, nor what has passed")
	assert.Zero(t, again.replaces)
	s.answered(t, again.id, n)
	n.Send(paused())
	assert.Equal(t, "Main is paused", receive(t, s.notes).title)
	select {
	case <-n.BusGone():
		assert.Fail(t, "the bus is there")
	default:
	}
}

func TestDroppedConnectionIsNotTheSessionsEnd(t *testing.T) {
	b := startBus(t)
	s := startService(t, b, "actions")
	drop := startRelay(t, b)
	lines, log := newLog()
	n := start(t, Options{Log: log})
	n.Send(down())
	s.answered(t, receive(t, s.notes).id, n)

	drop()
	assert.Contains(t, receive(t, lines), "the session bus is back")
	again := receive(t, s.notes)
	assert.Equal(t, "Main is down", again.title)
	n.Send(recovered())
	assert.Equal(t, again.id, receive(t, s.notes).replaces)
	select {
	case <-n.BusGone():
		assert.Fail(t, "the bus is there")
	default:
	}
}
