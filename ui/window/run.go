package window

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os/exec"
	"runtime/debug"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"github.com/go-gl/glfw/v3.3/glfw"

	"routerwatch/assets"
	"routerwatch/internal/platform/display"
	"routerwatch/internal/redact"
	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// AppID is the program's id on the desktop.
const AppID = "org.stableroute.routerwatch"

// How long the first frame waits for the present state, so that the window does
// not open empty or in the wrong place. An agent sends it at once, unless the
// machine is very busy.
const (
	firstStateWait = 150 * time.Millisecond
	agentStateWait = 2 * time.Second
)

// ErrNoDisplay reports that there is no display to open a window on.
var ErrNoDisplay = errors.New("there is no display to open a window on: DISPLAY names none that answers")

// Options configure a window.
type Options struct {
	In  io.Reader // lines for the window; read until it ends
	Out io.Writer // the window's commands

	// Child is set by the agent: the window closes at the end of In, reports that
	// the operator closed it, and shows a frozen agent as Stalled.
	Child bool

	// At is a fixed time for pictures of recorded lines; zero means real time.
	At time.Time

	// Wall opens the window as a wall display.
	Wall bool

	// History is the folder with the routers' history; "" for the one that the agent
	// names.
	History string

	// Test polls a router once over that network, with that token or, if it is ""
	// and the router has one, the stored one. It is called on another goroutine,
	// and returns when ctx ends. Its error is why the router could not be polled.
	Test func(ctx context.Context, r settings.Router, token string, network settings.Network) (monitor.Probe, error)

	// Secrets gets the tokens that are typed, and redacts what is copied. Optional.
	Secrets *redact.Secrets

	// Keeper makes the command of a process that keeps the text on its standard input
	// on the clipboard, and outlives the window. Optional: some systems do that
	// themselves.
	Keeper func() *exec.Cmd

	Title   string // the first title, which becomes the window's class on X11
	Version string
	Log     *slog.Logger
}

// Run opens the window and returns when it is closed. It must be called on the
// main goroutine, once. A reader of In that blocks is left behind.
func Run(o Options) error {
	if !display.Answers() {
		return ErrNoDisplay
	}
	app.SetMetadata(fyne.AppMetadata{ID: AppID, Name: o.Title, Version: o.Version})
	a := app.NewWithID(AppID)
	a.SetIcon(fyne.NewStaticResource("routerwatch.png", assets.AppIcon(256)))
	a.Settings().SetTheme(kit.NewTheme())

	out := newOutbox(o.Out, o.Log)
	defer out.close()

	w := a.NewWindow(o.Title)
	skipDepthBuffer()
	running, left := false, false // used only on this goroutine, the toolkit's
	s := newMainWindow(w, o, out.send, func() {
		left = true
		if running {
			a.Driver().Quit() // not a.Quit: a mouse event at that moment would panic, as its window is gone
		}
	})
	var in inbox
	deliver := func() {
		s.deliver(in.take()...)
		if !s.partial.clean(false) {
			s.partial.nextFrame()
		}
	}
	throttle := newFrameThrottle(deliver, s.busy, func() bool { return s.wall })
	in = newInbox(throttle.wakeSoon)
	defer in.Close()
	complete := make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	schemeKnown := followDesktop(ctx, func(scheme display.Scheme) {
		in.later(func() { s.colours.follow(scheme) })
	})
	s.touched = throttle.touch
	s.work = func(job func() func()) { go func() { in.later(job()) }() }
	go in.read(o.In, o.Log, complete)
	wait := firstStateWait
	if o.Child {
		wait = agentStateWait
	}
	select {
	case <-complete:
	case <-time.After(wait):
	}
	select {
	case <-schemeKnown:
	case <-time.After(firstSchemeWait):
	}
	deliver()

	place := &placement{
		window: w, reported: s.state.app.Place, room: followDesktopScale(s.state.app.Place), log: o.Log,
		report: func(p wire.Place) { s.send(wire.Command{Do: wire.Placed, Place: &p}) },
	}
	s.measured = place.prepare
	w.Resize(place.size())
	w.SetMaster()
	if o.Wall {
		s.setWall(true)
	}
	w.Show()
	s.partial.open()
	s.opened = true // titles set from here on no longer change the class
	s.placed = place.notice
	place.follow(throttle.happened, throttle.inputReported.Store)
	defer place.leave()
	s.refresh()

	stop := make(chan struct{})
	defer close(stop)
	if o.At.IsZero() {
		go tick(in, throttle.wakeNow, stop, freeze)
	}
	a.Lifecycle().SetOnEnteredForeground(throttle.touch)
	skipStopHook(a.Lifecycle())
	throttle.start()
	if running = true; !left { // the input may have ended already
		a.Run()
	}
	return nil
}

// skipDepthBuffer requests a framebuffer without depth and stencil. The toolkit
// uses neither, but clears the depth at every frame: with software rendering that
// is a seventh of the cost of a frame, and more than a megabyte. It must be called
// after the toolkit has made a window, which initialises GLFW, and before it is
// shown, which makes the framebuffer. A driver without such a framebuffer uses
// another one.
func skipDepthBuffer() {
	glfw.WindowHint(glfw.DepthBits, 0)
	glfw.WindowHint(glfw.StencilBits, 0)
}

// skipStopHook keeps the toolkit from saving its preferences, of which we have
// none, when its loop ends. It does that on a goroutine that sends to a queue which
// may be closed by then: "send on closed channel" (fyne 2.7.1).
func skipStopHook(l fyne.Lifecycle) {
	if l, ok := l.(interface{ SetOnStoppedHookExecuted(func()) }); ok {
		l.SetOnStoppedHookExecuted(nil)
	}
}

// firstSize is the default size of the window, in Fyne's units.
func firstSize() fyne.Size { return fyne.NewSize(640, 520) }

// maxMissed is how many seconds in a row the toolkit's loop may not empty the
// inbox. Seconds during which the whole process is stopped do not count.
const maxMissed = 60

// tick requests a refresh just after each full second, until stop is closed. If
// the toolkit's loop is stuck, it calls frozen.
func tick(in inbox, wake func(), stop <-chan struct{}, frozen func()) {
	for missed := 0; missed < maxMissed; missed++ {
		select {
		case <-time.After(untilNextSecond(time.Now())):
			if in.Put(second{}, second{}) {
				missed = 0
			}
			wake()
		case <-stop:
			return
		}
	}
	frozen()
}

// freeze ends a window whose toolkit is stuck, with a stack of every goroutine
// on standard error, which the agent logs before it opens another window.
func freeze() {
	debug.SetTraceback("all")
	panic("the window's toolkit has not drawn anything for a minute")
}

// untilNextSecond is the time until 5 ms after the next full second, so that ticks
// do not drift and ages are not rounded down to the previous second.
func untilNextSecond(now time.Time) time.Duration {
	return now.Truncate(time.Second).Add(time.Second + 5*time.Millisecond).Sub(now)
}
