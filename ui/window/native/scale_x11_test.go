//go:build linux

package native

import (
	"encoding/binary"
	"testing"

	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheScaleIsReadFromTheDesktop(t *testing.T) {
	stop := startServer(t)
	assert.Zero(t, Scale(), "a display without settings")
	assert.Empty(t, ThemeName())
	r := newReader(t) // becomes the desktop
	settings := r.atom("_XSETTINGS_SETTINGS")
	for factor := range 3 {
		value := xsettingsOf(binary.LittleEndian, "Net/ThemeName", "Greybird-dark", "Gdk/WindowScalingFactor", factor+1, "Xft/DPI", 96*1024)
		require.NoError(t, xproto.ChangePropertyChecked(
			r.server, xproto.PropModeReplace, r.window, settings, settings, 8, uint32(len(value)), value).Check())
		require.NoError(t, xproto.SetSelectionOwnerChecked(r.server, r.window, r.atom("_XSETTINGS_S0"), xproto.TimeCurrentTime).Check())
		assert.InDelta(t, factor+1, Scale(), 0.001)
		assert.Equal(t, "Greybird-dark", ThemeName())
	}
	r.server.Close()
	stop()
	assert.Zero(t, Scale(), "no display")
}
