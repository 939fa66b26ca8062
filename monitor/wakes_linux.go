package monitor

import (
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// A WakeWatch tells when this machine may have been asleep, without a timer of
// its own: a timer of the kernel that is never due is cancelled when the wall
// clock is set, and also when the machine resumes. See timerfd_create(2),
// TFD_TIMER_CANCEL_ON_SET.
type WakeWatch struct{ timer *os.File }

// NewWakeWatch starts the watch. The caller closes it.
func NewWakeWatch() (*WakeWatch, error) {
	descriptor, err := unix.TimerfdCreate(unix.CLOCK_REALTIME, unix.TFD_CLOEXEC|unix.TFD_NONBLOCK)
	if err != nil {
		return nil, fmt.Errorf("no timer for the machine's sleep: %w", err)
	}
	w := &WakeWatch{timer: os.NewFile(uintptr(descriptor), "timer")}
	if err := w.arm(); err != nil {
		_ = w.timer.Close()
		return nil, err
	}
	return w, nil
}

// never is when the timer is due, from now on: it is set anew if it ever is.
const never = 10 * 365 * 24 * time.Hour

// arm sets the timer to the far future.
func (w *WakeWatch) arm() error {
	raw, err := w.timer.SyscallConn()
	if err != nil {
		return fmt.Errorf("no timer for the machine's sleep: %w", err)
	}
	var failed error
	never := unix.ItimerSpec{Value: unix.NsecToTimespec(time.Now().Add(never).UnixNano())}
	err = raw.Control(func(descriptor uintptr) {
		failed = unix.TimerfdSettime(int(descriptor), unix.TFD_TIMER_ABSTIME|unix.TFD_TIMER_CANCEL_ON_SET, &never, nil)
	})
	if err := errors.Join(err, failed); err != nil {
		return fmt.Errorf("no timer for the machine's sleep: %w", err)
	}
	return nil
}

// Wait waits until the machine may have been asleep. It fails when the watch
// was closed, or does not work any more.
func (w *WakeWatch) Wait() error {
	_, err := w.timer.Read(make([]byte, 8))
	if err != nil && !errors.Is(err, unix.ECANCELED) {
		return err
	}
	return w.arm()
}

// Close ends the watch, and a Wait.
func (w *WakeWatch) Close() error { return w.timer.Close() }
