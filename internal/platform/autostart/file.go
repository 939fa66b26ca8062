//go:build !windows

package autostart

import (
	"os"
	"path/filepath"

	"routerwatch/internal/platform/atomicfile"
)

func (e Entry) read() (string, error) {
	path, err := e.path()
	if err != nil {
		return "", err
	}
	content, err := os.ReadFile(path)
	return string(content), err
}

func (e Entry) write() error {
	path, err := e.path()
	if err != nil {
		return err
	}
	content, err := e.content()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return atomicfile.Write(path, []byte(content))
}

func (e Entry) remove() error {
	path, err := e.path()
	if err != nil {
		return err
	}
	return os.Remove(path)
}
