//go:build linux

package tray_test

import (
	"syscall"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/ui/tray"
	"routerwatch/ui/view"
)

func live() view.Tray {
	return view.Tray{
		Icon:      view.Icon{Shape: "live", Count: 12, HasCount: true},
		Tooltip:   "12 pairs, updated 14:02:11",
		Title:     "Live, 12 pairs",
		Lines:     []string{"main_net: 12 pairs", "Live"},
		CanRetry:  true,
		RetryText: "Check now",
		OpenText:  "Open",
		QuitText:  "Quit",
		Snooze:    view.SnoozeMenu{Text: "Snooze", Choices: []view.SnoozeChoice{{Text: "1 hour", For: time.Hour}}},
	}
}

func TestItemIsRegisteredWithIconTooltipAndMenu(t *testing.T) {
	b := startBus(t)
	d := startDesktop(t, b, true)
	p := start(t, b.address, live())
	p.expect(tray.Event{Kind: tray.HostAppeared})
	on := remote{t: t, conn: b.connect(t), name: d.item(t)}

	assert.Equal(t, "routerwatch", on.property("Id"))
	assert.Equal(t, false, on.property("ItemIsMenu"), "a click is not the menu's")
	pixmaps := on.pixmaps()
	require.Len(t, pixmaps, 1)
	assert.EqualValues(t, 22, pixmaps[0].Width)
	assert.EqualValues(t, 22, pixmaps[0].Height)
	assert.Equal(t, live().Tooltip, on.tooltip())
	require.Eventually(t, func() bool { return on.property("Title") == live().Title }, patience, 10*time.Millisecond)
	assert.Equal(t, []string{"(main__net: 12 pairs)", "(Live)", "-", "Open", "Check now", "Snooze", "-", "Quit"},
		on.menu().visible())
	p.leaves()
}

func TestChangingTooltipAndIconLeavesTheMenuAlone(t *testing.T) {
	b := startBus(t)
	d := startDesktop(t, b, true)
	p := start(t, b.address, live())
	on := remote{t: t, conn: b.connect(t), name: d.item(t)}
	signals := on.listen()
	on.menu()
	signals.until(menuName + ".LayoutUpdated") // the library's own second, after the first reading
	require.Eventually(t, func() bool { return on.property("Title") == live().Title }, patience, 10*time.Millisecond)
	before := on.menu().revision

	v := live()
	v.Tooltip = "12 pairs, updated 14:02:16"
	p.apply(v)
	seen := signals.until(itemName + ".NewToolTip")
	assert.Equal(t, v.Tooltip, on.tooltip())
	old := on.pixmaps()
	v.Icon.Shape = "down"
	p.apply(v)
	seen = append(seen, signals.until(itemName+".NewIcon")...)
	assert.NotEqual(t, old, on.pixmaps())
	assert.Equal(t, before, on.menu().revision)

	v.Lines = []string{"main_net: 12 pairs", "Down"}
	p.apply(v)
	last := signals.until(menuName + ".LayoutUpdated")
	assert.Equal(t, before+1, on.menu().revision, "one line changed, in place")
	assert.NotContains(t, seen, menuName+".LayoutUpdated")
	assert.NotContains(t, seen, menuName+".ItemsPropertiesUpdated")
	assert.Contains(t, last, menuName+".ItemsPropertiesUpdated")
	assert.Equal(t, []string{"(main__net: 12 pairs)", "(Down)"}, on.menu().visible()[:2])
}

func TestClicksOnTheBus(t *testing.T) {
	b := startBus(t)
	d := startDesktop(t, b, true)
	p := start(t, b.address, live())
	p.expect(tray.Event{Kind: tray.HostAppeared})
	on := remote{t: t, conn: b.connect(t), name: d.item(t)}
	menu := on.menu()
	require.Eventually(t, func() bool { // the library's first answer has no submenus
		menu = on.menu()
		return menu.has("1 hour")
	}, patience, 10*time.Millisecond)

	on.call(itemPath, itemName+".Activate", int32(0), int32(0))
	p.expect(tray.Event{Kind: tray.Activated})
	on.call(menuPath, menuName+".Event", int32(0), "opened", dbus.MakeVariant(""), uint32(0))
	p.expect(tray.Event{Kind: tray.MenuOpened})
	for text, want := range map[string]tray.Event{
		"Open":      {Kind: tray.Open},
		"Check now": {Kind: tray.Retry},
		"1 hour":    {Kind: tray.Snooze, For: time.Hour},
		"Quit":      {Kind: tray.Quit},
	} {
		on.call(menuPath, menuName+".Event", menu.ids()[text], "clicked", dbus.MakeVariant(""), uint32(0))
		p.expect(want)
	}
}

func TestPanelRestarts(t *testing.T) {
	b := startBus(t)
	d := startDesktop(t, b, true)
	p := start(t, b.address, live())
	p.expect(tray.Event{Kind: tray.HostAppeared})
	name := d.item(t)

	require.NoError(t, d.conn.Close())
	p.expect(tray.Event{Kind: tray.HostVanished})
	d = startDesktop(t, b, true)
	p.expect(tray.Event{Kind: tray.HostAppeared})
	require.Equal(t, name, d.item(t))

	// A foreign signal on the library's connection ends its own watching.
	require.NoError(t, d.conn.Close())
	p.expect(tray.Event{Kind: tray.HostVanished})
	foreign := b.connect(t)
	foreign.Send(&dbus.Message{
		Type: dbus.TypeSignal,
		Headers: map[dbus.HeaderField]dbus.Variant{
			dbus.FieldDestination: dbus.MakeVariant(name),
			dbus.FieldPath:        dbus.MakeVariant(dbus.ObjectPath("/org/freedesktop/Notifications")),
			dbus.FieldInterface:   dbus.MakeVariant("org.freedesktop.Notifications"),
			dbus.FieldMember:      dbus.MakeVariant("NotificationClosed"),
			dbus.FieldSignature:   dbus.MakeVariant(dbus.SignatureOf(uint32(0), uint32(0))),
		},
		Body: []any{uint32(1), uint32(1)},
	}, nil)
	d = startDesktop(t, b, true)
	p.expect(tray.Event{Kind: tray.HostAppeared})
	require.Equal(t, name, d.item(t), "registered without the library")
}

func TestHostComesLater(t *testing.T) {
	b := startBus(t)
	p := start(t, b.address, live())
	p.expect(tray.Event{Kind: tray.HostVanished})
	d := startDesktop(t, b, false) // a watcher alone shows nothing
	d.item(t)
	d.props.SetMust(watcherName, "IsStatusNotifierHostRegistered", true)
	require.NoError(t, d.conn.Emit("/StatusNotifierWatcher", watcherName+".StatusNotifierHostRegistered"))
	p.expect(tray.Event{Kind: tray.HostAppeared})
	d.props.SetMust(watcherName, "IsStatusNotifierHostRegistered", false)
	require.NoError(t, d.conn.Emit("/StatusNotifierWatcher", watcherName+".StatusNotifierHostUnregistered"))
	p.expect(tray.Event{Kind: tray.HostVanished})
	p.leaves()
}

func TestSessionEnds(t *testing.T) {
	b := startBus(t)
	d := startDesktop(t, b, true)
	p := start(t, b.address, live())
	p.expect(tray.Event{Kind: tray.HostAppeared})
	d.item(t)
	require.NoError(t, b.daemon.Process.Kill())
	p.expect(tray.Event{Kind: tray.HostVanished})
	p.expect(tray.Event{Kind: tray.SessionEnded})
	v := live()
	for i := range 10 { // what comes now must not crash the program
		v.Icon.Count = int64(i)
		p.apply(v)
	}
	p.leaves()
}

func TestNoSessionBus(t *testing.T) {
	p := start(t, "unix:path="+t.TempDir()+"/nothing", live())
	p.expect(tray.Event{Kind: tray.HostVanished})
	p.leaves()
}

func TestBusThatHangsBlocksNobody(t *testing.T) {
	b := startBus(t)
	d := startDesktop(t, b, true)
	p := start(t, b.address, live())
	p.expect(tray.Event{Kind: tray.HostAppeared})
	d.item(t)
	require.NoError(t, b.daemon.Process.Signal(syscall.SIGSTOP))
	v := live()
	for i := range 2000 { // more than the socket takes; a caller that waited would not read on
		v.Icon.Count, v.Tooltip = int64(i%1000), time.Duration(i).String()
		p.apply(v)
	}
	p.leaves()
}
