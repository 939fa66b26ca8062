package stableroute

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// detailsTime bounds the wait for an error's body: the status has told enough.
const detailsTime = 2 * time.Second

// A refusal is an answer with another status than 200.
type refusal struct {
	status     int
	retryAfter time.Duration
	requestID  string // as the router echoed it
	code       string // the router's own error code and message, without the token
	message    string
}

func (e *refusal) Error() string { return fmt.Sprintf("the router answered %d", e.status) }

// newRefusal reads what an answer says about itself, as far as it is readable.
func newRefusal(response *http.Response, now time.Time, token Token) *refusal {
	r := &refusal{
		status:     response.StatusCode,
		retryAfter: retryAfter(response.Header, now),
		requestID:  requestIDFrom(response.Header.Get("X-Request-Id")),
	}
	// The body is closed once more by whoever gave the answer here.
	defer time.AfterFunc(detailsTime, func() { _ = response.Body.Close() }).Stop()
	body, err := readBody(response, maxDetails)
	if err != nil {
		return r
	}
	var details struct {
		Error     string `json:"error"`
		Message   string `json:"message"`
		RequestID string `json:"requestId"`
	}
	if json.Unmarshal(body, &details) != nil {
		return r
	}
	r.code, r.message = token.hide(details.Error), token.hide(details.Message)
	if id := requestIDFrom(details.RequestID); id != "" && r.requestID == "" {
		r.requestID = id
	}
	return r
}
