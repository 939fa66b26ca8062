//go:build !windows

package atomicfile

import (
	"path/filepath"

	"github.com/google/renameio/v2"
)

// writeFile goes by a temporary file beside the file, fsync and rename.
func writeFile(path string, data []byte) (err error) {
	file, err := renameio.NewPendingFile(path,
		renameio.WithTempDir(filepath.Dir(path)), renameio.WithStaticPermissions(0o600))
	if err != nil {
		return err
	}
	defer file.Cleanup() //nolint:errcheck // there is nothing to clean up after a success, nor to say after a failure
	if _, err := file.Write(data); err != nil {
		return err
	}
	return file.CloseAtomicallyReplace()
}
