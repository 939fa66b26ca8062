//go:build linux

package soak

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
)

const (
	// patience bounds every wait for what must come.
	patience = 90 * time.Second
	// lookInterval is the pause between two looks.
	lookInterval = 50 * time.Millisecond
)

// desktop is a virtual desktop without a notification service.
type desktop struct {
	*virtual.Desktop
	t *testing.T
}

func startDesktop(t *testing.T) *desktop {
	t.Helper()
	started, err := virtual.Start("--no-notifier")
	require.NoError(t, err)
	t.Cleanup(func() { _ = started.Stop() })
	return &desktop{Desktop: started, t: t}
}

// closeWindow closes the window as an operator does, by the window manager.
func (d *desktop) closeWindow() {
	found, _ := d.Output("xdotool", "search", "--onlyvisible", "--class", "^Routerwatch$")
	if windows := strings.Fields(found); len(windows) > 0 { // it may go meanwhile
		_, _ = d.Output("xdotool", "windowactivate", "--sync", windows[0], "key", "alt+F4")
	}
}

// activateIcon clicks the tray icon as the panel does, where there is one.
func (d *desktop) activateIcon() {
	if items := d.TrayItems(); len(items) > 0 {
		_ = items[0].Activate()
	}
}

// restartPanel kills the panel and starts another after a while.
func (d *desktop) restartPanel(ctx context.Context, after time.Duration) {
	if err := d.Kill("panel"); err != nil {
		d.t.Errorf("the panel cannot be killed: %v", err)
	}
	pause(ctx, after)
	if err := d.StartAgain("panel"); err != nil {
		d.t.Errorf("the panel does not start again: %v", err)
	}
}

// pause waits; it reports false where ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// await looks until it holds.
func await(t *testing.T, what string, limit time.Duration, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !holds(); time.Sleep(lookInterval) {
		if time.Now().After(end) {
			require.FailNow(t, "timed out", "%s: not within %s", what, limit)
		}
	}
}
