package window

import (
	"testing"

	"fyne.io/fyne/v2/theme"
	"github.com/stretchr/testify/assert"

	"routerwatch/internal/platform/display"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

func TestTheThemeIsTheSettingsOrElseTheDesktops(t *testing.T) {
	s := newStage(t, firstSize(), Options{})
	light := kit.FixedTheme(theme.VariantLight).Color(theme.ColorNameBackground, theme.VariantDark)
	dark := kit.FixedTheme(theme.VariantDark).Color(theme.ColorNameBackground, theme.VariantLight)
	assert.NotEqual(t, light, dark)
	live := only(t, "live")
	choose := func(name string) {
		chosen := someSettings()
		chosen.Window.Theme = name
		s.tellWith(wire.App{Settings: chosen}, live)
	}
	desktop := func(scheme display.Scheme) { s.colours.follow(scheme) }
	shown := func() any { return theme.Color(theme.ColorNameBackground) }

	choose("system")
	desktop(display.Dark)
	assert.Equal(t, dark, shown())
	desktop(display.Light)
	assert.Equal(t, light, shown(), "while the window is open")
	choose("dark")
	assert.Equal(t, dark, shown())
	desktop(display.Dark)
	desktop(display.Light)
	assert.Equal(t, dark, shown(), "the setting has precedence")
	choose("light")
	desktop(display.Dark)
	assert.Equal(t, light, shown())
	choose("system")
	assert.Equal(t, dark, shown())
	s.tellWith(wire.App{}, live)
	assert.Equal(t, dark, shown(), "a start without settings")
}
