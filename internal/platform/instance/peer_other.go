//go:build !linux

package instance

import "net"

// ours relies on the folder of the socket, which only this user can enter.
func ours(net.Conn) bool { return true }
