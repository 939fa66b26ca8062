package window

import (
	"context"
	"strings"
	"time"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// testLimit is how long a test of a connection may take.
const testLimit = 30 * time.Second

// mostTestLines is how many lines a test's result has at most: a line for
// each layer, and one for what failed.
const mostTestLines = 6

// testLine is one layer of a test's result.
type testLine struct{ layer, text *kit.Text }

// tryOut tests the connection as it stands in the fields, away from the
// toolkit's goroutine, or ends the test that runs.
func (e *routerPage) tryOut() {
	if e.running != 0 {
		e.abandon()
		return
	}
	s := e.settings.shell
	if s.options.Test == nil || !e.check(true) {
		e.focusProblem()
		return
	}
	ctx, stop := context.WithTimeout(context.Background(), testLimit)
	e.tests++
	mine := e.tests
	e.stop, e.running = stop, mine
	e.showResult(nil)
	e.state.Set(labelTesting)
	e.test.Set(labelStopTest, true)
	r, network := e.typed(), e.settings.draft.Network
	token := strings.TrimSpace(e.token.Text)
	if token == "" && r.Token {
		token = e.settings.draft.tokens[r.ID]
	}
	s.work(func() func() {
		defer stop()
		probe, err := s.options.Test(ctx, r, token, network)
		return func() {
			if e.running == mine { // else it was stopped, and perhaps another one started
				e.tested(probe, err)
			}
		}
	})
}

func (e *routerPage) tested(probe monitor.Probe, err error) {
	e.running = 0
	e.test.Set(labelTest, true)
	if err != nil {
		e.state.Set("")
		e.showResult([]view.ProbeLine{{Text: view.ErrorSentence(err)}})
		return
	}
	e.state.Set(labelTestFailed)
	if probe.Failure.None() {
		e.state.Set(labelTestGood)
	}
	e.showResult(view.RenderProbe(probe, e.settings.shell.now()))
}

// abandon ends the test that runs, if there is one.
func (e *routerPage) abandon() {
	if e.running == 0 {
		return
	}
	e.stop()
	e.running = 0
	e.state.Set(labelTestStopped)
	e.test.Set(labelTest, true)
}

func (e *routerPage) showResult(lines []view.ProbeLine) {
	for i, shown := range e.result {
		var line view.ProbeLine
		if i < len(lines) {
			line = lines[i]
		}
		ink := kit.Accent(view.Good)
		if !line.Good {
			ink = kit.Accent(view.Bad)
		}
		shown.layer.Set(line.Layer)
		shown.layer.SetColor(ink)
		shown.text.Set(line.Text)
	}
	e.sheet.body.Refresh()
	e.sheet.scroll.Refresh()
	if len(lines) > 0 {
		e.sheet.reveal(e.result[min(len(lines), len(e.result))-1].text)
	}
}

// flowResult lays the result out under the fields.
func (e *routerPage) flowResult(f *flow) {
	for _, line := range e.result {
		const layers = 64 // the width of their names
		lines := float32(1)
		if line.text.Width(line.text.Text, sheetSmall) > f.w-layers {
			lines = 2
		}
		if line.text.Width(line.text.Text, sheetSmall) > 2*(f.w-layers)*0.94 {
			lines = 3
		}
		row := f.row(max(kit.LineHeight*sheetText, lines*kit.LineHeight*sheetSmall)+1, 2)
		if !f.measuring {
			line.layer.Place(kit.NewRect(row.X, row.Y, layers, kit.LineHeight*sheetText), sheetText)
			row.Left(layers, 0)
			line.text.Place(row, sheetSmall)
		}
	}
}
