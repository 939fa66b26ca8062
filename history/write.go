package history

import (
	"encoding/json"
	"path/filepath"
)

// lines are to be appended to one file of a router.
type lines struct {
	router, file string
	data         []byte
	sync         bool
}

// asLines is the output as lines of a router's files. The rows of minutes come before
// the changes: the end of a watch says that they are written.
func (o Output) asLines(router string) (all []lines) {
	for _, row := range o.Minutes {
		all = append(all, lines{router, minutesFile(row.Start), []byte(row.text() + "\n"), o.Sync()})
	}
	for _, row := range o.Quarters {
		all = append(all, lines{router, quartersFile(row.Start), []byte(row.text() + "\n"), true})
	}
	for _, c := range o.Changes {
		if line, err := json.Marshal(c); err == nil { // else it has a time beyond the year 9999
			all = append(all, lines{router, changesFile, append(line, '\n'), true})
		}
	}
	return all
}

// joined is all with neighbours for the same file joined.
func joined(all []lines) (files []lines) {
	for _, l := range all {
		if last := len(files) - 1; last >= 0 && files[last].router == l.router && files[last].file == l.file {
			files[last].data = append(files[last].data, l.data...)
			files[last].sync = files[last].sync || l.sync
			continue
		}
		files = append(files, l)
	}
	return files
}

// Write appends an output to the files of a router, without a [Store]: for a story
// that is made up. Nothing else may write to them at the same time.
func Write(folder, router string, o Output) error {
	for _, l := range joined(o.asLines(router)) {
		if _, err := appendTo(filepath.Join(folder, router, l.file), l.data, false); err != nil {
			return err
		}
	}
	return nil
}
