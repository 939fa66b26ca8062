// Package e2e tests the built program from outside, as an operator and the
// desktop see it: on a real display with a window manager, a panel with a tray,
// a session bus and a notification service, against the simulated router.
//
// Each test starts a desktop of its own (scripts/desktop) and never looks inside
// the program: it reads window titles, the tray item and its menu, the
// notifications, the exit codes and the requests that arrive at the router. It
// waits for expected events with generous deadlines; it lets a fixed time pass
// only to check that nothing happens. If E2E_ARTEFACTS names a folder,
// screenshots are kept there.
//
// TestDesktops, which `make desktops` runs, does the same on other desktops with
// the eyes and the mouse alone.
package e2e
