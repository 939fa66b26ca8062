// Routerwatch watches StableRoute liquidity routers from the desktop's tray.
package main

import (
	"os"

	"routerwatch/internal/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
