//go:build linux

package tray_test

import (
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/assets"
	"routerwatch/monitor"
	"routerwatch/ui/tray"
	"routerwatch/ui/view"
)

func live() view.Tray {
	return view.Tray{
		Icon:    view.Icon{Shape: "live", Count: 12, HasCount: true},
		Tooltip: "12 pairs, updated 14:02:11",
		Title:   "Live, 12 pairs",
		Lines: []view.TrayLine{
			{Text: "main_net: 12 pairs", Icon: view.Icon{Shape: "live"}, Opens: true, Router: "r1"},
			{Text: "Live"},
		},
		CanRetry:     true,
		RetryText:    "Check now",
		OpenText:     "Open",
		SettingsText: "Settings",
		QuitText:     "Quit",
		Snooze:       view.SnoozeMenu{Text: "Snooze", Choices: []view.SnoozeChoice{{Text: "1 hour", For: time.Hour}}},
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
	assert.Equal(t, []string{"main__net: 12 pairs", "(Live)", "-", "Open", "Check now", "Snooze", "-", "Settings", "Quit"},
		on.menu().visible())
	data, _ := on.menu().root.children()[0].Properties["icon-data"].Value().([]byte)
	assert.Equal(t, assets.PNG(view.Icon{Shape: "live"}, 22), data)
}

func TestAChangeIsToldAsOneProperty(t *testing.T) {
	b := startBus(t)
	d := startDesktop(t, b, true)
	p := start(t, b.address, live())
	on := remote{t: t, conn: b.connect(t), name: d.item(t)}
	signals := on.listen()
	before := on.menu().revision
	on.call(menuPath, menuName+".Event", int32(0), "opened", dbus.MakeVariant(""), uint32(0))

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
	assert.NotContains(t, seen, menuName+".ItemsPropertiesUpdated")

	v.Lines, v.CanRetry = []view.TrayLine{v.Lines[0], {Text: "Down"}, {Text: "connection refused"}}, false
	p.apply(v)
	for range 5 { // retitled; retitled, disabled and shown; disabled
		seen = append(seen, signals.until(menuName+".ItemsPropertiesUpdated")...)
	}
	assert.NotContains(t, seen, menuName+".LayoutUpdated", "a host closes an open menu for it")
	assert.Equal(t, before, on.menu().revision)
	assert.Equal(t, []string{"main__net: 12 pairs", "(Down)", "(connection refused)", "-", "Open", "(Check now)"},
		on.menu().visible()[:6])
}

func TestClicksOnTheBus(t *testing.T) {
	b := startBus(t)
	d := startDesktop(t, b, true)
	p := start(t, b.address, live())
	p.expect(tray.Event{Kind: tray.HostAppeared})
	on := remote{t: t, conn: b.connect(t), name: d.item(t)}
	menu := on.menu()
	on.call(itemPath, itemName+".Activate", int32(0), int32(0))
	p.expect(tray.Event{Kind: tray.Activated})
	on.call(menuPath, menuName+".Event", int32(0), "opened", dbus.MakeVariant(""), uint32(0))
	p.expect(tray.Event{Kind: tray.MenuOpened})
	on.call(menuPath, menuName+".EventGroup", []event{{0, "opened", dbus.MakeVariant(""), 0}, {99, "clicked", dbus.MakeVariant(""), 0}})
	p.expect(tray.Event{Kind: tray.MenuOpened})
	for text, want := range map[string]tray.Event{
		"main__net: 12 pairs": {Kind: tray.Open, Router: "r1"},
		"Settings":            {Kind: tray.Settings},
		"Open":                {Kind: tray.Open},
		"Check now":           {Kind: tray.Retry},
		"1 hour":              {Kind: tray.Snooze, For: time.Hour},
		"Quit":                {Kind: tray.Quit},
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
}

func TestAnIconThatTheWatcherForgotIsRegisteredAgain(t *testing.T) {
	b := startBus(t)
	d := startDesktop(t, b, true)
	p := start(t, b.address, live())
	p.expect(tray.Event{Kind: tray.HostAppeared})
	name := d.item(t)
	on := remote{t: t, conn: b.connect(t), name: name}
	signals := on.listen()

	d.keep(":1.999/StatusNotifierItem")
	v := live()
	v.Icon.Shape = "down"
	p.apply(v)
	signals.until(itemName + ".NewIcon")
	require.Equal(t, name, d.item(t), "at the next change of status")

	for _, kept := range []string{name, name + "/StatusNotifierItem", name + "@/StatusNotifierItem"} {
		d.keep(kept)
		for _, shape := range []monitor.Status{"live", "down"} {
			v.Icon.Shape = shape
			p.apply(v)
			signals.until(itemName + ".NewIcon")
		}
	}
	d.keep()
	require.NoError(t, d.conn.Emit("/StatusNotifierWatcher", watcherName+".StatusNotifierItemUnregistered", name))
	require.Equal(t, name, d.item(t), "at once, if the watcher says so")
	require.Empty(t, d.registered, "and never while the watcher has it")
}

func TestHostComesLater(t *testing.T) {
	b := startBus(t)
	p := start(t, b.address, live())
	p.expect(tray.Event{Kind: tray.HostVanished})
	d := startDesktop(t, b, false) // a watcher alone shows nothing
	began := time.Now()
	d.item(t)
	require.Greater(t, time.Since(began), 500*time.Millisecond, "waybar's host misses an icon that registers while it starts")
	d.setHost(t, true)
	p.expect(tray.Event{Kind: tray.HostAppeared})
	d.setHost(t, false)
	p.expect(tray.Event{Kind: tray.HostVanished})
}

func TestTheBusRestarts(t *testing.T) {
	b := startBus(t)
	d := startDesktop(t, b, true)
	p := start(t, b.address, live())
	p.expect(tray.Event{Kind: tray.HostAppeared})
	d.item(t)
	for range 2 {
		b.kill()
		v := live()
		v.Icon.Shape, v.Tooltip, v.Lines = "down", "Down since 14:03", []view.TrayLine{v.Lines[0], {Text: "Down"}}
		p.apply(v)
		b = startBusAt(t, b.address)
		d = startDesktop(t, b, true)
		on := remote{t: t, conn: b.connect(t), name: d.item(t)}
		require.Eventually(t, func() bool { return on.tooltip() == v.Tooltip }, patience, 10*time.Millisecond)
		down := []string{"main__net: 12 pairs", "(Down)", "-", "Open"} // the menu changes after the tooltip
		require.Eventually(t, func() bool { return slices.Equal(down, on.menu().visible()[:4]) }, patience, 10*time.Millisecond)
		assert.Equal(t, "routerwatch", on.property("Id"))
		v = live()
		p.apply(v) // and it is changed as before
		require.Eventually(t, func() bool { return on.tooltip() == v.Tooltip }, patience, 10*time.Millisecond)
		on.call(itemPath, itemName+".Activate", int32(0), int32(0))
		require.Eventually(t, func() bool { return (<-p.tray.Events()).Kind == tray.Activated }, patience, time.Millisecond)
	}
}

func TestTheBusIsLost(t *testing.T) {
	b := startBus(t)
	d := startDesktop(t, b, true)
	p := startPatient(t, b.address, live(), 300*time.Millisecond)
	p.expect(tray.Event{Kind: tray.HostAppeared})
	d.item(t)
	b.kill()
	p.expect(tray.Event{Kind: tray.HostVanished})
	p.expect(tray.Event{Kind: tray.BusLost})
	v := live()
	for i := range 10 { // what comes now must not crash the program
		v.Icon.Count = int64(i)
		p.apply(v)
	}
}

// The library of GTK hosts drops the items of a submenu that it learns of before
// the submenu itself.
func TestAGTKHostLearnsTheMenuInTwoSteps(t *testing.T) {
	b := startBus(t)
	d := startDesktop(t, b, true)
	start(t, b.address, live())
	name := d.item(t)
	for range 2 { // a second panel, too
		on := remote{t: t, conn: b.connect(t), name: name, names: []string{"type", "children-display"}}
		signals := on.listen()
		first := on.menu()
		assert.True(t, first.has("Snooze"))
		assert.False(t, first.has("1 hour"))
		signals.until(menuName + ".LayoutUpdated")
		second := on.menu()
		assert.True(t, second.has("1 hour"))
		assert.Greater(t, second.revision, first.revision)
	}
}

func TestTheMenuCanBeReadBeforeTheIconIsRegistered(t *testing.T) {
	b := startBus(t)
	p := start(t, b.address, live())
	p.expect(tray.Event{Kind: tray.HostVanished})
	on := remote{t: t, conn: b.connect(t), names: []string{"children-display"}}
	var names []string
	require.NoError(t, on.conn.BusObject().Call("org.freedesktop.DBus.ListNames", 0).Store(&names))
	for _, on.name = range names {
		if on.name != on.conn.Names()[0] && on.name[0] == ':' {
			assert.True(t, on.menu().has("Open"))
		}
	}
}

func TestNoSessionBus(t *testing.T) {
	p := start(t, "unix:path="+t.TempDir()+"/nothing", live())
	p.expect(tray.Event{Kind: tray.HostVanished})
}

func TestBusThatHangsBlocksNobody(t *testing.T) {
	b := startBus(t)
	d := startDesktop(t, b, true)
	p := start(t, b.address, live())
	p.expect(tray.Event{Kind: tray.HostAppeared})
	d.item(t)
	require.NoError(t, b.daemon.Process.Signal(syscall.SIGSTOP))
	v := live()
	v.Tooltip = strings.Repeat("x", 1<<22) // more than the socket takes
	p.apply(v)
	require.Eventually(t, func() bool {
		stacks := make([]byte, 1<<20)
		return strings.Contains(string(stacks[:runtime.Stack(stacks, true)]), "tray.(*busIcon).emit")
	}, patience, 10*time.Millisecond, "the tray waits for the bus")
	for i := range 2000 {
		v.Icon.Count = int64(i % 1000)
		p.apply(v)
	}
	p.leave()
	b.kill()
}
