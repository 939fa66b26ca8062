package stableroute

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"

	"routerwatch/monitor"
)

// statsPath is where a router keeps its statistics, under its base URL.
const statsPath = "/api/v1/stats"

// A Base is a router's address, checked and without secrets: a scheme, a host
// and perhaps a path prefix. Equal addresses are equal values.
type Base struct{ text string }

// ParseURL reads an address as an operator may write it: with or without a
// trailing slash or a path prefix; the whole statistics URL is accepted too,
// and a fragment is dropped. It fails with a *[monitor.SetupError].
func ParseURL(address string) (Base, error) {
	address = strings.TrimSpace(address)
	if address == "" {
		return Base{}, setupProblem(monitor.AddressEmpty)
	}
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		return Base{}, schemeProblem(address)
	}
	if scheme = strings.ToLower(scheme); scheme != "http" && scheme != "https" {
		return Base{}, setupProblem(monitor.AddressScheme)
	}
	u, err := url.Parse(scheme + "://" + rest)
	if err != nil { // its text repeats the address
		return Base{}, setupProblem(monitor.AddressNotURL)
	}
	if u.User != nil {
		return Base{}, setupProblem(monitor.AddressHasUser)
	}
	if u.RawQuery != "" {
		return Base{}, setupProblem(monitor.AddressHasQuery)
	}
	host, err := hostOf(u)
	if err != nil {
		return Base{}, err
	}
	text := (&url.URL{Scheme: scheme, Host: host}).JoinPath(u.EscapedPath()).String()
	for trimmed := ""; trimmed != text; {
		trimmed = text
		text = strings.TrimSuffix(strings.TrimRight(text, "/"), statsPath)
	}
	return Base{text: text}, nil
}

func setupProblem(problem monitor.SetupProblem) error { return &monitor.SetupError{Problem: problem} }

// schemeProblem suggests what was meant, unless it could repeat a secret.
func schemeProblem(address string) error {
	wrong := &monitor.SetupError{Problem: monitor.AddressScheme}
	if strings.ContainsAny(address, "@?#\\") || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' }) {
		return wrong
	}
	scheme := "https://"
	host, _, _ := strings.Cut(address, "/")
	if loopback(strings.Trim(hostPart(host), "[]")) {
		scheme = "http://"
	}
	if meant, err := ParseURL(scheme + address); err == nil {
		wrong.Suggestion = meant.String()
	}
	return wrong
}

// hostOf is the host and port of an address in the form that the network
// knows: lower case, and a name of other letters than ASCII's in its own
// encoding, which also keeps look-alike letters from being mistaken.
func hostOf(u *url.URL) (string, error) {
	name := u.Hostname()
	if name == "" {
		return "", setupProblem(monitor.AddressNoHost)
	}
	host := hostPart(u.Host)
	if _, port, found := strings.Cut(u.Host[len(host):], ":"); found {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return "", setupProblem(monitor.AddressBadPort)
		}
	}
	if strings.ContainsFunc(name, func(r rune) bool { return r > '~' }) {
		ascii, err := idna.Lookup.ToASCII(name)
		if err != nil {
			return "", setupProblem(monitor.AddressBadHost)
		}
		return ascii + u.Host[len(host):], nil
	}
	return strings.ToLower(u.Host), nil
}

// String is the address for people and logs.
func (b Base) String() string { return b.text }

// Stats is the URL of the router's statistics.
func (b Base) Stats() string { return b.stats().String() }

// Host is the host, with its port where the address has one.
func (b Base) Host() string { return b.parsed().Host }

// Server is the scheme, the host and the port, also where the address leaves
// the port to its scheme.
func (b Base) Server() string {
	u := b.parsed()
	return u.Scheme + "://" + net.JoinHostPort(u.Hostname(), strconv.Itoa(int(portNumber(u))))
}

// Loopback reports whether the address is of this computer itself.
func (b Base) Loopback() bool { return loopback(b.parsed().Hostname()) }

func (b Base) scheme() string { return b.parsed().Scheme }

func (b Base) stats() *url.URL { return b.parsed().JoinPath(statsPath) }

func (b Base) parsed() *url.URL {
	u, err := url.Parse(b.text)
	if err != nil { // ParseURL made the text from a URL
		return &url.URL{}
	}
	return u
}

// loopback reports whether a host, without port or brackets, is this computer.
func loopback(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}

// hostPart is a host:port without its port, brackets kept.
func hostPart(host string) string {
	if colon := strings.LastIndexByte(host, ':'); colon > strings.LastIndexByte(host, ']') {
		return host[:colon]
	}
	return host
}

// portNumber is the port that a URL means, or 0: a port that is not a number
// is not dialled either.
func portNumber(u *url.URL) uint16 {
	port, err := strconv.ParseUint(portOf(u), 10, 16)
	if err != nil {
		return 0
	}
	return uint16(port)
}

// portOf is the port that a URL means in text.
func portOf(u *url.URL) string {
	if port := u.Port(); port != "" {
		return port
	}
	if u.Scheme == "https" {
		return "443"
	}
	return "80"
}
