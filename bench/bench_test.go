//go:build linux

package bench

import (
	"debug/buildinfo"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// folderVariable names the folder with the measured binaries, optionsVariable the
// options.
const (
	folderVariable  = "BENCH_FOLDER"
	optionsVariable = "BENCH"
)

// bench is one run of the benchmark.
type bench struct {
	t      *testing.T
	rounds int           // how often each state is measured
	span   time.Duration // the length of each measurement
	settle time.Duration // the wait before each measurement
	starts int           // how often the time to the icon is measured
	clicks int           // how often the time to the window is measured

	builds  []build          // the program, and the one of -before if given
	pair    build            // a copy of the program, of which two are compared
	ten     build            // another one, for ten routers
	year    string           // the folder with a year's history of ten routers
	others  map[string]build // the references, by name
	about   string           // the machine
	desktop *desktop
	results results
}

// build is a binary, and the settings that it is started with.
type build struct{ name, binary, settings string }

func TestCost(t *testing.T) {
	folder := os.Getenv(folderVariable)
	if folder == "" {
		t.Skip("`make bench` runs it")
	}
	t.Chdir("..") // the paths in the options are relative to it
	b := &bench{t: t, settle: 15 * time.Second, starts: 10, clicks: 5, results: results{}}
	options := flag.NewFlagSet(optionsVariable, flag.ContinueOnError)
	minutes := options.Float64("minutes", 5, "how long each state is measured, over all rounds, in minutes; 0 for the times only")
	options.IntVar(&b.rounds, "rounds", 5, "in how many rounds")
	quick := options.Bool("quick", false, "measure each state for a minute")
	before := options.String("before", "", "an earlier build of the program to compare with")
	output := options.String("o", folder+".md", "the file for the table")
	require.NoError(t, options.Parse(strings.Fields(os.Getenv(optionsVariable))))
	require.True(t, options.NArg() == 0 && *minutes >= 0 && b.rounds > 0, "no arguments are allowed, and -minutes and -rounds must be positive")
	if *quick {
		*minutes, b.settle, b.starts, b.clicks = 1, 5*time.Second, 3, 3
	}
	b.span = time.Duration(*minutes * float64(time.Minute) / float64(b.rounds))

	b.about = b.machine(folder + "/routerwatch")
	defer func() { fmt.Print("\n", b.table()) }() // the results so far, if it fails
	b.desktop = startDesktop(t)
	b.builds = []build{b.desktop.install(ours, folder+"/routerwatch")}
	if *before != "" {
		b.builds = append(b.builds, b.desktop.install(earlier, *before))
	}
	b.year = folder + "/year"
	b.pair, b.ten = b.desktop.install("pair", folder+"/routerwatch"), b.desktop.install("ten", folder+"/routerwatch")
	b.others = map[string]build{}
	for name, program := range map[string]string{bareLoop: "bareloop", nineLoops: "bareloop", fyneTray: "fynetray", fyneLabel: "fynelabel"} {
		b.others[name] = b.desktop.install(name, folder+"/"+program)
	}
	b.measure()
	require.NoError(t, os.WriteFile(*output, []byte(b.table()), 0o600))
}

// machine describes what else the numbers depend on, in Markdown.
func (b *bench) machine(program string) string {
	info, err := buildinfo.ReadFile(program)
	require.NoError(b.t, err)
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
	}
	return text
}
