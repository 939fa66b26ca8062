package redact

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// shortSecret is the length below which a known secret is removed only where it is
// a whole word.
const shortSecret = 6

// Secrets are those that the program knows, in whatever text they turn up. The zero
// value knows none, as a nil pointer does. Any goroutine may use it.
type Secrets struct {
	mu    sync.RWMutex
	forms []string // in which they may be written
	known *regexp.Regexp
}

// Add makes a secret known.
func (s *Secrets) Add(secret string) {
	secret = strings.TrimSpace(secret)
	if s == nil || secret == "" {
		return
	}
	text, _ := json.Marshal(secret) //nolint:errchkjson // a string
	nested := strconv.Quote(string(text[1 : len(text)-1]))
	quoted := strconv.Quote(secret)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forms = append(s.forms, secret, url.QueryEscape(secret), url.PathEscape(secret), url.UserPassword("", secret).String()[1:],
		string(text[1:len(text)-1]), nested[1:len(nested)-1], quoted[1:len(quoted)-1])
	slices.SortFunc(s.forms, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	s.forms = slices.Compact(s.forms)
	patterns := []string{regexp.QuoteMeta(Mark)}
	for _, form := range s.forms {
		plain := regexp.QuoteMeta(form)
		if len(form) < shortSecret {
			plain = `\b` + plain + `\b`
		}
		patterns = append(patterns, plain)
	}
	s.known = regexp.MustCompile("(?i)" + strings.Join(patterns, "|"))
}

// AddURL makes the password in a URL known, also with its user as a proxy is sent
// them; or else the user.
func (s *Secrets) AddURL(text string) {
	if !strings.Contains(text, "://") {
		text = "http://" + text
	}
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.User == nil {
		return
	}
	password, with := u.User.Password()
	if !with {
		password = u.User.Username()
	}
	s.Add(password)
	s.Add(base64.StdEncoding.EncodeToString([]byte(u.User.Username() + ":" + password)))
}

// Text is text without the known secrets, and without what has the form of one: see
// the function [Text].
func (s *Secrets) Text(text string) string {
	if s == nil {
		return Text(text)
	}
	s.mu.RLock()
	known := s.known
	s.mu.RUnlock()
	if known != nil {
		text = known.ReplaceAllLiteralString(text, Mark)
	}
	return Text(text)
}
