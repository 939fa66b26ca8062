package secret

import (
	"errors"
	"net"
	"os"
	"slices"

	"github.com/godbus/dbus/v5"
)

// keyringWithinReach is nil where there may be a session bus. The keyring's
// library would start a stray one where there is none.
func keyringWithinReach() error {
	if os.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return nil
	}
	bus, err := dbus.SessionBusPrivateNoAutoStartup() // it may be where it always is
	if err != nil {
		return err
	}
	return bus.Close()
}

// isMissing reports whether the bus said that there is no keyring on it, or
// there is no bus.
func isMissing(err error) bool {
	if _, ok := errors.AsType[*net.OpError](err); ok {
		return true
	}
	return saidByTheBus(err,
		"org.freedesktop.DBus.Error.ServiceUnknown",
		"org.freedesktop.DBus.Error.NameHasNoOwner",
		"org.freedesktop.DBus.Error.Spawn.ServiceNotFound",
	)
}

// isLocked reports whether the keyring said that it is locked.
func isLocked(err error) bool {
	return saidByTheBus(err, "org.freedesktop.Secret.Error.IsLocked")
}

func saidByTheBus(err error, names ...string) bool {
	said, ok := errors.AsType[dbus.Error](err)
	return ok && slices.Contains(names, said.Name)
}
