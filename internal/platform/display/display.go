// Package display asks the desktop two questions before the toolkit does:
// whether there is a display to open a window on, where the toolkit would
// panic, and whether somebody holds the screen saver off, where it would
// complain.
package display

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"routerwatch/internal/platform/sessionbus"
)

// timeout is how long an X server may take to accept a connection.
const timeout = 2 * time.Second

// firstPort is the TCP port of display 0.
const firstPort = 6000

// Answers reports whether the display that the environment names is there and
// takes connections. On Linux that is an X server, of a Wayland desktop too
// (XWayland): the toolkit is built for X11.
func Answers() bool {
	switch runtime.GOOS {
	case "windows", "darwin":
		return true
	}
	name := os.Getenv("DISPLAY")
	if name == "" {
		return false
	}
	dialer := net.Dialer{Timeout: timeout}
	for _, place := range places(name) {
		connection, err := dialer.DialContext(context.Background(), place.network, place.address)
		if err == nil {
			_ = connection.Close()
			return true
		}
	}
	return false
}

// place is where an X server may listen.
type place struct{ network, address string }

// places are where the display of that name may listen: see X(7), "Display
// names". It is [protocol/][host]:number[.screen], or a socket's path.
func places(name string) []place {
	if filepath.IsAbs(name) {
		return []place{{"unix", name}}
	}
	colon := strings.LastIndexByte(name, ':')
	if colon < 0 {
		return nil
	}
	number, _, _ := strings.Cut(name[colon+1:], ".")
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n > 65535-firstPort {
		return nil
	}
	_, host, protocol := strings.Cut(name[:colon], "/")
	if !protocol {
		host = name[:colon]
	}
	if host == "" || host == "unix" || strings.HasPrefix(name, "unix/") {
		socket := "/tmp/.X11-unix/X" + strconv.Itoa(n)
		return []place{{"unix", "@" + socket}, {"unix", socket}}
	}
	return []place{{"tcp", net.JoinHostPort(strings.Trim(host, "[]"), strconv.Itoa(firstPort+n))}}
}

// saverName is the service that holds the screen saver off, on Linux.
const saverName = "org.freedesktop.ScreenSaver"

// HoldsSaver reports whether there is somebody to ask to hold the screen saver
// off: on Linux a service on the session bus, which runs or can be started;
// elsewhere the system itself. It starts no bus, and gives up with ctx.
func HoldsSaver(ctx context.Context) bool {
	switch runtime.GOOS {
	case "windows", "darwin":
		return true
	}
	ctx, done := context.WithTimeout(ctx, timeout)
	defer done()
	bus, err := sessionbus.Open(ctx, saverName)
	if err != nil {
		return false
	}
	defer func() { _ = bus.Close() }()
	var startable []string
	_ = sessionbus.Call(ctx, bus.BusObject(), "org.freedesktop.DBus.ListActivatableNames", 0).Store(&startable)
	return bus.Owner != "" || slices.Contains(startable, saverName)
}
