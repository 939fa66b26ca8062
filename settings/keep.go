package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// keepAside copies the file's bytes to a new file beside it, named after why
// and the time, and gives its name. It never writes over an earlier copy, and
// makes no second one of the same bytes.
func keepAside(path string, data []byte, why string) (string, error) {
	folder := filepath.Dir(path)
	prefix := filepath.Base(path) + "." + why + "-"
	if name := copyOf(folder, prefix, data); name != "" {
		return name, nil
	}
	stamp := time.Now().UTC().Format("20060102T150405Z")
	for turn := 1; ; turn++ {
		name := prefix + stamp
		if turn > 1 {
			name += fmt.Sprintf("-%d", turn)
		}
		err := writeNew(filepath.Join(folder, name), data)
		if !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
}

// copyOf is the name of a copy that already holds those bytes, or empty.
func copyOf(folder, prefix string, data []byte) string {
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if !entry.Type().IsRegular() || !strings.HasPrefix(entry.Name(), prefix) {
			continue
		}
		if held, err := readRegular(filepath.Join(folder, entry.Name())); err == nil && bytes.Equal(held, data) {
			return entry.Name()
		}
	}
	return ""
}

// writeNew writes a file that must not exist yet, whole or not at all.
func writeNew(path string, data []byte) (err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err = errors.Join(err, file.Close()); err != nil {
			err = errors.Join(err, os.Remove(path))
		}
	}()
	if _, err = file.Write(data); err != nil {
		return err
	}
	return file.Sync()
}
