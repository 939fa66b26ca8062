//go:build linux || freebsd || netbsd || openbsd || dragonfly

package notify

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/draw"
	"image/png"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"

	"routerwatch/internal/platform/sessionbus"
	"routerwatch/ui/view"
)

const (
	// maxUnanswered bounds the calls without an answer; no further call is made
	// while there are that many.
	maxUnanswered = 16

	defaultAction = "default" // the service's name for a click on the notification itself

	urgencyNormal   byte = 1
	urgencyCritical byte = 2

	expireByService int32 = -1
	expireNever     int32 = 0

	// listService shows a list where it is offered more than listLimit actions, with
	// the click on the notification, and buttons otherwise.
	listService = "lxqt-notificationd"
	listLimit   = 3

	capabilityActions = "actions"
	capabilityMarkup  = "body-markup"
)

var (
	errNoService     = errors.New("no notification service is running")
	errSilentService = errors.New("the notification service does not answer")
)

// showing is one notification on the screen, or on its way there.
type showing struct {
	note       view.Notification
	id         uint32        // given by the service; zero if not known
	answeredAt dbus.Sequence // of the answer with the id
	waiting    bool          // the service has not answered yet
	actions    bool          // buttons were offered
}

// offers reports whether the operator was offered this action.
func (s *showing) offers(action string) bool {
	return s.actions && (action == view.ActionOpen ||
		slices.ContainsFunc(s.note.Actions, func(a view.Action) bool { return a.ID == action }))
}

// show shows a notification and replaces the last one with its key. It waits for
// the answer for answerTimeout; a later answer is still handled. A notification
// that stays does not replace one that goes by itself: lxqt-notificationd 1.2
// crashes on that, and the new one would be lost.
func (d *desktop) show(ctx context.Context, note view.Notification) {
	s := &showing{note: note}
	if last := d.shown[note.Key]; last != nil && note.Urgent && !last.note.Urgent {
		d.withdraw(note.Key)
	}
	if last := d.shown[note.Key]; last != nil {
		s.id, s.answeredAt = last.id, last.answeredAt
	}
	d.shown[note.Key] = s
	if err := d.deliver(ctx, s); ctx.Err() == nil {
		d.report(err)
	}
}

func (d *desktop) deliver(ctx context.Context, s *showing) error {
	if d.conn == nil {
		if err := d.connect(ctx); err != nil {
			return err
		}
	}
	d.askCapabilities(ctx)
	if len(d.unanswered) == maxUnanswered {
		return errSilentService
	}
	s.waiting = true
	s.actions = d.capabilities == nil || slices.Contains(d.capabilities, capabilityActions)
	call := d.service.GoWithContext(ctx, serviceName+".Notify", 0, d.replies, d.arguments(s)...)
	d.unanswered[call] = s
	timeout := time.NewTimer(d.answerTimeout)
	defer timeout.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timeout.C:
			return errSilentService
		case settled := <-d.replies:
			if d.handleReply(settled); settled == call {
				return call.Err
			}
		}
	}
}

// askCapabilities asks the service once for its capabilities and its name. If it does not
// answer, it is assumed to render markup and to have buttons until the next
// notification: a superfluous escape is ugly, a missing one lets a router inject
// markup; a service without buttons leaves them out, and those of an outage would
// be missing until its end.
func (d *desktop) askCapabilities(ctx context.Context) {
	if d.capabilities != nil {
		return
	}
	var names []string
	if sessionbus.Call(ctx, d.service, serviceName+".GetCapabilities", 0).Store(&names) != nil {
		return // Notify fails too, and reports it
	}
	d.capabilities = append([]string{}, names...)
	var vendor, version, specification string
	_ = sessionbus.Call(ctx, d.service, serviceName+".GetServerInformation", 0).Store(&d.name, &vendor, &version, &specification)
}

// arguments are the arguments of the Notify method.
func (d *desktop) arguments(s *showing) []any {
	title, body := plain(s.note.Title), plain(s.note.Body)
	if d.capabilities == nil || slices.Contains(d.capabilities, capabilityMarkup) {
		body = withoutMarkup(body)
	}
	actions := []string{}
	if s.actions {
		// Without a label, since some services draw a button for it that has one.
		actions = append(actions, defaultAction, "")
		for _, a := range s.note.Actions {
			if a.ID == view.ActionOpen && d.name == listService && len(s.note.Actions) >= listLimit {
				continue // a click on the notification does the same
			}
			actions = append(actions, a.ID, plain(a.Label))
		}
	}
	urgency, expire := urgencyNormal, expireByService
	if s.note.Urgent {
		urgency, expire = urgencyCritical, expireNever
	}
	hints := map[string]dbus.Variant{"urgency": dbus.MakeVariant(urgency)}
	if d.opts.DesktopEntry != "" {
		hints["desktop-entry"] = dbus.MakeVariant(d.opts.DesktopEntry)
	}
	if d.icon != nil {
		hints["image-data"] = dbus.MakeVariant(*d.icon)
	}
	return []any{d.opts.AppName, s.id, "", title, body, actions, hints, expire}
}

// handleReply handles the answer to a Notify.
func (d *desktop) handleReply(call *dbus.Call) {
	s := d.unanswered[call]
	delete(d.unanswered, call)
	s.waiting = false
	var id uint32
	err := call.Store(&id)
	if err != nil {
		return
	}
	d.report(nil)
	current := d.shown[s.note.Key]
	switch {
	case current == s:
		s.id, s.answeredAt = id, call.ResponseSequence
	case current == nil || current.id != id:
		// A late answer to a notification that was replaced or withdrawn before
		// its id was known: it would stay for ever.
		d.closeOnScreen(id)
	}
}

// withdraw removes a notification from the screen.
func (d *desktop) withdraw(key string) {
	s := d.shown[key]
	if s == nil {
		return
	}
	delete(d.shown, key)
	d.closeOnScreen(s.id)
}

// withdrawUrgent removes the notifications that would otherwise stay for good.
func (d *desktop) withdrawUrgent() {
	for _, s := range d.shown {
		if s.note.Urgent {
			d.closeOnScreen(s.id)
		}
	}
}

// closeOnScreen asks the service to close a notification, without waiting for an
// answer, which would be an error if it has already closed.
func (d *desktop) closeOnScreen(id uint32) {
	if id != 0 && d.conn != nil {
		d.service.Go(serviceName+".CloseNotification", dbus.FlagNoReplyExpected|dbus.FlagNoAutoStart, nil, id)
	}
}

// showUrgentAgain shows the urgent notifications that this service does not have,
// and drops the others, which are outdated.
func (d *desktop) showUrgentAgain(ctx context.Context) {
	for key, s := range d.shown {
		switch {
		case s.id != 0 || s.waiting:
		case s.note.Urgent:
			d.show(ctx, s.note)
		default:
			delete(d.shown, key)
		}
	}
}

// iconData is the image-data hint: the uncompressed pixels, with the order and
// types of fields (iiibiiay) of the specification.
type iconData struct {
	Width, Height, RowStride int32
	HasAlpha                 bool
	BitsPerSample, Channels  int32
	Pixels                   []byte
}

// decodeIcon decodes a PNG into the hint; nil if it cannot be decoded.
func decodeIcon(data []byte) *iconData {
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	// The hint needs colours that are not premultiplied by alpha: NRGBA.
	size := picture.Bounds().Size()
	pixels := image.NewNRGBA(image.Rectangle{Max: size})
	draw.Draw(pixels, pixels.Rect, picture, picture.Bounds().Min, draw.Src)
	return &iconData{
		Width: int32(size.X), Height: int32(size.Y), RowStride: int32(pixels.Stride),
		HasAlpha: true, BitsPerSample: 8, Channels: 4,
		Pixels: pixels.Pix,
	}
}

// withoutMarkup escapes the text for a service that renders markup. Quotes are
// not escaped: they are harmless outside a tag, and some services would show the
// escape.
func withoutMarkup(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}
