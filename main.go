// Routerwatch watches StableRoute liquidity routers from the desktop's tray.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"routerwatch/internal/cli"
)

func main() { os.Exit(run(os.Args[1:])) }

// run executes the command line and returns the exit code.
func run(args []string) int {
	inv, err := cli.Parse(args, os.LookupEnv, os.Stdout, os.Stderr)
	if err != nil || inv == nil { // nil: help or version was printed
		return cli.ExitCode(err)
	}
	inv.Warn(os.Environ())
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	switch inv.Command {
	case cli.Window:
		return cli.ExitCode(cli.RunWindow(inv))
	case cli.Check:
		return cli.RunCheck(ctx, inv, os.Stdout)
	case cli.History:
		return cli.ExitCode(cli.RunHistory(inv, os.Stdout))
	case cli.Watch:
		return cli.ExitCode(cli.RunWatch(ctx, inv, os.Stdout))
	}
	return cli.ExitCode(cli.RunApp(ctx, inv))
}
