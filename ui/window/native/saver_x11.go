//go:build linux || freebsd || openbsd || netbsd

package native

import (
	"fmt"

	"github.com/jezek/xgb/screensaver"
)

// SuspendSaver suspends the X server's own screen saver and power saving, until
// resume is called or this process ends.
func SuspendSaver() (resume func(), err error) {
	server, err := connect()
	if err != nil {
		return nil, err
	}
	if err = screensaver.Init(server); err == nil {
		err = screensaver.SuspendChecked(server, 1).Check()
	}
	if err != nil {
		server.Close()
		return nil, fmt.Errorf("the X server's screen saver: %w", err)
	}
	return server.Close, nil
}
