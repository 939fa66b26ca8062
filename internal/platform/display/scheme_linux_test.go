//go:build linux

package display

import (
	"context"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
)

// portal is a desktop's portal with one setting.
type portal struct{ scheme *atomic.Uint32 }

// Read is the method of the interface.
func (p portal) Read(namespace, key string) (dbus.Variant, *dbus.Error) {
	if namespace != portalNamespace || key != portalKey {
		return dbus.Variant{}, dbus.MakeFailedError(os.ErrNotExist)
	}
	return dbus.MakeVariant(dbus.MakeVariant(p.scheme.Load())), nil
}

func startPortal(t *testing.T, path string, scheme uint32) (set func(uint32), bus *dbus.Conn) {
	t.Helper()
	bus, err := dbus.Connect("unix:path=" + path)
	require.NoError(t, err)
	t.Cleanup(func() { _ = bus.Close() })
	p := portal{new(atomic.Uint32)}
	p.scheme.Store(scheme)
	require.NoError(t, bus.Export(p, portalPath, portalInterface))
	_, err = bus.RequestName(portalName, dbus.NameFlagDoNotQueue)
	require.NoError(t, err)
	return func(scheme uint32) {
		p.scheme.Store(scheme)
		require.NoError(t, bus.Emit(portalPath, portalInterface+".SettingChanged", portalNamespace, portalKey, dbus.MakeVariant(scheme)))
	}, bus
}

func noTheme() string { return "" }

// follow follows the scheme until the test ends.
func follow(t *testing.T, gtkTheme func() string) <-chan Scheme {
	t.Helper()
	seen, done := make(chan Scheme, 8), make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		FollowScheme(ctx, gtkTheme, func(s Scheme) { seen <- s })
		close(done)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
	return seen
}

func next(t *testing.T, seen <-chan Scheme) Scheme {
	t.Helper()
	select {
	case s := <-seen:
		return s
	case <-time.After(10 * time.Second):
		require.Fail(t, "nothing was reported")
		return 0
	}
}

func TestTheSchemeIsThePortals(t *testing.T) {
	t.Cleanup(func() { goleak.VerifyNone(t) })
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	path := filepath.Join(t.TempDir(), "bus")
	startBus(t, path)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+path)
	set, bus := startPortal(t, path, 1)
	seen := follow(t, func() string { return "Adwaita" })
	assert.Equal(t, Dark, next(t, seen))
	set(2)
	assert.Equal(t, Light, next(t, seen))
	set(1)
	assert.Equal(t, Dark, next(t, seen), "without a restart")
	require.NoError(t, bus.Close())
	assert.Equal(t, Light, next(t, seen), "the portal has gone: GTK's")
	startPortal(t, path, 1)
	assert.Equal(t, Dark, next(t, seen), "it has come back")
}

func TestAPortalWithoutAPreferenceLeavesItToGTK(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	path := filepath.Join(t.TempDir(), "bus")
	startBus(t, path)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+path)
	startPortal(t, path, 0)
	assert.Equal(t, Dark, next(t, follow(t, func() string { return "Greybird-dark" })))
	assert.Equal(t, Light, next(t, follow(t, noTheme)), "as GNOME")
}

func TestTheSchemeOfGTKsSettings(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
	for name, tt := range map[string]struct {
		variable, xsettings, file string
		want                      Scheme
	}{
		"nothing":                        {want: UnknownScheme},
		"a light theme":                  {xsettings: "Adwaita", want: Light},
		"a dark theme":                   {xsettings: "Adwaita-dark", want: Dark},
		"dark title bars":                {xsettings: "Arc-Darker", want: Light},
		"high contrast, white on black":  {xsettings: "HighContrastInverse", want: Dark},
		"a file":                         {file: "[Settings]\ngtk-theme-name = Breeze-Dark\n", want: Dark},
		"a file that prefers dark":       {file: "[Settings]\ngtk-theme-name=Adwaita\ngtk-application-prefer-dark-theme=true\n", want: Dark},
		"a file that does not":           {file: "[Settings]\ngtk-theme-name=Adwaita\ngtk-application-prefer-dark-theme=0\n", want: Light},
		"XSETTINGS before a file":        {xsettings: "Adwaita", file: "[Settings]\ngtk-theme-name=Breeze-Dark\n", want: Light},
		"the variable before everything": {variable: "Adwaita:dark", xsettings: "Adwaita", want: Dark},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			t.Setenv("XDG_CONFIG_HOME", folder)
			t.Setenv("GTK_THEME", tt.variable)
			if tt.file != "" {
				require.NoError(t, os.MkdirAll(filepath.Join(folder, "gtk-3.0"), 0o700))
				require.NoError(t, os.WriteFile(filepath.Join(folder, "gtk-3.0", "settings.ini"), []byte(tt.file), 0o600))
			}
			assert.Equal(t, tt.want, next(t, follow(t, func() string { return tt.xsettings })))
		})
	}
}

func TestAChangeOfGTKsThemeIsSeen(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("GTK_THEME", "")
	synctest.Test(t, func(t *testing.T) {
		var name atomic.Value
		name.Store("Adwaita")
		var seen atomic.Int64
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go FollowScheme(ctx, func() string { return name.Load().(string) }, func(s Scheme) { seen.Store(int64(s)) })
		synctest.Wait()
		assert.EqualValues(t, Light, seen.Load())
		name.Store("Adwaita-dark")
		time.Sleep(gtkInterval)
		synctest.Wait()
		assert.EqualValues(t, Dark, seen.Load())
	})
}
