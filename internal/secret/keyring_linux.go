package secret

import (
	"context"
	"errors"
	"net"
	"os"

	"github.com/godbus/dbus/v5"

	"routerwatch/internal/platform/sessionbus"
	"routerwatch/ui/view"
)

// keyringWithinReach is nil where there may be a session bus. The keyring's
// library would start a stray one where there is none.
func keyringWithinReach() error {
	if os.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return nil
	}
	bus, err := sessionbus.Open(context.Background(), "") // it may be where it always is
	if err != nil {
		return err
	}
	return bus.Close()
}

// explainBus is the sentence that fits what the bus said, or that there is
// none; nil where neither is why.
func explainBus(err error) error {
	if _, ok := errors.AsType[*net.OpError](err); ok {
		return view.ErrNoKeyring
	}
	said, _ := errors.AsType[dbus.Error](err)
	switch said.Name {
	case "org.freedesktop.DBus.Error.ServiceUnknown",
		"org.freedesktop.DBus.Error.NameHasNoOwner",
		"org.freedesktop.DBus.Error.Spawn.ServiceNotFound":
		return view.ErrNoKeyring
	case "org.freedesktop.Secret.Error.IsLocked":
		return view.ErrKeyringLocked
	}
	return nil
}
