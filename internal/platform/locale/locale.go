// Package locale keeps the GUI toolkit from printing errors about locales that
// it cannot parse. With one such as C.UTF-8, usual in containers and in cron, it
// prints three lines to standard error at initialisation, in every command of the
// program, even those that never show a window.
//
// It must be initialised before the toolkit. Go initialises packages in the
// order of their import paths once their imports are initialised, and the
// toolkit imports text/template, whose path sorts after this package's. A test
// of the built program checks it.
package locale

import (
	"os"
	"strings"
)

func init() { //nolint:gochecknoinits // nothing else runs before the toolkit's own init
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if strings.HasPrefix(os.Getenv(name), "C.") {
			_ = os.Setenv(name, "C") // equivalent for the toolkit
		}
	}
}
