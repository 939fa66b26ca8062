package window

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// onHistory is a window whose History page shows the router r1.
func onHistory(t *testing.T, size fyne.Size, folder string) (*stage, *historyPage) {
	t.Helper()
	s := newStage(t, size, Options{})
	var shown *historyPage
	s.tellWith(wire.App{Tray: true, History: folder}, only(t, "live"))
	shown = newHistoryPage(s.mainWindow, "r1")
	s.openPage(shown.page, shown.track)
	shown.read()
	return s, shown
}

func TestHistoryPageIsTidyInEverySize(t *testing.T) {
	folders := map[string]string{"nothing": t.TempDir(), "a day": withHistory(t, 1), "a year": withHistory(t, 365)}
	for _, size := range sizes() {
		for name, folder := range folders {
			t.Run(fmt.Sprintf("%gx%g %s", size.Width, size.Height, name), func(t *testing.T) {
				s, h := onHistory(t, size, folder)
				for _, b := range h.spans {
					press(b)
					s.assertTidy(t, b.Text)
				}
				assert.Equal(t, name != "nothing", h.shown.Recorded)
				if name == "nothing" {
					assert.Contains(t, s.said(), view.NothingRecorded)
				}
			})
		}
	}
}

func TestHistoryPageTellsAnyMoment(t *testing.T) {
	s, h := onHistory(t, firstSize(), withHistory(t, 2))
	assert.Equal(t, view.LabelPoint, h.moment.Text)
	box := h.moment.Size()
	at := func(hour float64) string {
		x := float32(hour/24) * h.track.Size().Width
		h.track.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 5)}})
		return h.moment.Text
	}
	assert.Contains(t, at(3.01), ": Live. 4 pairs. Latency 23 ms. ")
	assert.Contains(t, at(12.51), ": Down. In an outage of 1 h, ")
	assert.Contains(t, at(15.51), ": Paused.")
	assert.Contains(t, at(22), ": not watched.")
	assert.Equal(t, box, h.moment.Size(), "the words move nothing")

	s.press(fyne.KeyHome)
	assert.True(t, strings.HasPrefix(h.moment.Text, "28 Nov 2026 20:00"), h.moment.Text)
	s.press(fyne.KeyRight)
	assert.True(t, strings.HasPrefix(h.moment.Text, "28 Nov 2026 20:01"), h.moment.Text)
	s.press(fyne.KeyPageDown)
	assert.True(t, strings.HasPrefix(h.moment.Text, "28 Nov 2026 21:01"), h.moment.Text)
	s.press(fyne.KeyLeft)
	assert.True(t, strings.HasPrefix(h.moment.Text, "28 Nov 2026 21:00"), h.moment.Text)
	s.press(fyne.KeyEnd)
	assert.True(t, strings.HasPrefix(h.moment.Text, "29 Nov 2026 19:58"), h.moment.Text)
	s.press(fyne.KeyEscape)
	assert.Nil(t, s.page)
}

func TestHistoryOpensByKeyButtonAndBar(t *testing.T) {
	folder := withHistory(t, 1)
	for name, open := range map[string]func(*stage){
		"key":    func(s *stage) { s.press(fyne.KeyH) },
		"button": func(s *stage) { press(s.bar.history) },
		"bar":    func(s *stage) { s.onlyCard().past.Objects[2].(fyne.Tappable).Tapped(nil) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, firstSize(), Options{})
			s.tell(only(t, "live"))
			open(s)
			require.NotNil(t, s.page)
			assert.Contains(t, s.said(), view.LabelNoHistory)
			s.press(fyne.KeyEscape)
			s.tellWith(wire.App{Tray: true, History: folder}, only(t, "live"))
			open(s)
			require.NotNil(t, s.page)
			assert.Contains(t, s.said(), "History of Frankfurt")
			assert.False(t, s.busy(), "a page that stands still is not drawn all the time")
		})
	}
}

// A report is Markdown, without what an address may hide.
func TestHistoryIsCopiedWithoutSecrets(t *testing.T) {
	s, h := onHistory(t, firstSize(), withHistory(t, 2))
	press(h.yes)
	text := fyne.CurrentApp().Clipboard().Content()
	assert.Contains(t, text, "# History of Frankfurt\n\n- Router: Frankfurt, https://router.example.org\n- From: 2026-11-28 20:00:00 UTC\n")
	assert.Contains(t, text, "Down 1 h in 1 outage; not watched ")
	assert.Contains(t, text, "- 2026-11-29 08:00:00 UTC: Down 1 h")
	require.NotEmpty(t, h.shown.Events)
	h.copyReport(h.shown.Events[len(h.shown.Events)-1].Report() + "token=hunter2-4711\n")
	text = fyne.CurrentApp().Clipboard().Content()
	assert.NotContains(t, text, "hunter2")
	assert.Contains(t, s.said(), view.LabelReportCopied)
}

func TestHistoryOfOneOfSeveralRouters(t *testing.T) {
	s := newStage(t, firstSize(), Options{History: withHistory(t, 1)})
	first, second := only(t, "live"), only(t, "live")
	second.Router = monitor.Router{ID: "r2", Name: "Oslo", URL: "https://oslo.example.org"}
	s.tell(first, second)
	s.press(fyne.KeyH)
	assert.Contains(t, s.said(), "History of Frankfurt")
	each(s.page.column.Objects, func(c *choice) { c.SetSelected("Oslo") })
	assert.Contains(t, s.said(), "History of Oslo")
	assert.Contains(t, s.said(), view.NothingRecorded)
	s.assertTidy(t, "two routers")
}

// What is read late, for a page that was closed or for another range, is not shown.
func TestALateReadingIsNotShown(t *testing.T) {
	s, h := onHistory(t, firstSize(), withHistory(t, 1))
	var late []func()
	s.work = func(job func() func()) { late = append(late, job()) }
	press(h.spans[1])
	press(h.spans[0])
	require.Len(t, late, 2)
	late[1]()
	shown := h.shown.From
	late[0]()
	assert.Equal(t, shown, h.shown.From)
	press(h.spans[2])
	s.press(fyne.KeyEscape)
	late[2]()
	assert.Nil(t, s.page)
}

// What is read while the page of an export is open is read again afterwards.
func TestARangeThatCameDuringAnExportIsShownAfterIt(t *testing.T) {
	s, h := onHistory(t, firstSize(), withHistory(t, 10))
	now := s.work
	var late []func()
	s.work = func(job func() func()) { late = append(late, job()) }
	press(h.spans[1])
	before := h.from.Text
	h.exports()[0].Action()
	late[0]()
	s.work = now
	s.press(fyne.KeyEscape)
	require.Same(t, h.page, s.page)
	assert.NotEqual(t, before, h.from.Text)
	assert.NotContains(t, s.said(), view.LabelReading)
}

// An outage of the first minute, of which no row is written yet, is listed.
func TestAnOutageOfTheFirstMinuteIsOnTheHistoryPage(t *testing.T) {
	folder, since := t.TempDir(), viewtest.Now().Add(-20*time.Second)
	require.NoError(t, history.Write(folder, "r1", history.Output{Changes: []history.Change{
		{At: since, What: history.Began, Name: "Frankfurt", URL: "https://router.example.org"},
		{At: since, What: history.OutageOpened, Since: since},
	}}))
	s, _ := onHistory(t, firstSize(), folder)
	assert.Contains(t, s.said(), "29 Nov 2026 19:59:40  Down 20 s so far, not notified")
	assert.NotContains(t, s.said(), view.NothingRecorded)
	s.assertTidy(t, "the first minute")
}

// The pairs are listed by name, with what changed of them, also where no history is kept.
func TestPairsAreListedAndCopied(t *testing.T) {
	for name, folder := range map[string]string{"with a history": withHistory(t, 1), "without": ""} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, fyne.NewSize(320, 240), Options{History: folder})
			s.deliver(wire.Pairs{ID: "r1", PairNames: monitor.PairNames{At: viewtest.Now().Add(-time.Hour), Names: []string{"EURC→USDC", "US*DC→XLM"}}})
			s.tell(only(t, "live"))
			s.press(fyne.KeyH)
			assert.Contains(t, s.said(), "2 pairs, as of 19:00:00: EURC→USDC, US*DC→XLM.")
			s.assertTidy(t, name)
			each(s.page.column.Objects, func(b *kit.Button) {
				if b.Text == view.LabelCopyPairs {
					press(b)
				}
			})
			want := "# Pairs of Frankfurt\n\n- Router: Frankfurt, https://router.example.org\n- As of: 2026-11-29 19:00:00 UTC\n- Pairs: 2\n" +
				"\n## By name\n\n- EURC→USDC\n- US\\*DC→XLM\n"
			if folder != "" {
				want += "\n## Changes since 2026-11-28 20:00:00 UTC\n\n- 2026-11-28 21:00:00 UTC: 5 pairs, before 4\n"
			}
			assert.Contains(t, fyne.CurrentApp().Clipboard().Content(), want)
		})
	}
}
