// Package cli is the command line: flags, environment, help, and what each
// command does.
package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"syscall"

	_ "routerwatch/internal/platform/locale" // before the toolkit
	"routerwatch/ui/view"
	"routerwatch/ui/window"
)

// version is the program's version; a build may set another with -X.
var version = "0.1.0"

// title is the program's name as a person reads it.
const title = "Routerwatch"

// ExitCode prints the error, if any, and returns the exit code for it.
func ExitCode(err error) int {
	if err == nil {
		return exitOK
	}
	complain(err)
	if usage, ok := errors.AsType[*UsageError](err); ok {
		return usage.Code
	}
	return exitFailed
}

// Warn prints the warnings about options and variables that are ignored or unsafe.
func (inv *Invocation) Warn(environment []string) {
	warnings := inv.warnings
	if inv.Command != Window { // its agent has said so
		warnings = slices.Concat(warnings, inv.unknownVariables(environment))
	}
	for _, warning := range warnings {
		complain(errors.New(warning))
	}
}

// RunWindow runs the window alone, until it is closed or its input ends, or keeps
// the clipboard for one that has closed.
func RunWindow(inv *Invocation) error {
	o := inv.WindowCommand
	if o.Keep {
		limitRuntime()
		signal.Reset(syscall.SIGTERM)
		signal.Ignore(os.Interrupt, syscall.SIGHUP) // they are for the program in that terminal
		return window.KeepClipboard(os.Stdin)
	}
	log := inv.log()
	if o.Child {
		log = inv.windowLog()
	}
	options := window.Options{
		In: os.Stdin, Out: os.Stdout, Child: o.Child, At: inv.at, Wall: inv.Wall, History: inv.Folder.text,
		Test: probe, Secrets: inv.secrets,
		Title: title, Version: version, Log: log,
	}
	if program, err := os.Executable(); err == nil && runtime.GOOS != "windows" && runtime.GOOS != "darwin" {
		options.Keeper = func() *exec.Cmd { return exec.Command(program, Window, "--keep") } //nolint:noctx // it outlives the window
	}
	return window.Run(options)
}

// complain prints one sentence to standard error.
func complain(err error) { fmt.Fprintln(os.Stderr, "routerwatch:", view.Problem(err)) }
