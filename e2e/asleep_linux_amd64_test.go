package e2e

import (
	"encoding/binary"
	"errors"
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
// tracer adds the time asleep to what the kernel answers about the boot clock,
// which is what a suspend does to it.
type sleeper struct {
	program *exec.Cmd
	asleep  atomic.Int64 // nanoseconds so far
	output  *transcript
	ended   chan struct{}
}

// startSleeper starts the program under a tracer, where that is permitted.
func startSleeper(t *testing.T, arguments ...string) *sleeper {
	t.Helper()
	s := &sleeper{program: exec.Command(os.Getenv(binaryVariable), arguments...), output: &transcript{}, ended: make(chan struct{})}
	output, written, err := os.Pipe() // not a goroutine of exec's, which would wait for the program itself
	require.NoError(t, err)
	s.program.Env, s.program.Stdout, s.program.Stderr = terminal(t, noDisplay), written, written
	s.program.SysProcAttr = &syscall.SysProcAttr{Ptrace: true}
	started := make(chan error, 1)
	go s.trace(started)
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

// trace starts the program and follows its threads until the last has ended. It
// does so on one thread, which alone may.
func (s *sleeper) trace(started chan<- error) {
	runtime.LockOSThread() // for ever: this thread goes with its goroutine
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

// tell adds the time asleep to an answer about the boot clock. On the way into a
// system call there is no answer yet: the register of it holds an error then.
func (s *sleeper) tell(thread int) {
	var registers syscall.PtraceRegs
	if syscall.PtraceGetRegs(thread, &registers) != nil ||
		registers.Orig_rax != syscall.SYS_CLOCK_GETTIME || registers.Rdi != unix.CLOCK_BOOTTIME || registers.Rax != 0 {
		return
	}
	var answer [16]byte // seconds and nanoseconds
	if _, err := syscall.PtracePeekData(thread, uintptr(registers.Rsi), answer[:]); err != nil {
		return
	}
	later := binary.LittleEndian.Uint64(answer[:8]) + uint64(s.asleep.Load()/int64(time.Second))
	binary.LittleEndian.PutUint64(answer[:8], later)
	_, _ = syscall.PtracePokeData(thread, uintptr(registers.Rsi), answer[:])
}

// sleep has the machine have been asleep for d, whole seconds.
func (s *sleeper) sleep(d time.Duration) { s.asleep.Add(int64(d)) }

// The lid closes in a wait of an hour, and in a poll that would be waited for.
func TestTheProgramSleeps(t *testing.T) {
	const soon = 15 * time.Second // 2 s to notice, 2 s to ask; the rest is the tracer's
	for _, slept := range []time.Duration{10 * time.Minute, 72 * time.Hour} {
		t.Run(slept.String(), func(t *testing.T) {
			t.Parallel()
			router := startRouter(t, simulator.Options{Pairs: 4})
			s := startSleeper(t, "watch", "--url", router.URL(), "--name", "Frankfurt", "--interval", "1h", "--timeout", "5m")
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
