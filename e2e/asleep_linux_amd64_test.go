package e2e

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"routerwatch/monitor/stableroute/simulator"
)

// sleeper is a program that the test puts to sleep, as far as it can tell: a
// tracer adds the time asleep to what the kernel answers about the boot clock and
// the wall clock, which is what a suspend does to them.
type sleeper struct {
	program *exec.Cmd
	asleep  atomic.Int64  // nanoseconds so far
	early   time.Duration // how much its wall clock is behind before that
	output  *transcript
	ended   chan struct{}
}

// startSleeper starts the program under a tracer, where that is permitted, with a wall
// clock so far behind.
func startSleeper(t *testing.T, early time.Duration, arguments ...string) *sleeper {
	t.Helper()
	s := &sleeper{early: early, program: exec.Command(os.Getenv(binaryVariable), arguments...), output: &transcript{}, ended: make(chan struct{})}
	output, written, err := os.Pipe() // not a goroutine of exec's, which would wait for the program itself
	require.NoError(t, err)
	s.program.Env, s.program.Stdout, s.program.Stderr = terminal(t, noDisplay), written, written
	s.program.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	started := make(chan error, 1)
	go onNewThread(func() { s.trace(started) })
	err = <-started
	require.NoError(t, written.Close())
	if err != nil {
		t.Skipf("no program may be traced here: %v", err)
	}
	copied := make(chan struct{})
	go func() {
		defer close(copied)
		buffer := make([]byte, 4096)
		for {
			n, err := output.Read(buffer)
			_, _ = s.output.Write(buffer[:n])
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = syscall.Kill(s.program.Process.Pid, syscall.SIGKILL)
		<-s.ended
		<-copied
		_ = output.Close()
	})
	return s
}

// onNewThread runs f on a thread of its own that has started no other process, whose end
// f would otherwise see in the place of those who wait for it.
func onNewThread(f func()) {
	runtime.LockOSThread() // for ever: this thread goes with its goroutine
	thread := unix.Gettid()
	children, _ := os.ReadFile(fmt.Sprintf("/proc/self/task/%d/children", thread))
	if len(children) == 0 && thread != os.Getpid() { // the first thread inherits the others' children
		f()
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		onNewThread(f)
	}()
	<-done // this thread stays taken meanwhile
	runtime.UnlockOSThread()
}

// trace starts the program and follows its threads until the last has ended. It
// does so on one thread, which alone may: see [onNewThread].
func (s *sleeper) trace(started chan<- error) {
	defer close(s.ended)
	if err := s.program.Start(); err != nil {
		started <- err
		return
	}
	pid := s.program.Process.Pid
	var status syscall.WaitStatus
	_, err := syscall.Wait4(pid, &status, 0, nil)
	if err == nil {
		err = syscall.PtraceSetOptions(pid, syscall.PTRACE_O_TRACECLONE|syscall.PTRACE_O_TRACESYSGOOD|unix.PTRACE_O_EXITKILL)
	}
	if err == nil {
		err = hideClocks(pid)
	}
	if err == nil {
		err = syscall.PtraceSyscall(pid, 0)
	}
	started <- err
	if err != nil {
		return
	}
	for {
		thread, err := syscall.Wait4(-1, &status, syscall.WALL|unix.WNOTHREAD, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case err != nil:
			return // none is left
		case !status.Stopped():
			if thread == pid {
				return
			}
			continue
		}
		signal := status.StopSignal()
		switch signal {
		case syscall.SIGTRAP | 0x80: // on the way into a system call, or out of it
			s.tell(thread)
			signal = 0
		case syscall.SIGTRAP, syscall.SIGSTOP: // a thread begins
			signal = 0
		}
		_ = syscall.PtraceSyscall(thread, int(signal)) // a thread that is gone is told by Wait4
	}
}

// hideClocks has a program that is about to begin ask the kernel for the time in system
// calls: it takes the address of the kernel's own code for that out of what the kernel
// gave the program.
func hideClocks(pid int) error {
	var registers syscall.PtraceRegs
	if err := syscall.PtraceGetRegs(pid, &registers); err != nil {
		return err
	}
	at := uintptr(registers.Rsp)
	word := func() (uint64, error) {
		var w [8]byte
		_, err := syscall.PtracePeekData(pid, at, w[:])
		at += 8
		return binary.LittleEndian.Uint64(w[:]), err
	}
	_, err := word() // the number of arguments
	for ends := 0; ends < 2 && err == nil; {
		var w uint64
		if w, err = word(); w == 0 { // the end of the arguments, or of the environment
			ends++
		}
	}
	for err == nil { // pairs of a kind and a value
		var kind uint64
		kind, err = word()
		switch kind {
		case 0:
			return err
		case 33: // AT_SYSINFO_EHDR
			_, err = syscall.PtracePokeData(pid, at-8, []byte{1, 0, 0, 0, 0, 0, 0, 0}) // AT_IGNORE
			return err
		}
		at += 8
	}
	return err
}

// tell adds the time asleep to an answer about the boot clock or the wall clock. On the
// way into a system call there is no answer yet: the register of it holds an error then.
func (s *sleeper) tell(thread int) {
	var registers syscall.PtraceRegs
	if syscall.PtraceGetRegs(thread, &registers) != nil || registers.Orig_rax != syscall.SYS_CLOCK_GETTIME || registers.Rax != 0 {
		return
	}
	moved := time.Duration(s.asleep.Load())
	switch registers.Rdi {
	case unix.CLOCK_BOOTTIME:
	case unix.CLOCK_REALTIME:
		moved -= s.early
	default:
		return
	}
	var answer [16]byte // seconds and nanoseconds
	if _, err := syscall.PtracePeekData(thread, uintptr(registers.Rsi), answer[:]); err != nil {
		return
	}
	later := binary.LittleEndian.Uint64(answer[:8]) + uint64(moved/time.Second)
	binary.LittleEndian.PutUint64(answer[:8], later)
	_, _ = syscall.PtracePokeData(thread, uintptr(registers.Rsi), answer[:])
}

// sleep has the machine have been asleep for d, whole seconds.
func (s *sleeper) sleep(d time.Duration) { s.asleep.Add(int64(d)) }

// now is the time by the program's wall clock.
func (s *sleeper) now() time.Time { return time.Now().Add(time.Duration(s.asleep.Load()) - s.early) }

// The lid closes in a wait of an hour, and in a poll that would be waited for.
func TestTheProgramSleeps(t *testing.T) {
	const soon = 30 * time.Second // 2 s to notice, 2 s to ask; the rest is the tracer's
	for _, slept := range []time.Duration{10 * time.Minute, 72 * time.Hour} {
		t.Run(slept.String(), func(t *testing.T) {
			t.Parallel()
			router := startRouter(t, simulator.Options{Pairs: 4})
			s := startSleeper(t, 0, "watch", "--url", router.URL(), "--name", "Frankfurt", "--interval", "1h", "--timeout", "5m")
			polls := func(wanted int, why string) {
				t.Helper()
				awaitWithin(t, soon, why, func() (int, bool) { return router.Total(), router.Total() == wanted })
			}
			polls(1, "the first poll")
			awaitTrue(t, "its line", func() bool { return s.output.String() != "" })
			s.sleep(slept)
			polls(2, "a poll after a sleep in a wait")
			setFault(t, router, simulator.BlackHole)
			s.sleep(slept)
			polls(3, "a poll that gets no answer")
			s.sleep(slept)
			polls(4, "a poll after a sleep in a poll, which was given up")
			setFault(t, router, simulator.None)
			s.sleep(slept)
			polls(5, "a poll after the last sleep")
			require.NoError(t, syscall.Kill(s.program.Process.Pid, syscall.SIGTERM))
			<-s.ended
			said := s.output.String()
			assert.Contains(t, said, "Frankfurt  Live, 4 pairs")
			assert.NotContains(t, said, "Retrying", "no sleep is a failure")
			assert.NotContains(t, said, "Down")
		})
	}
}
