package history

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"routerwatch/internal/platform/atomicfile"
)

const (
	changesFile = "changes.jsonl"
	// maxChanges bounds changes.jsonl, in bytes. When it is exceeded, the older half
	// is dropped.
	maxChanges = 10 << 20
	// maxLine bounds a line that is read, in bytes.
	maxLine = 1 << 20
)

// minutesFile is the name of the file for the minutes of that day, and quartersFile
// that for the quarters of that year, both in UTC.
func minutesFile(start int64) string {
	return "minutes-" + time.Unix(start, 0).UTC().Format(time.DateOnly) + ".csv"
}

func quartersFile(start int64) string {
	return "quarters-" + time.Unix(start, 0).UTC().Format("2006") + ".csv"
}

// listed are the names of the files of a kind, the oldest first.
func listed(folder, prefix string) []string {
	entries, _ := os.ReadDir(folder)
	var names []string
	for _, entry := range entries { // ordered by name, and so by date
		if name := entry.Name(); strings.HasPrefix(name, prefix) && strings.HasSuffix(name, ".csv") {
			names = append(names, name)
		}
	}
	return names
}

// appendTo appends data, which is whole lines, to the file at path. A new CSV file
// gets its header. A line that a crash has torn, or a tail of zeros that a power cut
// has left, is cut off first. It returns the file's size. After an error the file is
// as it was before.
func appendTo(path string, data []byte, sync bool) (size int64, err error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
			file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		}
	}
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if size, err = wholeLines(file); err != nil {
		return 0, err
	}
	if size == 0 && strings.HasSuffix(path, ".csv") {
		data = append([]byte(header()+"\n"), data...)
	}
	if _, err = file.WriteAt(data, size); err == nil && sync {
		err = file.Sync()
	}
	if err != nil {
		return size, errors.Join(err, file.Truncate(size))
	}
	return size + int64(len(data)), nil
}

// wholeLines cuts a torn last line off, and returns the size that is left.
func wholeLines(file *os.File) (int64, error) {
	size, err := file.Seek(0, io.SeekEnd)
	block := make([]byte, 4096)
	for end := size; end > 0 && err == nil; {
		start := max(end-int64(len(block)), 0)
		var n int
		if n, err = file.ReadAt(block[:end-start], start); err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		err = nil
		if i := bytes.LastIndexByte(block[:n], '\n'); i >= 0 {
			if whole := start + int64(i) + 1; whole < size {
				return whole, file.Truncate(whole)
			}
			return size, nil
		}
		end = start
	}
	if size > 0 && err == nil {
		err = file.Truncate(0)
	}
	return 0, err
}

// eachLine calls do for each whole line of the file at path; a torn last line is
// ignored. It returns how many lines do refused, or were too long. A missing file has
// no lines.
func eachLine(path string, do func(line []byte) error) (refused int, err error) {
	file, err := os.Open(path) //nolint:gosec // the operator may name the folder
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer func() { _ = file.Close() }()
	var long []byte
	for lines := bufio.NewReaderSize(file, 64<<10); ; {
		line, err := lines.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			long = append(long, line[:min(len(line), max(maxLine-len(long), 0))]...)
			continue
		case errors.Is(err, io.EOF):
			return refused, nil
		case err != nil:
			return refused, err
		}
		if long != nil {
			line, long = append(long, line...), nil
		}
		if line = bytes.TrimSuffix(line, []byte("\n")); len(line) > 0 && (len(line) > maxLine || do(line) != nil) {
			refused++
		}
	}
}

// rowsOf is a reader of the lines of a CSV file.
func rowsOf(length int64, rows *[]Row) func(line []byte) error {
	return func(line []byte) error {
		if bytes.HasPrefix(line, []byte("start,")) {
			return nil
		}
		row, err := parseRow(line, length)
		if err == nil {
			*rows = append(*rows, row)
		}
		return err
	}
}

// mend sets a damaged file aside, and puts the lines of it that can be read in its
// place.
func mend(path string, readable func(line []byte) error) error {
	var good []byte
	if strings.HasSuffix(path, ".csv") {
		good = append(good, header()+"\n"...)
	}
	_, err := eachLine(path, func(line []byte) error {
		err := readable(line)
		if err == nil && !bytes.HasPrefix(line, []byte("start,")) {
			good = append(append(good, line...), '\n')
		}
		return err
	})
	if err != nil {
		return err
	}
	aside := fmt.Sprintf("%s.damaged-%s", path, time.Now().UTC().Format("20060102T150405"))
	if err := os.Link(path, aside); err != nil {
		return err
	}
	return atomicfile.Write(path, good)
}

// trim drops the older half of changes.jsonl where it has become too large, and says
// so in its first line. The beginning of the last watch stays.
func trim(folder string) error {
	path := filepath.Join(folder, changesFile)
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() <= maxChanges {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	half := bytes.IndexByte(data[len(data)/2:], '\n') + 1 + len(data)/2
	first := Change{At: utc(time.Now()), What: Trimmed}
	var began []byte
	for line := range bytes.Lines(data[:half]) {
		var c Change
		if err := json.Unmarshal(line, &c); err == nil && c.What == Began {
			began = line
		}
		first.Lines += max(1, c.Lines)
	}
	var next Change
	if line, _, ok := bytes.Cut(data[half:], []byte("\n")); ok && json.Unmarshal(line, &next) == nil {
		first.Until = next.At
	}
	line, err := json.Marshal(first)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, slices.Concat(line, []byte("\n"), began, data[half:]))
}

// removeOld removes the minutes of days that ended before a second.
func removeOld(folder string, before int64) error {
	var errs []error
	for _, name := range listed(folder, "minutes-") {
		if name < minutesFile(before) {
			errs = append(errs, os.Remove(filepath.Join(folder, name)))
		}
	}
	return errors.Join(errs...)
}
