//go:build linux

package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
	"golang.org/x/sys/unix"

	"routerwatch/ui/wire"
)

// A router is reached whichever of its name's addresses are dead.
func TestARouterWithDeadAddresses(t *testing.T) { inOwnNetwork(t, "addresses") }

// Queries for IPv6 addresses are dropped: the lookup is slow, not the router.
func TestASlowNameLookup(t *testing.T) { inOwnNetwork(t, "lookup") }

const reachPort = 3001

func reachManyAddresses() error {
	var hosts strings.Builder
	alive, dead := map[string]bool{"192.0.2.12": true, "2001:db8::2": true}, []string{"192.0.2.11", "192.0.2.13", "2001:db8::1"}
	for i, address := range append(dead, "192.0.2.12", "2001:db8::2") {
		if err := addAddress(fmt.Sprintf("lo:%d", i+2), netip.MustParseAddr(address)); err != nil {
			return err
		}
		serve := swallow
		if alive[address] {
			serve = answerAt
		}
		if err := serve(netip.MustParseAddr(address)); err != nil {
			return err
		}
	}
	cases := []struct {
		name, addresses string
		code            int
		says            []string
	}{
		{"two", "192.0.2.11 192.0.2.12", 0, []string{"Live, 4 pairs"}},
		{"three", "192.0.2.11 192.0.2.13 192.0.2.12", 0, []string{"Live, 4 pairs"}},
		{"six", "2001:db8::1 2001:db8::2", 0, []string{"Live, 4 pairs"}},
		{"both", "2001:db8::1 192.0.2.12", 0, []string{"Live, 4 pairs"}},
		{"other", "192.0.2.11 2001:db8::2", 0, []string{"Live, 4 pairs"}},
		{"none", "2001:db8::1 192.0.2.11 192.0.2.13", 2, []string{"No connection", "192.0.2.11, 192.0.2.13, 2001:db8::1"}},
		{"refused", "192.0.2.11 192.0.2.19", 2, []string{"refused the connection and did not answer at 192.0.2.11"}},
	}
	if err := addAddress("lo:9", netip.MustParseAddr("192.0.2.19")); err != nil {
		return err
	}
	for _, c := range cases {
		for address := range strings.FieldsSeq(c.addresses) {
			fmt.Fprintf(&hosts, "%s %s.test\n", address, c.name)
		}
	}
	if err := replaceFile("/etc/hosts", hosts.String()); err != nil {
		return err
	}
	for _, c := range cases {
		limit := "30s"
		if c.code != 0 {
			limit = "2s"
		}
		began := time.Now()
		said, code := check("http://"+c.name+".test:"+fmt.Sprint(reachPort), "--timeout", limit)
		if took := time.Since(began); took > 20*time.Second {
			return fmt.Errorf("%s: it took %v: %s", c.name, took, said)
		}
		if code != c.code {
			return fmt.Errorf("%s: a check ends with %d: %s", c.name, code, said)
		}
		for _, words := range c.says {
			if !strings.Contains(said, words) {
				return fmt.Errorf("%s: it does not say %q: %s", c.name, words, said)
			}
		}
	}
	return nil
}

func reachSlowly() error {
	address := netip.MustParseAddr(routerAddress)
	if err := answerAt(address); err != nil {
		return err
	}
	server, err := net.ListenPacket("udp", "127.0.0.1:53")
	if err != nil {
		return err
	}
	defer func() { _ = server.Close() }()
	go answerIPv4Only(server, address)
	if err := errors.Join(
		replaceFile("/etc/resolv.conf", "nameserver 127.0.0.1\noptions timeout:1 attempts:2\n"),
		replaceFile("/etc/hosts", "127.0.0.1 localhost\n"),
	); err != nil {
		return err
	}
	url := fmt.Sprintf("http://slow.test.:%d", reachPort)
	said, code := check(url)
	if code != 0 || !strings.Contains(said, "Reaching the router is slow: looking up its name takes ") {
		return fmt.Errorf("a check ends with %d: %s", code, said)
	}
	said, _ = check(url, "--json")
	var s wire.Snapshot
	if err := json.Unmarshal([]byte(said), &s); err != nil {
		return fmt.Errorf("%w: %s", err, said)
	}
	if *s.LatencyMS > 1000 || s.Phases.LookupMS < 1900 || s.Slow == nil {
		return fmt.Errorf("the router is blamed: %s", said)
	}
	return nil
}

// check is what the program says about that router, and its exit code.
func check(url string, more ...string) (said string, code int) {
	var output bytes.Buffer
	program := exec.Command(os.Getenv(binaryVariable), append([]string{"check", "--url", url}, more...)...)
	program.Stdout, program.Stderr = &output, &output
	_ = program.Run()
	return output.String(), program.ProcessState.ExitCode()
}

// answerIPv4Only answers queries for IPv4 addresses alone.
func answerIPv4Only(server net.PacketConn, address netip.Addr) {
	for buffer := make([]byte, 1024); ; {
		n, from, err := server.ReadFrom(buffer)
		if err != nil {
			return
		}
		var message dnsmessage.Message
		if message.Unpack(buffer[:n]) != nil || len(message.Questions) != 1 || message.Questions[0].Type != dnsmessage.TypeA {
			continue
		}
		message.Response, message.RecursionAvailable, message.Additionals = true, true, nil
		message.Answers = []dnsmessage.Resource{{
			Header: dnsmessage.ResourceHeader{Name: message.Questions[0].Name, Class: dnsmessage.ClassINET},
			Body:   &dnsmessage.AResource{A: address.As4()},
		}}
		if answer, err := message.Pack(); err == nil {
			_, _ = server.WriteTo(answer, from)
		}
	}
}

// answerAt is a router at that address, until the process ends.
func answerAt(address netip.Addr) error {
	listener, err := net.Listen("tcp", netip.AddrPortFrom(address, reachPort).String())
	if err != nil {
		return err
	}
	router := &http.Server{ReadHeaderTimeout: patience, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"totalPairs":4,"paused":false}`)
	})}
	go func() { _ = router.Serve(listener) }()
	return nil
}

// swallow drops each packet that would open a connection to that address, until
// the process ends: the queue of connections is full.
func swallow(address netip.Addr) error {
	family, name := unix.AF_INET, unix.Sockaddr(&unix.SockaddrInet6{Addr: address.As16(), Port: reachPort})
	if address.Is6() {
		family = unix.AF_INET6
	} else {
		name = &unix.SockaddrInet4{Addr: address.As4(), Port: reachPort}
	}
	fd, err := unix.Socket(family, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err := errors.Join(err, unix.Bind(fd, name), unix.Listen(fd, 0)); err != nil {
		return err
	}
	for err == nil { // until the queue is full
		_, err = net.DialTimeout("tcp", netip.AddrPortFrom(address, reachPort).String(), 200*time.Millisecond)
	}
	return nil
}

// addAddress gives this network's one interface another address: to an alias of
// that name for IPv4.
func addAddress(alias string, address netip.Addr) error {
	family := unix.AF_INET
	if address.Is6() {
		family = unix.AF_INET6
	}
	socket, err := unix.Socket(family, unix.SOCK_DGRAM, 0)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(socket) }()
	if address.Is6() {
		loopback, err := net.InterfaceByName("lo")
		if err != nil {
			return err
		}
		if err := setAddress6(socket, address, loopback.Index); err != nil {
			return err
		}
		for deadline := time.Now().Add(patience); ; time.Sleep(lookInterval) { // the kernel takes a moment
			listener, err := net.Listen("tcp", netip.AddrPortFrom(address, 0).String())
			if err == nil {
				return listener.Close()
			}
			if time.Now().After(deadline) {
				return err
			}
		}
	}
	request, err := unix.NewIfreq(alias)
	if err != nil {
		return err
	}
	four := address.As4()
	if err := request.SetInet4Addr(four[:]); err != nil {
		return err
	}
	return control(socket, unix.SIOCSIFADDR, request)
}

// replaceFile puts a text in the place of a file, for this process and its
// children.
func replaceFile(path, text string) error {
	folder, err := os.MkdirTemp("", "routerwatch-e2e-")
	if err != nil {
		return err
	}
	own := filepath.Join(folder, filepath.Base(path))
	return errors.Join(
		os.WriteFile(own, []byte(text), 0o600),
		unix.Mount("", "/", "", unix.MS_PRIVATE|unix.MS_REC, ""),
		unix.Mount(own, path, "", unix.MS_BIND, ""),
	)
}
