//go:build !windows

package settings

import (
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"
)

// errQuota is the disk being full for this user alone.
const errQuota = syscall.EDQUOT

// replace puts data in the place of the file: temporary file beside it,
// fsync, rename. A process killed at any moment leaves the old file or the
// new one.
func replace(path string, data []byte) (err error) {
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
