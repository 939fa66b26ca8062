package stableroute

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor"
)

// What no test can bring about on this computer: errors of the system, and
// errors without a type of their own, which have the layer they occurred in.
func TestErrorsOfTheSystem(t *testing.T) {
	dialling := func(number syscall.Errno) error {
		return &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", number)}
	}
	untyped := errors.New("something")
	at := func(layer monitor.Layer) *progress {
		return &progress{target: &url.URL{}, layer: layer, limit: 30 * time.Second, started: time.Now().Add(-21 * time.Second)}
	}
	for _, c := range []struct {
		name  string
		err   error
		at    *progress
		kind  monitor.Kind
		layer monitor.Layer
		limit time.Duration
	}{
		{"no route to the host", dialling(syscall.EHOSTUNREACH), at(monitor.LayerTCP), monitor.Unreachable, monitor.LayerTCP, 0},
		{"no route to the network", dialling(syscall.ENETUNREACH), at(monitor.LayerTCP), monitor.Unreachable, monitor.LayerTCP, 0},
		{"forbidden by a firewall here", dialling(syscall.EPERM), at(monitor.LayerTCP), monitor.Unreachable, monitor.LayerTCP, 0},
		{"aborted", dialling(syscall.ECONNABORTED), at(monitor.LayerHTTP), monitor.Reset, monitor.LayerTCP, 0},
		{"no file descriptors left", dialling(syscall.EMFILE), at(monitor.LayerTCP), monitor.SourceBug, monitor.LayerProgram, 0},
		{"the system's own limit", dialling(syscall.ETIMEDOUT), at(monitor.LayerTCP), monitor.TimedOut, monitor.LayerTCP, 21 * time.Second},
		{"our limit", fmt.Errorf("x: %w", context.DeadlineExceeded), at(monitor.LayerAnswer), monitor.TimedOut, monitor.LayerAnswer, 30 * time.Second},
		{"a lookup that timed out by itself", &net.DNSError{IsTimeout: true}, at(monitor.LayerDNS), monitor.NameFailed, monitor.LayerDNS, 0},
		{"without a type, looking up", untyped, at(monitor.LayerDNS), monitor.NameFailed, monitor.LayerDNS, 0},
		{"without a type, connecting", untyped, at(monitor.LayerTCP), monitor.Unreachable, monitor.LayerTCP, 0},
		{"without a type, in the handshake", untyped, at(monitor.LayerTLS), monitor.TLSFailed, monitor.LayerTLS, 0},
		{"without a type, waiting", untyped, at(monitor.LayerHTTP), monitor.ClosedEarly, monitor.LayerTCP, 0},
		{"without a type, in the answer", untyped, &progress{target: &url.URL{}, layer: monitor.LayerAnswer, answering: true}, monitor.NotHTTP, monitor.LayerHTTP, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := classify(c.err, c.at)
			assert.Equal(t, c.kind, got.Kind)
			assert.Equal(t, c.layer, got.Layer)
			assert.Equal(t, c.limit, got.Limit)
		})
	}
}
