package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"routerwatch/monitor/stableroute"
	"routerwatch/ui/wire"
)

// readToken takes the token for the router of --url. There is no flag for the
// token itself, since every user of the computer can read a command line.
func (inv *invocation) readToken(file, token option) error {
	if inv.url == "" {
		switch {
		case file.present && !file.fromEnv:
			return errors.New("--token-file: the token is for the router of --url alone, and there is no --url")
		case file.present:
			inv.warnings = append(inv.warnings, file.name+" is not used: it is for the router of --url alone")
		case token.present:
			inv.warnings = append(inv.warnings, token.name+" is not used: it is for the router of --url alone")
		}
		return nil
	}
	switch {
	case file.present && file.fromEnv && token.present:
		return fmt.Errorf("%s and %s: set one of them", file.name, token.name)
	case file.present:
		text, err := inv.tokenIn(file.text)
		if err != nil {
			return file.wrong(err)
		}
		inv.token = stableroute.NewToken(text)
	case token.present:
		text, err := oneLine(token.text)
		if err != nil {
			return token.wrong(err)
		}
		inv.token = stableroute.NewToken(text)
	}
	return nil
}

// tokenIn reads a token file, and warns where others can read it too. Its
// errors hold nothing of what is in the file.
func (inv *invocation) tokenIn(path string) (string, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("there is no file %q", path)
	case errors.Is(err, fs.ErrPermission):
		return "", fmt.Errorf("reading %q is not permitted", path)
	case err != nil:
		return "", fmt.Errorf("%q cannot be read: %w", path, err)
	case info.IsDir():
		return "", fmt.Errorf("%q is a folder, not a file", path)
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrPermission) {
		return "", fmt.Errorf("reading %q is not permitted", path)
	}
	if err != nil {
		return "", fmt.Errorf("%q cannot be read: %w", path, err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	content, err := io.ReadAll(io.LimitReader(file, wire.LongestToken+1))
	if err != nil {
		return "", fmt.Errorf("%q cannot be read: %w", path, err)
	}
	if len(content) > wire.LongestToken {
		return "", fmt.Errorf("%q is larger than %d KiB and so no token", path, wire.LongestToken>>10)
	}
	text, err := oneLine(string(content))
	if err != nil {
		return "", fmt.Errorf("%w, in %q", err, path)
	}
	if info.Mode().IsRegular() && info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows" {
		inv.warnings = append(inv.warnings,
			fmt.Sprintf("the token in %q can be read by other users of this computer; chmod 600 makes it yours alone", path))
	}
	return text, nil
}

// oneLine is a token without the end of its line.
func oneLine(text string) (string, error) {
	text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	switch {
	case strings.TrimSpace(text) == "":
		return "", errors.New("there is no token, only an empty line")
	case strings.ContainsAny(text, "\r\n"):
		return "", errors.New("the token must be one line")
	case strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }):
		return "", errors.New("the token must be one word of printable ASCII")
	}
	return text, nil
}
