package stableroute

import (
	"errors"

	"golang.org/x/sys/windows"
)

// Windows' network errors have numbers of their own; package syscall's POSIX
// names are not them.

func isRefused(err error) bool { return errors.Is(err, windows.WSAECONNREFUSED) }

func isReset(err error) bool {
	return errors.Is(err, windows.WSAECONNRESET) || errors.Is(err, windows.WSAECONNABORTED)
}

func isUnreachable(err error) bool {
	return errors.Is(err, windows.WSAENETUNREACH) || errors.Is(err, windows.WSAEHOSTUNREACH) ||
		errors.Is(err, windows.WSAENETDOWN) || errors.Is(err, windows.WSAEHOSTDOWN) ||
		errors.Is(err, windows.WSAEADDRNOTAVAIL) || errors.Is(err, windows.WSAEAFNOSUPPORT) ||
		errors.Is(err, windows.WSAEACCES)
}

func isSystemTimeout(err error) bool { return errors.Is(err, windows.WSAETIMEDOUT) }
