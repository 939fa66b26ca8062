package window

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

func TestTheFirstQuestionHasTheKeyboardAndGivesItBack(t *testing.T) {
	s := newStage(t, firstSize(), Options{})
	s.tellWith(wire.App{Welcome: true, Settings: new(settings.Defaults())})
	require.Equal(t, fyne.Focusable(s.welcome.address), s.focused())
	s.window.Canvas().Focus(s.welcome.name)
	s.tellWith(wire.App{Welcome: true, Settings: new(settings.Defaults())})
	assert.Equal(t, fyne.Focusable(s.welcome.name), s.focused(), "it is given once")

	s.tell(only(t, "down-refused"))
	assert.Nil(t, s.focused())
	s.press(fyne.KeyR)
	assert.Equal(t, []wire.Command{{Do: wire.Retry, Router: "r1"}}, s.sent)
}

func TestACardThatGoesGivesTheKeyboardBack(t *testing.T) {
	s := newStage(t, fyne.NewSize(800, 600), Options{})
	several := state(t, "several")
	s.tell(several...)
	s.window.Canvas().Focus(s.cards[s.list.chosen()].retry)
	s.tell(several[1])
	assert.Nil(t, s.focused())
}

func TestTheSpaceThatPressedAButtonIsNotTyped(t *testing.T) {
	s, _ := inSettings(t, firstSize())
	s.window.Canvas().Focus(s.settings.add)
	s.press(fyne.KeySpace)
	e := s.routerPage(t)
	require.Equal(t, fyne.Focusable(e.address), s.focused())
	s.focused().TypedRune(' ')
	assert.Empty(t, e.address.Text)
	for _, r := range "a " {
		s.focused().TypedRune(r)
	}
	assert.Equal(t, "a ", e.address.Text)

	s.window.Canvas().Focus(e.name)
	s.press(fyne.KeySpace)
	s.focused().TypedRune(' ')
	assert.Equal(t, " ", e.name.Text[len(e.name.Text)-1:], "a Space that was pressed here is")
}

func TestAFocusedButtonIsSeen(t *testing.T) {
	s, _ := inSettings(t, firstSize())
	for _, a := range []*kit.Button{s.settings.yes, s.settings.add} {
		parts := test.WidgetRenderer(a).Objects()
		ground, ring := parts[0].(*canvas.Rectangle), parts[1].(*canvas.Rectangle)
		assert.Zero(t, ground.StrokeWidth)
		s.window.Canvas().Focus(a)
		assert.NotZero(t, ground.StrokeWidth)
		assert.NotEqual(t, ground.FillColor, ground.StrokeColor)
		assert.Equal(t, a.Fill != "", ring.StrokeWidth > 0)
	}
}

func TestTheFocusStaysOnTheArrow(t *testing.T) {
	s, _ := inSettings(t, firstSize())
	s.window.Canvas().Focus(s.settings.rows[0].down)
	for range 3 {
		s.press(fyne.KeyReturn)
		assert.Equal(t, fyne.Focusable(s.settings.rows[1].down), s.focused())
		assert.Equal(t, "r1", s.settings.rows[1].id)
	}
}

func TestWelcomeChecksAsTheAgentDoes(t *testing.T) {
	s := newStage(t, firstSize(), Options{})
	s.tellWith(wire.App{Welcome: true, Settings: new(settings.Defaults())})
	test.Type(s.welcome.address, "https://router.example.org:99999")
	assert.Equal(t, view.ErrorSentence(checkURL("https://router.example.org:99999")), s.welcome.address.note.Text)
	test.Tap(s.welcome.watch)
	s.press(fyne.KeyReturn)
	assert.Empty(t, s.sent)
}

// What is known of the agent is shown again with every line; an answer is not
// an answer to what is asked later.
func TestAnAnswerIsTakenOnce(t *testing.T) {
	s, _ := inSettings(t, firstSize())
	s.state.app.Answered = 1
	test.Tap(s.settings.yes)
	require.Len(t, s.sent, 1)
	s.deliver(second{})
	assert.NotNil(t, s.settings, "nothing was answered")
	s.answer(t, "", someSettings())
	assert.Nil(t, s.settings)
}

func TestAQuestionHoldsTheFocus(t *testing.T) {
	s, _ := inSettings(t, firstSize())
	s.settings.draft.Routers = nil
	c, behind := s.window.Canvas(), s.settings.add
	c.Focus(behind)
	s.press(fyne.KeyEscape)
	require.NotNil(t, s.confirm)
	assert.False(t, behind.Attended(), "nothing behind looks as if it had the focus")
	for range 5 {
		assert.Contains(t, []fyne.Focusable{s.confirm.yes, s.confirm.no}, s.focused())
		c.FocusNext()
	}
	for range 5 {
		assert.Contains(t, []fyne.Focusable{s.confirm.yes, s.confirm.no}, s.focused())
		c.FocusPrevious()
	}
}

func TestTabGoesToWhatCanBePressed(t *testing.T) {
	s := newStage(t, firstSize(), Options{Child: true})
	with := someSettings()
	with.Routers = nil
	for i := range 9 {
		with.Routers = append(with.Routers, settings.Router{ID: fmt.Sprint(i), Name: fmt.Sprint(i), URL: "https://example.org"})
	}
	s.tellWith(wire.App{Settings: with}, only(t, "live"))
	s.shortcut(control(fyne.KeyComma))
	p := s.settings
	assert.Equal(t, fyne.Focusable(p.add), s.focused(), "Add a router comes first")
	var passed []fyne.Focusable
	for range 4 + 4 {
		s.window.Canvas().FocusNext()
		passed = append(passed, s.focused())
	}
	first, second := p.rows[0], p.rows[1]
	assert.Equal(t, []fyne.Focusable{
		first.edit, first.down, first.remove, second.edit, second.up, second.down, second.remove, p.rows[2].edit,
	}, passed)
}
