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

// keyringReachable returns an error if there is no session bus. The keyring's
// library would then start a stray one.
func keyringReachable() error {
	if os.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return nil
	}
	bus, err := sessionbus.Open(context.Background(), "") // at its default address
	if err != nil {
		return err
	}
	return bus.Close()
}

// explainBus is the sentence for an error of the bus, or nil for other errors.
func explainBus(err error) error {
	if _, ok := errors.AsType[*net.OpError](err); ok {
		return view.ErrNoKeyring
	}
	busError, _ := errors.AsType[dbus.Error](err)
	switch busError.Name {
	case "org.freedesktop.DBus.Error.ServiceUnknown",
		"org.freedesktop.DBus.Error.NameHasNoOwner",
		"org.freedesktop.DBus.Error.Spawn.ServiceNotFound":
		return view.ErrNoKeyring
	case "org.freedesktop.Secret.Error.IsLocked":
		return view.ErrKeyringLocked
	}
	return nil
}
