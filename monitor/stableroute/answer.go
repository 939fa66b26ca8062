package stableroute

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"routerwatch/monitor"
)

const (
	maxAnswer  = 1 << 20  // bytes of a 200's body, before and after decompression
	maxDetails = 64 << 10 // bytes of an error's body that are looked at
	maxHops    = 5        // redirects in a row that are followed

	// detailsTime bounds the wait for an error's body: the status has told enough.
	detailsTime = 2 * time.Second
)

// settle makes a reading or a failure of an answer, and closes it.
func settle(response *http.Response, token Token) (monitor.Reading, error) {
	defer response.Body.Close() //nolint:errcheck // it was read, or is given up
	if response.StatusCode != http.StatusOK {
		return monitor.Reading{}, refusal(response, time.Now(), token)
	}
	if err := checkContentType(token.hide(response.Header.Get("Content-Type"))); err != nil {
		return monitor.Reading{}, err
	}
	body, err := readBody(response, maxAnswer)
	if err != nil {
		return monitor.Reading{}, err
	}
	return decode(body)
}

// refusal is an answer with another status than 200, as far as it is readable.
func refusal(response *http.Response, now time.Time, token Token) *monitor.Failure {
	f := &monitor.Failure{
		Kind:       statusKind(response.StatusCode, token.Present()),
		HTTPStatus: response.StatusCode,
		RetryAfter: retryAfter(response.Header, now),
		RequestID:  requestIDFrom(response.Header.Get("X-Request-Id")),
	}
	// The body is closed once more by whoever gave the answer here.
	defer time.AfterFunc(detailsTime, func() { _ = response.Body.Close() }).Stop()
	body, err := readBody(response, maxDetails)
	if err != nil {
		return f
	}
	var details struct {
		Error     string `json:"error"`
		Message   string `json:"message"`
		RequestID string `json:"requestId"`
	}
	if json.Unmarshal(body, &details) != nil {
		return f
	}
	f.Code, f.Message = clean(token.hide(details.Error), maxCode), clean(token.hide(details.Message), maxMessage)
	if f.RequestID == "" {
		f.RequestID = requestIDFrom(details.RequestID)
	}
	return f
}

func statusKind(status int, withToken bool) monitor.Kind {
	switch status {
	case http.StatusUnauthorized:
		if withToken {
			return monitor.TokenRefused
		}
		return monitor.TokenWanted
	case http.StatusForbidden:
		return monitor.TokenRefused
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotAcceptable, http.StatusGone:
		return monitor.NoStatsHere
	case http.StatusProxyAuthRequired:
		return monitor.ProxyFailed
	case http.StatusTooManyRequests:
		return monitor.TooManyRequests
	case http.StatusNetworkAuthenticationRequired: // the sign-in page of a network, by its own word
		return monitor.WebPage
	}
	if status >= 500 && status <= 599 {
		return monitor.RouterError
	}
	return monitor.UnexpectedStatus
}

// retryAfter is the wait that an answer asks for: whole seconds, or a date,
// which is read against the answer's own Date so that neither clock needs to
// be right. It is between 0, where nothing readable, negative or past is asked
// for, and [monitor.MaxRetryAfter].
func retryAfter(header http.Header, now time.Time) time.Duration {
	value := strings.TrimSpace(header.Get("Retry-After"))
	if value == "" {
		return 0
	}
	if strings.Trim(value, "0123456789") == "" {
		seconds, err := strconv.ParseInt(value, 10, 64)
		if err != nil || seconds > int64(monitor.MaxRetryAfter/time.Second) { // err: beyond an int64
			return monitor.MaxRetryAfter
		}
		return time.Duration(seconds) * time.Second
	}
	until, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	if date, err := http.ParseTime(header.Get("Date")); err == nil {
		now = date
	}
	return min(max(until.Sub(now), 0), monitor.MaxRetryAfter)
}

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
	refused := &monitor.Failure{Kind: monitor.RedirectRefused, HTTPStatus: response.StatusCode}
	location := response.Header.Get("Location")
	to, err := from.Parse(location)
	if location == "" || err != nil || to.Hostname() == "" {
		refused.Problem = "leads nowhere"
		return nil, refused
	}
	refused.Target = clean(token.hide(to.Scheme+"://"+to.Host), maxTarget)
	sameHost := strings.EqualFold(to.Hostname(), from.Hostname())
	switch {
	case to.Scheme != "http" && to.Scheme != "https":
		refused.Problem = "leads out of the web"
	case from.Scheme == "https" && to.Scheme == "http":
		refused.Problem = "leads from https to http"
	case !sameHost, from.Scheme == to.Scheme && monitor.Port(from) != monitor.Port(to):
		refused.Problem = "leads to another host"
	case hops >= maxHops:
		refused.Problem = "leads in a circle"
	case token.Present():
		refused.Problem = "would carry the token along"
	default:
		to.User, to.Fragment = nil, ""
		return to, nil
	}
	return nil, refused
}

func tooLarge() error { return &monitor.Failure{Kind: monitor.TooLarge, HTTPStatus: http.StatusOK} }

// readBody reads a body to its end, decompressed. It reads at most limit bytes
// of it, and holds no more than that.
func readBody(response *http.Response, limit int64) ([]byte, error) {
	wire := &limited{from: response.Body, left: limit}
	var body io.Reader = wire
	switch strings.ToLower(response.Header.Get("Content-Encoding")) {
	case "", "identity":
	case "gzip", "x-gzip":
		unpacked, err := gzip.NewReader(wire)
		if err != nil {
			return nil, wire.reason(err)
		}
		body = unpacked
	default:
		return nil, notJSON("is compressed in a way that was not asked for")
	}
	var held bytes.Buffer
	n, err := held.ReadFrom(io.LimitReader(body, limit+1))
	switch {
	case err != nil:
		return nil, wire.reason(err)
	case n > limit:
		return nil, tooLarge()
	}
	return held.Bytes(), nil
}

// limited is the body as it comes from the network. It keeps an error of the
// network apart from one of the decompression above it.
type limited struct {
	from io.Reader
	left int64
	err  error // what ended it, io.EOF included
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.from.Read(p)
	if l.left -= int64(n); l.left < 0 && err == nil {
		err = tooLarge()
	}
	l.err = err
	return n, err
}

// reason is the network's error where there is one, else what is wrong with
// the compression.
func (l *limited) reason(err error) error {
	switch {
	case l.err != nil && !errors.Is(l.err, io.EOF):
		return l.err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return notJSON("ends in the middle")
	case errors.Is(err, io.EOF):
		return notJSON("is empty")
	}
	return notJSON("is damaged in its compression")
}
