package tray

import (
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view"
)

// routersOf are the menus of routers, the first of which is down.
func routersOf(names ...string) (text string, all []view.SilenceMenu) {
	now := time.Now()
	for i, name := range names {
		s := monitor.Snapshot{Router: monitor.Router{ID: name, Name: name}}
		if i == 0 {
			s.Outage.Since = now
		}
		all = append(all, view.RenderSilence(s, now))
	}
	return "Acknowledge or mute", all
}

func TestTheSilenceMenuOfOneRouterIsDirectlyBelowItsItem(t *testing.T) {
	m, surface := shownMenu(t)
	v := sample()
	v.SilenceText, v.Silence = routersOf("Oslo")
	m.show(v)
	assert.Equal(t, []string{
		"> 4 hours", "Acknowledge or mute", "> Acknowledge", "> Mute for 1 hour", "> Mute for 4 hours", "> Mute for 8 hours",
		"> Mute until switched off", "> Begin maintenance", "-",
	}, surface.menu()[7:16])

	surface.calls = nil
	v.Silence[0].Items[0] = view.SilenceItem{Text: "Take back", Does: monitor.Silencing{What: monitor.Acknowledge}}
	m.show(v)
	assert.Equal(t, []string{"retitle Take back"}, surface.calls, "one property of one item")
}

func TestTheSilenceMenusOfSeveralRouters(t *testing.T) {
	surface := &fakeSurface{}
	tray := New(slog.New(slog.DiscardHandler))
	m := newMenu(surface, tray.send)
	v := sample()
	v.SilenceText, v.Silence = routersOf("Oslo", "Lima")
	m.show(v)
	menu := surface.menu()
	assert.Equal(t, []string{"Acknowledge or mute", "> Oslo", "> Acknowledge", "> Mute for 1 hour"}, menu[8:12])
	assert.Equal(t, []string{"> Begin maintenance", "> Lima", "> Mute for 1 hour"}, menu[15:18])

	for text, want := range map[string][]Event{
		"Acknowledge": {{Kind: Silence, Router: "Oslo", Silencing: monitor.Silencing{What: monitor.Acknowledge, On: true}}},
		"Mute for 8 hours": {
			{Kind: Silence, Router: "Oslo", Silencing: monitor.Silencing{What: monitor.Mute, On: true, For: 8 * time.Hour}},
			{Kind: Silence, Router: "Lima", Silencing: monitor.Silencing{What: monitor.Mute, On: true, For: 8 * time.Hour}},
		},
	} {
		surface.click(text)
		for _, event := range want {
			require.Equal(t, event, <-tray.events, text)
		}
	}
	built := len(surface.items)
	m.show(sample())
	assert.NotContains(t, surface.menu(), "Acknowledge or mute", "no router")
	assert.Len(t, surface.items, built)
}

func TestASilenceMenuHoldsAllThatIsShown(t *testing.T) {
	_, all := routersOf("Oslo")
	assert.Len(t, all[0].Items, maxSilencings)
}

// Anyone on the session bus can send a click.
func TestAHiddenItemThatIsClickedDoesNothing(t *testing.T) {
	surface := &fakeSurface{}
	newMenu(surface, func(e Event) { t.Errorf("%s of a hidden item", e.Kind) })
	for _, i := range surface.items {
		if i != nil && i.clicked != nil {
			i.clicked()
		}
	}
}
