//go:build linux

package soak

import (
	"context"
	"math/rand/v2"
	"syscall"
	"time"
)

// operator does what the people at the desktop do, and what happens to them.
type operator struct {
	desktop *desktop
	program *program
	service *service
	routers []*router
	ledger  *ledger
	random  *rand.Rand
	actions map[string]int
}

// act does one thing after the other, at random, until ctx ends.
func (o *operator) act(ctx context.Context) {
	for pause(ctx, time.Second+time.Duration(o.random.Int64N(int64(8*time.Second)))) {
		switch n := o.random.IntN(20); {
		case n < 6:
			o.note("tray icon clicked", o.desktop.activateIcon)
		case n < 9:
			o.note("window closed", func() { o.desktop.closeWindow() })
		case n < 11:
			o.note("window killed", func() { o.signalWindow(syscall.SIGKILL) })
		case n < 12:
			o.note("window frozen", func() {
				o.signalWindow(syscall.SIGSTOP)
				pause(ctx, 3*time.Second)
				o.signalWindow(syscall.SIGCONT)
			})
		case n < 14:
			o.note("panel restarted", func() {
				o.desktop.restartPanel(ctx, time.Duration(o.random.Int64N(int64(3*time.Second))))
			})
		case n < 16:
			o.note("notification service restarted", func() {
				refused(ctx, o.routers, func() {
					o.service.end()
					pause(ctx, time.Duration(o.random.Int64N(int64(3*time.Second))))
					o.service.begin()
				})
			})
		default:
			o.note("retry pressed", func() {
				for _, r := range o.routers {
					o.service.pressRetry(r.name)
				}
			})
		}
	}
}

func (o *operator) note(what string, do func()) {
	o.actions[what]++
	do()
}

func (o *operator) signalWindow(s syscall.Signal) {
	if pid := o.program.window(); pid != 0 {
		_ = syscall.Kill(pid, s)
	}
}

// openWindow sees to it that there is a window, and leaves it alone.
func (o *operator) openWindow(ctx context.Context) int {
	for ctx.Err() == nil {
		if pid := o.program.window(); pid != 0 && pause(ctx, 2*time.Second) && o.program.window() == pid {
			return pid
		} else if pid == 0 {
			o.desktop.activateIcon()
			pause(ctx, time.Second)
		}
	}
	return 0
}
