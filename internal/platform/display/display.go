// Package display checks whether there is a display, without which the toolkit
// panics, and inhibits the screen saver through the session bus.
package display

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// timeout is how long an X server may take to accept a connection.
const timeout = 2 * time.Second

// firstPort is the TCP port of display 0.
const firstPort = 6000

// Answers reports whether the display that the environment names accepts
// connections. On Linux that is an X server, also on Wayland (XWayland): the
// toolkit is built for X11.
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

// place is an address where an X server may listen.
type place struct{ network, address string }

// places are the addresses of a display name: see X(7), "Display names". The name
// is [protocol/][host]:number[.screen], or the path of a socket.
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
