//go:build windows || darwin

package tray

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"runtime"
	"strings"
	"sync"

	"fyne.io/systray"

	"routerwatch/assets"
	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// run must be on the main thread, as it is the native event loop. These systems
// always show tray icons.
func (t *Tray) run(ctx context.Context) {
	lib := &library{done: ctx.Done()}
	systray.Run(func() {
		lib.reportClicks(t.send)
		m := newMenu(lib, t.send)
		t.refresh(m)
		t.setHost(true)
		defer context.AfterFunc(ctx, t.next.Close)()
		for _, v := range t.next.Each() {
			m.show(v)
		}
		systray.Quit()
	}, func() {
		if ctx.Err() == nil { // the system ends the session
			t.send(Event{Kind: SessionEnded})
		}
	})
	<-ctx.Done()
	lib.waiting.Wait()
}

// library is the surface of the tray library.
type library struct {
	done    <-chan struct{} // ends the goroutines that wait for clicks
	waiting sync.WaitGroup  // counts those goroutines
}

// reportClicks reports clicks on the icon, unless they open the menu, and the
// opening of the menu. Call it before the library starts: otherwise a click only
// opens the menu.
func (l *library) reportClicks(send func(Event)) {
	systray.SetOnTapped(func() { send(Event{Kind: Activated}) })
	l.each(systray.TrayOpenedCh, func() { send(Event{Kind: MenuOpened}) })
}

// each calls f for every value that arrives, until done.
func (l *library) each(arrivals <-chan struct{}, f func()) {
	l.waiting.Go(func() {
		for {
			select {
			case <-l.done:
				return
			case <-arrivals:
				f()
			}
		}
	})
}

func (l *library) setTitle(text string)   { systray.SetTitle(text) }
func (l *library) setTooltip(text string) { systray.SetTooltip(text) }
func (l *library) addSeparator()          { systray.AddSeparator() }

// setIcon sets the icon in the format of the system. On Windows the library keeps
// a file and a handle for every distinct icon until the process ends; on macOS the
// menu bar colours a template, of 16 points at twice the density.
func (l *library) setIcon(i view.Icon) {
	if runtime.GOOS == "windows" {
		systray.SetIcon(assets.ICO(assets.Image(i, 32)))
	} else {
		systray.SetTemplateIcon(assets.Template(i, 32), assets.PNG(i, 32))
	}
}

// addItem adds a hidden item and waits for its clicks. The library drops a click
// when no goroutine is receiving, hence a goroutine for each item.
func (l *library) addItem(parent item, clicked func()) item {
	add := systray.AddMenuItem
	if parent != nil {
		add = parent.(*menuItem).AddSubMenuItem
	}
	i := add("", "")
	i.Hide()
	if clicked != nil {
		l.each(i.ClickedCh, clicked)
	}
	return &menuItem{MenuItem: i}
}

// menuItem is an item of the library.
type menuItem struct {
	*systray.MenuItem
	text, mark string
}

// setTitle escapes the character that marks an access key on Windows, by doubling
// it.
func (m *menuItem) setTitle(text string) {
	m.text = text
	if runtime.GOOS == "windows" {
		text = strings.ReplaceAll(text, "&", "&&")
	}
	m.SetTitle(strings.TrimSpace(m.mark + " " + text))
}

// setIcon shows the shape beside the text. On Windows the library keeps a handle for
// each icon that an item ever had, of which a process may have 10,000: there the shape
// is a character.
func (m *menuItem) setIcon(i view.Icon) {
	if runtime.GOOS == "windows" {
		m.mark = marks()[i.Shape]
		m.setTitle(m.text)
		return
	}
	picture := image.NewNRGBA(image.Rect(0, 0, 1, 1)) // it cannot be removed
	if i != (view.Icon{}) {
		picture = assets.Image(i, 32)
	}
	var file bytes.Buffer
	_ = png.Encode(&file, picture) // memory does not fail
	m.SetIcon(file.Bytes())
}

// marks are the shapes as characters of the system's font.
func marks() map[monitor.Status]string {
	return map[monitor.Status]string{
		monitor.Connecting: "○", monitor.Live: "●", monitor.Paused: "‖", monitor.Down: "▲",
		monitor.Throttled: "⧗", monitor.Offline: "⊘", monitor.Stalled: "?", view.ShapeLostPairs: "◆",
	}
}

func (m *menuItem) setVisible(shown bool) {
	if shown {
		m.Show()
	} else {
		m.Hide()
	}
}

func (m *menuItem) setEnabled(on bool) {
	if on {
		m.Enable()
	} else {
		m.Disable()
	}
}
