// Package atomicfile replaces files atomically: if the process is killed or the
// disk is full, either the old file or the new one is there, never a part.
package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// abandoned is the age from which a temporary file belongs to no running writer:
// writing one takes a moment.
const abandoned = time.Minute

// Write makes data the content of the file at path, which only its owner can
// read: by a temporary file beside it, fsync and rename. The folder must exist.
// Temporary files of writers that were killed are removed.
func Write(path string, data []byte) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path))
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	if err = os.Rename(file.Name(), path); err != nil {
		return err
	}
	sweep(path)
	return nil
}

// sweep removes the temporary files of writers that were killed. Those that
// cannot be removed stay.
func sweep(path string) {
	folder, prefix := filepath.Dir(path), "."+filepath.Base(path)
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		number, ours := strings.CutPrefix(entry.Name(), prefix)
		if !ours || number == "" || strings.Trim(number, "0123456789") != "" || !entry.Type().IsRegular() {
			continue
		}
		if info, err := entry.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(filepath.Join(folder, entry.Name()))
		}
	}
}
