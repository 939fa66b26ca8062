package window

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/wire"
)

func TestWhatHappenedSinceIsSaidOnce(t *testing.T) {
	folder := withHistory(t, 1)
	looked := viewtest.Now().Add(-13 * time.Hour) // an outage of an hour, and a pause
	app := wire.App{Tray: true, History: folder, Looked: &looked}
	s := newStage(t, firstSize(), Options{})
	at := viewtest.Now()
	s.now = func() time.Time { return at }
	s.tellWith(app, only(t, "live"))
	assert.Contains(t, s.banner.text.Text, "Since you last looked, 13 h ago: 1 outage, 1 h; ")
	s.assertTidy(t, "news")
	at = at.Add(time.Hour)
	s.tellWith(app, only(t, "live"))
	assert.True(t, s.banner.Visible(), "it waits until it was read")
	press(s.banner.dismiss)
	assert.False(t, s.banner.Visible())
	s.tellWith(app, only(t, "live"))
	assert.False(t, s.banner.Visible(), "once")
}

func TestTheNewsLeadToTheHistoryOfTheirRouter(t *testing.T) {
	folder, looked := withHistory(t, 1), viewtest.Now().Add(-13*time.Hour)
	app := wire.App{Tray: true, History: folder, Looked: &looked}
	other := only(t, "live")
	other.ID, other.Name = "other", "Oslo"
	for name, open := range map[string]func(*stage){
		"the button": func(s *stage) { press(s.banner.open) },
		"N":          func(s *stage) { s.press(fyne.KeyN) },
	} {
		for _, size := range []fyne.Size{firstSize(), fyne.NewSize(320, 240)} {
			t.Run(name, func(t *testing.T) {
				s := newStage(t, size, Options{})
				s.tellWith(app, other, only(t, "live"))
				assert.Contains(t, s.banner.text.Text, "1 outage (Frankfurt), 1 h; ")
				assert.Equal(t, view.LabelHistory, s.banner.open.Text)
				s.assertTidy(t, "news")
				open(s)
				require.NotNil(t, s.page)
				assert.Equal(t, "History of Frankfurt", s.page.title.Text)
				assert.False(t, s.banner.Visible(), "it was read")
				s.page.cancel()
				s.press(fyne.KeyN)
				assert.Nil(t, s.page, "there are no news any more")
			})
		}
	}
}

func TestWhereNothingHappenedNothingIsSaid(t *testing.T) {
	looked := viewtest.Now().Add(-45 * time.Minute)
	for name, app := range map[string]wire.App{
		"nothing happened": {Tray: true, History: withHistory(t, 1), Looked: &looked},
		"looked just now":  {Tray: true, History: withHistory(t, 1)},
		"no history":       {Tray: true, Looked: &looked},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, firstSize(), Options{})
			s.tellWith(app, only(t, "live"))
			assert.False(t, s.banner.Visible(), s.banner.text.Text)
		})
	}
}
