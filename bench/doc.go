// Package bench measures what the program costs the desktop it runs on, compared
// with references on the same desktop: a bare loop on net/http, a Fyne program with
// only a tray icon, and a Fyne window with a label that changes each second. With
// -before it also measures an earlier build, alternating with the new one, so that
// the load of the machine affects both alike.
//
// A cost is the sum over all processes of a program, as the kernel accounts for it
// in /proc; nothing is attached to them. Programs that run at the same time are
// copies of a file, since they would share its pages, but where their difference is
// measured. The routers are simulated by the test, whose own cost is not counted. The times to a
// page include the test's own looking, every 5 ms.
// `make bench` builds everything and starts it.
package bench
