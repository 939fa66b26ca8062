//go:build linux

package e2e

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

const (
	// networkVariable has the test's binary play the part of the test that
	// needs a network of its own.
	networkVariable = "E2E_NETWORK_OF_ITS_OWN"
	noNetwork       = 77 // the exit code where it can have none

	routerAddress = "192.0.2.1" // no loopback's, which is never offline
)

// The kernel's own routes tell whether this computer is offline: they go, and
// come back.
func TestAComputerWithoutANetworkIsOffline(t *testing.T) { inOwnNetwork(t, "offline") }

// ownNetworkParts are the parts of tests that need a network of their own.
func ownNetworkParts() map[string]func() error {
	return map[string]func() error{"offline": watchALostNetwork, "addresses": reachManyAddresses, "lookup": reachSlowly}
}

// inOwnNetwork runs that part in a network and a file system of its own.
func inOwnNetwork(t *testing.T, name string) {
	t.Helper()
	part := exec.CommandContext(t.Context(), os.Args[0])
	part.Env = append(terminal(t, noDisplay), networkVariable+"="+name, binaryVariable+"="+os.Getenv(binaryVariable))
	part.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	said, err := part.CombinedOutput()
	exited, ran := errors.AsType[*exec.ExitError](err)
	if err != nil && !ran || ran && exited.ExitCode() == noNetwork {
		t.Skipf("no network of one's own can be had here: %v %s", err, said)
	}
	require.NoError(t, err, string(said))
}

// runInOwnNetwork is the part, in its network; it returns the exit code.
func runInOwnNetwork(part string) int {
	if err := connected(true); err != nil {
		fmt.Println(err)
		return noNetwork
	}
	if err := ownNetworkParts()[part](); err != nil {
		fmt.Println(err)
		return 1
	}
	return 0
}

func watchALostNetwork() error {
	listener, err := net.Listen("tcp", routerAddress+":0")
	if err != nil {
		return err
	}
	var asked atomic.Int64
	router := &http.Server{ReadHeaderTimeout: patience, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"totalPairs":4,"paused":false}`)
	})}
	go func() { _ = router.Serve(listener) }()
	defer func() { _ = router.Close() }()

	output := &transcript{}
	program := exec.Command(os.Getenv(binaryVariable), "watch", "--url", "http://"+listener.Addr().String(), "--name", "Frankfurt", "--interval", "1s")
	program.Stdout, program.Stderr = output, output
	if err := program.Start(); err != nil {
		return err
	}
	defer func() {
		_ = program.Process.Kill()
		_ = program.Wait()
	}()
	says := func(words string, times int) error {
		for deadline := time.Now().Add(patience); strings.Count(output.String(), words) < times; time.Sleep(lookInterval) {
			if time.Now().After(deadline) {
				return fmt.Errorf("it does not say %q %d times: %s", words, times, output)
			}
		}
		return nil
	}
	if err := says("Live, 4 pairs", 1); err != nil {
		return err
	}
	for lost := 1; lost <= 2; lost++ {
		if err := connected(false); err != nil {
			return err
		}
		if err := says("Offline", lost); err != nil {
			return err
		}
		before := asked.Load()
		check := exec.Command(os.Getenv(binaryVariable), "check", "--url", "http://"+listener.Addr().String())
		if said, _ := check.CombinedOutput(); check.ProcessState.ExitCode() != 3 || !strings.Contains(string(said), "Offline") {
			return fmt.Errorf("a check ends with %d: %s", check.ProcessState.ExitCode(), said)
		}
		if err := connected(true); err != nil {
			return err
		}
		back := time.Now()
		if err := says("Live, 4 pairs", 1+lost); err != nil {
			return err
		}
		if took := time.Since(back); took > 20*time.Second { // 2 s to notice and 2 s to ask
			return fmt.Errorf("it took %v to come back", took)
		}
		if asked.Load() == before {
			return errors.New("it says that it is live and has not asked")
		}
	}
	if said := output.String(); strings.Contains(said, "Retrying") || strings.Contains(said, "Down") {
		return fmt.Errorf("the router was blamed: %s", said)
	}
	return nil
}

// connected gives this network's one interface the router's address, or takes
// it away, and with it every route but loopback's.
func connected(yes bool) error {
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM, 0)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(socket) }()
	alias, err := unix.NewIfreq("lo:1")
	if err != nil {
		return err
	}
	if !yes {
		alias.SetUint16(0) // an alias that is down is no more
		return control(socket, unix.SIOCSIFFLAGS, alias)
	}
	loopback, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	loopback.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	if err := control(socket, unix.SIOCSIFFLAGS, loopback); err != nil {
		return err
	}
	if err := alias.SetInet4Addr(net.ParseIP(routerAddress).To4()); err != nil {
		return err
	}
	return control(socket, unix.SIOCSIFADDR, alias)
}

func control(socket int, what uintptr, request *unix.Ifreq) error {
	return ioctl(socket, what, unsafe.Pointer(request))
}

// setAddress6 adds an IPv6 address to an interface.
func setAddress6(socket int, address netip.Addr, index int) error {
	request := struct { // in6_ifreq
		address [16]byte
		bits    uint32
		index   int32
	}{address.As16(), 128, int32(index)}
	return ioctl(socket, unix.SIOCSIFADDR, unsafe.Pointer(&request))
}

func ioctl(socket int, what uintptr, request unsafe.Pointer) error {
	_, _, failed := unix.Syscall(unix.SYS_IOCTL, uintptr(socket), what, uintptr(request))
	if failed != 0 {
		return fmt.Errorf("the network of its own: %w", failed)
	}
	return nil
}
