package stableroute

import (
	"crypto/x509"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// crypto/x509 reads the system's authorities once, on Linux from the first of these
// files and all of these folders, unless SSL_CERT_FILE and SSL_CERT_DIR name others.
// So an authority that is installed or removed later needs a look of our own.
// Elsewhere the system verifies certificates itself.
func systemFiles() []string {
	if named := os.Getenv("SSL_CERT_FILE"); named != "" {
		return []string{named}
	}
	return []string{
		"/etc/ssl/certs/ca-certificates.crt",                // Debian
		"/etc/pki/tls/certs/ca-bundle.crt",                  // Fedora
		"/etc/ssl/ca-bundle.pem",                            // openSUSE
		"/etc/pki/tls/cacert.pem",                           // OpenELEC
		"/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", // RHEL 7
		"/etc/ssl/cert.pem",                                 // Alpine
	}
}

func systemFolders() []string {
	if named := os.Getenv("SSL_CERT_DIR"); named != "" {
		return strings.Split(named, ":")
	}
	return []string{"/etc/ssl/certs", "/etc/pki/tls/certs"}
}

// systemFile is the system's file of authorities in its present state, of which the
// content is read by crypto/x509; nil if there is none.
func systemFile() *pemFile {
	if runtime.GOOS != "linux" {
		return nil
	}
	for _, path := range systemFiles() {
		if info, err := os.Stat(path); err == nil {
			return &pemFile{path: path, seen: info}
		}
	}
	return nil
}

// systemPool are the system's authorities, with a new content of its file.
func systemPool(text []byte) *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(text)
	for _, folder := range systemFolders() {
		entries, _ := os.ReadDir(folder)
		for _, entry := range entries {
			path := filepath.Join(folder, entry.Name())
			// A link within the folder is another name of a file that is read anyway.
			if target, err := os.Readlink(path); err == nil && !strings.Contains(target, "/") {
				continue
			}
			if slices.Contains(systemFiles(), path) {
				continue // its content is the text
			}
			if text, err := os.ReadFile(path); err == nil {
				pool.AppendCertsFromPEM(text)
			}
		}
	}
	return pool
}
