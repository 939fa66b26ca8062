package monitor

import (
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// Paths below a router's base URL.
const (
	apiPath   = "/api/v1"
	statsPath = apiPath + "/stats"
)

// An Address is a router's base URL, checked and without secrets: a scheme, a
// host and perhaps a path prefix. Equal addresses are equal values.
type Address struct{ url url.URL }

// ParseAddress reads an address as an operator may write it: with or without a
// trailing slash or a path prefix; the whole statistics URL is accepted too,
// and a fragment is dropped. It fails with a *[SetupError].
func ParseAddress(address string) (Address, error) {
	address = strings.TrimSpace(address)
	if address == "" {
		return Address{}, setupProblem(AddressEmpty)
	}
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		return Address{}, schemeProblem(address)
	}
	if scheme = strings.ToLower(scheme); scheme != "http" && scheme != "https" {
		return Address{}, setupProblem(AddressScheme)
	}
	u, err := url.Parse(scheme + "://" + rest)
	switch {
	case err != nil: // its text repeats the address
		return Address{}, setupProblem(AddressNotURL)
	case u.User != nil:
		return Address{}, setupProblem(AddressHasUser)
	case u.RawQuery != "":
		return Address{}, setupProblem(AddressHasQuery)
	}
	host, problem := hostOf(u)
	if problem != "" {
		return Address{}, setupProblem(problem)
	}
	text := (&url.URL{Scheme: scheme, Host: host}).JoinPath(u.EscapedPath()).String()
	for trimmed := ""; trimmed != text; {
		trimmed = text
		text = strings.TrimSuffix(strings.TrimRight(text, "/"), statsPath)
	}
	if u, err = url.Parse(text); err != nil {
		return Address{}, setupProblem(AddressNotURL)
	}
	return Address{*u}, nil
}

func setupProblem(problem SetupProblem) error { return &SetupError{Problem: problem} }

// schemeProblem suggests what was meant, unless it could repeat a secret.
func schemeProblem(address string) error {
	wrong := &SetupError{Problem: AddressScheme}
	if strings.ContainsAny(address, "@?#\\") || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' }) {
		return wrong
	}
	meant, err := ParseAddress("http://" + address)
	if err != nil {
		return wrong
	}
	if !meant.Loopback() {
		meant.url.Scheme = "https"
	}
	wrong.Suggestion = meant.String()
	return wrong
}

// hostOf is the host and port of an address in lower case, with a non-ASCII name
// encoded as Punycode, which also makes look-alike letters visible.
func hostOf(u *url.URL) (string, SetupProblem) {
	name := u.Hostname()
	switch {
	case name == "":
		return "", AddressNoHost
	case Port(u) == 0, strings.HasSuffix(u.Host, ":"):
		return "", AddressBadPort
	case !strings.ContainsFunc(name, func(r rune) bool { return r > '~' }):
		return strings.ToLower(u.Host), ""
	}
	ascii, err := idna.Lookup.ToASCII(name)
	if err != nil {
		return "", AddressBadHost
	}
	return ascii + strings.TrimPrefix(u.Host, name), ""
}

// String is the address for display and logs.
func (a Address) String() string { return a.url.String() }

// Stats is the URL of the router's statistics.
func (a Address) Stats() *url.URL { return a.url.JoinPath(statsPath) }

// Page is the URL of another page of the router's API: "pairs", "health/deep".
func (a Address) Page(name string) *url.URL { return a.url.JoinPath(apiPath, name) }

// Server is the scheme, host and port, with the scheme's default port if the
// address has none.
func (a Address) Server() string {
	return a.url.Scheme + "://" + net.JoinHostPort(a.url.Hostname(), strconv.Itoa(int(Port(&a.url))))
}

// Encrypted reports whether the router is polled over https.
func (a Address) Encrypted() bool { return a.url.Scheme == "https" }

// Loopback reports whether the address is this computer's own.
func (a Address) Loopback() bool { return Loopback(a.url.Hostname()) }

// Loopback reports whether a host, without port or brackets, is this computer.
func Loopback(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}

// Port is the port of a URL, or its scheme's default, or 0 if it is not a number.
func Port(u *url.URL) uint16 {
	port := u.Port()
	switch {
	case port == "" && u.Scheme == "https":
		return 443
	case port == "":
		return 80
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return 0
	}
	return uint16(n)
}

// Direct is the proxy setting for no proxy, whatever the environment says.
const Direct = "direct"

// ParseProxy reads a proxy's address as curl does, nil for none and for [Direct]:
// the port is 1080 by default, 443 for https; a name and password may have any
// character but those that end a host. The result has a port and no path. It fails
// with a *[SetupError].
func ParseProxy(address string) (*url.URL, error) {
	if address == "" || address == Direct {
		return nil, nil
	}
	scheme, rest, found := strings.Cut(address, "://")
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	at := strings.LastIndex(rest, "@")
	u, err := url.Parse("http://" + rest[at+1:])
	switch {
	case !found || err != nil || u.Hostname() == "" || Port(u) == 0:
		return nil, setupProblem(ProxyNotURL)
	case !slices.Contains([]string{"http", "https", "socks", "socks5", "socks5h"}, strings.ToLower(scheme)):
		return nil, setupProblem(ProxyScheme)
	}
	u.Scheme = strings.ToLower(scheme)
	if u.Scheme == "socks" { // what GNOME sets
		u.Scheme = "socks5"
	}
	if u.Port() == "" {
		port := map[bool]string{true: "443", false: "1080"}[u.Scheme == "https"]
		u.Host = net.JoinHostPort(u.Hostname(), port)
	}
	if at > 0 {
		name, password, _ := strings.Cut(rest[:at], ":")
		u.User = url.UserPassword(percentDecoded(name), percentDecoded(password))
	}
	return u, nil
}

// percentDecoded decodes text where it is encoded. A lone percent sign stays.
func percentDecoded(text string) string {
	decoded, err := url.PathUnescape(text)
	if err != nil {
		return text
	}
	return decoded
}

// A SetupProblem identifies why a misconfigured router cannot be polled. ui/view
// has the sentence for the operator.
type SetupProblem string

// What can be wrong with the address, the token or the proxy of a router, or with
// the file of further certificate authorities.
const (
	AddressEmpty     SetupProblem = "address_empty"
	AddressNotURL    SetupProblem = "address_not_url"
	AddressScheme    SetupProblem = "address_scheme" // neither http:// nor https://
	AddressNoHost    SetupProblem = "address_no_host"
	AddressBadHost   SetupProblem = "address_bad_host" // not a valid name
	AddressBadPort   SetupProblem = "address_bad_port"
	AddressHasUser   SetupProblem = "address_has_user"   // or a password
	AddressHasQuery  SetupProblem = "address_has_query"  // which may hold a key
	TokenNotOneWord  SetupProblem = "token_not_one_word" //nolint:gosec // words about tokens
	TokenUnencrypted SetupProblem = "token_unencrypted"  //nolint:gosec // words about tokens: it would go over plain http
	ProxyNotURL      SetupProblem = "proxy_not_url"
	ProxyScheme      SetupProblem = "proxy_scheme" // not a supported one

	AuthoritiesMissing    SetupProblem = "authorities_missing"
	AuthoritiesDenied     SetupProblem = "authorities_denied" // reading it is not permitted
	AuthoritiesUnreadable SetupProblem = "authorities_unreadable"
	AuthoritiesNoFile     SetupProblem = "authorities_no_file" // a folder, or too large
	AuthoritiesCut        SetupProblem = "authorities_cut"     // half written
	AuthoritiesNone       SetupProblem = "authorities_none"    // no certificate in it
	AuthoritiesOfSystem   SetupProblem = "authorities_of_system"
)

// A SetupError reports a setting with which a router cannot be polled. It
// contains no secret.
type SetupError struct {
	Problem SetupProblem
	// Suggestion is the address that was probably meant, or empty.
	Suggestion string
}

// Error is for logs. Operators read ui/view's sentence.
func (e *SetupError) Error() string { return string(e.Problem) }
