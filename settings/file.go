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

// MaxKiB limits the size of a file that is read or written, in KiB.
const MaxKiB = 256

// Path is where the settings are: routerwatch/settings.toml in the user's
// configuration folder. Its error is one sentence.
func Path() (string, error) {
	folder, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for the settings: %w", err)
	}
	return filepath.Join(folder, "routerwatch", "settings.toml"), nil
}

// A File is settings.toml. Only the agent writes it, from one goroutine at a
// time; any process may load it.
type File struct {
	path string
	seen [sha256.Size]byte // hash of the content last loaded or saved
	base Settings          // that content
	// merged is the hash of a content of which the next save loses nothing.
	merged [sha256.Size]byte
}

// NewFile is the file at that path.
func NewFile(path string) *File { return &File{path: path, base: Defaults()} }

// Path is where the file is, or will be.
func (f *File) Path() string { return f.path }

// Load reads the file. It always returns valid settings: those of the file,
// with the default for each value that is missing or invalid. It writes
// nothing, except that a file that is not TOML is copied aside once, so that
// no later save loses it.
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
	l := parse(data)
	f.seen, f.base = sha256.Sum256(data), l.Settings.Clone()
	for _, p := range l.Problems {
		p.Path = f.path
	}
	if l.doc == nil && l.lossy {
		l.Problems[0].Kept, _ = keepAside(f.path, data, "broken") // if this fails, Save tries again
	}
	l.Problems = bounded(l.Problems)
	return l
}

// Save writes the settings atomically, readable by their owner only, and keeps
// unknown keys. If the file has a value that could not be read, or was edited
// since it was loaded, it is copied aside first; kept is the name of that copy,
// or empty. The error is a *[Problem].
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
	if err != nil { // an unknown key cannot be encoded: write the file without those
		present.lossy = true
		text, err = encode(s, Loaded{})
	}
	switch {
	case err != nil:
	case missing:
		err = os.MkdirAll(filepath.Dir(f.path), 0o700)
	case bytes.Equal(data, text):
		f.seen, f.base = sha256.Sum256(text), s.Clone()
		return "", nil
	case present.lossy:
		kept, err = keepAside(f.path, data, "broken")
	case sha256.Sum256(data) != f.seen && sha256.Sum256(data) != f.merged:
		kept, err = keepAside(f.path, data, "replaced")
	}
	if err == nil {
		path := f.path
		if real, err := filepath.EvalSymlinks(path); err == nil { // keep the link of a user who stores the file elsewhere
			path = real
		}
		err = atomicfile.Write(path, text)
	}
	if err != nil {
		return kept, f.problem(err)
	}
	f.seen, f.base = sha256.Sum256(text), s.Clone()
	return kept, nil
}

// Merge adds to settings that are about to be saved what others have changed in the
// file since it was loaded or saved: see [Outside]. Where both changed the same, the
// save counts, and keeps a copy of the file.
func (f *File) Merge(s Settings) (Settings, Outside) {
	data, err := readRegular(f.path)
	if err != nil || sha256.Sum256(data) == f.seen {
		return s, Outside{}
	}
	present := parse(data)
	if present.doc == nil || present.lossy || present.Incomplete() { // a value with a typo was not removed
		return s, Outside{Conflict: present.doc != nil}
	}
	merged, outside := merge(f.base, present.Settings, s)
	if !outside.Conflict {
		f.merged = sha256.Sum256(data)
	}
	return merged, outside
}

// problem is a problem with the file as a whole, or with its folder.
func (f *File) problem(err error) *Problem { return &Problem{Path: f.path, Reason: err} }

// readRegular reads a regular file of a bounded size; a pipe would block it.
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
	data, err := io.ReadAll(io.LimitReader(file, MaxKiB<<10+1))
	if err == nil && len(data) > MaxKiB<<10 {
		err = &ValueError{Wrong: FileTooLarge}
	}
	return data, err
}

// keepAside writes data to a file beside path, named after why and its hash,
// and returns the name. The same data is kept once.
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
