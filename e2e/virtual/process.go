//go:build linux

package virtual

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Running reports whether the process exists and has not ended.
func Running(pid int) bool {
	state, _, err := processStat(pid)
	return err == nil && state != "Z" && state != "X"
}

// Children are the children of pid: those that run, and those that ended and were
// not waited for.
func Children(pid int) (running, zombies []int) {
	folders, _ := filepath.Glob("/proc/[0-9]*")
	for _, folder := range folders {
		child, _ := strconv.Atoi(filepath.Base(folder))
		switch state, parent, err := processStat(child); {
		case err != nil || parent != pid: // ended in the meantime, or not a child
		case state == "Z" || state == "X":
			zombies = append(zombies, child)
		default:
			running = append(running, child)
		}
	}
	return running, zombies
}

// processStat is the letter of the process's state, and its parent.
func processStat(pid int) (state string, parent int, err error) {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return "", 0, err
	}
	return readStat(string(text))
}

// readStat parses /proc/PID/stat. The name in it may contain spaces and brackets.
func readStat(text string) (state string, parent int, err error) {
	end := strings.LastIndex(text, ") ")
	if end < 0 {
		return "", 0, fmt.Errorf("not a line of /proc/PID/stat: %q", text)
	}
	fields := strings.Fields(text[end+2:])
	if len(fields) < 2 {
		return "", 0, fmt.Errorf("a short line of /proc/PID/stat: %q", text)
	}
	parent, err = strconv.Atoi(fields[1])
	return fields[0], parent, err
}
