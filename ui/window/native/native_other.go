//go:build !linux && !freebsd && !openbsd && !netbsd

package native

import "errors"

// Open returns [errors.ErrUnsupported].
func Open(uintptr) (Window, error) { return nil, errors.ErrUnsupported }

// ServeClipboard returns [errors.ErrUnsupported]: the system keeps what was copied.
func ServeClipboard(string) error { return errors.ErrUnsupported }

// Scale returns 0: the toolkit knows the system's scale.
func Scale() float32 { return 0 }

// ThemeName returns "": the toolkit knows the system's scheme.
func ThemeName() string { return "" }

// SuspendSaver returns [errors.ErrUnsupported]: the toolkit does it.
func SuspendSaver() (func(), error) { return nil, errors.ErrUnsupported }
