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

// log logs to standard error alone.
func (inv *Invocation) log() *slog.Logger { return slog.New(inv.handler(os.Stderr)) }

// handler writes a line for each record, without what looks like a secret.
func (inv *Invocation) handler(to io.Writer) slog.Handler {
	return slog.NewTextHandler(redact.Writer{To: to}, &slog.HandlerOptions{Level: slog.Level(inv.LogLevel.Value)})
}

// windowLog writes lines without a time to standard error. The agent reads
// them and adds the time.
func (inv *Invocation) windowLog() *slog.Logger {
	stdlog.SetFlags(0)
	slog.SetLogLoggerLevel(slog.Level(inv.LogLevel.Value))
	return slog.Default()
}

// demoteLibraries logs at debug level what libraries print through the standard
// logger. This program reports what matters itself.
func demoteLibraries(log *slog.Logger) {
	stdlog.SetFlags(0)
	stdlog.SetOutput(slog.NewLogLogger(log.Handler(), slog.LevelDebug).Writer())
}

// fileLog logs to standard error and, where it can, to a file of bounded size
// that its user alone can read. The function it returns closes the file.
func (inv *Invocation) fileLog(path string) (*slog.Logger, func()) {
	file := &lumberjack.Logger{Filename: path, MaxSize: logSize, MaxBackups: logBackups}
	log := slog.New(slog.NewMultiHandler(inv.handler(os.Stderr), inv.handler(file)))
	return log, func() { _ = file.Close() }
}

// logPath is where the agent of a configuration logs.
func (inv *Invocation) logPath(settingsPath string) string {
	name := "routerwatch.log"
	if inv.ownRouter() {
		name = "routerwatch-" + inv.place(settingsPath).Name + ".log"
	}
	return filepath.Join(stateFolder(settingsPath), name)
}
