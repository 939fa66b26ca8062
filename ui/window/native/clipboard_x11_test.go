//go:build linux

package native

import (
	"bufio"
	"crypto/sha256"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// startServer starts an X server of this test and sets DISPLAY. The function it
// returns ends it.
func startServer(t *testing.T) (stop func()) {
	t.Helper()
	path, err := exec.LookPath("Xvfb")
	if err != nil {
		t.Skip("there is no Xvfb here")
	}
	number, answer, err := os.Pipe()
	require.NoError(t, err)
	server := exec.Command(path, "-displayfd", "3", "-nolisten", "tcp", "-noreset")
	server.ExtraFiles = []*os.File{answer}
	require.NoError(t, server.Start())
	require.NoError(t, answer.Close())
	lines := bufio.NewScanner(number)
	require.True(t, lines.Scan(), "Xvfb did not start")
	require.NoError(t, number.Close())
	t.Setenv("DISPLAY", ":"+lines.Text())
	ended := false
	stop = func() {
		if !ended {
			ended = true
			_ = server.Process.Kill()
			_ = server.Wait()
		}
	}
	t.Cleanup(stop)
	return stop
}

// reader is another program, which reads the clipboard.
type reader struct {
	t      *testing.T
	server *xgb.Conn
	window xproto.Window
}

func newReader(t *testing.T) *reader {
	t.Helper()
	server, err := connect()
	require.NoError(t, err)
	t.Cleanup(server.Close)
	r := &reader{t: t, server: server}
	r.window, err = xproto.NewWindowId(server)
	require.NoError(t, err)
	root := xproto.Setup(server).DefaultScreen(server).Root
	require.NoError(t, xproto.CreateWindowChecked(server, 0, r.window, root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0, 0, nil).Check())
	return r
}

func (r *reader) atom(name string) (atom xproto.Atom) {
	r.t.Helper()
	require.NoError(r.t, intern(r.server, map[string]*xproto.Atom{name: &atom}))
	return atom
}

// owner is the window that owns the clipboard; 0 for none.
func (r *reader) owner() xproto.Window {
	reply, err := xproto.GetSelectionOwner(r.server, r.atom("CLIPBOARD")).Reply()
	require.NoError(r.t, err)
	return reply.Owner
}

// ask asks for the clipboard as target, and returns the property of the answer: its
// name, type and value; the name is 0 if it was refused.
func (r *reader) ask(target string, property xproto.Atom) (xproto.Atom, xproto.Atom, []byte) {
	r.t.Helper()
	xproto.ConvertSelection(r.server, r.window, r.atom("CLIPBOARD"), r.atom(target), property, xproto.TimeCurrentTime)
	for {
		event, err := r.server.WaitForEvent()
		require.NoError(r.t, err)
		if answer, ok := event.(xproto.SelectionNotifyEvent); ok {
			if answer.Property == 0 {
				return 0, 0, nil
			}
			reply, err := xproto.GetProperty(r.server, true, r.window, answer.Property, xproto.AtomAny, 0, 1<<26).Reply()
			require.NoError(r.t, err)
			return answer.Property, reply.Type, reply.Value
		}
	}
}

// served starts to serve the text and waits until it is on the clipboard.
func (r *reader) served(text string) <-chan error {
	r.t.Helper()
	before := r.owner()
	ended := make(chan error, 1)
	go func() { ended <- ServeClipboard(text) }()
	require.Eventually(r.t, func() bool { owner := r.owner(); return owner != 0 && owner != before }, 10*time.Second, time.Millisecond)
	return ended
}

func TestTheClipboardIsServedAsOtherProgramsAskForIt(t *testing.T) {
	defer goleak.VerifyNone(t)
	startServer(t)
	r := newReader(t)
	defer r.server.Close()
	const text = "Frankfurt is down → since 14:02"
	ended := r.served(text)

	property := r.atom("OURS")
	for _, target := range []string{"UTF8_STRING", "text/plain;charset=utf-8"} {
		name, kind, value := r.ask(target, property)
		assert.Equal(t, property, name)
		assert.Equal(t, r.atom(target), kind)
		assert.Equal(t, text, string(value))
	}
	name, _, value := r.ask("UTF8_STRING", 0)
	assert.Equal(t, r.atom("UTF8_STRING"), name, "a client that names no property")
	assert.Equal(t, text, string(value))

	_, kind, value := r.ask("TARGETS", property)
	assert.Equal(t, xproto.Atom(xproto.AtomAtom), kind)
	var targets []uint32
	for ; len(value) >= 4; value = value[4:] {
		targets = append(targets, xgb.Get32(value))
	}
	for _, target := range []string{"TARGETS", "TIMESTAMP", "MULTIPLE", "UTF8_STRING", "text/plain;charset=utf-8"} {
		assert.Contains(t, targets, uint32(r.atom(target)))
	}
	_, kind, value = r.ask("TIMESTAMP", property)
	assert.Equal(t, xproto.Atom(xproto.AtomInteger), kind)
	assert.NotZero(t, xgb.Get32(value))
	name, _, _ = r.ask("image/png", property)
	assert.Zero(t, name, "what there is not is refused")

	one, two := r.atom("ONE"), r.atom("TWO")
	wanted := words(uint32(r.atom("UTF8_STRING")), uint32(one), uint32(r.atom("image/png")), uint32(two))
	require.NoError(t, xproto.ChangePropertyChecked(r.server, xproto.PropModeReplace, r.window, property, r.atom("ATOM_PAIR"), 32, 4, wanted).Check())
	_, _, value = r.ask("MULTIPLE", property)
	require.Len(t, value, 16)
	assert.Equal(t, uint32(one), xgb.Get32(value[4:]))
	assert.Zero(t, xgb.Get32(value[12:]), "what was refused")
	reply, err := xproto.GetProperty(r.server, true, r.window, one, xproto.AtomAny, 0, 1024).Reply()
	require.NoError(t, err)
	assert.Equal(t, text, string(reply.Value))

	xproto.SetSelectionOwner(r.server, r.window, r.atom("CLIPBOARD"), xproto.TimeCurrentTime)
	require.NoError(t, <-ended, "something else was copied")
}

func TestALongTextIsServedWhole(t *testing.T) {
	startServer(t)
	r := newReader(t)
	for _, length := range []int{0, propertyPart, propertyPart + 1, 3 << 20} {
		text := strings.Repeat("x", max(length-1, 0)) + strings.Repeat("y", min(length, 1))
		ended := r.served(text)
		_, _, value := r.ask("UTF8_STRING", r.atom("OURS"))
		assert.Len(t, value, length)
		assert.Equal(t, sha256.Sum256([]byte(text)), sha256.Sum256(value))
		xproto.SetSelectionOwner(r.server, r.window, r.atom("CLIPBOARD"), xproto.TimeCurrentTime)
		require.NoError(t, <-ended)
	}
}

// A reader that goes away in the middle harms nobody.
func TestAReaderThatIsGoneIsForgotten(t *testing.T) {
	startServer(t)
	r := newReader(t)
	r.served("still here")
	for range 20 {
		other := newReader(t)
		xproto.ConvertSelection(other.server, other.window, other.atom("CLIPBOARD"), other.atom("UTF8_STRING"), other.atom("OURS"), xproto.TimeCurrentTime)
		_, _ = xproto.GetInputFocus(other.server).Reply() // the request has arrived
		other.server.Close()
	}
	_, _, value := r.ask("UTF8_STRING", r.atom("OURS"))
	assert.Equal(t, "still here", string(value))
}

func TestTheClipboardEndsWithTheDisplay(t *testing.T) {
	stop := startServer(t)
	r := newReader(t)
	ended := r.served("gone")
	_, _, value := r.ask("UTF8_STRING", r.atom("OURS"))
	assert.Equal(t, "gone", string(value))
	r.server.Close()
	stop()
	require.NoError(t, <-ended)
	require.Error(t, ServeClipboard("nowhere"), "there is no display any more")
}
