package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"routerwatch/assets"
	"routerwatch/history"
	"routerwatch/internal/agent"
	"routerwatch/internal/platform/autostart"
	"routerwatch/internal/platform/display"
	"routerwatch/internal/platform/sleep"
	"routerwatch/internal/secret"
	"routerwatch/settings"
	"routerwatch/ui/notify"
	"routerwatch/ui/tray"
	"routerwatch/ui/view"
	"routerwatch/ui/window"
)

// withdrawGrace is how long withdrawing the notifications may delay the exit.
const withdrawGrace = 500 * time.Millisecond

// historyGrace is how long a slow disk may delay the exit.
const historyGrace = 2 * time.Second

// openHistory is the history in a folder; nil, which keeps nothing, if it cannot be
// opened, as where another instance keeps it.
func openHistory(folder string, s settings.History, log *slog.Logger) *history.Store {
	store, err := history.Open(folder, time.Duration(s.MinutesKept)*24*time.Hour, log)
	switch {
	case errors.Is(err, history.ErrInUse):
		log.Info("another instance keeps the history")
		return nil
	case err != nil:
		log.Warn("no history is kept", "error", err)
		return nil
	}
	return store
}

func historyFolder(settingsPath string) string {
	return filepath.Join(stateFolder(settingsPath), "history")
}

// RunApp runs the agent: tray icon, notifications, and the window's process. It
// returns when the operator quits, ctx ends or the session is over. A session bus
// that is gone for good is an error: nothing watches the routers then.
func RunApp(ctx context.Context, inv *Invocation) error {
	if !display.Answers() {
		complain(errors.New("there is no display here; watching in the terminal instead"))
		return RunWatch(ctx, inv, os.Stdout)
	}
	path, err := settings.Path()
	if err != nil {
		return err
	}
	shows, release, err := singleInstance(ctx, inv.place(path), inv.log())
	if err != nil || shows == nil {
		return err
	}
	defer release()
	log := inv.fileLog(inv.logPath(path))
	demoteLibraries(log)
	log.Info("routerwatch starts", "version", version)
	defer log.Info("routerwatch exits")
	limitRuntime()
	c, err := configure(inv)
	if err != nil {
		return err
	}
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("the path of the program, needed to open a window, is unknown: %w", err)
	}
	options := agent.Options{
		Settings: c.settings, Saved: c.loaded.Settings, Tokens: inv.tokens, Open: opener,
		Shows: shows, Resumes: sleep.Resumes(ctx, log),
		Version: version, Minimized: inv.Minimized, Wall: inv.Wall, Log: log, LogPath: inv.logPath(path),
		Demo: inv.Demo, OfferDemo: !inv.ownRouter(),
	}
	options.Window = func(wall bool) *exec.Cmd {
		arguments := []string{Window, "--child"}
		if wall {
			arguments = append(arguments, "--wall")
		}
		return exec.Command(program, arguments...) //nolint:noctx // it exits at the end of its input
	}
	switch folder := inv.Folder.text; {
	case !inv.ownRouter():
		login := autostart.Entry{
			ID: window.AppID, Name: title, Comment: "Watches StableRoute liquidity routers",
			Command: []string{startable(program, os.Getenv("APPIMAGE"), os.Getenv("APPDIR")), "--minimized"},
		}
		defer persist(ctx, inv, &c, login, &options)()
	case folder != "" && !inv.Demo:
		options.HistoryFolder, options.History = folder, openHistory(folder, c.settings.History, log)
		defer options.History.Close(historyGrace)
	}
	return runSurfaces(ctx, options)
}

// limitRuntime makes a process that idles for weeks cheap: one processor, since
// moving goroutines between threads costs more than it gains, and a heap close to
// its live size of one megabyte. It does not use environment variables, because
// the window, which draws, would inherit them.
func limitRuntime() {
	runtime.GOMAXPROCS(1)
	debug.SetGCPercent(25)
}

// startable is the path by which this program can be started later. A program in an
// AppImage is mounted elsewhere at each start: that is the path of the image.
func startable(program, image, mount string) string {
	if filepath.IsAbs(image) && filepath.IsAbs(mount) && strings.HasPrefix(program, filepath.Clean(mount)+string(filepath.Separator)) {
		return image
	}
	return program
}

// persist adds what is stored to the options: the settings file, the tokens of
// the keyring and the memory file. It repairs the login entry. The function it returns closes them.
func persist(ctx context.Context, inv *Invocation, c *configuration, login autostart.Entry, options *agent.Options) func() {
	ctx, leave := context.WithCancel(ctx)
	options.AtLogin = login
	var problems []string
	for _, problem := range c.loaded.Problems {
		options.Log.Warn(view.Problem(problem))
		problems = append(problems, view.Problem(problem))
	}
	if broken, err := login.Repair(); err != nil {
		options.Log.Warn("the login entry is broken", "error", err)
		problems = append(problems, view.LoginBroken(err))
	} else if broken {
		options.Log.Info("the login entry named a program that is gone; it names this one now", "program", login.Command[0])
	}
	tokens, without, later := secret.Load(ctx, inv.tokens, c.settings.Routers, options.Log)
	options.Tokens, options.LateTokens = tokens, later
	options.Problem = strings.Join(append(problems, without...), "\n")
	options.Merge = c.file.Merge
	options.Save = func(next settings.Settings) (settings.Settings, error) { return c.save(inv, next, options.Log) }
	memory := agent.NewMemoryFile(filepath.Join(stateFolder(c.file.Path()), "memory.json"), options.Log)
	options.Memory, options.Remember = memory.Load(), memory.Save
	options.HistoryFolder = cmp.Or(inv.Folder.text, historyFolder(c.file.Path()))
	options.History = openHistory(options.HistoryFolder, c.settings.History, options.Log)
	return func() {
		leave()
		memory.Close()
		options.History.Close(historyGrace)
	}
}

// runSurfaces runs the agent, and the tray on the main goroutine, as some systems
// require. It returns when the agent ends.
func runSurfaces(ctx context.Context, options agent.Options) error {
	notifier := notify.New(notify.Options{
		AppName: title, DesktopEntry: window.AppID, IconPNG: assets.AppIcon(48), Log: options.Log,
	})
	defer func() {
		grace, done := context.WithTimeout(context.Background(), withdrawGrace)
		defer done()
		_ = notifier.Close(grace) // the program exits in any case
	}()
	icon := tray.New(options.Log)
	options.Tray, options.Notifier = icon, notifier
	running, err := agent.New(options)
	if err != nil {
		return err
	}
	ctx, leave := context.WithCancel(ctx)
	result := make(chan error, 1)
	go func() {
		defer leave()
		result <- running.Run(ctx)
	}()
	icon.Run(ctx)
	err = <-result
	if err != nil {
		options.Log.Error("leaving", "error", err)
	}
	return err
}
