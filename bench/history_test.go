//go:build linux

package bench

import (
	"bytes"
	"context"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/require"
)

// What a year of ten routers' history takes to read. The year is made by BenchmarkYear
// of package history.
const (
	toPage   = "H, to the History page"
	toYear   = "a year on the History page"
	toReport = "routerwatch history of a year, ten routers"
)

// still is how long a window must not change to have shown all.
const still = 700 * time.Millisecond

// timeReports measures `routerwatch history` of a year, and cat of what it reads.
func (b *bench) timeReports() {
	for range b.clicks {
		for _, each := range b.builds {
			took, ended := b.run(each.binary, "history", "--history", b.year, "--since", "365d")
			usage, _ := ended.ProcessState.SysUsage().(*syscall.Rusage)
			b.results.add(toReport, each.name, map[string]float64{seconds: took, peak: float64(usage.Maxrss) / 1024})
		}
		b.results.add(toReport, cat, map[string]float64{seconds: b.cat("*")})
	}
}

// run runs a program to its end, and returns how long that took.
func (b *bench) run(name string, arguments ...string) (seconds float64, ended *exec.Cmd) {
	command := b.desktop.Command(context.Background(), name, arguments...)
	begun := time.Now()
	require.NoError(b.t, command.Run())
	return time.Since(begun).Seconds(), command
}

// cat is how long cat takes for what is read of a year of the routers.
func (b *bench) cat(routers string) (seconds float64) {
	var files []string
	for _, name := range []string{"quarters-*", "changes.jsonl"} {
		found, err := filepath.Glob(filepath.Join(b.year, routers, name))
		require.NoError(b.t, err)
		require.NotEmpty(b.t, found, b.year)
		files = append(files, found...)
	}
	seconds, _ = b.run("cat", files...)
	return seconds
}

// timeHistoryPages measures how long the History page takes to open, and to show a year.
func (b *bench) timeHistoryPages() {
	xgb.Logger.SetOutput(io.Discard) // it needs no authority
	display, err := xgb.NewConnDisplay(b.desktop.Variables["DISPLAY"])
	require.NoError(b.t, err)
	defer display.Close()
	for _, each := range b.builds {
		w := b.watchTen(each, "--history", b.year)
		window, _ := b.desktop.awaitWindow(w.program)
		time.Sleep(b.settle)
		for range b.clicks {
			page := b.untilShown(display, window, "h")
			b.untilShown(display, window, "shift+Tab") // from the timeline to the longest range
			year := b.untilShown(display, window, "Return")
			b.untilShown(display, window, "Escape")
			for state, took := range map[string]float64{toPage: page, toYear: year} {
				b.results.add(state, each.name, map[string]float64{seconds: took})
				if each.name == ours {
					b.results.add(state, cat, map[string]float64{seconds: b.cat("router0")})
				}
			}
		}
		w.end()
	}
}

// untilShown presses a key, and returns how long it takes until the window has shown
// the last of what that changes.
func (b *bench) untilShown(display *xgb.Conn, window, key string) (seconds float64) {
	id, err := strconv.ParseUint(window, 0, 32)
	require.NoError(b.t, err)
	drawable := xproto.Drawable(id)
	size, err := xproto.GetGeometry(display, drawable).Reply()
	require.NoError(b.t, err)
	picture := func() []byte {
		const top = 4 // the pixel with the frame's number is above
		reply, err := xproto.GetImage(display, xproto.ImageFormatZPixmap, drawable, 0, top, size.Width, size.Height-top, ^uint32(0)).Reply()
		require.NoError(b.t, err)
		return reply.Data
	}
	seen := picture()
	begun := time.Now()
	last := begun
	_, err = b.desktop.Output("xdotool", "key", key)
	require.NoError(b.t, err)
	for last.Equal(begun) || time.Since(last) < still {
		require.Less(b.t, time.Since(begun), waitLimit, key)
		if now := picture(); !bytes.Equal(now, seen) {
			seen, last = now, time.Now()
		}
		time.Sleep(5 * time.Millisecond)
	}
	return last.Sub(begun).Seconds()
}
