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
	// maxChanges bounds changes.jsonl, in bytes. When it is exceeded, the older half is dropped.
	maxChanges = 10 << 20
	// maxLine bounds a line that is read, in bytes.
	maxLine = 1 << 20
)

// minutesFile is the name of the file for the minutes of that day, and quartersFile that for the quarters of that year,
// both in UTC.
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

// appendTo appends data, which is whole lines, to the file at path. A new CSV file gets its header. A line that a crash
// has torn, or a tail of zeros that a power cut has left, is cut off first. After an error the file is as it was before.
func appendTo(path string, data []byte, sync bool) (err error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
			file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		}
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	size, err := wholeLines(file)
	if err != nil {
		return err
	}
	if size == 0 && strings.HasSuffix(path, ".csv") {
		data = append([]byte(header()+"\n"), data...)
	}
	if _, err = file.WriteAt(data, size); err == nil && sync {
		err = file.Sync()
	}
	if err != nil {
		return errors.Join(err, file.Truncate(size))
	}
	return nil
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

// eachLine calls do for each whole line of the file at path; a torn last line is ignored. It returns the lines that do
// refused. A missing file has no lines.
func eachLine(path string, do func(line []byte) error) (refused []string, err error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	for lines := bufio.NewReaderSize(file, 64<<10); ; {
		line, err := lines.ReadSlice('\n')
		for long := line; errors.Is(err, bufio.ErrBufferFull); line = long {
			line, err = lines.ReadSlice('\n')
			if long = slices.Concat(long, line); len(long) > maxLine {
				return refused, fmt.Errorf("%s has a line of over %d bytes", filepath.Base(path), maxLine)
			}
		}
		if errors.Is(err, io.EOF) {
			return refused, nil
		}
		if err != nil {
			return refused, err
		}
		if line = bytes.TrimSuffix(line, []byte("\n")); len(line) > 0 && do(line) != nil {
			refused = append(refused, string(line[:min(len(line), 200)]))
		}
	}
}

// readRows reads the rows of a CSV file; those that it cannot read are returned apart.
func readRows(path string, length int64, rows []Row) (_ []Row, refused []string, err error) {
	head := header()
	refused, err = eachLine(path, func(line []byte) error {
		text := string(line)
		if strings.HasPrefix(text, head) {
			return nil
		}
		row, err := parseRow(text, length)
		if err == nil {
			rows = append(rows, row)
		}
		return err
	})
	return rows, refused, err
}

// readChanges reads changes.jsonl in a folder.
func readChanges(folder string) (changes []Change, refused []string, err error) {
	refused, err = eachLine(filepath.Join(folder, changesFile), func(line []byte) error {
		var c Change
		err := json.Unmarshal(line, &c)
		if err == nil && (c.At.IsZero() || c.What == "") {
			err = errors.New("not a change")
		}
		if err == nil {
			changes = append(changes, c)
		}
		return err
	})
	return changes, refused, err
}

// mend sets a damaged file aside, and puts the lines of it that can be read in its place.
func mend(path string, refused []string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	aside := fmt.Sprintf("%s.damaged-%s", path, time.Now().UTC().Format("20060102T150405"))
	if err := atomicfile.Write(aside, data); err != nil {
		return err
	}
	var good []byte
	for line := range bytes.Lines(data) {
		short := string(bytes.TrimSuffix(line[:min(len(line), 201)], []byte("\n")))
		if !slices.Contains(refused, short[:min(len(short), 200)]) {
			good = append(good, line...)
		}
	}
	return atomicfile.Write(path, good)
}

// trim drops the older half of changes.jsonl where it has become too large, and says so in its first line.
func trim(folder string, now time.Time) error {
	path := filepath.Join(folder, changesFile)
	info, err := os.Stat(path)
	if err != nil || info.Size() <= maxChanges {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	half := bytes.IndexByte(data[len(data)/2:], '\n') + 1 + len(data)/2
	kept := data[half:]
	first := Change{At: utc(now), What: Trimmed, Lines: bytes.Count(data[:half], []byte("\n"))}
	var next Change
	if line, _, ok := bytes.Cut(kept, []byte("\n")); ok && json.Unmarshal(line, &next) == nil {
		first.Until = next.At
	}
	line, err := json.Marshal(first)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, slices.Concat(line, []byte("\n"), kept))
}

// removeOld removes the minutes of days that ended before a time.
func removeOld(folder string, before time.Time) error {
	var errs []error
	for _, name := range listed(folder, "minutes-") {
		if name < minutesFile(before.Unix()) {
			errs = append(errs, os.Remove(filepath.Join(folder, name)))
		}
	}
	return errors.Join(errs...)
}
