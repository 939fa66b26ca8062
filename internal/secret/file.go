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

// Line parses a token from one line of text, with or without a line ending.
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

// File reads a token from a file, and reports whether other users of the
// computer can read that file too. Its errors contain nothing of the content.
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
	case len(content) > MaxLength:
		return "", false, fmt.Errorf("%q is larger than %d KiB and so no token", path, MaxLength>>10)
	}
	if token, err = Line(string(content)); err != nil {
		return "", false, fmt.Errorf("%s, in %q", view.Problem(err), path)
	}
	return token, mode.IsRegular() && mode.Perm()&0o077 != 0 && runtime.GOOS != "windows", nil
}

// read reads the beginning of a file, one byte more than a token may have.
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
	content, err := io.ReadAll(io.LimitReader(file, MaxLength+1))
	return content, info.Mode(), err
}
