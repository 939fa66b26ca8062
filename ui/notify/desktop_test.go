//go:build linux || freebsd || netbsd || openbsd || dragonfly

package notify

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/ui/view"
)

func down() view.Notification {
	return view.Notification{
		RouterID: "r1", Key: "r1/outage", Title: "Main is down", Body: "connection refused", Urgent: true,
		Actions: []view.Action{{ID: view.ActionRetry, Label: "Retry now"}, {ID: view.ActionOpen, Label: "Open"}},
	}
}

func recovered() view.Notification {
	return view.Notification{RouterID: "r1", Key: "r1/outage", Title: "Main is back", Body: "down for 3 min, 12 pairs"}
}

func paused() view.Notification {
	return view.Notification{RouterID: "r1", Key: "r1/pause", Title: "Main is paused"}
}

func TestRecoveredReplacesDown(t *testing.T) {
	s := startService(t, startBus(t))
	n := start(t, Options{AppName: "Routerwatch", DesktopEntry: "routerwatch"})

	n.Send(down())
	first := receive(t, s.notes)
	n.Send(paused())
	other := receive(t, s.notes)
	n.Send(recovered())
	second := receive(t, s.notes)

	assert.Equal(t, "Routerwatch", first.app)
	assert.Equal(t, "Main is down", first.title)
	assert.Equal(t, dbus.MakeVariant("routerwatch"), first.hints["desktop-entry"])
	assert.Zero(t, first.replaces)
	assert.Equal(t, dbus.MakeVariant(byte(2)), first.hints["urgency"], "critical")
	assert.EqualValues(t, 0, first.expire, "stays")

	assert.Zero(t, other.replaces, "another key is another notification")

	assert.Equal(t, first.id, second.replaces, "the same notification")
	assert.Equal(t, dbus.MakeVariant(byte(1)), second.hints["urgency"], "normal")
	assert.EqualValues(t, -1, second.expire, "the service decides")

	n.Send(down())
	assert.Equal(t, second.id, receive(t, s.closed), "one that goes by itself is closed before one that stays")
	assert.Zero(t, receive(t, s.notes).replaces)
}

func TestTextIsShownAsItIs(t *testing.T) {
	note := view.Notification{Key: "k", Title: `<b>"A & B"</b>`, Body: "<a href='x'>it's \"5 & 6\"</a>\x00\xff"}
	for name, c := range map[string]struct {
		capabilities []string
		body         string
	}{
		"the service renders markup": {[]string{"body", "body-markup"}, "&lt;a href='x'&gt;it's \"5 &amp; 6\"&lt;/a&gt;\uFFFD"},
		"the service shows text":     {[]string{"body"}, "<a href='x'>it's \"5 & 6\"</a>\uFFFD"},
	} {
		t.Run(name, func(t *testing.T) {
			s := startService(t, startBus(t), c.capabilities...)
			n := start(t, Options{})
			n.Send(note)
			got := receive(t, s.notes)
			assert.Equal(t, `<b>"A & B"</b>`, got.title, "a title is never markup")
			assert.Equal(t, c.body, got.body)
		})
	}
}

func TestActionsAreOfferedUnlessTheServiceHasNone(t *testing.T) {
	all := []string{"default", "", "retry", "Retry now", "open", "Open"}
	for name, c := range map[string]struct {
		capabilities []string
		want         []string
	}{
		"service with actions":    {[]string{"actions"}, all},
		"service without actions": {[]string{"body"}, []string{}},
		// A service that starts with the session may be too slow to tell, and an
		// outage without buttons would stay so until its end.
		"service that does not tell": {nil, all},
	} {
		t.Run(name, func(t *testing.T) {
			s := startService(t, startBus(t), c.capabilities...)
			n := start(t, Options{})
			n.Send(down())
			assert.Equal(t, c.want, receive(t, s.notes).actions)
		})
	}
}

func TestAServiceThatWouldDrawAListIsOfferedWhatItDrawsAsButtons(t *testing.T) {
	three := down()
	three.Actions = []view.Action{{ID: "retry", Label: "Retry now"}, {ID: "acknowledge", Label: "Acknowledge"}, {ID: "open", Label: "Open"}}
	for name, c := range map[string]struct {
		note view.Notification
		want []string
	}{
		"three buttons": {three, []string{"default", "", "retry", "Retry now", "acknowledge", "Acknowledge"}},
		"two buttons":   {down(), []string{"default", "", "retry", "Retry now", "open", "Open"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := startNamedService(t, startBus(t), "lxqt-notificationd", "actions")
			n := start(t, Options{})
			n.Send(c.note)
			note := receive(t, s.notes)
			assert.Equal(t, c.want, note.actions)
			s.emit(t, "ActionInvoked", note.id, "default")
			assert.Equal(t, "open", receive(t, n.Actions()).ID, "a click on the text")
		})
	}
}

func TestAnActionIsPassedOn(t *testing.T) {
	b := startBus(t)
	s := startService(t, b, "actions")
	n := start(t, Options{})
	n.Send(down())
	note := receive(t, s.notes)
	id := note.id

	stranger, err := dbus.Connect(b.address)
	require.NoError(t, err)
	t.Cleanup(func() { _ = stranger.Close() })
	forged := &dbus.Message{Type: dbus.TypeSignal, Headers: map[dbus.HeaderField]dbus.Variant{
		dbus.FieldDestination: dbus.MakeVariant(note.from),
		dbus.FieldPath:        dbus.MakeVariant(dbus.ObjectPath(servicePath)),
		dbus.FieldInterface:   dbus.MakeVariant(serviceName),
		dbus.FieldMember:      dbus.MakeVariant(actionInvoked),
		dbus.FieldSignature:   dbus.MakeVariant(dbus.SignatureOf(id, "retry")),
	}, Body: []any{id, "retry"}}
	require.NoError(t, stranger.Send(forged, nil).Err)
	// The bus has passed the forged signal on before it answers this.
	require.NoError(t, stranger.BusObject().Call("org.freedesktop.DBus.GetId", 0).Err)

	s.emit(t, "ActionInvoked", id+1, "retry")   // another program's notification
	s.emit(t, "ActionInvoked", id, "self-made") // never offered
	s.emit(t, "ActionInvoked", id, "open")
	assert.Equal(t, Action{"r1", "open"}, receive(t, n.Actions()), "and none of the others before it")
	s.emit(t, "ActionInvoked", id, "default")
	assert.Equal(t, Action{"r1", "open"}, receive(t, n.Actions()), "a click on the notification opens")
	s.emit(t, "ActionInvoked", id, "retry")
	assert.Equal(t, Action{"r1", "retry"}, receive(t, n.Actions()))
}

func TestDismissedNotificationIsForgotten(t *testing.T) {
	s := startService(t, startBus(t), "actions")
	n := start(t, Options{})
	n.Send(down())
	outage := receive(t, s.notes)
	n.Send(paused())
	pause := receive(t, s.notes)

	s.emit(t, "NotificationClosed", outage.id, uint32(2))
	s.answered(t, pause.id, n) // heard after the signal before it
	n.Send(recovered())
	assert.Zero(t, receive(t, s.notes).replaces)
}

func TestWithdraw(t *testing.T) {
	s := startService(t, startBus(t))
	n := start(t, Options{})
	n.Send(down())
	first := receive(t, s.notes)
	n.Withdraw("never shown")
	n.Withdraw("r1/outage")
	assert.Equal(t, first.id, receive(t, s.closed))
	n.Send(down())
	assert.Zero(t, receive(t, s.notes).replaces)
}

func TestCloseShowsTheRestAndWithdrawsTheUrgent(t *testing.T) {
	s := startService(t, startBus(t))
	n := start(t, Options{})
	n.Send(down())
	outage := receive(t, s.notes)
	n.Send(paused())
	require.NoError(t, n.Close(t.Context()))
	n.Send(recovered())
	n.Withdraw("r1/pause")
	require.NoError(t, n.Close(t.Context()), "a second time")

	assert.Equal(t, "Main is paused", receive(t, s.notes).title)
	assert.Equal(t, outage.id, receive(t, s.closed))
	s.stop()
	assert.Empty(t, s.notes)
	assert.Empty(t, s.closed)
}

func TestSilentServiceBlocksNobody(t *testing.T) {
	s := startService(t, startBus(t))
	defer s.holdAnswers(t)()
	n := startPatient(t, Options{}, time.Hour, patience)
	n.Send(down())
	receive(t, s.notes)
	n.Send(recovered()) // would wait for an hour if it waited for the service
	n.Withdraw("r1/outage")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, n.Close(ctx), context.Canceled)
	receive(t, n.done)
}

func TestLateAnswerLeavesNoOrphan(t *testing.T) {
	s := startService(t, startBus(t))
	release := s.holdAnswers(t)
	lines, log := newLog()
	n := startPatient(t, Options{Log: log}, 500*time.Millisecond, patience)

	n.Send(down())
	outage := receive(t, s.notes)
	assert.Contains(t, receive(t, lines), errSilentService.Error())
	n.Send(paused())
	pause := receive(t, s.notes)
	n.Send(recovered())
	back := receive(t, s.notes)
	assert.Zero(t, back.replaces, "the number of the first is not known yet")

	release()
	assert.Contains(t, receive(t, lines), "shown again")
	assert.Equal(t, outage.id, receive(t, s.closed), "the first, which was replaced meanwhile")
	n.Withdraw("r1/pause")
	assert.Equal(t, pause.id, receive(t, s.closed), "a late number counts where nothing newer was shown")
	assert.Empty(t, lines)
}

func TestIconIsSentAsPixels(t *testing.T) {
	picture := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	picture.SetNRGBA(1, 0, color.NRGBA{R: 200, G: 100, B: 50, A: 128})
	var encoded bytes.Buffer
	require.NoError(t, png.Encode(&encoded, picture))

	s := startService(t, startBus(t))
	n := start(t, Options{IconPNG: encoded.Bytes()})
	n.Send(down())
	hint := receive(t, s.notes).hints["image-data"]
	assert.Equal(t, "(iiibiiay)", dbus.SignatureOf(iconData{}).String())
	assert.Equal(t, []any{
		int32(2), int32(1), int32(8), true, int32(8), int32(4), []byte{0, 0, 0, 0, 200, 100, 50, 128},
	}, hint.Value())
}

func TestUnreadableIconIsLeftOut(t *testing.T) {
	s := startService(t, startBus(t))
	n := start(t, Options{IconPNG: []byte("no picture")})
	n.Send(down())
	assert.NotContains(t, receive(t, s.notes).hints, "image-data")
}
