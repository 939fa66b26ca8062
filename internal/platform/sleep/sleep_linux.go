// Package sleep reports that this machine was suspended: for how long, by its
// clocks, and, where the system says so, when it may have resumed.
package sleep

import (
	"errors"
	"log/slog"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Slept is how long this machine has been suspended since it booted. The
// monotonic clock, and with it every timer, stops in a suspended machine; the
// boot-time clock does not. Setting the wall clock changes neither.
func Slept() time.Duration {
	var boot, monotonic unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &boot) != nil ||
		unix.ClockGettime(unix.CLOCK_MONOTONIC, &monotonic) != nil {
		return 0
	}
	return time.Duration(boot.Nano() - monotonic.Nano())
}

// tick is how often a resume is assumed where the reports failed.
const tick = 2 * time.Second

// Resumes has a value whenever the machine may have resumed; [Slept] says whether
// it did. Where the system does not report it, the channel is nil. The function
// ends the reports.
func Resumes(log *slog.Logger) (<-chan struct{}, func()) {
	w, err := newWatch()
	if err != nil {
		log.Debug("the system does not report when it resumes from sleep", "why", err)
		return nil, func() {}
	}
	resumes, done := make(chan struct{}), make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		for {
			if err := w.wait(); err != nil {
				select {
				case <-time.After(tick):
				case <-done:
					return
				}
			}
			select {
			case resumes <- struct{}{}:
			case <-done:
				return
			}
		}
	})
	return resumes, func() {
		close(done)
		_ = w.Close()
		watching.Wait()
	}
}

// watch is a timer of the kernel that is never due: it is cancelled when the
// wall clock is set, and also when the machine resumes. See timerfd_create(2),
// TFD_TIMER_CANCEL_ON_SET.
type watch struct{ *os.File }

// never is when the timer is due, from now on: it is set anew if it ever is.
const never = 10 * 365 * 24 * time.Hour

func newWatch() (watch, error) {
	descriptor, err := unix.TimerfdCreate(unix.CLOCK_REALTIME, unix.TFD_CLOEXEC|unix.TFD_NONBLOCK)
	if err != nil {
		return watch{}, os.NewSyscallError("timerfd_create", err)
	}
	w := watch{os.NewFile(uintptr(descriptor), "timer")}
	if err := w.arm(); err != nil {
		_ = w.Close()
		return watch{}, err
	}
	return w, nil
}

// arm sets the timer to the far future.
func (w watch) arm() error {
	raw, err := w.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	due := unix.ItimerSpec{Value: unix.NsecToTimespec(time.Now().Add(never).UnixNano())}
	err = raw.Control(func(descriptor uintptr) {
		failed = unix.TimerfdSettime(int(descriptor), unix.TFD_TIMER_ABSTIME|unix.TFD_TIMER_CANCEL_ON_SET, &due, nil)
	})
	return errors.Join(err, os.NewSyscallError("timerfd_settime", failed))
}

// wait waits until the machine may have resumed. It fails when the watch was
// closed, or does not work any more.
func (w watch) wait() error {
	_, err := w.Read(make([]byte, 8))
	if err != nil && !errors.Is(err, unix.ECANCELED) {
		return err
	}
	return w.arm()
}
