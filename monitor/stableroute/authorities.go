package stableroute

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"

	"routerwatch/monitor"
)

const (
	// settleTime is how long a changed file must not have been written to before it
	// is used: a writer may pause between two certificates.
	settleTime = time.Second
	// maxSettles bounds how often a poll waits for that.
	maxSettles = 2
	// maxAuthorities bounds the file, in bytes. That of a system has 0.2 MB.
	maxAuthorities = 16 << 20
)

// authorities are the certificate authorities to trust: those of the system and, if
// there is one, those of a file. Like Poll, its methods must not be called
// concurrently.
//
// Each poll asks for the identity, size and time of both files, which takes
// microseconds, and reads them only if that changed. While one is missing,
// unreadable or half written, its last whole content counts.
type authorities struct {
	own    *pemFile       // nil for none
	system *pemFile       // the system's own file, which Go reads once; nil for none, or where it is not known
	pool   *x509.CertPool // nil for those of the system, as they were at the first poll
}

// newAuthorities reads the file at path, if that is not empty. If it is not whole,
// the error is a *[monitor.SetupError].
func newAuthorities(path string) (*authorities, error) {
	a := &authorities{system: systemFile()}
	if path == "" {
		return a, nil
	}
	a.own = &pemFile{path: path}
	info, err := os.Stat(path)
	if !a.own.read(info, err) {
		return nil, &monitor.SetupError{Problem: a.own.problem}
	}
	if a.pool = a.build(); a.pool == nil {
		return nil, &monitor.SetupError{Problem: monitor.AuthoritiesOfSystem}
	}
	return a, nil
}

// refresh reads what changed, and reports whether the authorities did. It waits
// some seconds for a file that is being written.
func (a *authorities) refresh(ctx context.Context) bool {
	own, system := a.own.refresh(ctx), a.system.refresh(ctx)
	if !own && !system {
		return false
	}
	if pool := a.build(); pool != nil {
		a.pool = pool
	}
	return true
}

// build is a pool of the last whole contents, nil if the system's cannot be read.
func (a *authorities) build() *x509.CertPool {
	var pool *x509.CertPool
	if a.system != nil && a.system.text != nil {
		pool = systemPool(a.system.text)
	} else {
		pool, _ = x509.SystemCertPool()
	}
	if pool != nil && a.own != nil {
		pool.AppendCertsFromPEM(a.own.text)
	}
	return pool
}

// problem is what is wrong with one of the files, of which the last whole content
// is used.
func (a *authorities) problem() monitor.SetupProblem {
	switch {
	case a.own != nil && a.own.problem != "":
		return a.own.problem
	case a.system != nil && a.system.problem != "":
		return monitor.AuthoritiesOfSystem
	}
	return ""
}

// A pemFile is a file of certificates, as it was when it was last read.
type pemFile struct {
	path    string
	seen    fs.FileInfo // nil to read it again
	text    []byte      // its last whole content; nil if it was not read yet
	problem monitor.SetupProblem
}

// refresh reads the file if it changed, and reports whether there is a new whole
// content.
func (f *pemFile) refresh(ctx context.Context) bool {
	if f == nil {
		return false
	}
	for settles := 0; ; settles++ {
		info, err := os.Stat(f.path) // of the file that a link leads to
		if err == nil && f.seen != nil && sameFile(f.seen, info) {
			return false
		}
		if err == nil && settles < maxSettles {
			if wait := unsettled(info, time.Now()); wait > 0 && readable(info) && f.differs() {
				select {
				case <-time.After(wait):
					continue
				case <-ctx.Done():
					return false
				}
			}
		}
		return f.read(info, err)
	}
}

// sameFile reports whether a file is the one that was seen, and was not written to.
func sameFile(seen, info fs.FileInfo) bool {
	return os.SameFile(seen, info) && seen.Size() == info.Size() && seen.ModTime().Equal(info.ModTime())
}

// unsettled is how long until a file has been left alone for settleTime; a time of
// change in the future counts as the present.
func unsettled(info fs.FileInfo, now time.Time) time.Duration {
	return settleTime - max(now.Sub(info.ModTime()), 0)
}

// readable reports whether a file can be read: a pipe may never end, nor a device.
func readable(info fs.FileInfo) bool { return info.Mode().IsRegular() && info.Size() <= maxAuthorities }

// differs reports whether the file is not the last whole one.
func (f *pemFile) differs() bool {
	text, err := os.ReadFile(f.path)
	return err != nil || !bytes.Equal(text, f.text)
}

// read reads the file of that state, err being why there is none, and reports
// whether there is a new whole content.
func (f *pemFile) read(info fs.FileInfo, err error) bool {
	f.seen, f.problem = nil, ""
	var text []byte
	switch {
	case err != nil:
	case !readable(info):
		f.problem = monitor.AuthoritiesNoFile
		return false
	default:
		text, err = os.ReadFile(f.path)
	}
	if err == nil && unsettled(info, time.Now()) <= 0 {
		f.seen = info // else the next change may leave its time as it is
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.problem = monitor.AuthoritiesMissing
	case errors.Is(err, fs.ErrPermission):
		f.problem = monitor.AuthoritiesDenied
	case err != nil:
		f.problem = monitor.AuthoritiesUnreadable
	case f.text != nil && bytes.Equal(text, f.text):
	case !wholePEM(text):
		f.problem = monitor.AuthoritiesCut
	case !x509.NewCertPool().AppendCertsFromPEM(text):
		f.problem = monitor.AuthoritiesNone
	default:
		f.text = text
		return true
	}
	return false
}

// wholePEM reports whether each block of a PEM file has its beginning, its
// content and its end.
func wholePEM(text []byte) bool {
	const begin = "-----BEGIN"
	marks, last := 0, ""
	for line := range strings.Lines(string(text)) {
		if last = strings.TrimRight(line, " \t\r\n"); strings.HasPrefix(last, "-----") {
			marks++
		}
	}
	if last != "" && strings.HasPrefix(begin, last) {
		return false
	}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		marks -= 2
	}
	return marks == 0
}
