//go:build linux

// Bench measures what the program costs the desktop it runs on, beside two
// references on the same desktop at the same time: a bare loop on net/http and
// a Fyne program with only a tray. It prints a table and keeps it in a file.
//
// A cost is that of all processes of a program added up, as the kernel
// accounts for it in /proc; nothing is attached to them. What is measured runs
// alone, but for the references, which run beside the state "in the tray".
// Every router is simulated, within this process, whose own cost counts for
// nobody. It is run in the root of the repository; `make bench` builds it all.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// plan is what is measured, and for how long.
type plan struct {
	program, bareLoop, fyneTray string // the binaries

	span   time.Duration // each state is watched for so long
	settle time.Duration // before, it is left alone for so long
	starts int           // how often the time to the icon is taken
	clicks int           // how often the time to the window is taken

	pictures string // a folder for a picture of each state with a window; none where empty
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		stop()
		os.Exit(1) //nolint:gocritic // stop was called
	}
}

func run(ctx context.Context) error {
	p := plan{settle: 15 * time.Second, starts: 10, clicks: 5}
	minutes := flag.Float64("minutes", 5, "how long each state is measured, in minutes")
	quick := flag.Bool("quick", false, "measure each state for 30 s, to see that it works")
	output := flag.String("o", "build/bench.md", "the file for the table")
	flag.StringVar(&p.program, "program", "build/bench/routerwatch", "the program; it should run from this file nowhere else")
	flag.StringVar(&p.bareLoop, "bareloop", "build/bench/bareloop", "the bare loop")
	flag.StringVar(&p.fyneTray, "fynetray", "build/bench/fynetray", "the Fyne program with only a tray")
	flag.StringVar(&p.pictures, "pictures", "", "a folder for a picture of each state with a window")
	flag.Parse()
	if flag.NArg() > 0 || *minutes <= 0 {
		return errors.New("see -help; it takes no arguments, and a time longer than nothing")
	}
	p.span = time.Duration(*minutes * float64(time.Minute))
	if *quick {
		p.span, p.settle, p.starts, p.clicks = 30*time.Second, 5*time.Second, 3, 2
	}

	m, err := thisMachine(p)
	if err != nil {
		return err
	}
	if m.busy() {
		fmt.Fprintf(os.Stderr, "bench: this machine is busy (load %.2f): the numbers will be worse than the program\n", m.load)
	}
	d, err := startDesktop(ctx)
	if err != nil {
		return err
	}
	defer d.end()
	r, err := p.measure(ctx, d)
	if err != nil {
		return err
	}
	text := m.String() + "\n" + r.String()
	fmt.Print("\n", text)
	return os.WriteFile(*output, []byte(text), 0o644) //nolint:gosec // a table is no secret
}

// say tells a person at the terminal how far it is.
func say(format string, a ...any) { fmt.Fprintf(os.Stderr, "bench: "+format+"\n", a...) }
