// Package e2e tries the built program from outside, as an operator and the
// desktop meet it: on a real display with a window manager, a panel with a
// tray, a session bus and a notification service, against the simulated
// router.
//
// Each test starts a desktop of its own (scripts/desktop) and never looks into
// the program: it reads window titles, the tray item and its menu, the
// notifications, the exit codes and the requests that arrive at the router.
// It waits for what must come, with generous deadlines; a fixed time passes
// only where a test says that nothing happens in it. Where E2E_ARTEFACTS names
// a folder, screenshots are kept there.
package e2e
