//go:build linux

// Bench measures what the program costs the desktop it runs on, compared with
// two references on the same desktop: a bare loop on net/http and a Fyne program
// with only a tray icon. With -before it also measures an earlier build,
// alternating with the new one, so that the load of the machine affects both
// alike. It prints a table and writes it to a file.
//
// A cost is the sum over all processes of a program, as the kernel accounts for
// it in /proc; nothing is attached to them. The routers are simulated by this
// process, whose own cost is not counted. `make bench` builds everything and
// runs it in the root of the repository.
//
// An error ends the bench at once, after printing the results so far. The
// desktop, and all that runs on it, ends with this process.
package main

import (
	"debug/buildinfo"
	"flag"
	"fmt"
	"log"
	"os"
	"runtime"
	"time"
)

// bench is one run of the benchmark.
type bench struct {
	rounds int           // how often each state is measured
	span   time.Duration // the length of each measurement
	settle time.Duration // the wait before each measurement
	starts int           // how often the time to the icon is measured
	clicks int           // how often the time to the window is measured

	builds  []build // the program, and the one of -before if given
	about   string  // the machine
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
		log.Fatal("no arguments are allowed, and -minutes and -rounds must be positive; see -help")
	}
	if *quick {
		*minutes, b.settle, b.starts, b.clicks = 1, 5*time.Second, 3, 3
	}
	b.span = time.Duration(*minutes * float64(time.Minute) / float64(b.rounds))
	if *before != "" {
		b.builds = append(b.builds, build{earlier, *before})
	}

	b.about = machine()
	defer func() { fmt.Print("\n", b.table()) }()
	b.desktop = startDesktop()
	for i := range b.builds {
		b.builds[i].binary = b.desktop.install(b.builds[i])
	}
	b.measure()
	check(os.WriteFile(b.output, []byte(b.table()), 0o644)) //nolint:gosec // a table is no secret
	check(b.desktop.Stop())
}

// check ends the bench on an error.
func check(err error) {
	if err != nil {
		panic(err)
	}
}

// machine describes what else the numbers depend on, in Markdown.
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
		text += "**This machine was busy: the numbers are too high.**\n"
		log.Printf("this machine is busy (load %.2f): the numbers will be too high", load)
	}
	return text
}
