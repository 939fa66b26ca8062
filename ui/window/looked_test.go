package window

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

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
