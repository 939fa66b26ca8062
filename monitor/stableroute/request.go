package stableroute

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"routerwatch/monitor"
)

// request sends a request, and follows redirects. The caller closes the body.
func (c *Client) request(ctx context.Context, progress *progress, target *url.URL, etag, requestID string) (*http.Response, error) {
	for hops := 0; ; hops++ {
		response, err := c.get(ctx, target, etag, requestID)
		if err != nil {
			return nil, err
		}
		progress.update(func() { progress.pastProxy = true })
		if !redirects(response) {
			progress.update(func() { progress.layer = monitor.LayerAnswer })
			return response, nil
		}
		_ = response.Body.Close() // the body of a redirect is not needed
		target, err = nextHop(target, response, hops, c.token)
		if err != nil {
			return nil, err
		}
		progress.restart(target)
	}
}

// get sends one request and returns when the answer's header has arrived. The
// caller closes the body.
func (c *Client) get(ctx context.Context, target *url.URL, etag, requestID string) (*http.Response, error) {
	request := c.http.R().SetContext(ctx).SetDoNotParseResponse(true).SetHeader("X-Request-Id", requestID).SetAuthToken(c.token.reveal())
	if etag != "" {
		request.SetHeader("If-None-Match", etag)
	}
	response, err := request.Get(target.String())
	if err != nil {
		// A *url.Error adds only the URL, which may contain a secret after a redirect.
		if outer, ok := errors.AsType[*url.Error](err); ok {
			err = outer.Err
		}
		return nil, err
	}
	return response.RawResponse, nil
}

// newRequestID is a random UUID (version 4), which the router echoes and logs.
func newRequestID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
