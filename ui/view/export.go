package view

import (
	"errors"
	"fmt"
	"io/fs"
)

// ExportFailed is the sentence why a file could not be written.
func ExportFailed(path string, err error) string {
	switch {
	case path == "":
		return "Write down the name of a file."
	case errors.Is(err, fs.ErrExist):
		return "There is something of that name already; choose another one."
	case errors.Is(err, fs.ErrNotExist):
		return "There is no such folder."
	case errors.Is(err, fs.ErrPermission):
		return "You may not write there."
	}
	return ErrorSentence(fmt.Errorf("the file could not be written: %w", err))
}
