package settings_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/settings"
	"routerwatch/ui/view"
)

// The roles of this file are played by processes of their own, whose limits,
// user and disks are theirs alone. Each is an error where a save did not fail
// as it must, or cost anything.

// refuses saves the long version where that cannot be, and compares.
func refuses(path, says string) error {
	_, long := versions()
	f := settings.NewFile(path)
	before := f.Load()
	switch _, err := f.Save(long); {
	case err == nil:
		return errors.New("it was saved")
	case !strings.Contains(view.Problem(err), says):
		return fmt.Errorf("it says %w, not %q", err, says)
	}
	after := f.Load()
	if len(after.Problems) > 0 || !after.Settings.Equal(before.Settings) {
		return fmt.Errorf("the file is now %+v", after)
	}
	names, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".settings.toml*"))
	if err != nil || len(names) > 0 {
		return fmt.Errorf("left behind: %v, %w", names, err)
	}
	return nil
}

// saves saves the long version.
func saves(path string) error {
	_, long := versions()
	f := settings.NewFile(path)
	f.Load()
	if _, err := f.Save(long); err != nil {
		return err
	}
	if got := f.Load(); !got.Settings.Equal(long) {
		return fmt.Errorf("the file is now %+v", got)
	}
	return nil
}

// fullAtAnyByte may write one byte more of the file at each try.
func fullAtAnyByte(path string) error {
	_, long := versions()
	scratch := settings.NewFile(path + ".whole")
	if _, err := scratch.Save(long); err != nil {
		return err
	}
	whole, err := os.Stat(scratch.Path())
	if err != nil {
		return err
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	for limit.Cur = 0; limit.Cur < uint64(whole.Size()); limit.Cur += 257 {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
			return err
		}
		if err := refuses(path, "the system refused"); err != nil {
			return fmt.Errorf("at byte %d: %w", limit.Cur, err)
		}
	}
	limit.Cur = limit.Max
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	return saves(path)
}

// noDisk is the exit code of a role that no disk could be mounted for.
const noDisk = 77

var errNoDisk = errors.New("no disk of its own can be mounted")

// smallDisk mounts a disk of 64 KiB on the file's folder, with the file on it.
func smallDisk(path string) error {
	if err := syscall.Mount("", "/", "", syscall.MS_PRIVATE|syscall.MS_REC, ""); err != nil {
		return fmt.Errorf("%w: %w", errNoDisk, err)
	}
	if err := syscall.Mount("small", filepath.Dir(path), "tmpfs", 0, "size=64k"); err != nil {
		return fmt.Errorf("%w: %w", errNoDisk, err)
	}
	return os.WriteFile(path, []byte(whole), 0o600)
}

func fullDisk(path string) error {
	if err := smallDisk(path); err != nil {
		return err
	}
	filler := filepath.Join(filepath.Dir(path), "filler")
	if err := os.WriteFile(filler, make([]byte, 128<<10), 0o600); !errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("the disk is not full: %w", err)
	}
	if err := refuses(path, "the disk of its folder "+filepath.Dir(path)+" is full"); err != nil {
		return err
	}
	if err := os.Remove(filler); err != nil {
		return err
	}
	return saves(path)
}

func readOnlyDisk(path string) error {
	if err := smallDisk(path); err != nil {
		return err
	}
	if err := syscall.Mount("", filepath.Dir(path), "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		return err
	}
	return refuses(path, "its folder "+filepath.Dir(path)+" is read-only")
}

// nobody is a user who owns nothing.
const nobody = 65534

// anotherUser may read the folder, and write nothing in it.
func anotherUser(path string) error {
	if os.Geteuid() == 0 { // who may write everywhere
		if err := syscall.Setgid(nobody); err != nil {
			return err
		}
		if err := syscall.Setuid(nobody); err != nil {
			return err
		}
	}
	return refuses(path, "access to it, or to its folder "+filepath.Dir(path)+", is not permitted")
}

func TestADiskThatIsFullAtAnyByte(t *testing.T) {
	plays(t, "full at any byte", written(t, whole).Path(), false)
}

func TestADiskThatIsFull(t *testing.T) {
	plays(t, "full disk", written(t, whole).Path(), true)
}

func TestADiskThatIsReadOnly(t *testing.T) {
	plays(t, "read-only disk", written(t, whole).Path(), true)
}

func TestAFolderOfAnotherUser(t *testing.T) {
	folder, err := os.MkdirTemp("", "routerwatch-settings-") //nolint:usetesting // others may look into it
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(folder)) })
	path := filepath.Join(folder, "settings.toml")
	require.NoError(t, os.WriteFile(path, []byte(whole), 0o600))
	require.NoError(t, os.Chmod(path, 0o444))
	require.NoError(t, os.Chmod(folder, 0o555))
	t.Cleanup(func() { assert.NoError(t, os.Chmod(folder, 0o700)) })
	plays(t, "another user", path, false)
}

// plays has a process play a role; where it wants disks of its own, which not
// every system allows, in namespaces of its own.
func plays(t *testing.T, role, path string, disks bool) {
	t.Helper()
	process := inARole(t, role, path)
	if disks {
		process.SysProcAttr = &syscall.SysProcAttr{
			Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
		}
	}
	said, err := process.CombinedOutput()
	exited, ran := errors.AsType[*exec.ExitError](err)
	if disks && (err != nil && !ran || ran && exited.ExitCode() == noDisk) {
		t.Skipf("no disk of one's own can be mounted here: %v", err)
	}
	require.NoError(t, err, string(said))
}
