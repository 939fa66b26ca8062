// Fynelabel is a minimal Fyne program whose window shows a label that changes each
// second. It is a reference for the benchmark.
package main

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"fyne.io/fyne/v2/widget"
)

func main() {
	window := app.NewWithID("org.stableroute.fynelabel").NewWindow("Fyne label")
	started, label := time.Now(), widget.NewLabel("just started")
	go func() {
		for now := range time.Tick(time.Second) {
			fyne.Do(func() { label.SetText("started " + now.Sub(started).Round(time.Second).String() + " ago") })
		}
	}()
	window.SetContent(label)
	window.Resize(fyne.NewSize(640, 520)) // as the program's
	window.ShowAndRun()
}
