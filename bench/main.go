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
// An error ends the bench where it happens. The desktop, and all that runs on
// it, ends with this process.
package main

import (
	"debug/buildinfo"
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
	"time"

	"routerwatch/e2e/virtual"
)

// bench is one run of it.
type bench struct {
	rounds int           // how often each state is measured
	span   time.Duration // for how long, each time
	settle time.Duration // for how long it is left alone before
	starts int           // how often the time to the icon is taken
	clicks int           // how often the time to the window is taken

	builds  []build // the program, and perhaps an earlier build of it
	desktop *desktop
	results results
	output  string // the file for the table
}

// build is a binary of the program.
type build struct{ name, binary string }

// The binaries that `make bench` builds.
const (
	programBinary  = "build/bench/routerwatch"
	bareLoopBinary = "build/bench/bareloop"
	fyneTrayBinary = "build/bench/fynetray"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	b := &bench{settle: 15 * time.Second, starts: 10, clicks: 5, builds: []build{{ours, programBinary}}, results: results{}}
	minutes := flag.Float64("minutes", 5, "how long each state is measured, over all rounds, in minutes")
	flag.IntVar(&b.rounds, "rounds", 3, "in how many rounds")
	quick := flag.Bool("quick", false, "measure each state for a minute")
	before := flag.String("before", "", "an earlier build of the program to compare with")
	flag.StringVar(&b.output, "o", "build/bench.md", "the file for the table")
	flag.Parse()
	if flag.NArg() > 0 || *minutes <= 0 || b.rounds <= 0 {
		log.Fatal("see -help; it takes no arguments, and more than no minutes and rounds")
	}
	if *quick {
		*minutes, b.settle, b.starts, b.clicks = 1, 5*time.Second, 3, 3
	}
	b.span = time.Duration(*minutes * float64(time.Minute) / float64(b.rounds))
	if *before != "" {
		b.builds = append(b.builds, build{earlier, *before})
	}

	about := machine()
	started, err := virtual.Start()
	b.check(err)
	b.desktop = watch(started)
	for i := range b.builds {
		b.builds[i].binary, err = b.desktop.install(b.builds[i].binary)
		b.check(err)
	}
	b.measure()
	text := about + "\n" + b.table()
	fmt.Print("\n", text)
	b.check(os.WriteFile(b.output, []byte(text), 0o644)) //nolint:gosec // a table is no secret
	b.check(started.Stop())
}

// check ends the bench where there is an error, with what it has measured so far.
func (b *bench) check(err error) {
	if err != nil {
		fmt.Print("\n", b.table())
		log.Fatal(err)
	}
}

// machine is what the numbers depend on beside the program, in Markdown.
func machine() string {
	info, err := buildinfo.ReadFile(programBinary)
	if err != nil {
		log.Fatal(err, "; make bench builds what is missing")
	}
	fyne := ""
	for _, module := range info.Deps {
		if module.Path == "fyne.io/fyne/v2" {
			fyne = module.Version
		}
	}
	var load float64
	if average, err := os.ReadFile("/proc/loadavg"); err == nil {
		_, _ = fmt.Sscan(string(average), &load)
	}
	text := fmt.Sprintf("%s, Fyne %s; %d processors; load at the start %.2f.\n", info.GoVersion, fyne, runtime.NumCPU(), load)
	if load > 1 {
		text += "**This machine was busy: the numbers are worse than the program.**\n"
		log.Printf("this machine is busy (load %.2f): the numbers will be worse than the program", load)
	}
	return text
}
