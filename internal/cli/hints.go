package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"routerwatch/internal/redact"
)

// expandAliases replaces help, help COMMAND and version, which are commands in
// other programs, by their flags.
func expandAliases(args []string) []string {
	if len(args) == 0 {
		return args
	}
	switch rest := args[1:]; {
	case args[0] == "help":
		return append(slices.Clone(rest), "--help")
	case args[0] == "version" && len(rest) == 0:
		return []string{"--version"}
	}
	return args
}

// explainParse is the error for a command line that kong could not parse: one
// sentence with what was probably meant. It looks at the command line, not at
// the text of the error, and falls back to kong's message.
func explainParse(args []string, err error) error {
	for i, arg := range args {
		if i > 0 && strings.HasPrefix(args[i-1], "--") && args[i-1] != "--json" {
			continue // it may be that option's value
		}
		switch {
		case arg == "--json" && !slices.Contains(args, Watch) && !slices.Contains(args, Check):
			return errors.New("--json goes with a command: routerwatch watch --json, or routerwatch check --json")
		case strings.HasPrefix(arg, "https://"), strings.HasPrefix(arg, "http://"):
			return errors.New("an address needs --url before it; see routerwatch --help")
		case slices.Contains([]string{"demo", "wall", "minimized", "version", "help"}, arg):
			return fmt.Errorf("%s is an option: write it as --%s", arg, arg)
		}
	}
	text := redact.Text(err.Error())  // it quotes what was typed, such as a password in an address
	if strings.HasSuffix(text, "?") { // kong suggests something
		return errors.New(text + " See routerwatch --help")
	}
	return errors.New(text + "; see routerwatch --help")
}
