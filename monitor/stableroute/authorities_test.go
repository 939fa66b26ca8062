package stableroute

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// writeAt writes a file in place and dates it, so that no poll waits for it to settle.
func writeAt(t *testing.T, path string, text []byte, at time.Time) {
	t.Helper()
	require.NoError(t, os.WriteFile(path, text, 0o600))
	require.NoError(t, os.Chtimes(path, at, at))
}

// switching is a router whose certificate can be changed.
func switching(t *testing.T, first tls.Certificate) (url string, now *atomic.Pointer[tls.Certificate]) {
	t.Helper()
	now = &atomic.Pointer[tls.Certificate]{}
	now.Store(&first)
	return tlsServer(t, &tls.Config{
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
			return &tls.Config{Certificates: []tls.Certificate{*now.Load()}}, nil // with the tickets of the server
		},
	}).URL, now
}

// Each way to replace the file, as editors, Kubernetes and update-ca-certificates
// do. The new authority is trusted in the next poll, the old one is not, also not
// by resuming a session.
func TestAFileOfAuthoritiesThatIsReplaced(t *testing.T) {
	old, latest := newAuthority(t), newAuthority(t)
	hourAgo := time.Now().Add(-time.Hour)
	written := func(t *testing.T, path string) {
		writeAt(t, path, pemOf(latest.certificate), hourAgo.Add(time.Second))
	}
	for name, c := range map[string]struct {
		link    string // where the path leads at first, empty for a plain file
		replace func(t *testing.T, folder, path string)
	}{
		"copied over": {"", func(t *testing.T, _, path string) { written(t, path) }},
		"renamed over": {"", func(t *testing.T, folder, path string) {
			written(t, filepath.Join(folder, "new"))
			require.NoError(t, os.Rename(filepath.Join(folder, "new"), path))
		}},
		"renamed over, of the same time": {"", func(t *testing.T, folder, path string) {
			writeAt(t, filepath.Join(folder, "new"), pemOf(latest.certificate), hourAgo)
			require.NoError(t, os.Rename(filepath.Join(folder, "new"), path))
		}},
		"a link switched": {"old.pem", func(t *testing.T, folder, path string) {
			written(t, filepath.Join(folder, "new.pem"))
			require.NoError(t, os.Symlink("new.pem", filepath.Join(folder, "link")))
			require.NoError(t, os.Rename(filepath.Join(folder, "link"), path))
		}},
		"a link to a folder switched": {"..data/authorities.pem", func(t *testing.T, folder, _ string) {
			require.NoError(t, os.Mkdir(filepath.Join(folder, "..2"), 0o700))
			written(t, filepath.Join(folder, "..2", "authorities.pem"))
			require.NoError(t, os.Symlink("..2", filepath.Join(folder, "..data_tmp")))
			require.NoError(t, os.Rename(filepath.Join(folder, "..data_tmp"), filepath.Join(folder, "..data")))
		}},
		"removed and written again": {"", func(t *testing.T, _, path string) {
			require.NoError(t, os.Remove(path))
			written(t, path)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			path := filepath.Join(folder, "ca.pem")
			first := filepath.Join(folder, c.link)
			switch c.link {
			case "":
				first = path
			case "..data/authorities.pem":
				require.NoError(t, os.Mkdir(filepath.Join(folder, "..1"), 0o700))
				require.NoError(t, os.Symlink("..1", filepath.Join(folder, "..data")))
			}
			writeAt(t, first, pemOf(old.certificate), hourAgo)
			if first != path {
				require.NoError(t, os.Symlink(c.link, path))
			}
			url, certificate := switching(t, old.issue(t, func(*x509.Certificate) {}))
			client := newClient(t, url, func(o *Options) { o.CAFile = path })
			for range 2 { // the second one has a session to resume
				_, err := poll(t, client)
				require.NoError(t, err)
			}
			c.replace(t, folder, path)
			assert.Equal(t, monitor.CertificateUnknown, failing(t, client).Kind, "the old authority")
			renewed := latest.issue(t, func(*x509.Certificate) {})
			certificate.Store(&renewed)
			reading, err := poll(t, client)
			require.NoError(t, err, "the new authority")
			assert.Empty(t, reading.Authorities)
		})
	}
}

// As long as there is no whole file, the last one counts, and what is wrong is told.
func TestAFileOfAuthoritiesThatIsNotWhole(t *testing.T) {
	trusted := newAuthority(t)
	whole := pemOf(trusted.certificate)
	hourAgo := time.Now().Add(-time.Hour)
	for name, c := range map[string]struct {
		spoil func(t *testing.T, path string)
		want  monitor.SetupProblem
	}{
		"half written": {func(t *testing.T, path string) { writeAt(t, path, whole[:len(whole)/2], hourAgo) }, monitor.AuthoritiesCut},
		"empty":        {func(t *testing.T, path string) { writeAt(t, path, nil, hourAgo) }, monitor.AuthoritiesNone},
		"another kind": {func(t *testing.T, path string) { writeAt(t, path, []byte("none\n"), hourAgo) }, monitor.AuthoritiesNone},
		"missing":      {func(t *testing.T, path string) { require.NoError(t, os.Remove(path)) }, monitor.AuthoritiesMissing},
		"a folder": {func(t *testing.T, path string) {
			require.NoError(t, os.Remove(path))
			require.NoError(t, os.Mkdir(path, 0o700))
		}, monitor.AuthoritiesNoFile},
		"a link that leads nowhere": {func(t *testing.T, path string) {
			require.NoError(t, os.Remove(path))
			require.NoError(t, os.Symlink("nowhere", path))
		}, monitor.AuthoritiesMissing},
		"a link to itself": {func(t *testing.T, path string) {
			require.NoError(t, os.Remove(path))
			require.NoError(t, os.Symlink("ca.pem", path))
		}, monitor.AuthoritiesUnreadable},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "ca.pem")
			writeAt(t, path, whole, hourAgo.Add(-time.Second))
			url, certificate := switching(t, trusted.issue(t, func(*x509.Certificate) {}))
			client := newClient(t, url, func(o *Options) { o.CAFile = path })
			c.spoil(t, path)
			for range 2 {
				reading, err := poll(t, client)
				require.NoError(t, err)
				assert.Equal(t, c.want, reading.Authorities)
			}
			foreign := newAuthority(t).issue(t, func(*x509.Certificate) {})
			certificate.Store(&foreign)
			client.renewal = true // a full handshake
			got := failing(t, client)
			assert.Equal(t, monitor.CertificateUnknown, got.Kind)
			assert.Equal(t, c.want, got.Authorities)
			_, err := New(Options{BaseURL: url, CAFile: path})
			setup, _ := errors.AsType[*monitor.SetupError](err)
			assert.Equal(t, &monitor.SetupError{Problem: c.want}, setup, "at a start there is no last one")

			require.NoError(t, os.RemoveAll(path))
			writeAt(t, path, pemOf(trusted.certificate), hourAgo.Add(time.Second))
			certificate.Store(new(trusted.issue(t, func(*x509.Certificate) {})))
			reading, err := poll(t, client)
			require.NoError(t, err)
			assert.Empty(t, reading.Authorities)
		})
	}
}

func TestEveryBeginningOfAFileOfAuthorities(t *testing.T) {
	one := pemOf(newAuthority(t).certificate)
	text := append(append([]byte("# first\n"), one...), one...)
	whole := map[int]bool{} // after each certificate, with and without the line's end
	for i := range text {
		if wholePEM(text[:i]) && x509.NewCertPool().AppendCertsFromPEM(text[:i]) {
			whole[i] = true
		}
	}
	half := len(text) - len(one)
	assert.Equal(t, map[int]bool{half - 1: true, half: true, len(text) - 1: true}, whole)
	assert.True(t, wholePEM(append(text, "\n# the end\n"...)))
	assert.True(t, wholePEM([]byte("Issuer: A-----B\n=====\n"+string(one))))
}

// A file that ends after a certificate looks whole, so a poll gives its writer a
// second, and no more than two.
func TestAFileOfAuthoritiesThatIsBeingWritten(t *testing.T) {
	first, second := newAuthority(t), newAuthority(t)
	part, whole := pemOf(second.certificate), pemOf(second.certificate, first.certificate)
	pool := func(certificates ...*x509.Certificate) *x509.CertPool {
		pool, err := x509.SystemCertPool()
		require.NoError(t, err)
		for _, c := range certificates {
			pool.AddCert(c)
		}
		return pool
	}
	for name, c := range map[string]struct {
		text  []byte
		rest  time.Duration // when the rest is written; 0 for never
		waits time.Duration
		want  *x509.CertPool
	}{
		"nothing changed":           {pemOf(first.certificate), 0, 0, pool(first.certificate)},
		"the rest comes":            {part, 600 * time.Millisecond, 1600 * time.Millisecond, pool(second.certificate, first.certificate)},
		"that was all":              {part, 0, 800 * time.Millisecond, pool(second.certificate)},
		"the rest is late":          {part, 5 * time.Second, 800 * time.Millisecond, pool(second.certificate)},
		"cut, and the rest is late": {part[:90], 5 * time.Second, 800 * time.Millisecond, pool(first.certificate)},
		"cut, and the rest comes":   {part[:90], 700 * time.Millisecond, 1700 * time.Millisecond, pool(second.certificate, first.certificate)},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "ca.pem")
			synctest.Test(t, func(t *testing.T) {
				writeAt(t, path, pemOf(first.certificate), time.Now().Add(-time.Hour))
				a, err := newAuthorities(path)
				require.NoError(t, err)
				writeAt(t, path, c.text, time.Now().Add(-200*time.Millisecond))
				if c.rest > 0 {
					time.AfterFunc(c.rest, func() { writeAt(t, path, whole, time.Now()) })
				}
				began := time.Now()
				a.refresh(t.Context())
				assert.Equal(t, c.waits, time.Since(began))
				assert.True(t, c.want.Equal(a.pool))
				time.Sleep(10 * time.Second)
				a.refresh(t.Context())
				if c.rest > 0 {
					assert.True(t, pool(second.certificate, first.certificate).Equal(a.pool), "the whole one at last")
				}
			})
		})
	}
	t.Run("the poll ends meanwhile", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "ca.pem")
		synctest.Test(t, func(t *testing.T) {
			writeAt(t, path, pemOf(first.certificate), time.Now().Add(-time.Hour))
			a, err := newAuthorities(path)
			require.NoError(t, err)
			writeAt(t, path, part, time.Now())
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			defer cancel()
			assert.False(t, a.refresh(ctx))
		})
	})
}

// Without a change, a poll only asks for the file's state.
func TestAnUnchangedFileOfAuthoritiesIsNotRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ca.pem")
	writeAt(t, path, pemOf(newAuthority(t).certificate), time.Now().Add(-time.Hour))
	a, err := newAuthorities(path)
	require.NoError(t, err)
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { a.refresh(t.Context()) }), 8.0, "two questions")
}

// update-ca-certificates writes the system's file anew and renames it.
func TestAuthoritiesThatTheSystemInstalls(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the system verifies certificates itself")
	}
	own, before, after, folder := newAuthority(t), newAuthority(t), newAuthority(t), newAuthority(t)
	etc, hourAgo := t.TempDir(), time.Now().Add(-time.Hour)
	bundle := filepath.Join(etc, "ca-certificates.crt")
	t.Setenv("SSL_CERT_FILE", bundle)
	t.Setenv("SSL_CERT_DIR", etc)
	for name, file := range map[string]string{"with a file of our own": own.file, "without": ""} {
		t.Run(name, func(t *testing.T) {
			writeAt(t, bundle, pemOf(before.certificate), hourAgo)
			url, certificate := switching(t, after.issue(t, func(*x509.Certificate) {}))
			client := newClient(t, url, func(o *Options) { o.CAFile = file })
			accepts := func(by authority) bool {
				certificate.Store(new(by.issue(t, func(*x509.Certificate) {})))
				client.renewal = true // a full handshake
				_, err := poll(t, client)
				return err == nil
			}
			assert.False(t, accepts(after), "not installed yet")
			assert.Equal(t, file != "", accepts(own))

			writeAt(t, filepath.Join(etc, "in-a-folder.pem"), pemOf(folder.certificate), hourAgo)
			writeAt(t, bundle+".new", pemOf(after.certificate), hourAgo.Add(time.Second))
			require.NoError(t, os.Rename(bundle+".new", bundle))
			assert.True(t, accepts(after))
			assert.True(t, accepts(folder))
			assert.False(t, accepts(before), "removed")
			assert.Equal(t, file != "", accepts(own))

			writeAt(t, bundle, pemOf(before.certificate)[:50], hourAgo)
			assert.True(t, accepts(after), "half written")
			reading, err := poll(t, client)
			require.NoError(t, err)
			assert.Equal(t, monitor.AuthoritiesOfSystem, reading.Authorities)
		})
	}
}
