//go:build linux

// Bench measures what the program costs the desktop it runs on, beside two
// references on the same desktop: a bare loop on net/http and a Fyne program
// with only a tray icon. With -before it measures an earlier build as well, in
// turns with the new one, so that both met the same machine. It prints a table
// and keeps it in a file.
//
// A cost is the sum over all processes of a program, as the kernel accounts for
// it in /proc; nothing is attached to them. Every router is simulated, within
// this process, whose own cost counts for nobody. `make bench` builds it all
// and runs it in the root of the repository.
//
// Its tests hold the soak, which `make soak` runs: see soak_test.go.
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
	builds             []build // the program, and perhaps an earlier build of it
	bareLoop, fyneTray string  // the references' binaries

	rounds int           // how often each state is measured
	span   time.Duration // for how long, each time
	settle time.Duration // for how long it is left alone before
	starts int           // how often the time to the icon is taken
	clicks int           // how often the time to the window is taken

	pictures string // a folder for a picture of each state with a window; none where empty
}

// build is a binary of the program.
type build struct{ name, binary string }

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
	minutes := flag.Float64("minutes", 5, "how long each state is measured, over all rounds, in minutes")
	flag.IntVar(&p.rounds, "rounds", 3, "in how many rounds")
	quick := flag.Bool("quick", false, "measure each state for a minute")
	output := flag.String("o", "build/bench.md", "the file for the table")
	program := flag.String("program", "build/bench/routerwatch", "the program; it should run from this file nowhere else")
	before := flag.String("before", "", "an earlier build of the program to compare with")
	flag.StringVar(&p.bareLoop, "bareloop", "build/bench/bareloop", "the bare loop")
	flag.StringVar(&p.fyneTray, "fynetray", "build/bench/fynetray", "the Fyne program with only a tray icon")
	flag.StringVar(&p.pictures, "pictures", "", "a folder for a picture of each state with a window")
	flag.Parse()
	if flag.NArg() > 0 || *minutes <= 0 || p.rounds <= 0 {
		return errors.New("see -help; it takes no arguments, and more than no minutes and rounds")
	}
	if *quick {
		*minutes, p.settle, p.starts, p.clicks = 1, 5*time.Second, 3, 3
	}
	p.span = time.Duration(*minutes * float64(time.Minute) / float64(p.rounds))
	p.builds = []build{{ours, *program}}
	if *before != "" {
		p.builds = append(p.builds, build{earlier, *before})
	}

	m, err := thisMachine(*program)
	if err != nil {
		return err
	}
	if m.busy() {
		say("this machine is busy (load %.2f): the numbers will be worse than the program", m.load)
	}
	d, err := startDesktop(ctx)
	if err != nil {
		return err
	}
	defer d.end()
	r, failed := p.measure(ctx, d)
	text := m.String() + "\n" + p.table(r) // what was measured before a failure counts
	fmt.Print("\n", text)
	return errors.Join(failed, os.WriteFile(*output, []byte(text), 0o644)) //nolint:gosec // a table is no secret
}

// say tells a person at the terminal how far it is.
func say(format string, a ...any) { fmt.Fprintf(os.Stderr, "bench: "+format+"\n", a...) }
