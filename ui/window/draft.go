package window

import (
	"maps"
	"net"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// draft is the settings as the operator has changed them, until they are
// saved. It holds the only copies of tokens that were typed.
type draft struct {
	wire.Settings
	threshold string            // as it was typed
	tokens    map[string]string // new ones by router id; "" takes one away
	was       wire.Settings
}

func newDraft(s wire.Settings) *draft {
	now := s
	now.Routers = slices.Clone(s.Routers)
	return &draft{Settings: now, threshold: wholeText(s.Threshold), tokens: map[string]string{}, was: s}
}

// changed reports whether there is anything to be saved.
func (d *draft) changed() bool {
	if len(d.tokens) > 0 || d.threshold != wholeText(d.was.Threshold) {
		return true
	}
	now, was := d.Settings, d.was
	same := slices.Equal(now.Routers, was.Routers)
	now.Routers, was.Routers = nil, nil
	return !same || !reflect.DeepEqual(now, was)
}

// put adds r, or replaces the router of its id.
func (d *draft) put(r wire.Router) {
	if i := d.index(r.ID); i >= 0 {
		d.Routers[i] = r
		return
	}
	d.Routers = append(d.Routers, r)
}

// remove takes a router out, and the token that was typed for it.
func (d *draft) remove(id string) {
	d.Routers = slices.DeleteFunc(d.Routers, func(r wire.Router) bool { return r.ID == id })
	delete(d.tokens, id)
}

// move exchanges a router with the one by places after it.
func (d *draft) move(id string, by int) {
	i := d.index(id)
	if j := i + by; i >= 0 && j >= 0 && j < len(d.Routers) {
		d.Routers[i], d.Routers[j] = d.Routers[j], d.Routers[i]
	}
}

func (d *draft) index(id string) int {
	return slices.IndexFunc(d.Routers, func(r wire.Router) bool { return r.ID == id })
}

// thresholdProblem is what is wrong with the threshold as it was typed.
func (d *draft) thresholdProblem() string {
	var s settings.Settings
	if err := settings.Find("poll.threshold").Set(&s, d.threshold); err != nil {
		return view.ErrorSentence(err)
	}
	d.Threshold = s.Poll.Threshold
	return ""
}

// orphans are the routers that were saved with a token and are gone.
func (d *draft) orphans() []string {
	var ids []string
	for _, r := range d.was.Routers {
		if r.Token && d.index(r.ID) < 0 {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// strays are the routers that were never saved and have a token already.
func (d *draft) strays() []string {
	var ids []string
	for _, id := range slices.Sorted(maps.Keys(d.tokens)) {
		if !slices.ContainsFunc(d.was.Routers, func(r wire.Router) bool { return r.ID == id }) {
			ids = append(ids, id)
		}
	}
	return ids
}

// shown is the address of a router as it may be shown.
func (o Options) shown(address string) string {
	if o.ShowURL != nil {
		if used := o.ShowURL(address); used != "" {
			return used
		}
	}
	return view.Address(address)
}

// serverOf is the host and the port of an address, "" where it is none.
func serverOf(address string) string {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || u.Hostname() == "" {
		return ""
	}
	port := u.Port()
	switch {
	case port != "":
	case u.Scheme == "http":
		port = "80"
	default:
		port = "443"
	}
	return net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// tokenProblem is what is wrong with a token. It repeats nothing of it.
func tokenProblem(token string) string {
	token = strings.TrimSpace(token)
	switch {
	case len(token) > wire.LongestToken:
		return labelTokenLong
	case strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }):
		return labelTokenText
	}
	return ""
}

func wholeText(n int) string { return strconv.Itoa(n) }
