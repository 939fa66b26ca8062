package wire_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
	"routerwatch/ui/wire"
)

// What the window shows is what the agent would: nothing that is shown gets
// lost on the way.
func TestSnapshotsSurviveTheWire(t *testing.T) {
	now := viewtest.Now().Add(1500 * time.Millisecond)
	for _, state := range viewtest.States() {
		t.Run(state.Name, func(t *testing.T) {
			for _, s := range state.Snapshots {
				text, err := wire.Marshal(s)
				require.NoError(t, err)
				assert.True(t, json.Valid(text))
				got, err := wire.NewReader(bytes.NewReader(text)).FromAgent()
				require.NoError(t, err)
				back := got.(monitor.Snapshot)

				assert.Equal(t, s, back)
				assert.Equal(t, view.Render(s, now), view.Render(back, now))
				assert.Equal(t, view.Line(s, now), view.Line(back, now))
			}
		})
	}
}

func TestSnapshotResolution(t *testing.T) {
	s := viewtest.States()[0].Snapshots[0]
	s.Reading = monitor.Reading{At: time.Now(), Latency: 1_999_999 * time.Nanosecond}
	s.Status, s.Failure = monitor.Throttled, monitor.Example(monitor.TooManyRequests)
	s.Failure.RetryAfter, s.Failure.Limit = 1001*time.Millisecond, 1500*time.Microsecond
	back := wire.FromSnapshot(s).Monitor()
	assert.Equal(t, time.Millisecond, back.Reading.Latency, "milliseconds, rounded down")
	assert.Equal(t, 2*time.Second, back.Failure.RetryAfter, "seconds, rounded up: never sooner than asked")
	assert.Equal(t, time.Millisecond, back.Failure.Limit)
	assert.True(t, s.Reading.At.Equal(back.Reading.At))
	assert.Equal(t, time.UTC, back.Reading.At.Location())
}

func TestUnknownIsNull(t *testing.T) {
	text, err := wire.Marshal(monitor.Snapshot{Status: monitor.Connecting})
	require.NoError(t, err)
	var fields map[string]any
	require.NoError(t, json.Unmarshal(text, &fields))
	for _, name := range []string{
		"pairs", "paused", "latency_ms", "updated_at", "next_poll_at", "failure", "polling_since", "paused_since",
		"outage_since", "outage_until", "retry_blocked_until",
	} {
		value, present := fields[name]
		assert.True(t, present && value == nil, name)
	}
}

func TestTimesAreUTC(t *testing.T) {
	s := viewtest.States()[2].Snapshots[0]
	zone := time.FixedZone("five hours west", -5*3600)
	s.Reading.At, s.NextPoll, s.AsOf = s.Reading.At.In(zone), s.NextPoll.In(zone), s.AsOf.In(zone)
	text, err := wire.Marshal(s)
	require.NoError(t, err)
	assert.Contains(t, string(text), `"updated_at":"2026-11-29T19:59:58Z"`)
	assert.NotContains(t, string(text), "-05:00")
}

func TestHandMadeLineNeedsOnlyAStatus(t *testing.T) {
	got, err := wire.NewReader(strings.NewReader(`{"status":"live","router":"Mine","pairs":7}`)).FromAgent()
	require.NoError(t, err)
	s := got.(monitor.Snapshot)
	assert.Equal(t, "Mine", s.ID)
	assert.False(t, s.Reading.Known(), "a count of unknown age is no reading")
	assert.NotPanics(t, func() { view.Render(s, viewtest.Now()) })
}

func TestExtremeValuesAreAccepted(t *testing.T) {
	line := fmt.Sprintf(`{"status":"down","wait_ms":%d,"interval_ms":%d,"timeout_ms":%d,"failures":%d,"tries":%d,`+
		`"pairs":%d,"paused":true,"latency_ms":%d,"updated_at":"9999-12-31T23:59:59Z","as_of":"0001-01-01T00:00:00Z",`+
		`"next_poll_at":"9999-12-31T23:59:59Z","failure":{"kind":"timed_out","retry_after_s":%d,"limit_ms":%d}}`,
		math.MaxInt64, math.MinInt64, math.MaxInt64, math.MaxInt64, math.MinInt64, math.MinInt64, math.MaxInt64,
		math.MaxInt64, math.MaxInt64)
	got, err := wire.NewReader(strings.NewReader(line)).FromAgent()
	require.NoError(t, err)
	s := got.(monitor.Snapshot)
	assert.Positive(t, s.Wait, "too long is the longest, not negative")
	assert.Negative(t, s.Interval)
	assert.Positive(t, s.Failure.RetryAfter)
	m := view.Render(s, viewtest.Now())
	assert.NotContains(t, m.Trouble.Countdown, "-")
	_, err = wire.Marshal(s)
	require.NoError(t, err)
}

func TestTimeThatCannotBeWrittenIsUnknown(t *testing.T) {
	for _, year := range []int{-1, 10_000} {
		s := viewtest.States()[2].Snapshots[0]
		s.AsOf = time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
		s.NextPoll = s.AsOf
		text, err := wire.Marshal(s)
		require.NoError(t, err)
		assert.Contains(t, string(text), `"next_poll_at":null`)
	}
}

// The names and types of the fields are an interface: other people's scripts
// read them. Adding one is fine, and shows here; changing one is not.
func TestFieldsAreAnInterface(t *testing.T) {
	var text strings.Builder
	for _, v := range []any{
		wire.Snapshot{}, wire.Failure{}, wire.App{}, wire.Demo{}, wire.Fault{}, wire.Show{}, wire.Command{},
	} {
		kind := reflect.TypeOf(v)
		fmt.Fprintln(&text, kind.Name())
		for field := range kind.Fields() {
			fmt.Fprintf(&text, "    %-24s %s\n", field.Tag.Get("json"), field.Type)
		}
	}
	golden(t, filepath.Join("testdata", "fields.golden"), []byte(text.String()))
}
