// Fynetray is a minimal Fyne program with a tray icon and a menu, and no window.
// It is a reference for the benchmark.
package main

import (
	"fmt"
	"os"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
)

func main() {
	a := app.NewWithID("org.stableroute.fynetray")
	tray, ok := a.(desktop.App)
	if !ok {
		fmt.Fprintln(os.Stderr, "fynetray: no tray icons on this system")
		os.Exit(1)
	}
	tray.SetSystemTrayIcon(theme.InfoIcon())
	tray.SetSystemTrayMenu(fyne.NewMenu("Fyne tray", fyne.NewMenuItem("Nothing", func() {})))
	a.Run()
}
