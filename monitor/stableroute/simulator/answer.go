package simulator

import (
	"encoding/json"
	"math"
	"net/http"
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

// answer is what the healthy router says.
func (r *Router) answer(e *exchange) {
	if e.request.Method != http.MethodGet || e.request.URL.Path != "/api/v1/stats" {
		e.fail(http.StatusNotFound, "not_found", "No route for "+e.request.Method+" "+e.request.URL.Path)
		return
	}
	body, _ := json.Marshal(statsOf(r.Scene())) // numbers and a boolean cannot fail
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

// send sends JSON.
func (e *exchange) send(status int, body []byte) {
	e.w.Header().Set("Content-Type", "application/json; charset=utf-8")
	e.w.WriteHeader(status)
	_, _ = e.w.Write(body)
}
