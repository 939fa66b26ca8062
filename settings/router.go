package settings

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"routerwatch/monitor"
)

// NewID is a random id for a router that the operator adds. It never changes:
// the router's token, its outage and its place in the window are keyed by it.
func NewID() string { return strings.ToLower(rand.Text()[:16]) }

// IDFor is the id of a router that was given none, made from its address: a
// file written by hand, or a flag, gives the same id at every start, without
// the file having to be rewritten for it. The first save writes it down, and
// from then on it survives a change of the address.
func IDFor(address string) string {
	sum := sha256.Sum256([]byte(strings.TrimSpace(address) + "\n0"))
	return hex.EncodeToString(sum[:8])
}

func validID(id string) bool {
	return id != "" && len(id) <= 64 && !strings.ContainsFunc(id, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	})
}

// MaxName limits a router's name, in characters.
const MaxName = 60

// CheckName checks a router's name: 1 to 60 characters, not only spaces, and no
// control or text direction character. Surrounding spaces are ignored. The
// error is a *[ValueError].
func CheckName(name string) error {
	name = strings.TrimSpace(name)
	length := utf8.RuneCountInString(name)
	switch {
	case !utf8.ValidString(name):
		return &ValueError{Wrong: NameNotText}
	case !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }):
		return &ValueError{Wrong: NameEmpty}
	case length > MaxName:
		return &ValueError{Wrong: NameTooLong, Given: fmt.Sprint(length)}
	case strings.ContainsFunc(name, unprintable):
		return &ValueError{Wrong: NameUnprintable}
	}
	return nil
}

func unprintable(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || unicode.In(r, unicode.Zl, unicode.Zp)
}

// NameFor is the default name of a router: its host.
func NameFor(address string) string {
	name := ""
	if u, err := url.Parse(strings.TrimSpace(address)); err == nil {
		name = u.Host
	}
	if utf8.RuneCountInString(name) > MaxName {
		name = string([]rune(name)[:MaxName-1]) + "…"
	}
	if CheckName(name) != nil {
		return "router"
	}
	return name
}

// Addresses are those in a text that may be a pasted list: between spaces, lines,
// commas or semicolons, also in quotes. A comma within an address stays.
func Addresses(text string) (all []string) {
	text = strings.NewReplacer(`"`, "", "'", "", "<", "", ">", "").Replace(text)
	text = strings.NewReplacer(",http", " http", ";http", " http").Replace(text)
	for word := range strings.FieldsSeq(text) {
		if strings.Contains(word, "://") {
			word = strings.Trim(word, ",;")
			all = append(all, word)
			continue
		}
		all = append(all, strings.FieldsFunc(word, func(r rune) bool { return r == ',' || r == ';' })...)
	}
	return all
}

// SameAddress reports whether two addresses are of one router: they have the same
// server and path. It is false for invalid addresses.
func SameAddress(a, b string) bool {
	one, _ := monitor.ParseAddress(a)
	other, _ := monitor.ParseAddress(b)
	return SameServer(a, b) && one.Stats().EscapedPath() == other.Stats().EscapedPath()
}

// SameServer reports whether a token entered for one address may be sent to the
// other: scheme, host and port are the same. It is false for invalid addresses.
func SameServer(a, b string) bool {
	one, err := monitor.ParseAddress(a)
	other, err2 := monitor.ParseAddress(b)
	return err == nil && err2 == nil && one.Server() == other.Server()
}

// CheckProxy checks a proxy's address. The error is a *[ValueError] or a
// *[monitor.SetupError]. A proxy's user name and password are secrets, which
// must not be stored in the settings.
func CheckProxy(address string) error {
	proxy, err := monitor.ParseProxy(address)
	if proxy != nil && proxy.User != nil {
		return &ValueError{Wrong: ProxyWithPassword}
	}
	return err
}
