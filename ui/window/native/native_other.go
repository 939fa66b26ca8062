//go:build !linux && !freebsd && !openbsd && !netbsd

package native

import "errors"

// Open returns [errors.ErrUnsupported].
func Open(uintptr) (Window, error) { return nil, errors.ErrUnsupported }
