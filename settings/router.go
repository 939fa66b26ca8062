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

// NewID is a random id for a router that the operator adds. It stays with the
// router for good: its token, its outage and its place in the window are
// found by it.
func NewID() string { return strings.ToLower(rand.Text()[:16]) }

// IDFor is the id of a router that was given none, made from its address: a
// file written by hand, or a flag, gives the same id at every start, without
// the file having to be rewritten for it. The first save writes it down, and
// from then on it survives a change of the address.
func IDFor(address string) string { return derivedID(address, 0) }

// derivedID is the id for an address, another one at each turn.
func derivedID(address string, turn int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d", strings.TrimSpace(address), turn))
	return hex.EncodeToString(sum[:8])
}

func validID(id string) bool {
	return id != "" && len(id) <= 64 && !strings.ContainsFunc(id, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	})
}

// LongestName of a router, in characters.
const LongestName = 60

// CheckName is nil for a router's name that can be shown: 1 to 60 characters,
// not only spaces, none of them a control or text direction character. Spaces
// around it do not count. The error is a *[ValueError].
func CheckName(name string) error {
	name = strings.TrimSpace(name)
	length := utf8.RuneCountInString(name)
	switch {
	case !utf8.ValidString(name):
		return &ValueError{Wrong: NameNotText}
	case !strings.ContainsFunc(name, func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }):
		return &ValueError{Wrong: NameEmpty}
	case length > LongestName:
		return &ValueError{Wrong: NameTooLong, Given: fmt.Sprint(length)}
	case strings.ContainsFunc(name, unprintable):
		return &ValueError{Wrong: NameUnprintable}
	}
	return nil
}

func unprintable(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || unicode.In(r, unicode.Zl, unicode.Zp)
}

// NameFor is the name of a router that was given none: its host.
func NameFor(address string) string {
	name := "router"
	if u, err := url.Parse(strings.TrimSpace(address)); err == nil && u.Host != "" {
		name = u.Host
	}
	if utf8.RuneCountInString(name) > LongestName {
		name = string([]rune(name)[:LongestName-1]) + "…"
	}
	if CheckName(name) != nil {
		return "router"
	}
	return name
}

// CheckProxy says what is wrong with a proxy's address, as a *[ValueError] or
// a *[monitor.SetupError]. The name and password of a proxy are secrets, and
// have no place in the settings.
func CheckProxy(address string) error {
	proxy, err := monitor.ParseProxy(address)
	if proxy != nil && proxy.User != nil {
		return &ValueError{Wrong: ProxyWithPassword}
	}
	return err
}
