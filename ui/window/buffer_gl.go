//go:build linux && amd64

package window

import (
	"image/color"
	"strings"

	"github.com/go-gl/gl/v2.1/gl"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// softwareBuffer is the buffer of the current OpenGL context: functions that read
// its first pixel and show it. They are nil unless Mesa renders in software.
func softwareBuffer() (pixel func() color.NRGBA, show func()) {
	if gl.Init() != nil || !strings.HasPrefix(gl.GoStr(gl.GetString(gl.RENDERER)), "llvmpipe") {
		return nil, nil
	}
	pixel = func() color.NRGBA {
		var viewport [4]int32
		gl.GetIntegerv(gl.VIEWPORT, &viewport[0])
		var c [4]uint8
		gl.ReadPixels(0, viewport[3]-1, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(&c[0]))
		return color.NRGBA{R: c[0], G: c[1], B: c[2], A: 0xff}
	}
	return pixel, func() { glfw.GetCurrentContext().SwapBuffers() }
}
