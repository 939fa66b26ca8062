// Package cli is the command line: flags, environment, help, and what each
// command does.
package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	_ "routerwatch/internal/platform/locale" // before the toolkit
	"routerwatch/ui/view"
	"routerwatch/ui/window"
)

// version is this program's; the build sets another with -X.
var version = "0.1.0"

// title is the program's name as a person reads it.
const title = "Routerwatch"

// Main is the program. It returns the code to exit with.
func Main(args []string) int {
	inv, err := parse(args, os.LookupEnv, os.Stdout, os.Stderr)
	_ = os.Unsetenv("ROUTERWATCH_TOKEN") // no child of this process is to have it
	if err != nil {
		complain(err)
		if usage, ok := errors.AsType[*usageError](err); ok {
			return usage.code
		}
		return exitUsage
	}
	for _, warning := range inv.warnings {
		complain(errors.New(warning))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	log := newLog(inv.logLevel)

	switch inv.command {
	case commandHelp:
		return exitOK
	case commandVersion:
		fmt.Println(title, version)
		return exitOK
	case commandWindow:
		if inv.child {
			log = newWindowLog(inv.logLevel)
		}
		err = window.Run(window.Options{
			In: os.Stdin, Out: os.Stdout, Child: inv.child, At: inv.at, Wall: inv.wall,
			Test:  probe,
			Title: title, Version: version, Log: log,
		})
	case commandCheck:
		return checkOnce(ctx, &inv, os.Stdout, log)
	case commandWatch:
		err = watchInTerminal(ctx, &inv, os.Stdout, log)
	default:
		err = runApp(ctx, &inv)
	}
	if err != nil {
		complain(err)
		return exitFailed
	}
	return exitOK
}

// complain tells a person at the terminal, in one sentence.
func complain(err error) { fmt.Fprintln(os.Stderr, "routerwatch:", view.Problem(err)) }
