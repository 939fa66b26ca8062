package tray

import (
	"log/slog"
	"time"
)

// NewPatient is New for a tray that waits that long for a lost bus.
func NewPatient(log *slog.Logger, patience time.Duration) *Tray {
	t := New(log)
	t.patience = patience
	return t
}
