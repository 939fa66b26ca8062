package window

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

func TestEveryStateSaysWhatTheViewSays(t *testing.T) {
	s := newStage(t, fyne.NewSize(3800, 2000), Options{})
	for _, state := range viewtest.States() {
		t.Run(state.Name, func(t *testing.T) {
			s.tell(state.Snapshots...)
			said := s.said()
			for _, snapshot := range state.Snapshots {
				m := render(snapshot)
				if s.cards[m.ID] == nil { // it has a row only
					continue
				}
				want := []string{m.Title, m.Status, m.Pairs, m.PairsCaption, m.Age, m.RetryText, m.Note, m.Next}
				if m.Simulated {
					want = append(want, view.LabelSimulated)
				} else {
					want = append(want, m.Address)
				}
				if m.NeedsToken {
					want[slices.Index(want, m.RetryText)] = view.LabelEnterToken
				}
				for _, f := range factsOf(m) {
					want = append(want, f.Label, f.Value)
				}
				if m.Trouble.Shown {
					want = append(want, m.Trouble.Headline, m.Trouble.What, m.Trouble.Meanwhile,
						m.Trouble.Request, m.Trouble.Countdown, joined(" · ", m.Trouble.LayerLabel, m.Trouble.Failed))
				}
				for _, text := range want {
					if text != "" && !slices.ContainsFunc(said, func(s string) bool { return says(s, text) }) {
						assert.Failf(t, "not said", "%q is not among %q", text, said)
					}
				}
				assert.Equal(t, m.CanRetry || m.NeedsToken, s.cards[m.ID].retry.Enabled)
				assert.Equal(t, m.Trouble.Shown, s.cards[m.ID].trouble.Visible())
			}
		})
	}
}

// says reports whether said is text, of which a long one may be cut.
func says(said, text string) bool {
	start, cut := strings.CutSuffix(said, "…")
	return said == text || cut && len(start) > 60 && strings.HasPrefix(text, start)
}

func TestRoutersComeAndGo(t *testing.T) {
	s := newStage(t, fyne.NewSize(800, 600), Options{})
	assert.True(t, s.waiting.Visible())

	several := state(t, "several")
	s.tell(several...)
	s.list.choose(several[0].ID)
	require.Len(t, s.list.rows, len(several))
	require.Len(t, s.grid.Objects, 1)
	first := s.cards[several[0].ID]
	assert.True(t, first.ground.Visible(), "one of several stands on a ground of its own")

	s.tell(several[0])
	require.Len(t, s.grid.Objects, 1)
	assert.Same(t, first, s.onlyCard(), "a card that stays is the same card")
	assert.False(t, first.ground.Visible())
	assert.Equal(t, s.scroll.Size(), first.Size(), "a single router fills the window")

	s.tell(several[1], several[0])
	assert.True(t, s.list.scroll.Visible())
}

func TestAWindowFedByHandNeedsNoAgent(t *testing.T) {
	s := newStage(t, fyne.NewSize(800, 600), Options{})
	live := only(t, "live")
	s.deliver(arrival{live, time.Now()})
	assert.Contains(t, s.said(), live.Name)

	s.deliver(inputEnded{})
	assert.Zero(t, s.left, "the end of the input leaves the last picture")
	assert.Contains(t, s.said(), live.Name)
}

func TestTheEndOfTheAgentEndsItsWindow(t *testing.T) {
	s := newStage(t, fyne.NewSize(800, 600), Options{Child: true})
	s.tell(only(t, "live"))
	s.deliver(inputEnded{})
	assert.Equal(t, 1, s.left)
	assert.Empty(t, s.sent, "the operator did not close it")
}

func TestTheTitleIsTheClassUntilTheWindowExists(t *testing.T) {
	s := newStage(t, fyne.NewSize(800, 600), Options{})
	s.opened = false
	s.window.SetTitle("Routerwatch")
	s.tell(only(t, "live"))
	assert.Equal(t, "Routerwatch", s.window.Title())

	s.opened = true
	s.refresh()
	assert.Contains(t, s.window.Title(), "Live")
}

func TestWelcome(t *testing.T) {
	for name, tt := range map[string]struct {
		address string
		can     bool
		problem bool
	}{
		"nothing typed":   {"", false, false},
		"on the way":      {"https:/", false, false},
		"no address":      {"my router", false, true},
		"another scheme":  {"ftp://router.example.org", false, true},
		"no host":         {"https://", false, false},
		"an address":      {" https://router.example.org ", true, false},
		"plain, a port":   {"http://127.0.0.1:3000/api", true, false},
		"an IPv6 address": {"http://[::1]:3000", true, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, fyne.NewSize(640, 520), Options{})
			s.tellWith(wire.App{Welcome: true, Settings: new(settings.Defaults())})
			s.window.Canvas().Focus(s.welcome.address)
			test.Type(s.welcome.address, tt.address)
			assert.Equal(t, tt.can, s.welcome.watch.Enabled)
			assert.Equal(t, tt.problem, s.welcome.address.note.Text != "")
			test.Tap(s.welcome.watch)
			assert.Equal(t, tt.can, len(s.sent) == 1)
		})
	}
}

func TestASuggestionCanBePressed(t *testing.T) {
	for _, size := range sizes() {
		s := newStage(t, size, Options{})
		s.tellWith(wire.App{Welcome: true, Settings: someSettings()})
		write(s.welcome.address, "router.example.org")
		require.True(t, s.welcome.address.useRow.Visible())
		assert.Equal(t, "Use https://router.example.org", s.welcome.address.use.Text)
		s.assertTidy(t, "a suggestion")
		press(s.welcome.address.use)
		assert.Equal(t, "https://router.example.org", s.welcome.address.Text)
		assert.False(t, s.welcome.address.useRow.Visible())
		assert.True(t, s.welcome.watch.Enabled)
		assert.Equal(t, fyne.Focusable(s.welcome.address), s.focused())
	}
}

func TestWelcomeSendsWhatWasTyped(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	s.tellWith(wire.App{Welcome: true, Settings: new(settings.Defaults())})
	test.Type(s.welcome.address, " https://router.example.org ")
	test.Type(s.welcome.name, "Frankfurt")
	s.welcome.address.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	test.Tap(s.welcome.demo)
	require.Len(t, s.sent, 2)
	want := settings.Defaults()
	want.Routers = []settings.Router{{ID: s.sent[0].Settings.Routers[0].ID, Name: "Frankfurt", URL: "https://router.example.org"}}
	assert.Equal(t, []wire.Command{{Do: wire.Save, Settings: &want, Seq: 1}, {Do: wire.StartDemo}}, s.sent)
	assert.NotEmpty(t, want.Routers[0].ID)

	s.tellWith(wire.App{Welcome: true, Settings: new(settings.Defaults()), Answered: 0, Refused: "That is about another one."})
	assert.NotContains(t, s.said(), "That is about another one.")
	refused := wire.App{Welcome: true, Settings: new(settings.Defaults()), Answered: 1, Refused: "That is no router."}
	s.tellWith(refused)
	s.tellWith(refused)
	assert.Contains(t, s.said(), "That is no router.")
	test.Type(s.welcome.address, "x")
	s.tellWith(refused)
	assert.NotContains(t, s.said(), "That is no router.", "it was about what stood there before")

	s.tell(only(t, "live"))
	assert.False(t, s.welcome.Visible())
	assert.True(t, s.bar.Visible())
}

func TestAProblemHasARowOfItsOwn(t *testing.T) {
	one := "The settings could not be saved: the disk is full."
	for _, size := range sizes() {
		for _, problem := range []string{one, one + "\n" + one, one + "\nAnother one.\n" + one + "\n" + one} {
			s, _ := inSettings(t, size)
			foot := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.settings.no)
			app := wire.App{Problem: problem, Settings: someSettings()}
			live := only(t, "live")
			s.tellWith(app, live)
			require.True(t, s.banner.Visible())
			s.assertTidy(t, "settings")
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.settings.no)
			assert.InDelta(t, foot.Y, at.Y, 4, "Cancel moved by more than a margin")
			s.closePage()
			s.assertTidy(t, "the routers")
			copy := fyne.CurrentApp().Driver().AbsolutePositionForObject(s.bar.copy)

			test.Tap(s.banner.dismiss)
			s.tellWith(app, live)
			assert.False(t, s.banner.Visible(), "it was read")
			assert.Equal(t, copy, fyne.CurrentApp().Driver().AbsolutePositionForObject(s.bar.copy), "the bar moved")
			s.tellWith(wire.App{Problem: "Another one."}, live)
			assert.True(t, s.banner.Visible())
		}
	}
}

func TestManyProblems(t *testing.T) {
	s := newStage(t, firstSize(), Options{})
	s.tellWith(wire.App{Problem: "One.\nTwo.\n\nThree.\nFour."}, only(t, "live"))
	assert.Contains(t, s.said(), "One. Two. and 2 more")
	assert.NotContains(t, strings.Join(s.said(), " "), "Three.")
	assert.Len(t, lines(s.banner.text), bannerLines)
	for i, line := range []string{"One.", "Two.", "and 2 more"} {
		assert.Equal(t, line, lines(s.banner.text)[i].Text, "a line for each")
	}
}

func TestAllProblemsCanBeRead(t *testing.T) {
	for _, size := range sizes() {
		s := newStage(t, size, Options{})
		s.tellWith(wire.App{Problem: "One.\nTwo."}, only(t, "live"))
		assert.False(t, s.banner.open.Visible(), "both are shown")
		s.tellWith(wire.App{Problem: "One.\nTwo.\n\nThree, which is a longer one, so that it needs a second line in a small window.\nFour."}, only(t, "live"))
		s.assertTidy(t, "more problems")
		if size.Width < 480 {
			assert.False(t, s.banner.open.Visible(), "no room")
			continue
		}
		require.True(t, s.banner.open.Visible())
		press(s.banner.open)
		require.NotNil(t, s.page)
		s.assertTidy(t, "all problems")
		for _, sentence := range []string{"One.", "Two.", "Four."} {
			assert.Contains(t, s.said(), sentence)
		}
		assert.False(t, s.banner.open.Visible(), "they are open")
		press(s.page.yes)
		assert.Contains(t, fyne.CurrentApp().Clipboard().Content(), "Two.\nThree, which")
		press(s.page.no)
		assert.Nil(t, s.page)
		assert.True(t, s.banner.open.Visible())
		s.setWall(true)
		assert.False(t, s.banner.open.Visible(), "no buttons on a wall")
	}
}

func TestANoteGoesByItself(t *testing.T) {
	s := newStage(t, firstSize(), Options{})
	now := viewtest.Now()
	s.now = func() time.Time { return now }
	s.tellWith(wire.App{Problem: "A problem."}, only(t, "live"))
	s.banner.note("It went well.")
	assert.Contains(t, s.said(), "It went well.")
	assert.Equal(t, kit.Accent(view.Neutral), s.banner.ground.Stroke)
	now = now.Add(noteTime)
	s.refresh()
	assert.NotContains(t, s.said(), "It went well.")
	assert.Contains(t, s.said(), "A problem.", "what it stood in the place of is back")
	assert.Equal(t, kit.Accent(view.Notable), s.banner.ground.Stroke)

	s.banner.note("It went well.")
	test.Tap(s.bar.copy)
	s.banner.say("Another problem.")
	now = now.Add(time.Hour)
	s.refresh()
	assert.Contains(t, s.said(), "Another problem.", "a problem stays")
}

func TestCopySaysThatItHasCopied(t *testing.T) {
	s := newStage(t, firstSize(), Options{})
	now := viewtest.Now()
	s.now = func() time.Time { return now }
	s.tell(only(t, "live"))
	before := s.places(nil)
	test.Tap(s.bar.copy)
	assert.Equal(t, view.LabelCopyDone, s.bar.copy.Text)
	assert.Equal(t, before, s.places(nil), "nothing moved")
	now = now.Add(copiedTime)
	s.refresh()
	assert.Equal(t, view.LabelCopy, s.bar.copy.Text)
}

func TestDemoControls(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	demo := &wire.Demo{Faults: []wire.Fault{{ID: "none", Label: "Healthy"}, {ID: "slow", Label: "Slow"}}, Fault: "slow"}
	s.tellWith(wire.App{Demo: demo}, only(t, "simulated"))
	assert.Contains(t, s.said(), view.LabelSimulated)
	assert.Contains(t, s.said(), view.LabelFault+": Slow")

	test.Tap(s.demo.pause)
	test.Tap(s.demo.play)
	assert.Equal(t, []wire.Command{{Do: wire.SetPaused, Paused: true}}, s.sent, "the day goes on already")

	demo = &wire.Demo{Faults: demo.Faults, Fault: "none", Paused: true, ByHand: true}
	s.tellWith(wire.App{Demo: demo}, only(t, "simulated"))
	s.sent = nil
	test.Tap(s.demo.pause)
	test.Tap(s.demo.play)
	s.choose(t, s.demo.fault, "Slow")
	assert.Equal(t, []wire.Command{
		{Do: wire.SetPaused}, {Do: wire.PlayDay}, {Do: wire.SetFault, Fault: "slow"},
	}, s.sent)
}

func TestSnooze(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	s.tell(only(t, "live"))
	s.choose(t, s.bar.snooze, s.bar.choices[1].Text)
	until := viewtest.Now().Add(time.Hour)
	s.tellWith(wire.App{SnoozedUntil: &until}, only(t, "live"))
	s.choose(t, s.bar.snooze, s.bar.choices[len(s.bar.choices)-1].Text)
	assert.Equal(t, []wire.Command{
		{Do: wire.Snooze, ForMS: (4 * time.Hour).Milliseconds()}, {Do: wire.Snooze},
	}, s.sent)
}

func TestAnAgentThatFrozeIsStalled(t *testing.T) {
	live := only(t, "live")
	limit := live.Overdue().Sub(live.AsOf)
	for name, tt := range map[string]struct {
		watchdog bool
		silent   time.Duration
		want     monitor.Status
	}{
		"in time":     {true, limit / 2, monitor.Live},
		"too late":    {true, limit + time.Second, monitor.Stalled},
		"fed by hand": {false, limit + time.Second, monitor.Live},
	} {
		t.Run(name, func(t *testing.T) {
			p := newWindowState(tt.watchdog)
			p.add([]any{arrival{live, time.Now().Add(-tt.silent)}})
			assert.Equal(t, tt.want, p.snapshots()[0].Status)
		})
	}
}

func TestAWindowFedByHandOffersOnlyWhatItCanDo(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	s.deliver(arrival{only(t, "down-refused"), time.Now()})
	assert.False(t, s.onlyCard().retry.Enabled)
	assert.False(t, s.bar.snooze.Enabled)
	assert.True(t, s.bar.settings.Faded)
	assert.True(t, s.bar.copy.Enabled && s.bar.export.Enabled, "these need nobody")
	assert.Contains(t, s.said(), view.LabelDisplayOnly)

	s.press(fyne.KeyR)
	test.Tap(s.bar.settings)
	assert.Contains(t, s.said(), view.LabelNoAgent)
	s.press(fyne.KeyEscape)
	assert.Empty(t, s.sent)

	s.tell(only(t, "down-refused"))
	assert.True(t, s.onlyCard().retry.Enabled && s.bar.snooze.Enabled, "whoever sends the agent's line listens")
	s.press(fyne.KeyR)
	assert.NotEmpty(t, s.sent)
}

func TestTheDialogSaysWhereTheWaitsAreSetByHand(t *testing.T) {
	kept := someSettings()
	kept.Backoff = settings.Backoff{Policy: "rpoms", FirstWait: settings.Use(time.Second)}
	s := newStage(t, firstSize(), Options{Child: true})
	p := newSettingsPage(s.mainWindow, wire.App{Settings: kept})
	waits, own := p.waits, settings.Find("backoff.policy").More
	assert.Equal(t, own, waits.Text)
	assert.NotEmpty(t, own)
	for i, each := range view.Policies() {
		p.policy.SetSelectedIndex(i)
		want := each.Waits
		if each.Name == "rpoms" {
			want = own
		}
		assert.Equal(t, want, waits.Text)
	}
	p.policy.SetSelectedIndex(0)
	assert.Equal(t, settings.Backoff{Policy: view.Policies()[0].Name}, p.draft.Backoff, "another policy, its own waits")
	p.policy.SetSelectedIndex(slices.IndexFunc(view.Policies(), func(p view.Policy) bool { return p.Name == "rpoms" }))
	assert.Equal(t, kept.Backoff, p.draft.Backoff, "back to what was set")
}

func TestTheVersionIsShownWholeOrNotAtAll(t *testing.T) {
	for width := float32(320); width <= 1000; width += 20 {
		s := newStage(t, fyne.NewSize(width, 520), Options{Child: true})
		s.tellWith(wire.App{Version: "1.0.0"}, only(t, "live"))
		hint := s.bar.hint
		room := hint.Size().Width
		assert.True(t, room == 0 || room >= hint.Width(hint.Text, s.bar.size*0.9), "%v wide: %v", width, room)
	}
}
