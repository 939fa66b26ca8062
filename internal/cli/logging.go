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
	logSize    = 1 // MiB at which a log file is rotated
	logBackups = 3 // rotated files that are kept
)

// log logs to standard error only.
func (inv *Invocation) log() *slog.Logger { return slog.New(inv.handler(os.Stderr)) }

// handler writes a line for each record, with secrets redacted.
func (inv *Invocation) handler(to io.Writer) slog.Handler {
	return slog.NewTextHandler(redact.Writer{To: to}, &slog.HandlerOptions{Level: inv.level})
}

// windowLog logs to standard error without timestamps: the agent reads the lines
// and adds them.
func (inv *Invocation) windowLog() *slog.Logger {
	stdlog.SetFlags(0)
	slog.SetLogLoggerLevel(inv.level)
	return slog.Default()
}

// demoteLibraries redirects the standard logger, which libraries print to, to
// debug level. The program itself reports what matters.
func demoteLibraries(log *slog.Logger) {
	stdlog.SetFlags(0)
	stdlog.SetOutput(slog.NewLogLogger(log.Handler(), slog.LevelDebug).Writer())
}

// fileLog logs to standard error and, if it can be written, to a file of bounded
// size that only its user can read. The function it returns closes the file.
func (inv *Invocation) fileLog(path string) (*slog.Logger, func()) {
	file := &lumberjack.Logger{Filename: path, MaxSize: logSize, MaxBackups: logBackups}
	log := slog.New(slog.NewMultiHandler(inv.handler(os.Stderr), inv.handler(file)))
	return log, func() { _ = file.Close() }
}

// logPath is the path of the agent's log file; each configuration has its own.
func (inv *Invocation) logPath(settingsPath string) string {
	name := "routerwatch.log"
	if inv.ownRouter() {
		name = "routerwatch-" + inv.place(settingsPath).Name + ".log"
	}
	return filepath.Join(stateFolder(settingsPath), name)
}
