package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"routerwatch/internal/platform/instance"
)

// singleInstance makes this process the only one for its configuration. If one
// is running already, it asks that one to show its window and returns a nil
// channel. Later starts send their requests through the channel; a start whose
// request is not received soon, or after ctx has ended, waits until this process
// has exited and takes its place. The function it returns releases the lock.
func singleInstance(ctx context.Context, place instance.Place, log *slog.Logger) (<-chan instance.Request, func(), error) {
	first, err := instance.Enter(ctx, place, instance.ThisDisplay(), log)
	switch {
	case errors.Is(err, instance.ErrTaken):
		return nil, nil, err
	case err != nil: // run anyway, for example with a read-only folder
		log.Warn("a second start would not find this one", "error", err)
		return make(chan instance.Request), func() {}, nil
	case first == nil:
		fmt.Println("Routerwatch is running already; its window is shown.")
		return nil, nil, nil
	}
	return first.Requests(), first.Close, nil
}

// place is the lock of this configuration. The settings file, the demo, and each
// router of --url have different locks.
func (inv *Invocation) place(settingsPath string) instance.Place {
	key := "settings " + settingsPath
	switch {
	case inv.Demo:
		key = "demo"
	case inv.URL.given():
		key = "url " + strings.TrimSpace(inv.URL.text)
	}
	return instance.PlaceFor(key, filepath.Dir(settingsPath))
}

// stateFolder holds the log and the state kept across restarts: routerwatch in
// the user's state folder (XDG), or the folder of the settings if there is none.
func stateFolder(settingsPath string) string {
	if folder := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(folder) {
		return filepath.Join(folder, "routerwatch")
	}
	home, err := os.UserHomeDir()
	if err != nil || runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return filepath.Dir(settingsPath)
	}
	return filepath.Join(home, ".local", "state", "routerwatch")
}
