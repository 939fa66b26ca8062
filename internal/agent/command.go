package agent

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// WindowCommand makes the command that starts a window of this very program,
// a wall display or not, with these arguments and without the environment
// variables named secrets.
func WindowCommand(secrets []string, arguments func(wall bool) []string) (func(wall bool) *exec.Cmd, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("the program cannot find itself to open a window: %w", err)
	}
	return func(wall bool) *exec.Cmd {
		process := exec.Command(program, arguments(wall)...) //nolint:noctx // our own program and words; it is ended by the end of its input
		process.Env = windowEnvironment(os.Environ(), secrets)
		return process
	}, nil
}

// windowEnvironment is the agent's environment without secrets.
func windowEnvironment(environment, secrets []string) []string {
	return slices.DeleteFunc(slices.Clone(environment), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.Contains(secrets, name)
	})
}
