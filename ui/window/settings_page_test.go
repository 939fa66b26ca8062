package window

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zalando/go-keyring"

	"routerwatch/internal/secret"
	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// someSettings are two routers', the first with a token.
func someSettings() *settings.Settings {
	s := settings.Defaults()
	s.Routers = []settings.Router{
		{ID: "r1", Name: "Frankfurt", URL: "https://router.example.org", Token: true},
		{ID: "r2", Name: "Singapore", URL: "https://sg.router.example.org"},
	}
	return &s
}

// ring is the system's keyring, as far as it is about someSettings.
type ring struct{ t *testing.T }

// newRing has the program find a keyring with the token of the first router.
func newRing(t *testing.T) ring {
	t.Helper()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all") // one is there, and the mock asks it nothing
	r := ring{t}
	r.mend()
	return r
}

func (r ring) mend() {
	keyring.MockInit()
	require.NoError(r.t, keyring.Set("routerwatch", "r1 https://router.example.org:443", "stored"))
}

func (r ring) fails() { keyring.MockInitWithError(errors.New("a prompt was dismissed")) }

// token is a router's token in the keyring, "" for none.
func (r ring) token(id, url string) string {
	r.t.Helper()
	token, err := secret.Stored(settings.Router{ID: id, URL: url})
	if !errors.Is(err, view.ErrNoStoredToken) {
		require.NoError(r.t, err)
	}
	return token
}

// inSettings is a window with its settings open, on someSettings.
func inSettings(t *testing.T, size fyne.Size) (*stage, ring) {
	t.Helper()
	kept := newRing(t)
	s := newStage(t, size, Options{Child: true})
	s.tellWith(wire.App{Settings: someSettings()}, only(t, "live"))
	s.shortcut(control(fyne.KeyComma))
	require.NotNil(t, s.settings)
	return s, kept
}

func (s *stage) focused() fyne.Focusable { return s.window.Canvas().Focused() }

func write(f *entry, text string) {
	f.SetText("")
	test.Type(f, text)
}

// answer is the agent's to the last command.
func (s *stage) answer(t *testing.T, refused string, now *settings.Settings) {
	t.Helper()
	s.tellWith(wire.App{Settings: now, Answered: s.asked, Refused: refused}, only(t, "live"))
}

func TestSettingsAreSentWhole(t *testing.T) {
	s, _ := inSettings(t, fyne.NewSize(640, 520))
	p := s.settings
	p.draft.Poll.Interval = 7 * time.Second // what the dialog does not show goes along
	write(p.entries["poll.threshold"], "5")
	p.policy.SetSelectedIndex(2)
	each(p.column.Objects, func(c *check) { test.Tap(c) })
	test.Tap(p.rows[1].up)
	test.Tap(p.yes)
	want := settings.Defaults()
	want.Routers = []settings.Router{someSettings().Routers[1], someSettings().Routers[0]}
	want.Poll.Interval, want.Poll.Threshold, want.Poll.Details, want.Backoff.Policy = 7*time.Second, 5, false, "rpoms"
	want.Notifications, want.Tray.Count = monitor.Notifications{PairsChanged: true, CertificateDays: 14}, false
	require.Equal(t, []wire.Command{{Do: wire.Save, Seq: 1, Settings: &want, AtLogin: true, Tokens: map[string]string{}}}, s.sent)
	require.NotNil(t, s.settings, "it waits for the answer")
	test.Tap(p.yes)
	require.Len(t, s.sent, 1, "once")

	s.answer(t, "The disk is full.", someSettings())
	assert.Contains(t, s.said(), "The disk is full.")
	test.Tap(p.yes)
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
	require.Equal(t, p.page, s.page, "back in the list")
	assert.Equal(t, fyne.Focusable(p.rows[2].edit), s.focused())
	id := p.draft.Routers[2].ID
	assert.Empty(t, kept.token(id, "https://new.example.org"), "nothing counts before it is saved")

	test.Tap(p.yes)
	assert.Equal(t, "secret", kept.token(id, "https://new.example.org"))
	require.Len(t, s.sent, 1, "all of it together")
	assert.Equal(t, map[string]string{id: "secret"}, s.sent[0].Tokens)
	assert.Equal(t, settings.Router{ID: id, Name: "new.example.org", URL: "https://new.example.org", Token: true}, s.sent[0].Settings.Routers[2])
	assert.NotContains(t, fmt.Sprint(*s.sent[0].Settings), "secret")
}

// routerPage is the page of a router that is open.
func (s *stage) routerPage(t *testing.T) *routerPage {
	t.Helper()
	require.NotNil(t, s.settings.router)
	return s.settings.router
}

func TestAStoredTokenIsReplacedOrRemoved(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*stage, *routerPage)
		sent   map[string]string
		kept   string // once it is saved
	}{
		"left alone": {func(*stage, *routerPage) {}, map[string]string{}, "stored"},
		"replaced":   {func(_ *stage, e *routerPage) { write(e.token, "another") }, map[string]string{"r1": "another"}, "another"},
		"removed":    {func(_ *stage, e *routerPage) { test.Tap(e.drop) }, map[string]string{"r1": ""}, ""},
		"kept after all": {func(_ *stage, e *routerPage) {
			test.Tap(e.drop)
			test.Tap(e.drop)
		}, map[string]string{}, "stored"},
	} {
		t.Run(name, func(t *testing.T) {
			s, kept := inSettings(t, fyne.NewSize(640, 520))
			test.Tap(s.settings.rows[0].edit)
			e := s.routerPage(t)
			assert.Empty(t, e.token.Text, "a stored token is never shown")
			assert.Contains(t, s.said(), view.LabelTokenStored)
			tt.change(s, e)
			test.Tap(e.yes)
			test.Tap(s.page.yes)
			assert.Equal(t, tt.sent, s.sent[0].Tokens)
			assert.Equal(t, tt.kept != "", s.sent[0].Settings.Routers[0].Token)
			s.answer(t, "", s.sent[0].Settings)
			assert.Equal(t, tt.kept, kept.token("r1", "https://router.example.org"))
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
		"pasted in quotes":   {`"https://router.example.org"`, true},
		"another host":       {"https://router.example.com", false},
		"another port":       {"https://router.example.org:8443", false},
		"plain":              {"http://router.example.org", false},
	} {
		t.Run(name, func(t *testing.T) {
			s, kept := inSettings(t, firstSize())
			test.Tap(s.settings.rows[0].edit)
			e := s.routerPage(t)
			write(e.address, tt.address)
			assert.Equal(t, !tt.stays, e.token.note.Text == view.LabelTokenOld)
			assert.Equal(t, tt.stays, e.drop.Enabled)
			write(e.address, "https://router.example.org")
			assert.Equal(t, view.LabelTokenStored, e.token.note.Text, "back where it was")
			write(e.address, tt.address)
			test.Tap(s.page.yes)
			test.Tap(s.page.yes)
			assert.Equal(t, tt.stays, s.sent[0].Settings.Routers[0].Token)
			s.answer(t, "", s.sent[0].Settings)
			assert.Equal(t, !tt.stays, kept.token("r1", "https://router.example.org") == "", "the keyring forgets it")
		})
	}
}

func TestADerivedNameFollowsTheAddress(t *testing.T) {
	s, _ := inSettings(t, firstSize())
	test.Tap(s.settings.add)
	write(s.routerPage(t).address, "https://new.example.org")
	test.Tap(s.page.yes)
	test.Tap(s.settings.rows[2].edit)
	e := s.routerPage(t)
	assert.Empty(t, e.name.Text)
	assert.Equal(t, "new.example.org", e.name.PlaceHolder)
	s.press(fyne.KeyEscape)
	require.Equal(t, s.settings.page, s.page, "nothing was changed")

	test.Tap(s.settings.rows[2].edit)
	write(s.routerPage(t).address, "https://other.example.org")
	test.Tap(s.page.yes)
	assert.Equal(t, "other.example.org", s.settings.draft.Routers[2].Name)
}

func TestWithoutATestThereIsNoButtonForIt(t *testing.T) {
	s, _ := inSettings(t, firstSize())
	test.Tap(s.settings.add)
	assert.False(t, s.routerPage(t).test.button.Visible())
}

func TestARemovedRoutersTokenGoesOnceItIsSaved(t *testing.T) {
	s, kept := inSettings(t, fyne.NewSize(640, 520))
	row := s.settings.rows[0]
	test.Tap(row.remove)
	assert.Equal(t, fyne.Focusable(s.confirm.no), s.focused(), "what is safe has the focus")
	press(s.confirm.no)
	assert.Equal(t, fyne.Focusable(row.remove), s.focused())
	test.Tap(row.remove)
	press(s.confirm.yes)
	require.Len(t, s.settings.rows, 1)
	assert.Equal(t, fyne.Focusable(s.settings.rows[0].remove), s.focused())
	test.Tap(s.page.yes)
	assert.Equal(t, "stored", kept.token("r1", "https://router.example.org"))
	s.answer(t, "", s.sent[0].Settings)
	assert.Empty(t, kept.token("r1", "https://router.example.org"))
}

func TestAKeyringThatFailsStopsTheSave(t *testing.T) {
	s, kept := inSettings(t, fyne.NewSize(640, 520))
	kept.fails()
	test.Tap(s.settings.rows[1].edit)
	write(s.routerPage(t).token, "secret")
	test.Tap(s.page.yes)
	test.Tap(s.page.yes)
	assert.Empty(t, s.sent)
	assert.Contains(t, s.said(), view.ErrorSentence(view.ErrTokenNotRead))
	kept.mend()
	test.Tap(s.page.yes)
	assert.Len(t, s.sent, 1, "and can be tried again")
	assert.Equal(t, "secret", kept.token("r2", "https://sg.router.example.org"))

	s.answer(t, "The disk is full.", someSettings())
	assert.Empty(t, kept.token("r2", "https://sg.router.example.org"), "what was refused leaves nothing behind")
	s.press(fyne.KeyEscape)
	press(s.confirm.yes)
	assert.Equal(t, "stored", kept.token("r1", "https://router.example.org"), "nor does a draft that is discarded")
}

func TestARefusedSaveLeavesTheOldToken(t *testing.T) {
	s, kept := inSettings(t, fyne.NewSize(640, 520))
	test.Tap(s.settings.rows[0].edit)
	write(s.routerPage(t).token, "another")
	test.Tap(s.page.yes)
	test.Tap(s.page.yes)
	assert.Equal(t, "another", kept.token("r1", "https://router.example.org"))
	s.answer(t, "The disk is full.", someSettings())
	assert.Equal(t, "stored", kept.token("r1", "https://router.example.org"))
	test.Tap(s.page.yes)
	s.answer(t, "", s.sent[1].Settings)
	assert.Equal(t, "another", kept.token("r1", "https://router.example.org"), "what was typed is saved by the next try")
}

// What is saved all the same, with a warning, is saved: there is nothing to
// cancel, and no token to take back.
func TestASaveWithAWarningIsSaved(t *testing.T) {
	const warning = "The settings are saved, but not whether to start at login: the folder is read-only."
	s, kept := inSettings(t, fyne.NewSize(640, 520))
	test.Tap(s.settings.rows[0].edit)
	write(s.routerPage(t).token, "another")
	test.Tap(s.page.yes)
	test.Tap(s.page.yes)
	s.tellWith(wire.App{Settings: s.sent[0].Settings, Answered: s.asked, Problem: warning}, only(t, "live"))
	assert.Nil(t, s.settings)
	assert.Contains(t, s.said(), warning)
	assert.Equal(t, "another", kept.token("r1", "https://router.example.org"))
}

func TestATokenOfARouterThatWasNeverSavedGoes(t *testing.T) {
	s, kept := inSettings(t, fyne.NewSize(640, 520))
	test.Tap(s.settings.add)
	e := s.routerPage(t)
	write(e.address, "https://new.example.org")
	write(e.token, "secret")
	test.Tap(s.page.yes)
	test.Tap(s.page.yes)
	s.answer(t, "The disk is full.", someSettings())
	s.press(fyne.KeyEscape)
	press(s.confirm.yes)
	assert.Empty(t, kept.token(e.router.ID, "https://new.example.org"))
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
	assert.Equal(t, e.page, s.page)

	e.name.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	require.Equal(t, fyne.Focusable(s.confirm.no), s.focused(), "Escape asks")
	s.press(fyne.KeyEscape)
	assert.Equal(t, fyne.Focusable(e.no), s.focused(), "and Escape takes the question back")
	s.press(fyne.KeyReturn)
	press(s.confirm.yes)
	assert.Equal(t, "Frankfurt", s.settings.draft.Routers[0].Name, "discarded")

	s.press(fyne.KeyEscape)
	assert.Nil(t, s.page, "nothing changed: nothing is asked")
	assert.Empty(t, s.sent)
}

func TestWhatIsTypedIsChecked(t *testing.T) {
	s, _ := inSettings(t, fyne.NewSize(640, 520))
	p := s.settings
	write(p.entries["poll.threshold"], "101")
	assert.NotEmpty(t, p.entries["poll.threshold"].note.Text)
	test.Tap(p.yes)
	assert.Empty(t, s.sent)
	assert.Equal(t, fyne.Focusable(p.entries["poll.threshold"]), s.focused())
	write(p.entries["poll.threshold"], "100")
	assert.Empty(t, p.entries["poll.threshold"].note.Text)

	test.Tap(p.add)
	e := s.routerPage(t)
	write(e.address, "https:/")
	assert.Empty(t, e.address.note.Text, "it may still become one")
	test.Tap(e.yes)
	assert.NotEmpty(t, e.address.note.Text)
	assert.Equal(t, fyne.Focusable(e.address), s.focused())
	write(e.address, "https://new.example.org")
	assert.Empty(t, e.address.note.Text)
	write(e.name, "\u202eevil")
	assert.NotEmpty(t, e.name.note.Text)
	test.Tap(e.yes)
	assert.Equal(t, fyne.Focusable(e.name), s.focused())
	write(e.name, "")
	write(e.token, "two words")
	assert.Equal(t, view.ErrorSentence(secret.Check("two words")), e.token.note.Text)
	test.Tap(e.yes)
	assert.Equal(t, fyne.Focusable(e.token), s.focused())
}

func TestTheSameNameOrAddressTwiceIsPointedOut(t *testing.T) {
	s, _ := inSettings(t, firstSize())
	press(s.settings.add)
	r := s.routerPage(t)
	first := s.settings.draft.Routers[0]
	write(r.address, "HTTPS://"+strings.TrimPrefix(first.URL, "https://")+"/")
	write(r.name, first.Name)
	assert.Equal(t, "The router "+strconv.Quote(first.Name)+" has the same address.", r.address.note.Text)
	assert.Equal(t, "Another router has the same name.", r.name.note.Text)
	s.assertTidy(t, "the same twice")
	write(r.name, "Another one")
	assert.Empty(t, r.name.note.Text)
	write(r.name, first.Name)
	press(r.yes)
	assert.Len(t, s.settings.draft.Routers, 1+len(someSettings().Routers), "it is not forbidden")
	press(s.settings.rows[0].edit)
	assert.NotEmpty(t, s.routerPage(t).name.note.Text, "also at the first one")
	write(s.routerPage(t).address, "router.example.org:8443")
	require.True(t, s.routerPage(t).address.useRow.Visible())
	s.assertTidy(t, "a suggestion")
	press(s.routerPage(t).address.use)
	assert.Equal(t, "https://router.example.org:8443", s.routerPage(t).address.Text)
}

func TestTestConnection(t *testing.T) {
	s, _ := inSettings(t, fyne.NewSize(640, 520))
	var work func() func()
	s.work = func(job func() func()) { work = job }
	type attempt struct {
		router settings.Router
		token  string
	}
	var asked []attempt
	failure := monitor.Failure{Kind: monitor.Refused, Layer: monitor.LayerTCP}
	s.options.Test = func(ctx context.Context, r settings.Router, token string, network settings.Network) (monitor.Probe, error) {
		assert.Equal(t, someSettings().Network, network)
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
	test.Tap(e.test.button)
	assert.Contains(t, s.said(), view.LabelTesting)
	require.Equal(t, view.LabelStopTest, e.test.button.Text)
	done := work()
	done()
	assert.Equal(t, []attempt{{someSettings().Routers[0], ""}}, asked)
	assert.Contains(t, s.said(), view.LabelTestFailed)
	assert.Contains(t, s.said(), "DNS")
	assert.Contains(t, s.said(), "TCP")

	failure = monitor.Failure{}
	write(e.token, "secret")
	test.Tap(e.test.button)
	work()()
	assert.Equal(t, "secret", asked[1].token)
	assert.Contains(t, s.said(), view.LabelTestGood)

	test.Tap(e.test.button)
	test.Tap(e.test.button)
	assert.Contains(t, s.said(), view.LabelTestStopped)
	done = work()
	done()
	assert.Contains(t, s.said(), view.LabelTestStopped, "what comes after that is not shown")

	test.Tap(e.test.button)
	s.options.Test = func(context.Context, settings.Router, string, settings.Network) (monitor.Probe, error) {
		return monitor.Probe{}, errors.New("the keyring is locked")
	}
	work()()
	assert.Contains(t, s.said(), "The keyring is locked.")

	test.Tap(e.test.button)
	write(e.token, "")
	s.press(fyne.KeyEscape)
	s.press(fyne.KeyEscape)
	require.Equal(t, s.settings.page, s.page, "it was left")
	work()()
}

// A test that was stopped may end after the next one has begun: each answer is
// for its own question.
func TestATestThatIsStartedAgainShowsItsOwnResult(t *testing.T) {
	s, _ := inSettings(t, fyne.NewSize(640, 520))
	var work []func() func()
	s.work = func(job func() func()) { work = append(work, job) }
	var asked int
	s.options.Test = func(context.Context, settings.Router, string, settings.Network) (monitor.Probe, error) {
		asked++
		return monitor.Probe{}, fmt.Errorf("answer %d", asked)
	}
	test.Tap(s.settings.rows[0].edit)
	e := s.routerPage(t)
	test.Tap(e.test.button)
	test.Tap(e.test.button) // stopped
	test.Tap(e.test.button) // and started again
	require.Len(t, work, 2)
	first := work[0]()
	first()
	assert.NotContains(t, s.said(), "Answer 1.")
	assert.Contains(t, s.said(), view.LabelTesting, "the second one goes on")
	work[1]()()
	assert.Contains(t, s.said(), "Answer 2.")
	first()
	assert.Contains(t, s.said(), "Answer 2.")
	assert.NotContains(t, s.said(), "Answer 1.")
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
		each(p.column.Objects, func(w fyne.Focusable) {
			disabled, is := w.(fyne.Disableable)
			assert.NotEqual(t, is && disabled.Disabled(), seen[w], "Tab to a %T", w)
		})
		assert.True(t, seen[p.yes])
		assert.True(t, seen[p.no])
	}
}

func TestSettingsThatAreNotKeptSayWhy(t *testing.T) {
	s := newStage(t, fyne.NewSize(640, 520), Options{})
	s.tell(only(t, "live"))
	test.Tap(s.bar.settings)
	assert.Nil(t, s.page)
	assert.Contains(t, s.said(), view.LabelNoSettings)
	s.window.Canvas().Focus(s.banner.dismiss)
	s.press(fyne.KeyReturn)
	assert.False(t, s.banner.Visible())
	assert.Nil(t, s.focused(), "the keys are the window's again")

	s.tellWith(wire.App{Settings: someSettings()}, only(t, "live"))
	s.window.Canvas().Focus(s.bar.settings)
	s.press(fyne.KeyReturn)
	require.NotNil(t, s.page)
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
			write(s.settings.entries["poll.threshold"], "many")
			s.settings.say("The settings could not be saved: the disk is full, and this takes a while to tell.", "bad")
			s.assertTidy(t, "settings in trouble")
			test.Tap(s.settings.rows[0].edit)
			e := s.routerPage(t)
			write(e.address, "x")
			write(e.name, "\u202e")
			e.test.finish(monitor.Probe{Failure: monitor.Example(monitor.CertificateExpired)}, nil)
			s.assertTidy(t, "a router")
			s.press(fyne.KeyEscape)
			s.assertTidy(t, "a question")
			press(s.confirm.yes)
			s.closePage()
			s.exports()[0].Action()
			s.assertTidy(t, "export")
		})
	}
}

// While a save waits for the keyring or the agent, there is nothing to edit,
// so that nothing can be lost.
func TestWhileASaveIsOnItsWayNothingCanBeChanged(t *testing.T) {
	s, _ := inSettings(t, fyne.NewSize(640, 520))
	p := s.settings
	write(p.entries["poll.threshold"], "5")
	var work []func() func()
	s.work = func(job func() func()) { work = append(work, job) }
	finish := func() {
		for len(work) > 0 {
			next := work[0]
			work = work[1:]
			next()()
		}
	}
	test.Tap(p.yes)
	untouched := func(when string) {
		test.Type(p.entries["poll.threshold"], "7")
		each(p.column.Objects, func(b *kit.Button) { test.Tap(b) })
		each(p.column.Objects, func(c *check) { test.Tap(c) })
		p.policy.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
		test.Tap(p.yes)
		test.Tap(p.no)
		s.press(fyne.KeyEscape)
		assert.Equal(t, "5", p.entries["poll.threshold"].Text, when)
		assert.Equal(t, p, s.settings, when)
		assert.Equal(t, p.page, s.page, when)
		assert.Nil(t, s.confirm, when)
		want := someSettings()
		want.Poll.Threshold = 5
		assert.Equal(t, *want, p.draft, when)
	}
	untouched("the keyring is at work")
	finish()
	require.Len(t, s.sent, 1)
	untouched("the agent has not answered")
	s.answer(t, "The disk is full.", someSettings())
	untouched("the keyring brings back what was there")
	finish()
	assert.False(t, p.entries["poll.threshold"].Disabled())
	test.Tap(p.rows[0].down)
	assert.Equal(t, "r1", p.draft.Routers[1].ID, "it can be changed again")
	test.Tap(p.yes)
	finish()
	require.Len(t, s.sent, 2, "once for each press that counted")
	assert.Equal(t, "r1", s.sent[1].Settings.Routers[1].ID)
	assert.Equal(t, "r1", s.sent[0].Settings.Routers[0].ID, "what was sent is not changed afterwards")
}

// Only the keyring's own dialog ends that wait: the page says so.
func TestASaveThatWaitsForTheKeyringSaysSo(t *testing.T) {
	s, _ := inSettings(t, firstSize())
	var work func() func()
	s.work = func(job func() func()) { work = job }
	test.Tap(s.settings.yes)
	assert.Contains(t, s.said(), view.LabelSaving, "nothing is asked of the keyring")
	work()()
	s.answer(t, "The disk is full.", someSettings())
	work()()

	test.Tap(s.settings.rows[0].edit)
	write(s.routerPage(t).token, "another")
	test.Tap(s.page.yes)
	test.Tap(s.page.yes)
	s.press(fyne.KeyEscape)
	assert.Contains(t, s.said(), view.LabelKeyringWait)
	work()()
	assert.Contains(t, s.said(), view.LabelSaving, "now for the agent")
	s.answer(t, "The disk is full.", someSettings())
	assert.Contains(t, s.said(), view.LabelKeyringWait, "for what was there before")
	work()()
	assert.Contains(t, s.said(), "The disk is full.")
}

func TestATokenThatTheKeyringHasNotGivenIsNotCalledStored(t *testing.T) {
	newRing(t)
	s := newStage(t, fyne.NewSize(640, 520), Options{Child: true})
	s.tellWith(wire.App{Settings: someSettings(), TokenMissing: []string{"r1"}}, only(t, "live"))
	s.shortcut(control(fyne.KeyComma))
	test.Tap(s.settings.rows[0].edit)
	e := s.routerPage(t)
	assert.Equal(t, view.LabelTokenMissing, e.token.note.Text)
	assert.True(t, e.drop.Visible(), "it can be given up")
	s.tellWith(wire.App{Settings: someSettings()}, only(t, "live")) // it was unlocked
	e.check(false)
	assert.Equal(t, view.LabelTokenStored, e.token.note.Text)
}
