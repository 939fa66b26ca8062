package simulator_test

import (
	"context"
	"io"
	"net/http"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"routerwatch/monitor/stableroute/simulator"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(t *testing.T, o simulator.Options) *simulator.Router {
	t.Helper()
	router, err := simulator.Start(o)
	require.NoError(t, err)
	t.Cleanup(router.Close)
	return router
}

// get asks once, on a connection of its own, and reads the whole answer.
func get(t *testing.T, url string, header ...string) (*http.Response, string, error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		return nil, "", err
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		return nil, "", err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	return response, string(body), err
}

func TestItAnswersAsTheRouterDoes(t *testing.T) {
	router := start(t, simulator.Options{Pairs: 4})
	for _, c := range []struct {
		name, path string
		status     int
		body       string
	}{
		{"statistics", "/api/v1/stats", 200, `{"totalPairs":4,"paused":false,"totalApiKeys":2,"totalWebhooks":1,"totalEvents":8,"pairsWithFee":1,"distinctAssets":3}`},
		{"unknown route", "/api/v1/health", 404, `{"error":"not_found","message":"No route for GET /api/v1/health","requestId":"id-1"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			response, body, err := get(t, router.URL()+c.path, "X-Request-Id", "id-1")
			require.NoError(t, err)
			assert.Equal(t, c.status, response.StatusCode)
			assert.Equal(t, c.body, body)
			assert.Equal(t, "id-1", response.Header.Get("X-Request-Id"))
			assert.Equal(t, "application/json; charset=utf-8", response.Header.Get("Content-Type"))
		})
	}
}

func TestFaultsThatAnswer(t *testing.T) {
	router := start(t, simulator.Options{Pairs: 4, RetryAfter: 1500 * time.Millisecond, Slowness: 50 * time.Millisecond})
	for _, c := range []struct {
		fault       simulator.Fault
		status      int
		contentType string
		contains    string
	}{
		{simulator.None, 200, "application/json", `"totalPairs":4`},
		{simulator.Slow, 200, "application/json", `"totalPairs":4`},
		{simulator.Error, 500, "application/json", `"error":"internal_error"`},
		{simulator.Unavailable, 503, "application/json", `"error":"request_timeout"`},
		{simulator.RateLimit, 429, "application/json", `"error":"rate_limited","message":"more than 60 requests per 60s"`},
		{simulator.Garbage, 200, "application/json", "fal<<<"},
		{simulator.Empty, 200, "", ""},
		{simulator.WebPage, 200, "text/html", "<h1>"},
	} {
		t.Run("fault "+string(c.fault), func(t *testing.T) {
			require.NoError(t, router.SetFault(c.fault))
			began := time.Now()
			response, body, err := get(t, router.URL()+"/api/v1/stats")
			require.NoError(t, err)
			assert.Equal(t, c.status, response.StatusCode)
			assert.Contains(t, response.Header.Get("Content-Type"), c.contentType)
			assert.Contains(t, body, c.contains)
			if c.fault == simulator.Slow {
				assert.GreaterOrEqual(t, time.Since(began), 50*time.Millisecond)
			}
			if c.fault == simulator.RateLimit {
				assert.Equal(t, "2", response.Header.Get("Retry-After"), "rounded up")
			}
			if c.fault == simulator.Empty {
				assert.Empty(t, body)
			}
		})
	}
}

func TestRefuseAndListenAgainOnTheSamePort(t *testing.T) {
	router := start(t, simulator.Options{})
	url := router.URL()
	for range 3 {
		require.NoError(t, router.SetFault(simulator.Refuse))
		_, _, err := get(t, url+"/api/v1/stats")
		require.ErrorIs(t, err, syscall.ECONNREFUSED)
		require.NoError(t, router.SetFault(simulator.None))
		_, _, err = get(t, url+"/api/v1/stats")
		require.NoError(t, err)
	}
	assert.Equal(t, url, router.URL())
}

func TestARouterMayStartRefusing(t *testing.T) {
	router := start(t, simulator.Options{Fault: simulator.Refuse})
	_, _, err := get(t, router.URL()+"/api/v1/stats")
	require.ErrorIs(t, err, syscall.ECONNREFUSED)
	require.NoError(t, router.SetFault(simulator.None))
	_, _, err = get(t, router.URL()+"/api/v1/stats")
	require.NoError(t, err)
}

func TestReset(t *testing.T) {
	router := start(t, simulator.Options{Fault: simulator.Reset})
	_, _, err := get(t, router.URL()+"/api/v1/stats")
	require.ErrorIs(t, err, syscall.ECONNRESET)
}

func TestAHeldRequestGoesOnWhenTheFaultEnds(t *testing.T) {
	for _, fault := range []simulator.Fault{simulator.BlackHole, simulator.Slow, simulator.Drip} {
		t.Run(string(fault), func(t *testing.T) {
			router := start(t, simulator.Options{Fault: fault, Slowness: time.Hour})
			answered := make(chan string, 1)
			go func() {
				_, body, _ := get(t, router.URL()+"/api/v1/stats")
				answered <- body
			}()
			require.Eventually(t, func() bool { return router.Total() == 1 }, 5*time.Second, time.Millisecond)
			select {
			case <-answered:
				require.Fail(t, "it answered at once")
			case <-time.After(20 * time.Millisecond):
			}
			require.NoError(t, router.SetFault(simulator.None))
			assert.Contains(t, <-answered, `"totalPairs":0`)
		})
	}
}

func TestCloseEndsWhatIsHeld(t *testing.T) {
	for _, fault := range []simulator.Fault{simulator.BlackHole, simulator.Slow, simulator.Drip, simulator.None} {
		t.Run("fault "+string(fault), func(t *testing.T) {
			router := start(t, simulator.Options{Fault: fault, Slowness: time.Hour})
			ended := make(chan error, 1)
			go func() {
				_, _, err := get(t, router.URL()+"/api/v1/stats")
				ended <- err
			}()
			require.Eventually(t, func() bool { return router.Total() == 1 }, 5*time.Second, time.Millisecond)
			router.Close()
			router.Close() // twice is once
			err := <-ended
			if fault != simulator.None {
				require.Error(t, err)
			}
			require.Error(t, router.SetFault(simulator.None), "closed for good")
			goleak.VerifyNone(t)
		})
	}
}

func TestItRemembersRequests(t *testing.T) {
	router := start(t, simulator.Options{})
	for range 3 {
		_, _, err := get(t, router.URL()+"/api/v1/stats", "X-Request-Id", "mine")
		require.NoError(t, err)
	}
	requests := router.Requests()
	require.Len(t, requests, 3)
	assert.Equal(t, 3, router.Total())
	assert.Equal(t, 1, router.MostAtOnce())
	assert.Equal(t, "/api/v1/stats", requests[2].Path)
	assert.Equal(t, "mine", requests[2].Header.Get("X-Request-Id"))
	assert.WithinDuration(t, time.Now(), requests[2].At, time.Minute)
}

func TestOptionsAreChecked(t *testing.T) {
	_, err := simulator.Start(simulator.Options{Fault: "no such"})
	require.Error(t, err)
	router := start(t, simulator.Options{})
	assert.Contains(t, router.URL(), "http://127.0.0.1:")
	require.Error(t, router.SetFault("no such"))
}

func TestEveryFaultHasShortWords(t *testing.T) {
	seen := map[simulator.Fault]bool{}
	for _, choice := range simulator.Faults() {
		assert.True(t, choice.Fault.Valid())
		assert.False(t, seen[choice.Fault])
		seen[choice.Fault] = true
		assert.NotEmpty(t, choice.Words)
		assert.LessOrEqual(t, len(choice.Words), 14)
	}
	assert.Equal(t, simulator.None, simulator.Faults()[0].Fault)
}

func TestTheDay(t *testing.T) {
	seen := map[simulator.Fault]bool{}
	paused, lost := false, 0
	for s := range 120 {
		scene := simulator.At(time.Duration(s) * time.Second)
		assert.True(t, scene.Fault.Valid())
		if scene.Pairs == 0 {
			lost++
			assert.Equal(t, simulator.None, scene.Fault, "so that it is seen")
		}
		seen[scene.Fault] = true
		paused = paused || scene.Paused
	}
	assert.True(t, paused)
	assert.Equal(t, 10, lost, "seconds without pairs: long enough for a client that polls every 5 s")
	for _, fault := range []simulator.Fault{simulator.Slow, simulator.Unavailable, simulator.Refuse, simulator.RateLimit, simulator.None} {
		assert.True(t, seen[fault], fault)
	}
	assert.Equal(t, simulator.At(0), simulator.At(simulator.Day), "it begins again")
	assert.Equal(t, simulator.At(119*time.Second), simulator.At(-time.Second))
}

func TestRunPlaysTheDayUntilAHandTakesOver(t *testing.T) {
	router := start(t, simulator.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- router.Run(ctx, 240*time.Millisecond) }()
	shown := func(want func(simulator.Scene) bool) func() bool {
		return func() bool { return want(router.Scene()) }
	}
	isPaused := func(s simulator.Scene) bool { return s.Paused }
	require.Eventually(t, shown(isPaused), 10*time.Second, time.Millisecond)

	require.NoError(t, router.SetFault(simulator.Garbage))
	assert.True(t, router.Scene().ByHand)
	held := router.Scene()
	assert.Never(t, func() bool { return router.Scene() != held }, 100*time.Millisecond, 5*time.Millisecond)

	router.Resume()
	require.Eventually(t, shown(func(s simulator.Scene) bool { return s.Fault != simulator.Garbage }),
		10*time.Second, time.Millisecond)
	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
}
