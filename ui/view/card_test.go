package view_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

func TestEveryStatusRenders(t *testing.T) {
	type look struct {
		word    string
		tone    view.Tone
		shape   monitor.Status
		trouble bool
		button  string
	}
	for status, want := range map[monitor.Status]look{
		monitor.Connecting: {"Connecting", view.Neutral, monitor.Connecting, false, "Check now"},
		monitor.Live:       {"Live", view.Good, monitor.Live, false, "Check now"},
		monitor.Paused:     {"Paused", view.Notable, monitor.Paused, false, "Check now"},
		monitor.Retrying:   {"Retrying", view.Notable, monitor.Live, true, "Retry now"},
		monitor.Down:       {"Down", view.Bad, monitor.Down, true, "Retry now"},
		monitor.Throttled:  {"Throttled", view.Withheld, monitor.Throttled, true, "Retry now"},
		monitor.Offline:    {"Offline", view.Neutral, monitor.Offline, true, "Retry now"},
		monitor.Stalled:    {"Stalled", view.Bad, monitor.Stalled, true, "Retry now"},
		"invented_later":   {"Unknown", view.Neutral, monitor.Stalled, false, "Check now"},
		"":                 {"Unknown", view.Neutral, monitor.Stalled, false, "Check now"},
	} {
		t.Run(want.word, func(t *testing.T) {
			s := snapshot(t, "down-refused")
			s.Status = status
			m := view.Render(s, viewtest.Now())
			assert.Equal(t, want, look{m.Status, m.Tone, m.Icon.Shape, m.Trouble.Shown, m.RetryText})
			assert.Equal(t, status == monitor.Retrying, m.Icon.Dot)
			assert.NotEmpty(t, view.Line(s, viewtest.Now()))
			if !status.Valid() {
				assert.Contains(t, m.Note, "does not know the status")
			}
		})
	}
	covered := map[monitor.Status]bool{}
	for _, state := range viewtest.States() {
		covered[state.Snapshots[0].Status] = true
	}
	for _, status := range monitor.Statuses() {
		assert.True(t, covered[status], "%s has a golden", status)
	}
}

func TestEveryStatisticHasALabel(t *testing.T) {
	seen := map[string]bool{}
	for _, counter := range view.Render(snapshot(t, "live"), viewtest.Now()).Counters {
		assert.NotEmpty(t, counter.Label)
		assert.False(t, seen[counter.Label], counter.Label)
		seen[counter.Label] = true
	}
	assert.Len(t, seen, len(monitor.Counters{}))
}

func TestRetryingKeepsTheLastShape(t *testing.T) {
	for state, want := range map[string]view.Icon{
		"retrying":            {Shape: monitor.Live, Dot: true, Count: 4, HasCount: true},
		"retrying-paused":     {Shape: monitor.Paused, Dot: true},
		"retrying-never-seen": {Shape: monitor.Connecting, Dot: true},
	} {
		assert.Equal(t, want, view.Render(snapshot(t, state), viewtest.Now()).Icon, state)
	}
}

// A healthy poll changes nothing but one word; a poll in trouble nothing but
// the countdown and whether the button can be pressed.
func TestPollsDoNotFlicker(t *testing.T) {
	now := viewtest.Now()
	for _, state := range []string{"live", "live-zero", "paused", "retrying", "down-refused", "throttled", "down-for-days"} {
		t.Run(state, func(t *testing.T) {
			waiting := snapshot(t, state)
			polling := waiting
			polling.Polling, polling.NextPoll, polling.Wait = now.Add(-40*time.Millisecond), time.Time{}, 0

			before, during := view.Render(waiting, now), view.Render(polling, now)
			if before.Trouble.Shown {
				assert.False(t, during.CanRetry)
				assert.Equal(t, "checking…", during.Trouble.Countdown)
				during.CanRetry, during.Trouble.Countdown = before.CanRetry, before.Trouble.Countdown
			} else {
				assert.Equal(t, "next check now", during.Next)
				during.Next = before.Next
			}
			assert.Equal(t, before, during)

			shown := view.RenderTray([]monitor.Snapshot{waiting}, time.Time{}, now)
			assert.Equal(t, shown, view.RenderTray([]monitor.Snapshot{polling}, time.Time{}, now))
		})
	}
}

func TestSlowHealthyPollSaysSo(t *testing.T) {
	now := viewtest.Now()
	s := snapshot(t, "live-checking")
	for taken, want := range map[time.Duration]string{
		0: "next check now", 2*time.Second - 1: "next check now", 2 * time.Second: "checking… 2 s", 8 * time.Second: "checking… 8 s",
	} {
		s.Polling = now.Add(-taken)
		m := view.Render(s, now)
		assert.Equal(t, want, m.Next)
		assert.Equal(t, taken < 2*time.Second, m.CanRetry)
	}
}

func TestRetryBlocked(t *testing.T) {
	s := snapshot(t, "throttled-blocked")
	m := view.Render(s, s.RetryBlocked.Add(-1))
	assert.False(t, m.CanRetry)
	assert.Contains(t, m.Trouble.Meanwhile, "not before 20:00:48, as the router asked")
	m = view.Render(s, s.RetryBlocked)
	assert.True(t, m.CanRetry)
	assert.NotContains(t, m.Trouble.Meanwhile, "20:00:48")
}

// An outage of many polls: the panel is there from the first failure on, its
// layer, request and sentence hold still, and the countdown never leaves it.
func TestTroubleHoldsStill(t *testing.T) {
	s := snapshot(t, "down-refused")
	first := view.Render(s, viewtest.Now()).Trouble
	for second := range 600 {
		now := viewtest.Now().Add(time.Duration(second) * time.Second)
		s.Tries++
		s.NextPoll, s.Polling = now.Add(time.Minute), time.Time{}
		if second%2 == 0 {
			s.NextPoll, s.Polling = time.Time{}, now.Add(-time.Duration(second)*time.Millisecond)
		}
		trouble := view.Render(s, now).Trouble
		assert.True(t, trouble.Shown)
		assert.NotEmpty(t, trouble.Countdown)
		trouble.Failed, trouble.Countdown, trouble.Headline = first.Failed, first.Countdown, first.Headline
		assert.Equal(t, first, trouble)
	}
}

func TestClockSteps(t *testing.T) {
	for _, state := range viewtest.States() {
		for _, step := range []time.Duration{
			-math.MaxInt64, -10 * 365 * 24 * time.Hour, -time.Hour, -3 * time.Second,
			3 * time.Second, time.Hour, 20 * 365 * 24 * time.Hour, math.MaxInt64,
		} {
			now := viewtest.Now().Add(step)
			all := fmt.Sprint(view.RenderTray(state.Snapshots, time.Time{}, now))
			for _, s := range state.Snapshots {
				m := view.Render(s, now)
				all += fmt.Sprint(m.Age, m.Next, m.Note, m.Trouble.Headline, m.Trouble.Countdown, view.Line(s, now))
			}
			assert.NotRegexp(t, `(in|for|…) -|-\d+ (s|min|h|d)|in 0 s`, all, "%s, %v", state.Name, step)
		}
	}
}

func TestTimesAreLocal(t *testing.T) {
	now := viewtest.Now().In(time.FixedZone("five and a half hours east", 5*3600+1800))
	s := snapshot(t, "down-refused")
	assert.True(t, strings.HasPrefix(view.Line(s, now), "2026-11-30 01:30:00  Frankfurt  Down"))
	tray := view.RenderTray([]monitor.Snapshot{s}, time.Time{}, now)
	assert.Contains(t, tray.Tooltip, "updated 01:26:43")
	assert.Equal(t, "Last updated 01:26:43", tray.Lines[1].Text)
	note := view.RenderNotice(monitor.Notice{Kind: monitor.NoticeDown, Since: s.Outage.Since, Snapshot: s}, now)
	assert.Contains(t, note.Body, "Down since 01:26:48.")
}

func TestNamelessRouterIsCalledByItsAddress(t *testing.T) {
	s := snapshot(t, "live")
	s.Name = " \u200b"
	assert.Equal(t, "https://router.example.org", view.Render(s, viewtest.Now()).Title)
	s.URL = ""
	assert.Equal(t, "r1", view.Render(s, viewtest.Now()).Title)
	s.ID = ""
	assert.Equal(t, "router", view.Render(s, viewtest.Now()).Title)
}

// The last gate: whatever a hand-written line holds, what is shown is bounded,
// on one line and visible.
func TestHostileText(t *testing.T) {
	hostile := strings.Repeat("a\u202e\u200b\x00\x1b[2J\n\u2028\U000e0041𝕱", 5000)
	for _, status := range append(monitor.Statuses(), monitor.Status(hostile)) {
		for _, kind := range append(kinds(), monitor.Kind(hostile)) {
			s := snapshot(t, "down-refused")
			s.Status, s.Name, s.URL = status, hostile, "https://"+hostile
			s.Failure = monitor.Failure{
				Kind: kind, Layer: monitor.Layer(hostile), RequestID: hostile, Host: hostile, Code: hostile,
				Message: hostile, Target: hostile, Field: hostile, Problem: hostile,
			}
			m := view.Render(s, viewtest.Now())
			tray := view.RenderTray([]monitor.Snapshot{s}, time.Time{}, viewtest.Now())
			note := view.RenderNotice(monitor.Notice{Kind: monitor.NoticeDown, Snapshot: s}, viewtest.Now())
			texts := []string{
				m.Title, m.Address, m.Status, m.Note, m.Trouble.What, m.Trouble.Request, m.Trouble.LayerLabel,
				view.Line(s, viewtest.Now()), tray.Tooltip, tray.Title, note.Title, note.Body,
			}
			for _, line := range tray.Lines {
				texts = append(texts, line.Text)
			}
			for _, text := range texts {
				assert.LessOrEqual(t, utf8.RuneCountInString(text), 800)
				assert.False(t, strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) }), "%q", text)
			}
		}
	}
}

func TestEachStatusHasAWordOfItsOwn(t *testing.T) {
	words := map[string]monitor.Status{}
	for _, status := range monitor.Statuses() {
		word := view.Render(monitor.Snapshot{Status: status}, viewtest.Now()).Status
		assert.Empty(t, words[word], "%s", word)
		words[word] = status
	}
}
