package cli

import (
	"io"
	stdlog "log"
	"log/slog"
	"os"
	"path/filepath"

	"gopkg.in/natefinch/lumberjack.v2"

	"routerwatch/internal/redact"
)

const (
	logSize    = 1 // MiB of a log file before it is put aside
	logBackups = 3 // files that were put aside and are kept
)

// newLog logs to standard error alone.
func newLog(level slog.Level) *slog.Logger { return slog.New(handler(os.Stderr, level)) }

// log logs to standard error, as much as the command line says.
func (inv *Invocation) log() *slog.Logger { return newLog(slog.Level(inv.LogLevel.Value)) }

// handler writes a line for each record, without what looks like a secret.
func handler(to io.Writer, level slog.Level) slog.Handler {
	return slog.NewTextHandler(redact.Writer{To: to}, &slog.HandlerOptions{Level: level})
}

// newWindowLog is what the agent reads line by line from a window's standard
// error, and dates itself.
func newWindowLog(level slog.Level) *slog.Logger {
	stdlog.SetFlags(0)
	slog.SetLogLoggerLevel(level)
	return slog.Default()
}

// hush has what libraries print through the standard logger go to log, where
// only debugging shows it: what matters of it, this program says itself.
func hush(log *slog.Logger) {
	stdlog.SetFlags(0)
	stdlog.SetOutput(slog.NewLogLogger(log.Handler(), slog.LevelDebug).Writer())
}

// newFileLog logs to standard error and to a file of bounded size, which its
// user alone can read. The function it returns closes the file.
func newFileLog(level slog.Level, path string) (*slog.Logger, func()) {
	file := &lumberjack.Logger{Filename: path, MaxSize: logSize, MaxBackups: logBackups}
	log := slog.New(slog.NewMultiHandler(handler(os.Stderr, level), handler(unfailing{file}, level)))
	return log, func() { _ = file.Close() }
}

// unfailing drops what cannot be written: a full disk must not cost what goes
// to standard error.
type unfailing struct{ io.Writer }

func (u unfailing) Write(text []byte) (int, error) {
	_, _ = u.Writer.Write(text)
	return len(text), nil
}

// logPath is where the agent of a configuration logs.
func logPath(inv *Invocation, settingsPath string) string {
	name := "routerwatch.log"
	if inv.ownRouter() {
		name = "routerwatch-" + placeOf(inv, settingsPath).Name() + ".log"
	}
	return filepath.Join(stateFolder(settingsPath), name)
}
