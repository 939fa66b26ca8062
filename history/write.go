package history

import (
	"bytes"
	"encoding/json"
	"path/filepath"
)

// Write appends an output to the files of a router, without a [Store]: for a story
// that is made up. Nothing else may write to them at the same time.
func Write(folder, router string, o Output) error {
	files := map[string]*bytes.Buffer{}
	add := func(file string, line []byte) {
		if files[file] == nil {
			files[file] = &bytes.Buffer{}
		}
		_, _ = files[file].Write(append(line, '\n')) // never fails
	}
	for _, c := range o.Changes {
		line, err := json.Marshal(c)
		if err != nil {
			return err
		}
		add(changesFile, line)
	}
	for _, row := range o.Minutes {
		add(minutesFile(row.Start), []byte(row.text()))
	}
	for _, row := range o.Quarters {
		add(quartersFile(row.Start), []byte(row.text()))
	}
	for name, lines := range files {
		if _, err := appendTo(filepath.Join(folder, router, name), lines.Bytes(), false); err != nil {
			return err
		}
	}
	return nil
}
