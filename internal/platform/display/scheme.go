package display

import (
	"bufio"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"

	"routerwatch/internal/platform/sessionbus"
)

// Scheme is whether a desktop is light or dark.
type Scheme int

// The schemes.
const (
	UnknownScheme Scheme = iota
	Light
	Dark
)

// The desktop's portal, its interface for settings, and the setting.
const (
	portalName      = "org.freedesktop.portal.Desktop"
	portalPath      = "/org/freedesktop/portal/desktop"
	portalInterface = "org.freedesktop.portal.Settings"
	portalNamespace = "org.freedesktop.appearance"
	portalKey       = "color-scheme"
)

// gtkInterval is how often GTK's settings are read: there is no notification of a change.
const gtkInterval = 10 * time.Second

// FollowScheme reports whether a Linux desktop is light or dark, at once and at each
// change, until ctx ends: by the portal where it has a preference, or else by GTK's
// settings. gtkTheme is the name of GTK's theme by the desktop's XSETTINGS, or "".
func FollowScheme(ctx context.Context, gtkTheme func() string, changed func(Scheme)) {
	var bus *sessionbus.Conn
	shown := Scheme(-1)
	for {
		if bus == nil {
			bus, _ = openPortal(ctx) // without it there is GTK
		}
		if now := schemeOf(ctx, bus, gtkTheme); now != shown {
			shown = now
			changed(now)
		}
		select {
		case <-ctx.Done():
			if bus != nil {
				_ = bus.Close()
			}
			return
		case _, open := <-bus.Signals():
			if !open {
				bus = nil
			}
		case <-time.After(gtkInterval):
		}
	}
}

// openPortal joins the session bus, and subscribes to changes of the setting.
func openPortal(ctx context.Context) (*sessionbus.Conn, error) {
	bus, err := sessionbus.Open(ctx, portalName)
	if err != nil {
		return nil, err
	}
	if err := bus.AddMatchSignalContext(ctx, dbus.WithMatchSender(portalName), dbus.WithMatchInterface(portalInterface),
		dbus.WithMatchMember("SettingChanged"), dbus.WithMatchArg(0, portalNamespace)); err != nil {
		_ = bus.Close()
		return nil, err
	}
	return bus, nil
}

func schemeOf(ctx context.Context, bus *sessionbus.Conn, gtkTheme func() string) Scheme {
	otherwise := UnknownScheme
	if bus != nil {
		var value dbus.Variant
		portal := bus.Object(portalName, portalPath)
		if sessionbus.Call(ctx, portal, portalInterface+".Read", 0, portalNamespace, portalKey).Store(&value) == nil {
			if inner, is := value.Value().(dbus.Variant); is { // Read has one more than its successor
				value = inner
			}
			switch n, _ := value.Value().(uint32); n {
			case 1:
				return Dark
			case 2:
				return Light
			}
			otherwise = Light // no preference, which on GNOME is light
		}
	}
	return cmp.Or(gtkScheme(gtkTheme), otherwise)
}

// gtkScheme is what GTK's settings say: the variable GTK_THEME, the XSETTINGS, or the
// files.
func gtkScheme(gtkTheme func() string) Scheme {
	name, dark := os.Getenv("GTK_THEME"), false
	if name == "" {
		name = gtkTheme()
		for _, version := range []string{"gtk-4.0", "gtk-3.0"} {
			file := gtkSettings(version)
			name = cmp.Or(name, file["gtk-theme-name"])
			prefer := strings.ToLower(file["gtk-application-prefer-dark-theme"])
			dark = dark || prefer == "1" || prefer == "true"
		}
	}
	name = strings.ToLower(name)
	switch {
	case dark, strings.Contains(strings.ReplaceAll(name, "darker", ""), "dark"), strings.Contains(name, "inverse"):
		return Dark // a “Darker” theme has dark title bars only
	case name != "":
		return Light
	}
	return UnknownScheme
}

// gtkSettings are the lines of a settings.ini.
func gtkSettings(version string) map[string]string {
	values := map[string]string{}
	folder, err := os.UserConfigDir()
	if err != nil {
		return values
	}
	file, err := os.Open(filepath.Join(folder, version, "settings.ini"))
	if err != nil {
		return values
	}
	defer func() { _ = file.Close() }()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if key, value, is := strings.Cut(lines.Text(), "="); is {
			values[strings.TrimSpace(key)] = strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return values
}
