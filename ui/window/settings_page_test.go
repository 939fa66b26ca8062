package window

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// someSettings are two routers', the first with a token.
func someSettings() *wire.Settings {
	s := wire.FromSettings(settings.Defaults(), false)
	s.Routers = []wire.Router{
		{ID: "r1", Name: "Frankfurt", URL: "https://router.example.org", Token: true},
		{ID: "r2", Name: "Singapore", URL: "https://sg.router.example.org"},
	}
	return &s
}

// ring is a keyring.
type ring struct {
	tokens map[string]string
	broken error
}

func (r *ring) keep(id, token string) error {
	if r.broken != nil {
		return r.broken
	}
	r.tokens[id] = token
	return nil
}

// inSettings is a window with its settings open, on someSettings.
func inSettings(t *testing.T, size fyne.Size) (*stage, *ring) {
	t.Helper()
	kept := &ring{tokens: map[string]string{}}
	s := newStage(t, size, Options{Child: true, KeepToken: kept.keep, CheckURL: settings.CheckURL})
	s.tellWith(wire.App{Settings: someSettings()}, only(t, "live"))
	s.shortcut(settingsShortcut())
	require.NotNil(t, s.settings)
	return s, kept
}

func (s *stage) focused() fyne.Focusable { return s.window.Canvas().Focused() }

func write(f *field, text string) {
	f.SetText("")
	test.Type(f, text)
}

// answer is the agent's to the last command.
func (s *stage) answer(t *testing.T, refused string, now *wire.Settings) {
	t.Helper()
	s.tellWith(wire.App{Settings: now, Answered: s.asked, Refused: refused}, only(t, "live"))
}

func TestSettingsAreSentWhole(t *testing.T) {
	s, _ := inSettings(t, fyne.NewSize(640, 520))
	p := s.settings
	write(p.threshold.typed, "5")
	test.Tap(p.policies[2])
	for _, toggle := range p.toggles {
		test.Tap(toggle)
	}
	test.Tap(p.rows[1].up)
	test.Tap(p.sheet.foot.yes)
	want := wire.Settings{
		Routers: []wire.Router{someSettings().Routers[1], someSettings().Routers[0]}, Threshold: 5, Policy: "rpoms",
		PairsChanged: true, AtLogin: true,
	}
	require.Equal(t, []wire.Command{{Do: wire.Save, Seq: 1, Settings: &want}}, s.sent)
	require.NotNil(t, s.settings, "it waits for the answer")
	test.Tap(p.sheet.foot.yes)
	require.Len(t, s.sent, 1, "once")

	s.answer(t, "The disk is full.", someSettings())
	assert.Contains(t, s.said(), "The disk is full.")
	test.Tap(p.sheet.foot.yes)
	s.answer(t, "", &want)
	assert.Nil(t, s.settings)
	assert.True(t, s.scroll.Visible())
}

func TestARouterIsAddedWithItsToken(t *testing.T) {
	s, kept := inSettings(t, fyne.NewSize(640, 520))
	p := s.settings
	test.Tap(p.add)
	e := s.routerPage(t)
	assert.Equal(t, fyne.Focusable(e.address), s.focused())
	write(e.address, "https://new.example.org")
	write(e.token, "secret")
	e.token.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	require.Equal(t, p.sheet, s.sheet, "back in the list")
	assert.Equal(t, fyne.Focusable(p.rows[2].edit), s.focused())
	assert.Empty(t, kept.tokens, "nothing counts before it is saved")

	test.Tap(p.sheet.foot.yes)
	id := p.draft.Routers[2].ID
	assert.Equal(t, map[string]string{id: "secret"}, kept.tokens)
	require.Len(t, s.sent, 2)
	assert.Equal(t, wire.Command{Do: wire.Token, Router: id, Token: "secret"}, s.sent[0], "before the router is asked")
	assert.Equal(t, wire.Router{ID: id, Name: "new.example.org", URL: "https://new.example.org", Token: true}, s.sent[1].Settings.Routers[2])
	assert.NotContains(t, fmt.Sprint(*s.sent[1].Settings), "secret")
}

// routerPage is the page of a router that is open.
func (s *stage) routerPage(t *testing.T) *routerPage {
	t.Helper()
	require.NotNil(t, s.settings.page)
	return s.settings.page
}

func TestAStoredTokenIsReplacedOrRemoved(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*stage, *routerPage)
		want   map[string]string
		token  bool
	}{
		"left alone": {func(*stage, *routerPage) {}, map[string]string{}, true},
		"replaced":   {func(_ *stage, e *routerPage) { write(e.token, "another") }, map[string]string{"r1": "another"}, true},
		"removed":    {func(_ *stage, e *routerPage) { test.Tap(e.drop) }, map[string]string{"r1": ""}, false},
		"kept after all": {func(_ *stage, e *routerPage) {
			test.Tap(e.drop)
			test.Tap(e.drop)
		}, map[string]string{}, true},
	} {
		t.Run(name, func(t *testing.T) {
			s, kept := inSettings(t, fyne.NewSize(640, 520))
			test.Tap(s.settings.rows[0].edit)
			e := s.routerPage(t)
			assert.Empty(t, e.token.Text, "a stored token is never shown")
			assert.Contains(t, s.said(), labelTokenStored)
			tt.change(s, e)
			test.Tap(e.sheet.foot.yes)
			test.Tap(s.sheet.foot.yes)
			assert.Equal(t, tt.want, kept.tokens)
			assert.Equal(t, tt.token, s.sent[len(s.sent)-1].Settings.Routers[0].Token)
		})
	}
}

func TestATokenStaysWithItsAddress(t *testing.T) {
	for name, tt := range map[string]struct {
		address string
		stays   bool
	}{
		"another path":       {"https://router.example.org/api", true},
		"its port spelt out": {"https://Router.example.org:443", true},
		"another host":       {"https://router.example.com", false},
		"another port":       {"https://router.example.org:8443", false},
		"plain":              {"http://router.example.org", false},
	} {
		t.Run(name, func(t *testing.T) {
			s, kept := inSettings(t, firstSize())
			test.Tap(s.settings.rows[0].edit)
			e := s.routerPage(t)
			write(e.address, tt.address)
			assert.Equal(t, !tt.stays, e.tokenMore.Text == labelTokenOld)
			assert.Equal(t, tt.stays, e.drop.Enabled)
			write(e.address, "https://router.example.org")
			assert.Equal(t, labelTokenStored, e.tokenMore.Text, "back where it was")
			write(e.address, tt.address)
			test.Tap(s.sheet.foot.yes)
			test.Tap(s.sheet.foot.yes)
			assert.Equal(t, tt.stays, s.sent[len(s.sent)-1].Settings.Routers[0].Token)
			_, gone := kept.tokens["r1"]
			assert.Equal(t, !tt.stays, gone, "the keyring forgets it")
		})
	}
}

func TestADerivedNameFollowsTheAddress(t *testing.T) {
	s, _ := inSettings(t, firstSize())
	test.Tap(s.settings.add)
	write(s.routerPage(t).address, "https://new.example.org")
	test.Tap(s.sheet.foot.yes)
	test.Tap(s.settings.rows[2].edit)
	e := s.routerPage(t)
	assert.Empty(t, e.name.Text)
	assert.Equal(t, "new.example.org", e.name.PlaceHolder)
	s.press(fyne.KeyEscape)
	require.Equal(t, s.settings.sheet, s.sheet, "nothing was changed")

	test.Tap(s.settings.rows[2].edit)
	write(s.routerPage(t).address, "https://other.example.org")
	test.Tap(s.sheet.foot.yes)
	assert.Equal(t, "other.example.org", s.settings.draft.Routers[2].Name)
}

func TestWithoutATestThereIsNoButtonForIt(t *testing.T) {
	s, _ := inSettings(t, firstSize())
	test.Tap(s.settings.add)
	assert.False(t, s.routerPage(t).test.Visible())
}

func TestARemovedRoutersTokenGoesOnceItIsSaved(t *testing.T) {
	s, kept := inSettings(t, fyne.NewSize(640, 520))
	row := s.settings.rows[0]
	test.Tap(row.remove)
	assert.Equal(t, fyne.Focusable(row.keep), s.focused(), "what is safe has the focus")
	press(row.keep)
	assert.Equal(t, fyne.Focusable(row.remove), s.focused())
	test.Tap(row.remove)
	press(row.sure)
	require.Len(t, s.settings.rows, 1)
	assert.Equal(t, fyne.Focusable(s.settings.rows[0].remove), s.focused())
	test.Tap(s.sheet.foot.yes)
	assert.Empty(t, kept.tokens)
	s.answer(t, "", s.sent[0].Settings)
	assert.Equal(t, map[string]string{"r1": ""}, kept.tokens)
	assert.Equal(t, wire.Command{Do: wire.Token, Router: "r1"}, s.sent[len(s.sent)-1])
}

func TestAKeyringThatFailsStopsTheSave(t *testing.T) {
	s, kept := inSettings(t, fyne.NewSize(640, 520))
	kept.broken = errors.New("it is locked")
	test.Tap(s.settings.rows[1].edit)
	write(s.routerPage(t).token, "secret")
	test.Tap(s.sheet.foot.yes)
	test.Tap(s.sheet.foot.yes)
	assert.Empty(t, s.sent)
	assert.Contains(t, s.said(), "It is locked.")
	kept.broken = nil
	test.Tap(s.sheet.foot.yes)
	assert.Len(t, s.sent, 2, "and can be tried again")

	s.answer(t, "The disk is full.", someSettings())
	s.press(fyne.KeyEscape)
	press(s.sheet.foot.sure)
	assert.Equal(t, map[string]string{"r2": "secret"}, kept.tokens, "a known router keeps the newer token")
}

func TestATokenOfARouterThatWasNeverSavedGoes(t *testing.T) {
	s, kept := inSettings(t, fyne.NewSize(640, 520))
	test.Tap(s.settings.add)
	e := s.routerPage(t)
	write(e.address, "https://new.example.org")
	write(e.token, "secret")
	test.Tap(s.sheet.foot.yes)
	test.Tap(s.sheet.foot.yes)
	s.answer(t, "The disk is full.", someSettings())
	s.press(fyne.KeyEscape)
	press(s.sheet.foot.sure)
	assert.Equal(t, map[string]string{e.router.ID: ""}, kept.tokens)
}

func TestWhatWasTypedIsNotLost(t *testing.T) {
	s, _ := inSettings(t, fyne.NewSize(640, 520))
	test.Tap(s.settings.rows[0].edit)
	e := s.routerPage(t)
	write(e.name, "Amsterdam")
	s.window.Canvas().Focus(e.name)
	changed := *someSettings()
	changed.Routers = nil
	for range 3 {
		s.tellWith(wire.App{Settings: &changed, Problem: "Something else."}, only(t, "down-refused"))
	}
	assert.Equal(t, "Amsterdam", e.name.Text)
	assert.Equal(t, fyne.Focusable(e.name), s.focused())
	assert.Equal(t, e.sheet, s.sheet)

	e.name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	require.Equal(t, fyne.Focusable(e.sheet.foot.keep), s.focused(), "Escape asks")
	s.press(fyne.KeyEscape)
	assert.Equal(t, fyne.Focusable(e.sheet.foot.no), s.focused(), "and Escape takes the question back")
	s.press(fyne.KeyReturn)
	press(e.sheet.foot.sure)
	assert.Equal(t, "Frankfurt", s.settings.draft.Routers[0].Name, "discarded")

	s.press(fyne.KeyEscape)
	assert.Nil(t, s.sheet, "nothing changed: nothing is asked")
	assert.Empty(t, s.sent)
}

func TestWhatIsTypedIsChecked(t *testing.T) {
	s, _ := inSettings(t, fyne.NewSize(640, 520))
	p := s.settings
	write(p.threshold.typed, "101")
	assert.NotEmpty(t, p.threshold.problem.Text)
	test.Tap(p.sheet.foot.yes)
	assert.Empty(t, s.sent)
	assert.Equal(t, fyne.Focusable(p.threshold.typed), s.focused())
	write(p.threshold.typed, "100")
	assert.Empty(t, p.threshold.problem.Text)

	test.Tap(p.add)
	e := s.routerPage(t)
	write(e.address, "https:/")
	assert.Empty(t, e.addressProblem.Text, "it may still become one")
	test.Tap(e.sheet.foot.yes)
	assert.NotEmpty(t, e.addressProblem.Text)
	assert.Equal(t, fyne.Focusable(e.address), s.focused())
	write(e.address, "https://new.example.org")
	assert.Empty(t, e.addressProblem.Text)
	write(e.name, "\u202eevil")
	assert.NotEmpty(t, e.nameProblem.Text)
	test.Tap(e.sheet.foot.yes)
	assert.Equal(t, fyne.Focusable(e.name), s.focused())
	write(e.name, "")
	write(e.token, "two words")
	assert.Equal(t, labelTokenText, e.tokenMore.Text)
	test.Tap(e.sheet.foot.yes)
	assert.Equal(t, fyne.Focusable(e.token), s.focused())
}

func TestTestConnection(t *testing.T) {
	s, _ := inSettings(t, fyne.NewSize(640, 520))
	var work func() func()
	s.work = func(job func() func()) { work = job }
	type attempt struct {
		router wire.Router
		token  string
	}
	var asked []attempt
	failure := monitor.Failure{Kind: monitor.Refused, Layer: monitor.LayerTCP}
	s.options.Test = func(ctx context.Context, r wire.Router, token string) (monitor.Probe, error) {
		deadline, limited := ctx.Deadline()
		assert.True(t, limited)
		assert.WithinDuration(t, time.Now().Add(testLimit), deadline, time.Minute)
		asked = append(asked, attempt{r, token})
		return monitor.Probe{
			Steps:   []monitor.ProbeStep{{Layer: monitor.LayerDNS, Took: time.Millisecond, Addresses: []string{"192.0.2.1"}}},
			Failure: failure,
		}, ctx.Err()
	}
	test.Tap(s.settings.rows[0].edit)
	e := s.routerPage(t)
	test.Tap(e.test)
	assert.Contains(t, s.said(), labelTesting)
	require.Equal(t, labelStopTest, e.test.Text)
	done := work()
	done()
	assert.Equal(t, []attempt{{someSettings().Routers[0], ""}}, asked)
	assert.Contains(t, s.said(), labelTestFailed)
	assert.Contains(t, s.said(), "DNS")
	assert.Contains(t, s.said(), "TCP")

	failure = monitor.Failure{}
	write(e.token, "secret")
	test.Tap(e.test)
	work()()
	assert.Equal(t, "secret", asked[1].token)
	assert.Contains(t, s.said(), labelTestGood)

	test.Tap(e.test)
	test.Tap(e.test)
	assert.Contains(t, s.said(), labelTestStopped)
	done = work()
	done()
	assert.Contains(t, s.said(), labelTestStopped, "what comes after that is not shown")

	test.Tap(e.test)
	s.options.Test = func(context.Context, wire.Router, string) (monitor.Probe, error) {
		return monitor.Probe{}, errors.New("the keyring is locked")
	}
	work()()
	assert.Contains(t, s.said(), "The keyring is locked.")

	test.Tap(e.test)
	write(e.token, "")
	s.press(fyne.KeyEscape)
	s.press(fyne.KeyEscape)
	require.Equal(t, s.settings.sheet, s.sheet, "it was left")
	work()()
}

func TestTheWholeOfTheSettingsByTab(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(320, 240), fyne.NewSize(640, 520)} {
		s, _ := inSettings(t, size)
		seen := map[fyne.Focusable]bool{}
		for range 60 {
			at := s.focused()
			seen[at] = true
			o := at.(fyne.CanvasObject)
			top := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y
			assert.True(t, top >= 0 && top+o.Size().Height <= size.Height, "%T at %v is out of view", at, top)
			s.window.Canvas().FocusNext()
		}
		p := s.settings
		for _, o := range p.sheet.body.Objects {
			if w, can := o.(fyne.Focusable); can && o.Visible() {
				assert.True(t, seen[w], "Tab does not reach a %T", o)
			}
		}
		assert.True(t, seen[p.sheet.foot.yes])
		assert.True(t, seen[p.sheet.foot.no])
	}
}

func TestSettingsThatAreNotKeptSayWhy(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	s.tell(only(t, "live"))
	test.Tap(s.bar.settings)
	assert.Nil(t, s.sheet)
	assert.Contains(t, s.said(), labelNoSettings)
	s.window.Canvas().Focus(s.banner.dismiss)
	s.press(fyne.KeyReturn)
	assert.False(t, s.banner.Visible())
	assert.Nil(t, s.focused(), "the keys are the window's again")

	s.tellWith(wire.App{Settings: someSettings()}, only(t, "live"))
	s.window.Canvas().Focus(s.bar.settings)
	s.press(fyne.KeyReturn)
	require.NotNil(t, s.sheet)
	s.press(fyne.KeyEscape)
	assert.Equal(t, fyne.Focusable(s.bar.settings), s.focused(), "the keyboard is back where it was")
}

func TestPoliciesAreThoseThatThereAre(t *testing.T) {
	for _, p := range view.Policies() {
		var now settings.Settings
		require.NoError(t, settings.Find("backoff.policy").Set(&now, p.Name))
		assert.Equal(t, p.Name, now.Backoff.Policy)
	}
}

func TestSheetsAreTidy(t *testing.T) {
	for _, size := range sizes() {
		t.Run(fmt.Sprintf("%gx%g", size.Width, size.Height), func(t *testing.T) {
			s, _ := inSettings(t, size)
			s.assertTidy(t, "settings")
			write(s.settings.threshold.typed, "many")
			test.Tap(s.settings.rows[1].remove)
			s.settings.sheet.foot.say("The settings could not be saved: the disk is full, and this takes a while to tell.", "bad")
			s.assertTidy(t, "settings in trouble")
			test.Tap(s.settings.rows[0].edit)
			e := s.routerPage(t)
			write(e.address, "x")
			write(e.name, "\u202e")
			e.tested(monitor.Probe{Failure: monitor.Example(monitor.CertificateExpired)}, nil)
			s.assertTidy(t, "a router")
			s.press(fyne.KeyEscape)
			s.assertTidy(t, "a question")
			e.sheet.foot.doIt()
			s.closeSheet()
			s.export(only(t, "live"), "json")
			s.assertTidy(t, "export")
		})
	}
}
