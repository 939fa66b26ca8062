package wire_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/wire"
)

const (
	goodLine = `{"status":"live","router":"Mine"}`
	tooLong  = 4<<20 + 1 // more than a reader holds
)

func TestReaderTakesJunkWithoutHarm(t *testing.T) {
	for name, junk := range map[string]string{
		"no JSON":               "hello",
		"half an object":        `{"status":"live"`,
		"another value":         `["status"]`,
		"null":                  `null`,
		"an empty object":       `{}`,
		"unknown type":          `{"type":"greeting","status":"live"}`,
		"type is a number":      `{"type":7,"status":"live"}`,
		"null status":           `{"status":null}`,
		"unknown status":        `{"status":"splendid"}`,
		"status in another way": `{"status":"Live"}`,
		"wrong shape":           `{"status":"live","pairs":"four"}`,
		"no whole number":       `{"status":"live","pairs":4.5}`,
		"too large a number":    `{"status":"live","pairs":9223372036854775808}`,
		"no time":               `{"status":"live","updated_at":"yesterday"}`,
		"two objects":           goodLine + goodLine,
		"control characters":    "\x00\x01\x02",
		"not UTF-8":             "\xff\xfe\xfd",
		"bad app line":          `{"type":"app","routers":"r1"}`,
		"deep nesting":          strings.Repeat("[", 20_000),
		"over-long junk":        strings.Repeat("x", tooLong),
		"over-long object":      `{"status":"live","router":"` + strings.Repeat("x", tooLong) + `"}`,
		"very long":             strings.Repeat("x", 5*tooLong),
	} {
		t.Run(name, func(t *testing.T) {
			r := wire.NewReader(strings.NewReader(junk + "\n" + goodLine + "\n"))
			_, err := r.FromAgent()
			require.ErrorIs(t, err, wire.ErrJunk)
			assert.Less(t, len(err.Error()), 300, "an error does not repeat the line")

			got, err := r.FromAgent()
			require.NoError(t, err, "the next line is read as ever")
			assert.Equal(t, "Mine", got.(monitor.Snapshot).Name)
			_, err = r.FromAgent()
			assert.Equal(t, io.EOF, err)
		})
	}
}

func TestReaderTakesWhatIsHarmless(t *testing.T) {
	for name, text := range map[string]string{
		"no newline at the end": goodLine,
		"Windows' newline":      goodLine + "\r\n",
		"blank lines":           "\n\r\n   \n" + goodLine + "\n\n",
		"unknown fields":        `{"status":"live","router":"Mine","mood":{"good":[1,2]}}`,
		"the longest line":      goodLine + strings.Repeat(" ", tooLong-1-len(goodLine)-1) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			for way, source := range map[string]io.Reader{
				"at once":       strings.NewReader(text),
				"byte by byte":  iotest.OneByteReader(strings.NewReader(text)),
				"end with data": iotest.DataErrReader(strings.NewReader(text)),
			} {
				r := wire.NewReader(source)
				got, err := r.FromAgent()
				require.NoError(t, err, way)
				assert.Equal(t, "Mine", got.(monitor.Snapshot).Name, way)
				_, err = r.FromAgent()
				assert.Equal(t, io.EOF, err, way)
			}
		})
	}
}

func TestReaderPassesOnTheStreamsError(t *testing.T) {
	broken := errors.New("the pipe broke")
	r := wire.NewReader(io.MultiReader(strings.NewReader(goodLine+"\n"), iotest.ErrReader(broken)))
	_, err := r.FromAgent()
	require.NoError(t, err)
	_, err = r.FromAgent()
	require.ErrorIs(t, err, broken)
	require.NotErrorIs(t, err, wire.ErrJunk)

	_, err = wire.NewReader(strings.NewReader(strings.Repeat("x", 3*tooLong))).FromAgent()
	require.Equal(t, io.EOF, err, "a stream that ends within an over-long line ends")
}

// Settings are saved as one line, however many routers and tokens there are.
func TestALongSaveIsRead(t *testing.T) {
	long := wire.Command{Do: wire.Save, Settings: new(settings.Defaults()), Tokens: map[string]string{}}
	for i := range 700 {
		id := fmt.Sprint("r", i)
		long.Settings.Routers = append(long.Settings.Routers, settings.Router{ID: id, Name: id, URL: "https://" + strings.Repeat("x", 200) + ".example.org"})
	}
	for i := range 8 {
		long.Tokens[fmt.Sprint("r", i)] = strings.Repeat("t", 16<<10)
	}
	line, err := wire.Marshal(long)
	require.NoError(t, err)
	got, err := wire.NewReader(bytes.NewReader(line)).FromWindow()
	require.NoError(t, err)
	assert.Equal(t, long, got)
}

func TestLinesComeBackAsTheyWent(t *testing.T) {
	until := viewtest.Now().Add(time.Hour)
	app := wire.App{
		Routers: []string{"r1", "r2"}, Problem: "a \"sentence\"\nwith <marks> & \u2028", SnoozedUntil: &until, Tray: true,
		Version: "1.0.0", Demo: &wire.Demo{Faults: []wire.Fault{{ID: "slow", Label: "Slow"}}, Fault: "slow", ByHand: true},
	}
	snapshot := viewtest.States()[2].Snapshots[0]
	var stream bytes.Buffer
	for _, v := range []any{app, snapshot, wire.Show{}, wire.Show{Router: "r1", Settings: true}} {
		line, err := wire.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, 1, bytes.Count(line, []byte("\n")), "one object a line")
		stream.Write(line)
	}
	r := wire.NewReader(&stream)
	for _, want := range []any{app, snapshot, wire.Show{}, wire.Show{Router: "r1", Settings: true}} {
		got, err := r.FromAgent()
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
}

func TestCommandsComeBackAsTheyWent(t *testing.T) {
	var stream bytes.Buffer
	commands := []wire.Command{
		{Do: wire.Retry},
		{Do: wire.Retry, Router: "r1"},
		{Do: wire.Snooze, ForMS: 3_600_000},
		{Do: wire.Closed},
		{Do: wire.Quit},
		{Do: wire.StartDemo},
		{Do: wire.SetFault, Fault: "slow"},
		{Do: wire.SetPaused, Paused: true},
		{Do: wire.PlayDay},
	}
	for _, c := range commands {
		line, err := wire.Marshal(c)
		require.NoError(t, err)
		stream.Write(line)
		stream.WriteString("junk\n{}\n")
	}
	r := wire.NewReader(&stream)
	for _, want := range commands {
		got, err := r.FromWindow()
		require.NoError(t, err)
		assert.Equal(t, want, got)
		for range 2 {
			_, err = r.FromWindow()
			require.ErrorIs(t, err, wire.ErrJunk)
		}
	}
	_, err := r.FromWindow()
	assert.Equal(t, io.EOF, err)
}

func TestMarshalTakesOnlyLines(t *testing.T) {
	for _, v := range []any{nil, 7, "text", &wire.Snapshot{}, struct{}{}} {
		_, err := wire.Marshal(v)
		assert.Error(t, err)
	}
}

// Whatever comes in: the reader ends, holds a bounded line, and what it gives
// can be sent on.
func FuzzReader(f *testing.F) {
	for _, state := range viewtest.States() {
		for _, s := range state.Snapshots {
			line, err := wire.Marshal(s)
			require.NoError(f, err)
			f.Add(line)
		}
	}
	f.Add([]byte(goodLine + "\r\n\n{\"type\":\"app\",\"routers\":null}\n{\"type\":\"show\"}\njunk"))
	f.Add([]byte(`{"do":"snooze","for_ms":-1}`))
	f.Fuzz(func(t *testing.T, stream []byte) {
		lines := bytes.Count(stream, []byte("\n")) + 1
		r := wire.NewReader(bytes.NewReader(stream))
		for range lines {
			got, err := r.FromAgent()
			switch {
			case err == nil:
				sendOn(t, got)
			case !errors.Is(err, wire.ErrJunk):
				require.Equal(t, io.EOF, err)
				return
			}
		}
		_, err := r.FromAgent()
		require.Equal(t, io.EOF, err, "more lines than there are")

		r = wire.NewReader(bytes.NewReader(stream))
		for range lines {
			if command, err := r.FromWindow(); err == nil {
				sendOn(t, command)
			}
		}
	})
}

func sendOn(t *testing.T, v any) {
	t.Helper()
	if s, ok := v.(monitor.Snapshot); ok {
		require.True(t, s.Status.Valid())
	}
	line, err := wire.Marshal(v)
	require.NoError(t, err)
	require.Equal(t, 1, bytes.Count(line, []byte("\n")))
}
