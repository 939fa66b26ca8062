//go:build linux

package main

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// machine is what the numbers depend on beside the program.
type machine struct {
	processor, kernel string
	processors        int
	load              float64 // runnable processes at the start, over a minute

	goVersion, fyneVersion string // of the program measured
}

func thisMachine(program string) (machine, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return machine{}, fmt.Errorf("%w; make bench builds what is missing", err)
	}
	cpus, err1 := os.ReadFile("/proc/cpuinfo")
	kernel, err2 := os.ReadFile("/proc/sys/kernel/osrelease")
	load, err3 := os.ReadFile("/proc/loadavg")
	m := machine{
		processor: processorIn(string(cpus)), processors: runtime.NumCPU(),
		kernel: strings.TrimSpace(string(kernel)), goVersion: info.GoVersion,
	}
	for _, module := range info.Deps {
		if module.Path == "fyne.io/fyne/v2" {
			m.fyneVersion = module.Version
		}
	}
	_, err4 := fmt.Sscan(string(load), &m.load)
	return m, errors.Join(err1, err2, err3, err4)
}

// processorIn finds the model in /proc/cpuinfo; some processors have none there.
func processorIn(text string) string {
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(line, ":")
		if strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// busy reports whether others had work for a processor at the start.
func (m machine) busy() bool { return m.load > 1 }

// String is a paragraph of Markdown.
func (m machine) String() string {
	text := fmt.Sprintf("%s, Fyne %s; %d × %s; Linux %s; load at the start %.2f.\n",
		m.goVersion, m.fyneVersion, m.processors, m.processor, m.kernel, m.load)
	if m.busy() {
		text += "**This machine was busy: the numbers are worse than the program.**\n"
	}
	return text
}
