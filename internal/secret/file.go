package secret

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"routerwatch/ui/view"
)

// Line is a token from a line of text, without the line's end.
func Line(text string) (string, error) {
	text = strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	switch {
	case strings.TrimSpace(text) == "":
		return "", view.ErrNoToken
	case strings.ContainsAny(text, "\r\n"):
		return "", view.ErrTokenLine
	}
	return text, Check(text)
}

// File is the token in a file. It reports whether other users of the computer
// can read the file, too. Its errors repeat nothing of what is in it.
func File(path string) (token string, exposed bool, err error) {
	content, mode, err := read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", false, fmt.Errorf("there is no file %q", path)
	case errors.Is(err, fs.ErrPermission):
		return "", false, fmt.Errorf("reading %q is not permitted", path)
	case mode.IsDir():
		return "", false, fmt.Errorf("%q is a folder, not a file", path)
	case err != nil:
		return "", false, fmt.Errorf("%q cannot be read: %w", path, err)
	case len(content) > Longest:
		return "", false, fmt.Errorf("%q is larger than %d KiB and so no token", path, Longest>>10)
	}
	if token, err = Line(string(content)); err != nil {
		return "", false, fmt.Errorf("%s, in %q", view.Problem(err), path)
	}
	return token, mode.IsRegular() && mode.Perm()&0o077 != 0 && runtime.GOOS != "windows", nil
}

// read is the beginning of a file: enough to see that it is too long.
func read(path string) ([]byte, fs.FileMode, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	info, err := file.Stat()
	if err != nil {
		return nil, 0, err
	}
	content, err := io.ReadAll(io.LimitReader(file, Longest+1))
	return content, info.Mode(), err
}
