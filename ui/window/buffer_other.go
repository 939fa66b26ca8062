//go:build !linux || !amd64

package window

import "image/color"

// softwareBuffer returns nil: partial frames were tried with Mesa on amd64 only, and
// on ARM the toolkit uses another OpenGL.
func softwareBuffer() (pixel func() color.NRGBA, show func()) { return nil, nil }
