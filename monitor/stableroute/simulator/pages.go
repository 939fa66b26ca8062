package simulator

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"strconv"
	"time"
)

const statsPath = "/api/v1/stats"

// answer is what the healthy router says.
func (r *Router) answer(e *exchange) {
	page := e.request.URL.Path
	if e.request.Method != http.MethodGet {
		page = ""
	}
	switch started, starts := r.start(); page {
	case statsPath:
		e.send(http.StatusOK, e.scene.stats())
	case "/api/v1/pairs":
		e.sendPairs()
	case "/api/v1/version":
		e.send(http.StatusOK, fmt.Appendf(nil, `{"name":"simulated-router","version":"0.1.%d","commit":"unknown"}`, starts))
	case "/api/v1/health/deep":
		e.send(http.StatusOK, fmt.Appendf(nil, `{"status":"ok","uptimeSeconds":%.0f}`, time.Since(started).Seconds()))
	case "/api/v1/config":
		e.send(http.StatusOK, []byte(`{"config":{"rateLimitPerWindow":60,"rateLimitWindowMs":60000}}`))
	default:
		e.fail(http.StatusNotFound, "not_found", "No route for "+e.request.Method+" "+e.request.URL.Path)
	}
}

// stats are the statistics as the router writes them.
func (s Scene) stats() []byte {
	return fmt.Appendf(nil,
		`{"totalPairs":%d,"paused":%t,"totalApiKeys":2,"totalWebhooks":1,"totalEvents":%d,"pairsWithFee":%d,"distinctAssets":%d}`,
		s.Pairs, s.Paused, 2*s.Pairs, s.Pairs/3, assets(s.Pairs))
}

// assets is the fewest that make that many directed pairs.
func assets(pairs int64) int64 {
	if pairs == 0 {
		return 0
	}
	return int64(math.Ceil((1 + math.Sqrt(1+4*float64(pairs))) / 2))
}

// pair is the n-th pair, from 0: those of the first assets come first.
func pair(n int64) (source, destination string) {
	newest := assets(n+1) - 1 // with each asset before it, in both directions
	at := n - newest*(newest-1)
	source, destination = asset(at/2), asset(newest)
	if at%2 == 1 {
		source, destination = destination, source
	}
	return source, destination
}

// PairName is the n-th pair by name, from 0. A router with k pairs has pairs 0 to
// k-1.
func PairName(n int64) string {
	source, destination := pair(n)
	return source + "→" + destination
}

func asset(n int64) string {
	names := []string{"USDC", "XLM", "EURC", "BRL", "NGNC", "ARST", "MXN", "GYEN"}
	if n < int64(len(names)) {
		return names[n]
	}
	return "A" + strconv.FormatInt(n, 10)
}

// sendPairs sends a page of the pairs, or 304.
func (e *exchange) sendPairs() {
	query := e.request.URL.Query()
	limit, err := strconv.ParseInt(query.Get("limit"), 10, 64)
	if err != nil {
		limit = 100
	}
	cursor, _ := base64.StdEncoding.DecodeString(query.Get("cursor"))
	from, _ := strconv.ParseInt(string(cursor), 10, 64)
	to := min(max(from, 0)+min(max(limit, 1), 500), e.scene.Pairs)

	type route struct {
		Source      string `json:"source"`
		Destination string `json:"destination"`
	}
	page := struct {
		Pairs      []route `json:"pairs"`
		NextCursor *string `json:"nextCursor"`
	}{Pairs: []route{}}
	for n := max(from, 0); n < to; n++ {
		source, destination := pair(n)
		page.Pairs = append(page.Pairs, route{source, destination})
	}
	if to < e.scene.Pairs {
		page.NextCursor = new(base64.StdEncoding.EncodeToString([]byte(strconv.FormatInt(to, 10))))
	}
	body, _ := json.Marshal(page)
	sum := fnv.New64a()
	_, _ = sum.Write(body)
	etag := fmt.Sprintf(`W/"%x"`, sum.Sum64())
	if e.request.Header.Get("If-None-Match") == etag {
		e.w.WriteHeader(http.StatusNotModified)
		return
	}
	e.w.Header().Set("ETag", etag)
	e.send(http.StatusOK, body)
}
