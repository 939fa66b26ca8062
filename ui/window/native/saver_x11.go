//go:build linux || freebsd || openbsd || netbsd

package native

import (
	"errors"
	"fmt"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// SuspendSaver suspends the X server's own screen saver and power saving, until
// resume is called or this process ends.
func SuspendSaver() (resume func(), err error) {
	server, err := connect()
	if err != nil {
		return nil, err
	}
	const suspend = 5
	opcode, err := saverOpcode(server)
	if err == nil {
		cookie := server.NewCookie(true, false)
		server.NewRequest(append([]byte{opcode, suspend, 2, 0}, words(1)...), cookie)
		err = cookie.Check()
	}
	if err != nil {
		server.Close()
		return nil, fmt.Errorf("the X server's screen saver: %w", err)
	}
	return server.Close, nil
}

// saverOpcode begins each request of the MIT-SCREEN-SAVER extension. The library's
// package for it would write to a map that all connections read.
func saverOpcode(server *xgb.Conn) (byte, error) {
	const name = "MIT-SCREEN-SAVER"
	extension, err := xproto.QueryExtension(server, uint16(len(name)), name).Reply()
	if err == nil && !extension.Present {
		err = errors.New("there is none")
	}
	if err != nil {
		return 0, err
	}
	return extension.MajorOpcode, nil
}
