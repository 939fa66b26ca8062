package rules

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The packages script is run with a search path of stand-ins alone, each of which notes how it was called.
func TestPackagesScript(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the script installs Debian packages")
	}
	const (
		allThere   = `for name; do [[ $name == --* ]] || echo "installed $name"; done`
		oneMissing = `for name; do [[ $name == --* || $name == xorg-dev ]] || echo "installed $name"; done; exit 1`
		halfGone   = `for name; do [[ $name == --* ]] || echo "config-files $name"; done`
	)
	const wholeBuild = "gcc libc6-dev pkg-config libgl1-mesa-dev xorg-dev libxkbcommon-dev"
	apt := func(words string) string {
		return "env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 " + words
	}
	tests := []struct {
		name    string
		groups  []string
		dpkg    string // the body of dpkg-query; none where empty
		apt     string // the body of apt-get; it succeeds where empty
		user    string // 0 is root
		sudo    bool
		calls   []string // of env and sudo, in order
		fails   bool
		message string
	}{
		{name: "everything is there", groups: []string{"build"}, dpkg: allThere, user: "0"},
		{name: "everything is there, no root", groups: []string{"build", "run", "test"}, dpkg: allThere, user: "1000", sudo: true},
		{
			name: "one is missing", groups: []string{"build"}, dpkg: oneMissing, user: "0",
			calls:   []string{apt("update"), apt("install --yes --no-install-recommends xorg-dev")},
			message: "installing Debian packages: xorg-dev",
		},
		{
			name: "removed but for their settings", groups: []string{"build"}, dpkg: halfGone, user: "0",
			calls: []string{apt("update"), apt("install --yes --no-install-recommends " + wholeBuild)},
		},
		{
			name: "with sudo", groups: []string{"build"}, dpkg: oneMissing, user: "1000", sudo: true,
			calls: []string{"sudo " + apt("update"), "sudo " + apt("install --yes --no-install-recommends xorg-dev")},
		},
		{
			name: "neither root nor sudo", groups: []string{"build"}, dpkg: oneMissing, user: "1000",
			fails: true, message: "as root, please run: apt-get install xorg-dev",
		},
		{
			name: "a source cannot be reached", groups: []string{"build"}, dpkg: oneMissing, user: "0",
			apt:     `[[ "$*" != *update* ]]`,
			calls:   []string{apt("update"), apt("install --yes --no-install-recommends xorg-dev")},
			message: "trying with the existing lists",
		},
		{
			name: "not to be had", groups: []string{"build"}, dpkg: oneMissing, user: "0", apt: "exit 100",
			calls: []string{apt("update"), apt("install --yes --no-install-recommends xorg-dev")},
			fails: true, message: "Could not install xorg-dev",
		},
		{
			name: "another system", groups: []string{"build"}, user: "1000",
			message: "please install your system's counterparts of " + wholeBuild,
		},
		{name: "an unknown group", groups: []string{"kitchen"}, dpkg: allThere, user: "0", fails: true, message: "no group named"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			standIns := t.TempDir()
			calls := filepath.Join(standIns, "calls")
			note := `echo "${0##*/} $*" >>"` + calls + `"; `
			standIn := func(name, body string) {
				require.NoError(t, os.WriteFile(filepath.Join(standIns, name), []byte("#!/bin/bash\n"+body+"\n"), 0o700))
			}
			for _, tool := range []string{"bash", "grep", "sed"} {
				path, err := exec.LookPath(tool)
				require.NoError(t, err)
				require.NoError(t, os.Symlink(path, filepath.Join(standIns, tool)))
			}
			standIn("uname", "echo Linux")
			standIn("id", "echo "+test.user)
			standIn("apt-get", test.apt+"\n")
			standIn("env", note+`[[ $1 == DEBIAN_FRONTEND=* ]] && shift; "$@"`)
			if test.dpkg != "" {
				standIn("dpkg-query", test.dpkg)
			}
			if test.sudo {
				standIn("sudo", `echo -n "sudo " >>"`+calls+`"; "$@"`)
			}

			script, err := filepath.Abs(filepath.Join(root, "scripts", "packages"))
			require.NoError(t, err)
			command := exec.CommandContext(t.Context(), filepath.Join(standIns, "bash"), append([]string{script}, test.groups...)...)
			command.Env = []string{"PATH=" + standIns}
			output, err := command.CombinedOutput()
			if test.fails {
				require.Error(t, err, string(output))
			} else {
				require.NoError(t, err, string(output))
			}
			assert.Contains(t, string(output), test.message)
			if test.message == "" && test.calls == nil {
				assert.Empty(t, string(output), "nothing to do is nothing to say")
			}
			called, err := os.ReadFile(calls)
			if test.calls == nil {
				require.ErrorIs(t, err, os.ErrNotExist, string(called))
				return
			}
			require.NoError(t, err)
			assert.Equal(t, test.calls, strings.Split(strings.TrimSpace(string(called)), "\n"))
		})
	}
}

func TestEveryTestRunHasTheRaceDetector(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	require.NoError(t, err)
	runs := 0
	for line := range strings.Lines(string(makefile)) {
		if strings.Contains(line, "$(GO) test") {
			runs++
			assert.Contains(t, line, " -race ", "a go test of the Makefile")
		}
	}
	assert.Positive(t, runs)

	ci, err := os.ReadFile(filepath.Join(root, ".ci", "run"))
	require.NoError(t, err)
	assert.NotContains(t, string(ci), "go test", "CI runs the make targets, as everybody does")
	assert.Contains(t, string(ci), "\nmake test\n")
	assert.Contains(t, string(ci), "\nmake check\n")
	assert.Contains(t, string(ci), "\nmake package\nmake package-test\n")
	assert.Contains(t, string(ci), "\nexport GOMODCACHE=\"$PWD/build/", "no module is there by chance")
}
