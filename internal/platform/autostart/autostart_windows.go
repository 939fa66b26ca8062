package autostart

import (
	"strings"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"
)

// withKey calls do with the Run key of this user.
func withKey(access uint32, do func(registry.Key) error) error {
	key, _, err := registry.CreateKey(registry.CURRENT_USER, `Software\Microsoft\Windows\CurrentVersion\Run`, access)
	if err != nil {
		return err
	}
	defer func() { _ = key.Close() }()
	return do(key)
}

func switchedOff(string) bool { return false }

func commandOf(content string) []string {
	command, _ := windows.DecomposeCommandLine(content) // none, if it cannot be read
	return command
}

func (e Entry) read() (command string, err error) {
	err = withKey(registry.QUERY_VALUE, func(key registry.Key) (err error) {
		command, _, err = key.GetStringValue(e.ID)
		return err
	})
	return command, err
}

func (e Entry) write() error {
	var command []string
	for _, argument := range e.Command {
		command = append(command, windows.EscapeArg(argument))
	}
	return withKey(registry.SET_VALUE, func(key registry.Key) error {
		return key.SetStringValue(e.ID, strings.Join(command, " "))
	})
}

func (e Entry) remove() error {
	return withKey(registry.SET_VALUE, func(key registry.Key) error { return key.DeleteValue(e.ID) })
}
