package agent

import (
	"bytes"
	"log/slog"
	"sync"
)

const (
	longestComplaint = 400 // bytes of a line that are logged
	mostComplaints   = 100 // lines of one window that are logged
)

// complaints logs what a window writes to its standard error, line by line:
// a bounded number of bounded lines.
type complaints struct {
	log *slog.Logger

	mu    sync.Mutex
	part  []byte // of a line that has not ended
	count int
}

// Write takes everything and never fails.
func (c *complaints) Write(text []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	written := len(text)
	for len(text) > 0 {
		line, rest, ended := bytes.Cut(text, []byte("\n"))
		room := max(longestComplaint-len(c.part), 0)
		c.part = append(c.part, line[:min(len(line), room)]...)
		if ended {
			c.say()
		}
		text = rest
	}
	return written, nil
}

func (c *complaints) say() {
	if len(bytes.TrimSpace(c.part)) > 0 && c.count < mostComplaints {
		c.count++
		c.log.Warn("the window says", "text", string(c.part))
	}
	c.part = c.part[:0]
}
