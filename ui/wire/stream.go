package wire

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"routerwatch/monitor"
)

// maxLine bounds what one line can make a reader hold, in bytes. Our own
// lines are about 1 kB, a history up to 150 kB; hundreds of routers in the
// settings, or many long tokens, take a few hundred.
const maxLine = 4 << 20

// ErrJunk is the error of a line that could not be parsed. The reader can continue
// with the next line.
var ErrJunk = errors.New("a line could not be understood")

// Marshal is v (a monitor.Snapshot, [App], [Show], [History], [Pairs] or [Command]) as
// one line, with its newline.
func Marshal(v any) ([]byte, error) {
	switch line := v.(type) {
	case monitor.Snapshot:
		v = FromSnapshot(line)
	case App:
		v = struct {
			Type string `json:"type"`
			App
		}{"app", line}
	case Show:
		v = struct {
			Type string `json:"type"`
			Show
		}{"show", line}
	case History:
		v = struct {
			Type string `json:"type"`
			History
		}{"history", line}
	case Pairs:
		v = struct {
			Type string `json:"type"`
			Pairs
		}{"pairs", line}
	case Command:
	default:
		return nil, fmt.Errorf("wire: a %T is not a line", v)
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	return append(text, '\n'), nil
}

// A Reader reads lines. It buffers at most one line of bounded length, and only a
// few kB between lines.
type Reader struct{ lines *bufio.Reader }

// NewReader reads lines from r. It does not close r.
func NewReader(r io.Reader) *Reader {
	return &Reader{bufio.NewReader(r)}
}

// FromAgent is the next monitor.Snapshot, [App], [History], [Pairs] or [Show]. An error that is
// [ErrJunk] concerns one line; any other, such as io.EOF, ends the stream.
func (r *Reader) FromAgent() (any, error) {
	text, err := r.next()
	if err != nil {
		return nil, err
	}
	var head struct {
		Type   string  `json:"type"`
		Status *string `json:"status"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrJunk, err)
	}
	switch {
	case head.Type == "app":
		return decode[App](text)
	case head.Type == "history":
		return decode[History](text)
	case head.Type == "pairs":
		return decode[Pairs](text)
	case head.Type == "show":
		return decode[Show](text)
	case head.Type == "" && head.Status != nil:
		line, err := decode[Snapshot](text)
		if err == nil && !monitor.Status(line.Status).Valid() {
			err = fmt.Errorf("%w: unknown status %.20q", ErrJunk, line.Status)
		}
		return line.Monitor(), err
	}
	return nil, fmt.Errorf("%w: unknown type %.20q", ErrJunk, head.Type)
}

// FromWindow is the next [Command], with errors as [Reader.FromAgent]'s.
func (r *Reader) FromWindow() (Command, error) {
	text, err := r.next()
	if err != nil {
		return Command{}, err
	}
	command, err := decode[Command](text)
	if err == nil && command.Do == "" {
		err = fmt.Errorf("%w: no command", ErrJunk)
	}
	return command, err
}

func decode[T any](text []byte) (T, error) {
	var v T
	if err := json.Unmarshal(text, &v); err != nil {
		return v, fmt.Errorf("%w: %w", ErrJunk, err)
	}
	return v, nil
}

// next is the next line that is not blank. An over-long line is skipped without
// being buffered.
func (r *Reader) next() ([]byte, error) {
	var text []byte
	for length := 0; ; {
		part, err := r.lines.ReadSlice('\n')
		if length += len(part); length <= maxLine {
			text = append(text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) { // the line goes on
			continue
		}
		blank := len(bytes.TrimSpace(text)) == 0
		switch {
		case err != nil && (blank || length > maxLine):
			return nil, err
		case length > maxLine:
			return nil, fmt.Errorf("%w: longer than %d bytes", ErrJunk, maxLine)
		case !blank:
			return text, nil // a last line without a newline counts; its error comes next
		default:
			text, length = nil, 0
		}
	}
}
