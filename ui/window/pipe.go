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

// inbox is the only way from other goroutines to the toolkit's. It holds values of
// the types wire.App, wire.Show, wire.History, wire.Pairs, arrival, second and inputEnded, only
// the newest of each (and of each router), and functions to call there. A slow
// window blocks nobody, and the memory is bounded by the number of routers.
type inbox struct {
	*latest.Box[any, any]
	added func() // called when the inbox was empty, except for a second
}

// arrival is a snapshot and the time when it was read, which has a monotonic
// reading, unlike the snapshot's own times.
type arrival struct {
	monitor.Snapshot
	at time.Time
}

// second is sent every second, inputEnded when no more lines will come.
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

// take removes and returns all values.
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

// read puts every line of from into the inbox until from ends. Junk is ignored,
// and the first of consecutive junk lines is logged. It closes complete when there
// is enough for a first frame: the agent's line, and a snapshot of each router in
// it.
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
		case wire.Pairs:
			in.add("pairs of "+line.ID, line)
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

// outbox writes commands without blocking the toolkit's goroutine. A command
// replaces an unwritten one of the same kind and router.
type outbox struct {
	commands *latest.Box[subject, wire.Command]
	done     chan struct{}
}

// subject identifies the commands that replace each other.
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

// close writes the queued commands, for at most shutdownGrace.
func (o *outbox) close() {
	o.commands.Close()
	select {
	case <-o.done:
	case <-time.After(shutdownGrace):
	}
}
