// Package kit is the window's few own widgets, its theme and its layout
// helpers. It knows nothing about routers.
//
// A widget is here only where Fyne has none, or where Fyne's costs too much to
// draw or moves what is around it; each says which.
package kit
