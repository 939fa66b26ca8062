package window

import (
	"errors"
	"io"
	"log/slog"
	"time"

	"routerwatch/internal/latest"
	"routerwatch/monitor"
	"routerwatch/ui/wire"
)

// inbox is the only way from other goroutines to the toolkit's. It holds values
// of the types wire.App, wire.Show, wire.History, arrival, second and
// inputEnded, the newest of each only (for each router, where it is about one),
// and functions to call there. However slow the window is, it blocks nobody,
// and its memory is bounded by the number of routers.
type inbox struct {
	*latest.Box[any, any]
	added func() // called for what comes into the empty inbox, but not for a second
}

// arrival is a snapshot and the moment it was read, which keeps the monotonic
// clock that the snapshot's own times cannot carry over the pipe.
type arrival struct {
	monitor.Snapshot
	at time.Time
}

// second means that a second has passed, inputEnded that no more lines will come.
type (
	second     struct{}
	inputEnded struct{}
)

func newInbox(added func()) inbox { return inbox{latest.New[any, any](), added} }

func (in inbox) add(key, value any) {
	if in.Put(key, value) {
		in.added()
	}
}

// later calls f on the toolkit's goroutine.
func (in inbox) later(f func()) { in.add(new(byte), f) }

// take returns what has come in since the last take.
func (in inbox) take() []any {
	var news []any
	for {
		_, value, ok := in.Pop()
		if !ok {
			return news
		}
		news = append(news, value)
	}
}

// read puts every line of from into the inbox until from ends. Junk is logged
// once in a row and otherwise ignored. It closes complete once there is enough
// for a first frame: the agent's line, and a snapshot of each router that it names.
func (in inbox) read(from io.Reader, log *slog.Logger, complete chan<- struct{}) {
	lines := wire.NewReader(from)
	junk := false
	routers, seen := -1, map[string]bool{}
	for {
		line, err := lines.FromAgent()
		switch {
		case errors.Is(err, wire.ErrJunk):
			if !junk {
				log.Warn("ignoring a line of input", "err", err)
			}
			junk = true
			continue
		case err != nil:
			if !errors.Is(err, io.EOF) {
				log.Warn("the input ended", "err", err)
			}
			in.add(inputEnded{}, inputEnded{})
			if complete != nil {
				close(complete)
			}
			return
		}
		junk = false
		switch line := line.(type) {
		case wire.App:
			routers = len(line.Routers)
			in.add("app", line)
		case wire.History:
			in.add("history of "+line.ID, line)
		case monitor.Snapshot:
			seen[line.ID] = true
			in.add("snapshot of "+line.ID, arrival{line, time.Now()})
		default:
			in.add(line, line)
		}
		if complete != nil && routers >= 0 && len(seen) >= routers {
			close(complete)
			complete = nil
		}
	}
}

// shutdownGrace is how long a closing window waits for its commands to be read.
const shutdownGrace = time.Second

// outbox writes commands without ever holding the toolkit's goroutine up. A
// command replaces one of the same kind and router that was not written yet.
type outbox struct {
	commands *latest.Box[subject, wire.Command]
	done     chan struct{}
}

// subject is what a command is about.
type subject struct {
	do     wire.Do
	router string
}

// newOutbox starts the goroutine that writes to out; [outbox.close] ends it.
func newOutbox(out io.Writer, log *slog.Logger) *outbox {
	o := &outbox{done: make(chan struct{}), commands: latest.New[subject, wire.Command]()}
	go func() {
		defer close(o.done)
		for _, c := range o.commands.Each() {
			text, err := wire.Marshal(c)
			if err == nil {
				_, err = out.Write(text)
			}
			if err != nil {
				log.Warn("a command was not sent", "command", c.Do, "err", err)
			}
		}
	}()
	return o
}

// send queues c.
func (o *outbox) send(c wire.Command) { o.commands.Put(subject{c.Do, c.Router}, c) }

// close sends what is queued, for a moment at most.
func (o *outbox) close() {
	o.commands.Close()
	select {
	case <-o.done:
	case <-time.After(shutdownGrace):
	}
}
