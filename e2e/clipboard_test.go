//go:build linux

package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
	"routerwatch/monitor/stableroute/simulator"
)

// pasted is what another program gets from the clipboard.
func (d *desktop) pasted(target string) string {
	text, _ := d.Output("xclip", "-selection", "clipboard", "-out", "-target", target)
	return text
}

// keepers are the processes that keep this desktop's clipboard.
func (d *desktop) keepers() []int {
	var found []int
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range lines {
		folder := filepath.Dir(name)
		arguments, _ := os.ReadFile(name)
		variables, _ := os.ReadFile(filepath.Join(folder, "environ"))
		if strings.Contains(string(arguments), "\x00--keep\x00") &&
			strings.Contains(string(variables), "TEST_DESKTOP="+d.Variables["TEST_DESKTOP"]+"\x00") {
			pid, _ := strconv.Atoi(filepath.Base(folder))
			found = append(found, pid)
		}
	}
	return found
}

// keeper waits for the one process that keeps the clipboard, another than before.
func (d *desktop) keeper(before int) int {
	d.t.Helper()
	found := await(d.t, "a process that keeps the clipboard", func() ([]int, bool) {
		found := d.keepers()
		return found, len(found) == 1 && found[0] != before
	})
	return found[0]
}

// pastes waits until the clipboard has that text.
func (d *desktop) pastes(part string) {
	d.t.Helper()
	await(d.t, "a clipboard with “"+part+"”", func() (string, bool) {
		text := d.pasted("UTF8_STRING")
		return text, strings.Contains(text, part)
	})
}

func TestWhatWasCopiedOutlivesTheWindowAndTheProgram(t *testing.T) {
	t.Parallel()
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	p := d.start(fastPolling(router)...)
	item := d.trayItem()
	w := d.window("Frankfurt: Live, 4 pairs")
	d.press(w, "ctrl+c")
	d.pastes("Frankfurt")
	first := d.keeper(0)
	d.press(w, "Escape")
	d.noWindow()
	d.pastes("Frankfurt")
	assert.Contains(t, d.pasted("TARGETS"), "UTF8_STRING")

	// The next copy takes over.
	router.SetPairs(7)
	item.choose("Open Routerwatch")
	w = d.window("Frankfurt: Live, 7 pairs")
	d.press(w, "ctrl+c")
	d.pastes("Pairs: 7")
	keeper := d.keeper(first)
	d.press(w, "ctrl+q")
	assert.Zero(t, p.exits(patience))
	d.pastes("Pairs: 7")
	assert.Equal(t, []int{keeper}, d.keepers())

	// And what another program copies ends it.
	d.do("sh", "-c", "echo other words | xclip -selection clipboard >/dev/null 2>&1")
	d.pastes("other words")
	awaitTrue(t, "the end of the process that kept the clipboard", func() bool { return !virtual.Running(keeper) })
}

func TestTheKeeperOfTheClipboardEnds(t *testing.T) {
	t.Parallel()
	d := startDesktop(t, "--no-notifier", "--no-panel")
	start := func(text string) *program {
		p := &program{t: t, output: &transcript{}, errors: &transcript{}, ended: make(chan struct{})}
		p.process = d.Command(t.Context(), os.Getenv(binaryVariable), "window", "--keep")
		p.process.Stdin, p.process.Stderr = strings.NewReader(text), p.errors
		require.NoError(t, p.process.Start())
		go func() {
			_ = p.process.Wait()
			close(p.ended)
		}()
		return p
	}
	long := strings.Repeat("Frankfurt, déjà vu → ", 100_000) + "the end"
	first := start(long)
	awaitTrue(t, "all of a long text", func() bool { return d.pasted("text/plain;charset=utf-8") == long })
	second := start("the next")
	assert.Zero(t, first.exits(patience), "%s", first.errors)
	d.pastes("the next")
	second.signal(syscall.SIGHUP)
	second.signal(os.Interrupt.(syscall.Signal))
	d.pastes("the next")
	second.signal(syscall.SIGTERM)
	assert.NotZero(t, second.exits(patience))
	third := start("the last")
	d.pastes("the last")
	d.kill("xserver")
	assert.Zero(t, third.exits(patience), "%s", third.errors)
	fourth := start("nowhere")
	assert.Equal(t, 1, fourth.exits(patience))
	assert.Contains(t, fourth.errors.String(), "there is no display")
}
