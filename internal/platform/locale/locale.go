// Package locale keeps the GUI toolkit from complaining about locales that it
// cannot read. Under one such as C.UTF-8, usual in containers and in cron, it
// prints three lines to standard error while it is being initialised, in every
// command of the program, those that never show a window too.
//
// It must be initialised before the toolkit. Go initialises packages in the
// order of their import paths as soon as what they import is ready, and the
// toolkit's waits for text/template, which comes after this module's. A test
// of the built program holds that.
package locale

import (
	"os"
	"strings"
)

func init() { //nolint:gochecknoinits // the one thing that comes before the toolkit's own
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if strings.HasPrefix(os.Getenv(name), "C.") {
			_ = os.Setenv(name, "C") // means the same to the toolkit
		}
	}
}
