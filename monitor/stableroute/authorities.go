package stableroute

import (
	"context"
	"crypto/sha256"
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
	// settleTime is how long a changed file must have been left alone before it
	// is believed: a writer may still be at work between two certificates.
	settleTime = time.Second
	// maxSettles bounds how often a poll waits for that.
	maxSettles = 2
	// maxAuthorities bounds the file, in bytes. That of a system has 0.2 MB.
	maxAuthorities = 16 << 20
)

// authorities are the certificate authorities to trust: those of the system and,
// if there is a path, those in that PEM file. Like Poll, its methods must not be
// called concurrently.
//
// Each poll asks for the file's identity, size and time, which takes
// microseconds, and reads the file only if they changed. While it is missing,
// unreadable or half written, the authorities stay those of the last whole one.
type authorities struct {
	path    string
	seen    fs.FileInfo       // of the file that was read last; nil to read it again
	sum     [sha256.Size]byte // of the last whole file
	pool    *x509.CertPool    // nil for those of the system
	problem monitor.SetupProblem
}

// newAuthorities reads the file for the first time. If there is no whole one, the
// error is a *[monitor.SetupError].
func newAuthorities(path string) (*authorities, error) {
	a := &authorities{path: path}
	if path == "" {
		return a, nil
	}
	info, err := os.Stat(path)
	if a.read(info, err); a.pool == nil {
		return nil, &monitor.SetupError{Problem: a.problem}
	}
	return a, nil
}

// refresh reads the file again if it changed, and reports whether the
// authorities did. It waits up to two seconds for a file that is being written.
func (a *authorities) refresh(ctx context.Context) bool {
	if a.path == "" {
		return false
	}
	before := a.pool
	for settles := 0; ; settles++ {
		info, err := os.Stat(a.path) // of the file that a link leads to
		if err == nil && a.seen != nil && sameFile(a.seen, info) {
			break
		}
		if err == nil && settles < maxSettles {
			if wait := unsettled(info, time.Now()); wait > 0 && a.differs() {
				select {
				case <-time.After(wait):
					continue
				case <-ctx.Done():
					return false
				}
			}
		}
		a.read(info, err)
		break
	}
	return a.pool != before
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

// differs reports whether the file is not the last whole one.
func (a *authorities) differs() bool {
	text, err := os.ReadFile(a.path)
	return err != nil || sha256.Sum256(text) != a.sum
}

// read reads the file of that state; err is why there is none.
func (a *authorities) read(info fs.FileInfo, err error) {
	a.seen, a.problem = nil, monitor.AuthoritiesUnreadable
	var text []byte
	switch {
	case err != nil:
	case !info.Mode().IsRegular() || info.Size() > maxAuthorities:
		a.problem = monitor.AuthoritiesNoFile
		return
	default:
		text, err = os.ReadFile(a.path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		a.problem = monitor.AuthoritiesMissing
	case errors.Is(err, fs.ErrPermission):
		a.problem = monitor.AuthoritiesDenied
	case err == nil:
		if unsettled(info, time.Now()) <= 0 {
			a.seen = info // else the next change may leave its time as it is
		}
		a.trust(text)
	}
}

// trust makes a whole file's certificates the authorities.
func (a *authorities) trust(text []byte) {
	sum := sha256.Sum256(text)
	if a.pool != nil && sum == a.sum {
		a.problem = ""
		return
	}
	pool, err := x509.SystemCertPool()
	switch {
	case err != nil:
		a.problem = monitor.AuthoritiesOfSystem
	case !wholePEM(text):
		a.problem = monitor.AuthoritiesCut
	case !pool.AppendCertsFromPEM(text):
		a.problem = monitor.AuthoritiesNone
	default:
		a.pool, a.sum, a.problem = pool, sum, ""
	}
}

// wholePEM reports whether each block of a PEM file has its beginning, its
// content and its end.
func wholePEM(text []byte) bool {
	marks, last := 0, ""
	for line := range strings.Lines(string(text)) {
		if last = strings.TrimRight(line, " \t\r\n"); strings.HasPrefix(last, "-----") {
			marks++
		}
	}
	if last != "" && strings.HasPrefix("-----BEGIN", last) {
		return false
	}
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		marks -= 2
	}
	return marks == 0
}
