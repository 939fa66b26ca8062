package stableroute

import (
	"net/http"
	"net/url"
	"strings"
)

// maxHops is how many redirects in a row are followed.
const maxHops = 5

// A redirectRefusal is a redirect that is not followed.
type redirectRefusal struct {
	status  int
	target  string // scheme and host of where it pointed, without the token
	problem string
}

func (e *redirectRefusal) Error() string { return "redirect refused: " + e.problem }

// redirects reports whether an answer sends the client elsewhere.
func redirects(response *http.Response) bool {
	switch response.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// nextHop is where a redirect leads, if it may be followed: to the same host,
// on the same port or from http up to https, a few times, and never with a
// token, which belongs to the address it was given for.
func nextHop(from *url.URL, response *http.Response, hops int, token Token) (*url.URL, error) {
	refused := &redirectRefusal{status: response.StatusCode}
	location := response.Header.Get("Location")
	to, err := from.Parse(location)
	if location == "" || err != nil || to.Hostname() == "" {
		refused.problem = "leads nowhere"
		return nil, refused
	}
	refused.target = token.hide(to.Scheme + "://" + to.Host)
	sameHost := strings.EqualFold(to.Hostname(), from.Hostname())
	switch {
	case to.Scheme != "http" && to.Scheme != "https":
		refused.problem = "leads out of the web"
	case from.Scheme == "https" && to.Scheme == "http":
		refused.problem = "leads from https to http"
	case !sameHost, from.Scheme == to.Scheme && portOf(from) != portOf(to):
		refused.problem = "leads to another host"
	case hops >= maxHops:
		refused.problem = "leads in a circle"
	case token.Present():
		refused.problem = "would carry the token along"
	default:
		to.User, to.Fragment = nil, ""
		return to, nil
	}
	return nil, refused
}
