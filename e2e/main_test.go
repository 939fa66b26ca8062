//go:build linux

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const (
	// binaryVariable names the program to try; without it the tests build it.
	binaryVariable = "E2E_BINARY"
	// artefactsVariable names the folder that screenshots are kept in.
	artefactsVariable = "E2E_ARTEFACTS"
)

func TestMain(m *testing.M) {
	if part := os.Getenv(networkVariable); part != "" {
		os.Exit(runInOwnNetwork(part))
	}
	os.Exit(prepared(m))
}

func prepared(m *testing.M) int {
	if err := toolsMissing(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	if os.Getenv(binaryVariable) != "" {
		return m.Run()
	}
	folder, err := os.MkdirTemp("", "routerwatch-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	defer func() { _ = os.RemoveAll(folder) }()
	binary := filepath.Join(folder, "routerwatch")
	// As `make binary` builds it, but for the version, so that both use one
	// cache; the symbols stay, for the stacks of a crash.
	build := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-tags", "no_emoji", "-o", binary, "..")
	build.Stdout, build.Stderr = os.Stderr, os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "e2e: the program cannot be built:", err)
		return 1
	}
	if err := os.Setenv(binaryVariable, binary); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	return m.Run()
}

// toolsMissing says which program of a desktop is not installed.
func toolsMissing() error {
	for _, tool := range []string{
		"Xvfb", "dbus-daemon", "openbox", "xfce4-panel", "dunst", "gnome-keyring-daemon", "xclip", "xprop", "xwininfo", "xdotool", "import",
	} {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("%s is missing: `make test` installs what the tests on a desktop need", tool)
		}
	}
	return nil
}
