package settings

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"routerwatch/internal/platform/atomicfile"
)

// LargestKiB is the size of the largest file that is read or written, in KiB.
const LargestKiB = 256

// Path is where the settings are: routerwatch/settings.toml in the user's
// configuration folder. Its error is one sentence.
func Path() (string, error) {
	folder, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for the settings: %w", err)
	}
	return filepath.Join(folder, "routerwatch", "settings.toml"), nil
}

// A File is settings.toml. One process owns it for writing, the agent, and
// there one goroutine at a time; anyone may load it.
type File struct {
	path string
	seen [sha256.Size]byte // of the bytes that were last loaded or saved
}

// NewFile is the file at that path.
func NewFile(path string) *File { return &File{path: path} }

// Path is where the file is, or will be.
func (f *File) Path() string { return f.path }

// Load reads the file. It always gives settings that can be used: those of
// the file, with the default for each value that is missing or wrong. It
// writes nothing, except that a file that is not TOML is copied aside once, so
// that no later save loses it.
func (f *File) Load() Loaded {
	data, err := readRegular(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return Loaded{Settings: Defaults()}
	}
	if err != nil {
		p := f.problem(err)
		p.Then = AllDefaultsUsed
		return Loaded{Settings: Defaults(), Problems: []*Problem{p}}
	}
	f.seen = sha256.Sum256(data)
	l := parse(data)
	for _, p := range l.Problems {
		p.Path = f.path
	}
	if l.doc == nil && l.lossy {
		l.Problems[0].Kept, _ = keepAside(f.path, data, "broken") // a save tries again, or is refused
	}
	l.Problems = bounded(l.Problems)
	return l
}

// Save writes the settings: whole or not at all, readable by their owner
// alone, with every key that this version does not know. What it would
// otherwise destroy, because a value was not understood or because a person
// changed the file since it was loaded, is copied aside first; kept is the
// name of that copy, or empty. The error is a *[Problem].
func (f *File) Save(s Settings) (kept string, err error) {
	if err := s.Validate(); err != nil {
		return "", err
	}
	data, err := readRegular(f.path)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return "", f.problem(err)
	}
	present := parse(data)
	text, err := encode(s, present)
	if err != nil { // a key that is not known cannot be written again
		present.lossy = true
		text, err = encode(s, Loaded{})
	}
	switch {
	case err != nil:
	case missing:
		err = os.MkdirAll(filepath.Dir(f.path), 0o700)
	case bytes.Equal(data, text):
		return "", nil
	case present.lossy:
		kept, err = keepAside(f.path, data, "broken")
	case sha256.Sum256(data) != f.seen:
		kept, err = keepAside(f.path, data, "replaced")
	}
	if err == nil {
		path := f.path
		if real, err := filepath.EvalSymlinks(path); err == nil { // who keeps the settings elsewhere keeps the link
			path = real
		}
		err = atomicfile.Write(path, text)
	}
	if err != nil {
		return kept, f.problem(err)
	}
	f.seen = sha256.Sum256(text)
	return kept, nil
}

// problem is one with the file as a whole, or with its folder.
func (f *File) problem(err error) *Problem { return &Problem{Path: f.path, Reason: err} }

// readRegular reads a regular file of a bounded size; a pipe would hold it up.
func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &ValueError{Wrong: FileNotRegular}
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	data, err := io.ReadAll(io.LimitReader(file, LargestKiB<<10+1))
	if err == nil && len(data) > LargestKiB<<10 {
		err = &ValueError{Wrong: FileTooLarge}
	}
	return data, err
}

// keepAside copies the file's bytes to a file beside it, named after why and
// the bytes, and returns its name. The same bytes are kept once.
func keepAside(path string, data []byte, why string) (string, error) {
	sum := sha256.Sum256(data)
	name := fmt.Sprintf("%s.%s-%x", filepath.Base(path), why, sum[:4])
	aside := filepath.Join(filepath.Dir(path), name)
	if held, err := readRegular(aside); err == nil && bytes.Equal(held, data) {
		return name, nil
	}
	file, err := os.OpenFile(aside, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return "", err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return "", errors.Join(err, os.Remove(aside))
	}
	return name, nil
}
