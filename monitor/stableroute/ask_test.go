package stableroute

import (
	"context"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/monitor/stableroute/simulator"
)

func TestAnswersToQuestions(t *testing.T) {
	const pairs = `{"pairs":[{"source":"USDC","destination":"EURC"}],"nextCursor":"NTAw"}`
	for _, tt := range []struct {
		name  string
		topic monitor.Topic
		body  string
		want  monitor.Answer // of a refused body: none
	}{
		{"uptime", monitor.Uptime, `{"status":"ok","uptimeSeconds":40,"pid":1}`, monitor.Answer{Uptime: 40 * time.Second}},
		{"no uptime", monitor.Uptime, `{"status":"ok"}`, monitor.Answer{}},
		{"negative uptime", monitor.Uptime, `{"uptimeSeconds":-1}`, monitor.Answer{}},
		{"endless uptime", monitor.Uptime, `{"uptimeSeconds":1e300}`, monitor.Answer{}},
		{"uptime in words", monitor.Uptime, `{"uptimeSeconds":"long"}`, monitor.Answer{}},

		{"build", monitor.Build, `{"version":"0.1.0","commit":"4f2c1d0aa11bb22cc33dd44ee55ff66778899aab"}`, monitor.Answer{Build: "0.1.0 (4f2c1d0)"}},
		{"only a version", monitor.Build, `{"version":"0.1.0","commit":"unknown","buildTime":"unknown"}`, monitor.Answer{Build: "0.1.0"}},
		{"only a commit", monitor.Build, `{"version":"unknown","commit":"release-7-of-today"}`, monitor.Answer{Build: "release-7-of-today"}},
		{"no build", monitor.Build, `{"version":"unknown","commit":"unknown"}`, monitor.Answer{}},
		{"a build of markup", monitor.Build, `{"version":"<b>\u202e1</b>"}`, monitor.Answer{Build: "b1/b"}},

		{"quota", monitor.Quota, `{"config":{"rateLimitPerWindow":60,"rateLimitWindowMs":60000}}`, monitor.Answer{Quota: monitor.Allowance{Requests: 60, Window: time.Minute}}},
		{"no quota", monitor.Quota, `{"config":{}}`, monitor.Answer{}},

		{"pairs", monitor.PairList, pairs, monitor.Answer{Page: monitor.Page{Pairs: []string{"USDC→EURC"}, Next: "NTAw", ETag: `W/"x"`}}},
		{"no list", monitor.PairList, `{"nextCursor":null}`, monitor.Answer{}},
		{"a nameless asset", monitor.PairList, `{"pairs":[{"source":"USDC"}]}`, monitor.Answer{}},
		{"an asset with a space", monitor.PairList, `{"pairs":[{"source":"US DC","destination":"X"}]}`, monitor.Answer{}},
		{"a page that is too long", monitor.PairList, `{"pairs":[` + strings.Repeat(`{"source":"A","destination":"B"},`, 500) + `{"source":"A","destination":"B"}]}`, monitor.Answer{}},
		{"cut off", monitor.PairList, pairs[:30], monitor.Answer{}},
		{"two values", monitor.PairList, pairs + pairs, monitor.Answer{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			client := newClient(t, serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.Header().Set("ETag", `W/"x"`)
				_, _ = w.Write([]byte(tt.body))
			}).URL)
			answer, err := client.Ask(t.Context(), monitor.Question{Topic: tt.topic})
			if reflect.ValueOf(tt.want).IsZero() {
				f := failureIn(t, err)
				assert.Equal(t, monitor.LayerAnswer, f.Layer)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, answer)
		})
	}
}

func TestAnswersFromRecordings(t *testing.T) {
	for name, tt := range map[string]struct {
		topic monitor.Topic
		want  monitor.Answer
	}{
		"version": {monitor.Build, monitor.Answer{Build: "0.1.0"}},
		"pairs": {monitor.PairList, monitor.Answer{Page: monitor.Page{
			Pairs: []string{"USDC→EURC", "EURC→XLM", "USDC→XLM", "XLM→USDC"}, ETag: `W/"zJaJWO5mP6SJS2Ip"`,
		}}},
	} {
		t.Run(name, func(t *testing.T) {
			answer, err := newClient(t, saying(t, recording(t, name))).Ask(t.Context(), monitor.Question{Topic: tt.topic})
			require.NoError(t, err)
			assert.Equal(t, tt.want, answer)
		})
	}
}

// TestQuestionsFailAsPollsDo is for a router that answers with each fault: the
// question's failure is that of a poll, and says nothing else.
func TestQuestionsFailAsPollsDo(t *testing.T) {
	for _, name := range []string{"not-found", "unauthorized", "rate-limited", "not-acceptable"} {
		t.Run(name, func(t *testing.T) {
			client := newClient(t, saying(t, recording(t, name)), withToken("s3cret"))
			_, err := client.Ask(t.Context(), monitor.Question{Topic: monitor.PairList})
			assert.Equal(t, failing(t, client), failureIn(t, err))
		})
	}
	for _, fault := range simulator.Faults() {
		t.Run(fault.Words, func(t *testing.T) {
			router, err := simulator.Start(simulator.Options{Pairs: 3, Slowness: 10 * time.Millisecond})
			require.NoError(t, err)
			defer router.Close()
			if fault.Fault == simulator.Refuse {
				require.Error(t, router.SetElsewhere(fault.Fault))
				return
			}
			require.NoError(t, router.SetElsewhere(fault.Fault))
			client := newClient(t, router.URL())
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err = client.Ask(ctx, monitor.Question{Topic: monitor.PairList})
			if fault.Kind == "" {
				require.NoError(t, err)
			} else {
				assert.Equal(t, fault.Kind, failureIn(t, err).Kind)
			}
			reading, err := poll(t, client)
			require.NoError(t, err, "the statistics are there")
			assert.EqualValues(t, 3, reading.Pairs)
		})
	}
}

func TestAQuestionIsCancelled(t *testing.T) {
	router, err := simulator.Start(simulator.Options{Fault: simulator.BlackHole})
	require.NoError(t, err)
	defer router.Close()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	_, err = newClient(t, router.URL()).Ask(ctx, monitor.Question{})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestTheListOfPairs reads the simulated router's list in pages, and again.
func TestTheListOfPairs(t *testing.T) {
	router, err := simulator.Start(simulator.Options{Pairs: 1201})
	require.NoError(t, err)
	defer router.Close()
	client := newClient(t, router.URL())
	seen := map[string]bool{}
	pages := 0
	for q := (monitor.Question{Topic: monitor.PairList}); ; pages++ {
		answer, err := client.Ask(t.Context(), q)
		require.NoError(t, err)
		for _, name := range answer.Page.Pairs {
			seen[name] = true
		}
		q.ETag = answer.Page.ETag
		again, err := client.Ask(t.Context(), q)
		require.NoError(t, err)
		assert.True(t, again.Unchanged)
		if answer.Page.Next == "" {
			break
		}
		q = monitor.Question{Topic: monitor.PairList, Cursor: answer.Page.Next}
	}
	assert.Equal(t, 2, pages)
	assert.Len(t, seen, 1201)
	assert.True(t, seen["USDC→XLM"])
}

func TestARestartedRouterHasAnotherBuildAndIsYoung(t *testing.T) {
	router, err := simulator.Start(simulator.Options{})
	require.NoError(t, err)
	defer router.Close()
	client := newClient(t, router.URL())
	ask := func(topic monitor.Topic) monitor.Answer {
		answer, err := client.Ask(t.Context(), monitor.Question{Topic: topic})
		require.NoError(t, err)
		return answer
	}
	before := ask(monitor.Build)
	require.NoError(t, router.SetFault(simulator.Refuse))
	require.NoError(t, router.SetFault(simulator.None))
	assert.NotEqual(t, before, ask(monitor.Build))
	assert.Less(t, ask(monitor.Uptime).Uptime, time.Minute)
	assert.Equal(t, monitor.Allowance{Requests: 60, Window: time.Minute}, ask(monitor.Quota).Quota)
}
