//go:build !linux

package monitor

import "errors"

// A WakeWatch tells when this machine may have been asleep. It is for Linux.
type WakeWatch struct{}

// NewWakeWatch fails: here the loop's own tick finds out about a sleep.
func NewWakeWatch() (*WakeWatch, error) {
	return nil, errors.New("this system does not tell about the machine's sleep")
}

// Wait is never called.
func (*WakeWatch) Wait() error { return errors.ErrUnsupported }

// Close is never called.
func (*WakeWatch) Close() error { return nil }
