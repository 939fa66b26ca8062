// Package sleep reports how long this machine was suspended, from its clocks,
// and, if the system supports it, when it may have resumed.
package sleep

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Slept is how long this machine has been suspended since it booted. While it is
// suspended, the monotonic clock stops, and with it every timer; the boot-time
// clock does not. Setting the wall clock changes neither.
func Slept() time.Duration {
	var boot, monotonic unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &boot) != nil ||
		unix.ClockGettime(unix.CLOCK_MONOTONIC, &monotonic) != nil {
		return 0
	}
	return time.Duration(boot.Nano() - monotonic.Nano())
}

// tick is how often a resume is assumed once the reports fail.
const tick = 2 * time.Second

// Resumes receives a value whenever the machine may have resumed, until ctx is
// done; [Slept] tells whether it did. If the system does not report it, the
// channel is nil.
func Resumes(ctx context.Context, log *slog.Logger) <-chan struct{} {
	w, err := newWatch()
	if err != nil {
		log.Debug("the system does not report when it resumes from sleep", "why", err)
		return nil
	}
	context.AfterFunc(ctx, func() { _ = w.Close() })
	resumes := make(chan struct{})
	go func() {
		for ctx.Err() == nil {
			if w.wait() != nil {
				select {
				case <-time.After(tick):
				case <-ctx.Done():
				}
			}
			select {
			case resumes <- struct{}{}:
			case <-ctx.Done():
			}
		}
	}()
	return resumes
}

// watch is a kernel timer that never expires: it is cancelled when the wall clock
// is set, and also when the machine resumes. See timerfd_create(2),
// TFD_TIMER_CANCEL_ON_SET.
type watch struct{ *os.File }

// never is the duration of the timer; it is set again if it ever expires.
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

// wait waits until the machine may have resumed. It fails if the watch was closed
// or no longer works.
func (w watch) wait() error {
	_, err := w.Read(make([]byte, 8))
	if err != nil && !errors.Is(err, unix.ECANCELED) {
		return err
	}
	return w.arm()
}
