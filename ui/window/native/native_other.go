//go:build !linux && !freebsd && !openbsd && !netbsd

package native

// Open returns [ErrUnsupported].
func Open(uintptr) (Window, error) { return nil, ErrUnsupported }
