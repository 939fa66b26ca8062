package stableroute

import (
	"bytes"
	"cmp"
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
	maxDetails = 64 << 10 // bytes of an error's body
	maxHops    = 5        // redirects in a row

	// detailsTime bounds the wait for an error's body, which is optional.
	detailsTime = 2 * time.Second
)

// settle turns an answer into a reading or a failure, and closes it.
func settle(response *http.Response, token Token) (monitor.Reading, error) {
	body, err := contentOf(response, token)
	if err != nil {
		return monitor.Reading{}, err
	}
	return decode(body)
}

// contentOf is the body of a 200 that says it is JSON. It closes the answer.
func contentOf(response *http.Response, token Token) ([]byte, error) {
	defer response.Body.Close() //nolint:errcheck // it was read, or is not needed
	if response.StatusCode != http.StatusOK {
		return nil, refusal(response, time.Now(), token)
	}
	if err := checkContentType(token.hide(response.Header.Get("Content-Type"))); err != nil {
		return nil, err
	}
	return readBody(response, maxAnswer)
}

// refusal is the failure for a status other than 200, with the details that the
// router gave.
func refusal(response *http.Response, now time.Time, token Token) *monitor.Failure {
	f := &monitor.Failure{
		Kind:       statusKind(response.StatusCode, token.Present()),
		HTTPStatus: response.StatusCode,
		RetryAfter: retryAfter(response.Header, now),
		RequestID:  requestIDFrom(response.Header.Get("X-Request-Id")),
	}
	// Closing the body ends a read that takes too long; settle closes it again.
	defer time.AfterFunc(detailsTime, func() { _ = response.Body.Close() }).Stop()
	body, err := readBody(response, maxDetails)
	if response.StatusCode == http.StatusBadRequest && response.Request.URL.Scheme == "http" && wantsHTTPS(string(body)) {
		f.Kind = monitor.HTTPSWanted
	}
	var details struct {
		Error     string `json:"error"`
		Message   string `json:"message"`
		RequestID string `json:"requestId"`
	}
	if err != nil || json.Unmarshal(body, &details) != nil {
		return f
	}
	f.Code, f.Message = clean(token.hide(details.Error), maxCode), clean(token.hide(details.Message), maxMessage)
	f.RequestID = cmp.Or(f.RequestID, requestIDFrom(details.RequestID))
	return f
}

// wantsHTTPS reports whether the body of a 400 is that of a server that was sent
// plain HTTP where it speaks TLS.
func wantsHTTPS(body string) bool {
	for _, server := range []string{
		"HTTP request to an HTTPS server",                 // Go's, Caddy, Traefik
		"plain HTTP request was sent to HTTPS port",       // nginx
		"plain HTTP to an SSL-enabled server port",        // Apache
		"combination of host and port requires TLS",       // Tomcat
		"plain HTTP request, but this server only speaks", // Cheroot
	} {
		if strings.Contains(body, server) {
			return true
		}
	}
	return false
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
	case http.StatusTooManyRequests:
		return monitor.TooManyRequests
	case http.StatusNetworkAuthenticationRequired: // the sign-in page of a network
		return monitor.WebPage
	}
	if status >= 500 && status <= 599 {
		return monitor.RouterError
	}
	return monitor.UnexpectedStatus
}

// retryAfter parses Retry-After: seconds, or a date, which is compared with the
// answer's own Date so that neither clock needs to be right. It is 0 if the
// header is missing, invalid, negative or past, and at most
// [monitor.MaxRetryAfter].
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

// redirects reports whether an answer is a redirect.
func redirects(response *http.Response) bool {
	switch response.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// nextHop is the target of a redirect, if it may be followed: to the same host,
// on the same port or from http to https, at most maxHops times, and never with a
// token, which was given for one address.
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

// readBody reads and decompresses a body. Both sizes are at most limit bytes.
func readBody(response *http.Response, limit int64) ([]byte, error) {
	encoding := strings.ToLower(response.Header.Get("Content-Encoding"))
	switch encoding {
	case "", "identity", "gzip", "x-gzip":
	default:
		return nil, notJSON("is compressed in a way that was not asked for")
	}
	body, err := readAtMost(response.Body, limit)
	if err != nil || !strings.HasSuffix(encoding, "gzip") {
		return body, err
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(body))
	if err == nil {
		body, err = readAtMost(unpacked, limit)
	}
	_, large := errors.AsType[*monitor.Failure](err)
	switch {
	case err == nil, large:
		return body, err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, notJSON("ends in the middle")
	case errors.Is(err, io.EOF):
		return nil, notJSON("is empty")
	}
	return nil, notJSON("is damaged in its compression")
}

func readAtMost(from io.Reader, limit int64) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(from, limit+1))
	if int64(len(body)) > limit {
		return nil, &monitor.Failure{Kind: monitor.TooLarge, HTTPStatus: http.StatusOK}
	}
	return body, err
}

// Limits of texts from outside, in runes.
const (
	maxMessage   = 200
	maxCode      = 64
	maxRequestID = 200
	maxTarget    = 120
)

// clean is [monitor.CleanText] without characters of markup.
func clean(text string, longest int) string {
	return monitor.CleanText(strings.NewReplacer("<", "", ">", "", "&", "").Replace(text), longest)
}

// idLetters are the characters allowed in a request id.
const idLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"

// requestIDFrom is text if it is a valid request id, or else empty.
func requestIDFrom(text string) string {
	if len(text) > maxRequestID || strings.Trim(text, idLetters) != "" {
		return ""
	}
	return text
}
