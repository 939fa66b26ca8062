package window

import "github.com/go-gl/glfw/v3.3/glfw"

// forgoDepth asks for a framebuffer without depth and stencil. The toolkit draws in
// the order of its objects and tests neither, but clears the depth with every
// frame: without a graphics card that is a seventh of what a frame costs, and
// more than a megabyte. It belongs after the toolkit has made a window, which
// starts GLFW, and before it shows it, which makes the framebuffer. A driver
// that has no such framebuffer gives another one.
func forgoDepth() {
	glfw.WindowHint(glfw.DepthBits, 0)
	glfw.WindowHint(glfw.StencilBits, 0)
}
