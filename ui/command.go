package ui

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
		process := exec.Command(program, arguments(wall)...) //nolint:gosec // our own program and words
		process.Env = windowEnvironment(os.Environ(), secrets)
		return process
	}, nil
}

// windowEnvironment is the agent's environment without secrets. The toolkit
// cannot read a locale such as C.UTF-8, and says so at each start; plain C
// means the same to it.
func windowEnvironment(environment, secrets []string) []string {
	kept := make([]string, 0, len(environment))
	for _, variable := range environment {
		name, value, _ := strings.Cut(variable, "=")
		switch {
		case slices.Contains(secrets, name):
			continue
		case (name == "LANG" || name == "LC_ALL" || name == "LC_MESSAGES") && strings.HasPrefix(value, "C."):
			variable = name + "=C"
		}
		kept = append(kept, variable)
	}
	return kept
}
