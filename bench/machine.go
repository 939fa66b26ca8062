//go:build linux

package main

import (
	"debug/buildinfo"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
)

// machine is what the numbers depend on beside the program.
type machine struct {
	processor  string
	processors int
	kernel     string
	load       float64 // runnable processes at the start, over a minute

	goVersion, fyneVersion string // of the program measured
}

func thisMachine(p plan) (machine, error) {
	m := machine{processors: runtime.NumCPU()}
	info, err := buildinfo.ReadFile(p.program)
	if err != nil {
		return m, fmt.Errorf("%w; make bench builds what is missing", err)
	}
	m.goVersion = info.GoVersion
	for _, module := range info.Deps {
		if module.Path == "fyne.io/fyne/v2" {
			m.fyneVersion = module.Version
		}
	}
	for name, read := range map[string]func(text string){
		"/proc/cpuinfo":              func(text string) { m.processor = processorIn(text) },
		"/proc/sys/kernel/osrelease": func(text string) { m.kernel = strings.TrimSpace(text) },
		"/proc/loadavg": func(text string) {
			first, _, _ := strings.Cut(text, " ")
			m.load, _ = strconv.ParseFloat(first, 64)
		},
	} {
		text, err := os.ReadFile(name)
		if err != nil {
			return m, err
		}
		read(string(text))
	}
	return m, nil
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
