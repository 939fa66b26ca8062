package window

import (
	"io"
	"log/slog"
	"time"

	"routerwatch/ui/wire"
)

// The outbox's limits: a reader that is this far behind does not read at all,
// and a closing window does not wait for it.
const (
	mostUnsent = 64
	lastWords  = time.Second
)

// outbox writes commands without ever holding the toolkit's goroutine up.
type outbox struct {
	commands chan wire.Command
	done     chan struct{}
	log      *slog.Logger
}

// newOutbox starts the goroutine that writes to out; [outbox.close] ends it.
func newOutbox(out io.Writer, log *slog.Logger) *outbox {
	o := &outbox{make(chan wire.Command, mostUnsent), make(chan struct{}), log}
	go o.write(out)
	return o
}

// send queues c. It is dropped, and that is logged, where nobody reads.
func (o *outbox) send(c wire.Command) {
	select {
	case o.commands <- c:
	default:
		o.log.Warn("nobody reads the window's commands", "dropped", c.Do)
	}
}

func (o *outbox) write(out io.Writer) {
	defer close(o.done)
	for c := range o.commands {
		text, err := wire.Marshal(c)
		if err == nil {
			_, err = out.Write(text)
		}
		if err != nil {
			o.log.Warn("a command was not sent", "command", c.Do, "err", err)
		}
	}
}

// close sends what is queued, for a moment at most. No send may follow.
func (o *outbox) close() {
	close(o.commands)
	select {
	case <-o.done:
	case <-time.After(lastWords):
	}
}
