package cli

import (
	"errors"
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
	return slog.NewTextHandler(redact.Writer{To: to, Known: inv.secrets}, &slog.HandlerOptions{Level: inv.level})
}

// windowLog logs to standard error without timestamps: the agent reads the lines
// and adds them, but does not know what was typed here.
func (inv *Invocation) windowLog() *slog.Logger {
	stdlog.SetFlags(0)
	stdlog.SetOutput(redact.Writer{To: os.Stderr, Known: inv.secrets})
	slog.SetLogLoggerLevel(inv.level)
	return slog.Default()
}

// demoteLibraries redirects the standard logger, which libraries print to, to
// debug level. The program itself reports what matters.
func demoteLibraries(log *slog.Logger) {
	stdlog.SetFlags(0)
	stdlog.SetOutput(slog.NewLogLogger(log.Handler(), slog.LevelDebug).Writer())
}

// logFile is a log file of bounded size that comes back within a line when others
// remove, rename or truncate it or its folder: it is opened for each line. Lines are
// rare. Only one goroutine at a time writes to it.
type logFile struct {
	lumberjack.Logger
	stderr  *slog.Logger
	failing bool // and that was logged
}

// Write writes a line.
func (f *logFile) Write(line []byte) (int, error) {
	n, err := f.Logger.Write(line)
	err = errors.Join(err, f.Close())
	if err != nil && !f.failing {
		f.stderr.Warn("the log file cannot be written", "error", err)
	}
	f.failing = err != nil
	return n, err
}

// fileLog logs to standard error and, if it can be written, to a file of bounded
// size that only its user can read.
func (inv *Invocation) fileLog(path string) *slog.Logger {
	stderr := inv.handler(os.Stderr)
	file := &logFile{
		Logger: lumberjack.Logger{Filename: path, MaxSize: logSize, MaxBackups: logBackups}, stderr: slog.New(stderr),
	}
	return slog.New(slog.NewMultiHandler(stderr, inv.handler(file)))
}

// logPath is the path of the agent's log file; each configuration has its own.
func (inv *Invocation) logPath(settingsPath string) string {
	name := "routerwatch.log"
	if inv.ownRouter() {
		name = "routerwatch-" + inv.place(settingsPath).Name + ".log"
	}
	return filepath.Join(stateFolder(settingsPath), name)
}
