package monitor

import (
	"context"
	"log/slog"
	"runtime"
	"time"
)

// logChange logs a settled poll where it changed something: the status, or
// the kind of failure. A router that stays ill is not logged at every try.
func (l *loop) logChange(before state, err error) {
	after := l.state
	if before.status() == after.status() && before.failure.Kind == after.failure.Kind {
		return
	}
	attributes := []any{
		"router", l.config.Router.Name,
		"status", string(after.status()), "was", string(before.status()),
	}
	level := slog.LevelInfo
	if err != nil {
		f := after.failure
		level = slog.LevelWarn
		attributes = append(attributes, "failure", string(f.Kind), "layer", string(f.Layer))
		if f.HTTPStatus != 0 {
			attributes = append(attributes, "http_status", f.HTTPStatus)
		}
		attributes = append(attributes, "request_id", f.RequestID, "wait", after.wait.Round(time.Millisecond).String())
	}
	l.config.Log.Log(context.Background(), level, "status changed", attributes...)
}

// longestStacks bounds what the log of a stuck loop takes, in bytes.
const longestStacks = 64 << 10

// Stacks is what every goroutine is doing, for the log of one that is stuck.
func Stacks() string {
	text := make([]byte, longestStacks)
	return string(text[:runtime.Stack(text, true)])
}
