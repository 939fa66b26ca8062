package simulator

import (
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // the router's ETag is made of it; nothing secret
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The statistics as the router writes them, in its order.
type stats struct {
	TotalPairs     int64 `json:"totalPairs"`
	Paused         bool  `json:"paused"`
	TotalAPIKeys   int64 `json:"totalApiKeys"`
	TotalWebhooks  int64 `json:"totalWebhooks"`
	TotalEvents    int64 `json:"totalEvents"`
	PairsWithFee   int64 `json:"pairsWithFee"`
	DistinctAssets int64 `json:"distinctAssets"`
}

func statsOf(scene Scene) stats {
	return stats{
		TotalPairs:     scene.Pairs,
		Paused:         scene.Paused,
		TotalAPIKeys:   2,
		TotalWebhooks:  1,
		TotalEvents:    2 * scene.Pairs,
		PairsWithFee:   scene.Pairs / 3,
		DistinctAssets: assetsFor(scene.Pairs),
	}
}

// assetsFor is the fewest assets that make that many directed pairs.
func assetsFor(pairs int64) int64 {
	if pairs == 0 {
		return 0
	}
	return int64(math.Ceil((1 + math.Sqrt(1+4*float64(pairs))) / 2))
}

type pair struct {
	Source      string `json:"source"`
	Destination string `json:"destination"`
}

// pairsOf names that many pairs, at most the router's first page.
func pairsOf(n int64) []pair {
	const page = 100
	pairs := make([]pair, 0, min(n, page))
	for i := range min(n, page) {
		pairs = append(pairs, pair{Source: fmt.Sprintf("SIM%d", i+1), Destination: "USDC"})
	}
	return pairs
}

// answer is what the healthy router says.
func (r *Router) answer(e *exchange) {
	if !acceptsJSON(e.request.Header.Get("Accept")) {
		e.fail(http.StatusNotAcceptable, "not_acceptable", "This endpoint only produces application/json")
		return
	}
	scene := r.Scene()
	status := "ok"
	if scene.Paused {
		status = "paused"
	}
	content, known := map[string]any{
		"/api/v1/stats":       statsOf(scene),
		"/api/v1/version":     json.RawMessage(`{"name":"stableroute-backend","version":"0.1.0-simulated"}`),
		"/api/v1/pairs":       map[string]any{"pairs": pairsOf(scene.Pairs), "nextCursor": nil},
		"/health":             json.RawMessage(`{"status":"ok"}`),
		"/api/v1/health/deep": map[string]string{"status": status},
	}[e.request.URL.Path]
	if method := e.request.Method; !known || method != http.MethodGet && method != http.MethodHead {
		e.fail(http.StatusNotFound, "not_found", "No route for "+method+" "+e.request.URL.Path)
		return
	}
	body, _ := json.Marshal(content) // numbers, booleans and texts cannot fail
	e.send(http.StatusOK, body)
}

// fail answers with an error of the router's own form.
func (e *exchange) fail(status int, code, message string) {
	body, _ := json.Marshal(struct { // three texts cannot fail
		Error     string `json:"error"`
		Message   string `json:"message"`
		RequestID string `json:"requestId"`
	}{code, message, e.w.Header().Get("X-Request-Id")})
	e.send(status, body)
}

// send sends JSON with its entity tag, or 304 where the client has it already.
func (e *exchange) send(status int, body []byte) {
	tag := entityTag(body)
	e.w.Header().Set("ETag", tag)
	if status == http.StatusOK && e.request.Header.Get("If-None-Match") == tag {
		e.w.WriteHeader(http.StatusNotModified)
		return
	}
	e.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	e.w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	e.w.WriteHeader(status)
	_, _ = e.w.Write(body) // net/http leaves it out where the request was HEAD
}

// entityTag is the weak tag of the router's framework: the length in
// hexadecimal and a part of the SHA-1.
func entityTag(body []byte) string {
	sum := sha1.Sum(body) //nolint:gosec // see the import
	return fmt.Sprintf(`W/"%x-%s"`, len(body), base64.StdEncoding.EncodeToString(sum[:])[:27])
}

// acceptsJSON reads an Accept header as far as the router needs it.
func acceptsJSON(accept string) bool {
	if strings.TrimSpace(accept) == "" {
		return true
	}
	for kind := range strings.SplitSeq(accept, ",") {
		kind, _, _ = strings.Cut(kind, ";")
		switch strings.ToLower(strings.TrimSpace(kind)) {
		case "*/*", "application/*", "application/json":
			return true
		}
	}
	return false
}

// requestID is the request's own id, if the router takes it, else a new one.
func requestID(request *http.Request) string {
	id := request.Header.Get("X-Request-Id")
	unfit := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && !strings.ContainsRune("._-", r)
	}
	if id == "" || len(id) > 200 || strings.ContainsFunc(id, unfit) {
		return rand.Text()
	}
	return id
}

// wholeSeconds is a Retry-After: never less than was asked for.
func wholeSeconds(d time.Duration) string {
	return strconv.FormatInt(int64((d+time.Second-1)/time.Second), 10)
}
