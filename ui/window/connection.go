package window

import (
	"context"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// testLimit is how long a test of a connection may take.
const testLimit = 30 * time.Second

// connectionTest is a test of the connection to a router: its button, its state, and
// what it found.
type connectionTest struct {
	page   *page
	button *kit.Button
	state  *kit.Text
	result *fyne.Container
	stop   func() // stops the running test; nil if none runs
}

func newConnectionTest(on *page, tapped func()) *connectionTest {
	c := &connectionTest{page: on, button: kit.NewButton(view.LabelTest, on.main.key, tapped)}
	c.button.Hidden = on.main.options.Test == nil
	c.state, c.result = label("", pageSmall, kit.ColorMuted), container.New(column(600, 0))
	return c
}

// allow enables the button, or disables it unless a test runs.
func (c *connectionTest) allow(allowed bool) {
	if c.stop == nil {
		c.button.Set(view.LabelTest, allowed)
	}
}

// start tests the connection on another goroutine.
func (c *connectionTest) start(r settings.Router, token string, network settings.Network) {
	s := c.page.main
	untilStopped, stop := context.WithCancel(context.Background())
	c.stop = stop
	c.show(view.LabelTesting, view.LabelStopTest, nil)
	s.work(func() func() {
		ctx, cancel := context.WithTimeout(untilStopped, testLimit)
		defer cancel()
		probe, err := s.options.Test(ctx, r, token, network)
		return func() {
			if untilStopped.Err() == nil {
				stop()
				c.finish(probe, err)
			}
		}
	})
}

func (c *connectionTest) finish(probe monitor.Probe, err error) {
	c.stop = nil
	now := c.page.main.now()
	switch {
	case err != nil:
		c.show("", view.LabelTest, []view.ProbeLine{{Text: view.ErrorSentence(err)}})
	case probe.Failure.None():
		c.show(view.LabelTestGood, view.LabelTest, view.RenderProbe(probe, now))
	default:
		c.show(view.LabelTestFailed, view.LabelTest, view.RenderProbe(probe, now))
	}
}

// cancel stops the running test, if any.
func (c *connectionTest) cancel() {
	if c.stop != nil {
		c.stop()
		c.stop = nil
		c.show(view.LabelTestStopped, view.LabelTest, nil)
	}
}

// show shows the state of a test and its result, a line for each layer.
func (c *connectionTest) show(state, button string, found []view.ProbeLine) {
	c.state.Set(state)
	c.button.Set(button, true)
	c.result.Objects = nil
	for _, line := range found {
		layer := heading(line.Layer, pageText)
		layer.SetColor(kit.Accent(view.Bad))
		if line.Good {
			layer.SetColor(kit.Accent(view.Good))
		}
		c.result.Add(container.New(flow(beside{left: 56, top: true}.flow), layer, label(line.Text, pageSmall, theme.ColorNameForeground)))
	}
	c.page.arrange()
	if len(found) > 0 {
		c.page.reveal(c.result)
	}
}
