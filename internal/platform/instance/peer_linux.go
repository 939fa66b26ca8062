package instance

import (
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// isThisUser reports whether the peer is a process of this user, by the kernel's
// credentials.
func isThisUser(connection net.Conn) bool {
	local, ok := connection.(*net.UnixConn)
	if !ok {
		return false
	}
	raw, err := local.SyscallConn()
	if err != nil {
		return false
	}
	var peer *unix.Ucred
	var failed error
	err = raw.Control(func(descriptor uintptr) {
		peer, failed = unix.GetsockoptUcred(int(descriptor), unix.SOL_SOCKET, unix.SO_PEERCRED)
	})
	return err == nil && failed == nil && int(peer.Uid) == os.Getuid()
}
