package stableroute

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"routerwatch/monitor"
)

// Limits of what is believed of an answer to a question.
const (
	pageSize  = 500 // pairs; the largest that the router sends
	maxAsset  = 100 // bytes of the name of an asset
	maxCursor = 200 // bytes, also of an ETag
	maxBuild  = 40  // runes of a version, or a commit
	maxUptime = 100 * 365 * 24 * time.Hour

	shortCommit = 7
)

var _ monitor.Asker = (*Client)(nil)

// Ask asks the router one question, by one request, as [Client.Poll] polls. It must
// not be called concurrently with Poll. Its error is a *[monitor.Failure], or wraps
// ctx.Err() if ctx was cancelled.
func (c *Client) Ask(ctx context.Context, q monitor.Question) (monitor.Answer, error) {
	requestCtx, cancel := context.WithCancel(ctx)
	defer cancel() // closes its connections, see closeWithPoll
	progress := newProgress(c.base)
	requestID := newRequestID()
	answer, err := c.answerTo(progress.follow(requestCtx), q, progress, requestID)
	progress.end()
	switch {
	case err == nil:
		return answer, nil
	case errors.Is(ctx.Err(), context.Canceled):
		return monitor.Answer{}, fmt.Errorf("question %s: %w", requestID, ctx.Err())
	}
	failure := classify(cause(ctx, err), progress)
	failure.RequestID = cmp.Or(failure.RequestID, requestID)
	redact(failure, c.token)
	return monitor.Answer{}, failure
}

func (c *Client) answerTo(ctx context.Context, q monitor.Question, progress *progress, requestID string) (monitor.Answer, error) {
	response, err := c.request(ctx, progress, c.page(q), q.ETag, requestID)
	if err != nil {
		return monitor.Answer{}, err
	}
	if response.StatusCode == http.StatusNotModified && q.ETag != "" {
		_ = response.Body.Close() // it is empty
		return monitor.Answer{Unchanged: true}, nil
	}
	body, err := contentOf(response, c.token)
	if err != nil {
		return monitor.Answer{}, err
	}
	switch q.Topic {
	case monitor.Uptime:
		return decodeUptime(body)
	case monitor.Build:
		return decodeBuild(body)
	case monitor.Quota:
		return decodeQuota(body)
	default:
		answer, err := decodePairs(body)
		if etag := response.Header.Get("ETag"); len(etag) <= maxCursor && monitor.OneWord(etag) {
			answer.Page.ETag = etag
		}
		return answer, err
	}
}

// page is the address of the answer.
func (c *Client) page(q monitor.Question) *url.URL {
	switch q.Topic {
	case monitor.Uptime:
		return c.base.Page("health/deep")
	case monitor.Build:
		return c.base.Page("version")
	case monitor.Quota:
		return c.base.Page("config")
	default:
		page := c.base.Page("pairs")
		query := page.Query()
		query.Set("limit", strconv.Itoa(pageSize))
		if q.Cursor != "" {
			query.Set("cursor", q.Cursor)
		}
		page.RawQuery = query.Encode()
		return page
	}
}

// unmarshal decodes a JSON object.
func unmarshal(body []byte, into any) error {
	switch err, wrongType := json.Unmarshal(body, into), (*json.UnmarshalTypeError)(nil); {
	case err == nil:
		return nil
	case errors.As(err, &wrongType):
		return badField(clean(wrongType.Field, maxCode), "is of another type")
	}
	return notJSON("is not JSON")
}

func decodeUptime(body []byte) (monitor.Answer, error) {
	var health struct {
		UptimeSeconds *float64 `json:"uptimeSeconds"`
	}
	if err := unmarshal(body, &health); err != nil {
		return monitor.Answer{}, err
	}
	if s := health.UptimeSeconds; s == nil || *s < 0 || *s > maxUptime.Seconds() {
		return monitor.Answer{}, badField("uptimeSeconds", "is no uptime")
	}
	return monitor.Answer{Uptime: time.Duration(*health.UptimeSeconds * float64(time.Second))}, nil
}

// decodeBuild names the build by its version and its commit, as far as they are
// known: "0.1.0 (4f2c1d0)".
func decodeBuild(body []byte) (monitor.Answer, error) {
	var build struct{ Version, Commit string }
	if err := unmarshal(body, &build); err != nil {
		return monitor.Answer{}, err
	}
	known := func(text string) string {
		text = clean(text, maxBuild)
		if text == "unknown" {
			return ""
		}
		return text
	}
	version, commit := known(build.Version), known(build.Commit)
	if len(commit) > shortCommit && isHex(commit) {
		commit = commit[:shortCommit]
	}
	switch {
	case version == "" && commit == "":
		return monitor.Answer{}, badField("version", "is missing")
	case version != "" && commit != "":
		return monitor.Answer{Build: version + " (" + commit + ")"}, nil
	}
	return monitor.Answer{Build: version + commit}, nil
}

func isHex(text string) bool {
	for _, r := range text {
		if (r < '0' || r > '9') && (r < 'a' || r > 'f') {
			return false
		}
	}
	return true
}

func decodeQuota(body []byte) (monitor.Answer, error) {
	var answer struct {
		Config struct{ RateLimitPerWindow, RateLimitWindowMS int64 }
	}
	if err := unmarshal(body, &answer); err != nil {
		return monitor.Answer{}, err
	}
	requests, ms := answer.Config.RateLimitPerWindow, answer.Config.RateLimitWindowMS
	if requests <= 0 || ms <= 0 || ms > maxUptime.Milliseconds() || requests > maxCount {
		return monitor.Answer{}, badField("config", "has no limit of requests")
	}
	return monitor.Answer{Quota: monitor.Allowance{Requests: requests, Window: time.Duration(ms) * time.Millisecond}}, nil
}

func decodePairs(body []byte) (monitor.Answer, error) {
	var list struct {
		Pairs      []struct{ Source, Destination string }
		NextCursor string
	}
	if err := unmarshal(body, &list); err != nil {
		return monitor.Answer{}, err
	}
	page := monitor.Page{Next: list.NextCursor}
	if list.Pairs == nil || len(list.Pairs) > pageSize || len(page.Next) > maxCursor {
		return monitor.Answer{}, badField("pairs", "is no page of pairs")
	}
	for _, pair := range list.Pairs {
		for _, asset := range []string{pair.Source, pair.Destination} {
			if asset == "" || len(asset) > maxAsset || !monitor.OneWord(asset) {
				return monitor.Answer{}, badField("pairs", "names an asset that is none")
			}
		}
		page.Pairs = append(page.Pairs, pair.Source+"→"+pair.Destination)
	}
	return monitor.Answer{Page: page}, nil
}
