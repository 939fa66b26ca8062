//go:build !linux && !freebsd && !openbsd && !netbsd

package native

// Window is a window of this program's.
type Window struct{}

// Open returns [ErrUnsupported].
func Open(uintptr) (*Window, error) { return nil, ErrUnsupported }

// Put does nothing.
func (*Window) Put(Place, int) error { return ErrUnsupported }

// Place knows nothing.
func (*Window) Place() (Place, error) { return Place{}, ErrUnsupported }

// Follow returns at once.
func (*Window) Follow(func(Event)) error { return ErrUnsupported }

// Close does nothing.
func (*Window) Close() {}
