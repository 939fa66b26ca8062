package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

func TestWatchPrintsChangesAndWithJSONEachSettledPoll(t *testing.T) {
	at := time.Date(2026, 11, 29, 20, 0, 0, 0, time.UTC)
	connecting := monitor.Snapshot{Router: monitor.Router{ID: "a", Name: "A"}, Status: monitor.Connecting}
	polling := connecting
	polling.Polling = at
	live := func(after time.Duration, pairs int64) monitor.Snapshot {
		s := connecting
		s.Status, s.Reading = monitor.Live, monitor.Reading{At: at.Add(after), Pairs: pairs}
		return s
	}
	failing := live(0, 4)
	failing.Status, failing.Tries, failing.Failure = monitor.Retrying, 1, monitor.Failure{Kind: monitor.Refused}
	again := failing
	again.Tries = 2
	offline := live(0, 4)
	offline.Status, offline.Failure = monitor.Offline, monitor.Failure{Kind: monitor.NoNetwork}
	answering := live(55*time.Second, 4)
	answering.Outage = monitor.Outage{Since: at}
	over := live(time.Minute, 4)
	over.Outage = monitor.Outage{Since: at, Until: at.Add(time.Minute)}

	slow := live(5*time.Second, 4)
	slow.Slow[monitor.Lookup] = 10 * time.Second
	slower := live(10*time.Second, 4)
	slower.Slow[monitor.Lookup] = 11 * time.Second
	slowAnswers := live(5*time.Second, 4)
	slowAnswers.Slow[monitor.FirstByte] = 8 * time.Second

	naming := with(live(5*time.Second, 5), func(s *monitor.Snapshot) { s.About.Naming = at })
	named := with(live(5*time.Second, 5), func(s *monitor.Snapshot) {
		s.About.Pairs = &monitor.PairsChange{From: 4, To: 5, Came: []string{"USDC→EURC"}}
	})

	for name, tt := range map[string]struct {
		before, after monitor.Snapshot
		text, json    bool
	}{
		"nothing known":      {monitor.Snapshot{}, connecting, false, false},
		"a poll is sent":     {connecting, polling, false, false},
		"the first reading":  {polling, live(0, 4), true, true},
		"another, the same":  {live(0, 4), live(5*time.Second, 4), false, true},
		"other pairs":        {live(0, 4), live(5*time.Second, 5), true, true},
		"their names follow": {live(0, 4), naming, false, true},
		"here they are":      {live(0, 4), named, true, true},
		"a failure":          {live(0, 4), failing, true, true},
		"the same one again": {failing, again, false, true},
		"a file of authorities that is cut": {live(0, 4), with(live(5*time.Second, 4), func(s *monitor.Snapshot) {
			s.Reading.Authorities = monitor.AuthoritiesCut
		}), true, true},
		"a certificate that ends soon": {live(0, 4), with(live(5*time.Second, 4), func(s *monitor.Snapshot) {
			s.CertificateDays, s.AsOf, s.Reading.Certificate.Ends = 14, at, at.AddDate(0, 0, 14)
		}), true, true},
		"no network, without poll": {live(0, 4), offline, true, true},
		"the outage is over":       {answering, over, true, true},
		"the way is slow":          {live(0, 4), slow, true, true},
		"still slow":               {slow, slower, false, true},
		"the answers are slow":     {live(0, 4), slowAnswers, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			var text, object bytes.Buffer
			_, err := printIfChanged(&text, tt.before, tt.after, false)
			require.NoError(t, err)
			_, err = printIfChanged(&object, tt.before, tt.after, true)
			require.NoError(t, err)
			assert.Equal(t, tt.text, text.Len() > 0, text.String())
			assert.Equal(t, tt.json, object.Len() > 0, object.String())
			assert.LessOrEqual(t, strings.Count(text.String(), "\n"), 1)
			if tt.json {
				assert.True(t, json.Valid(object.Bytes()))
			}
		})
	}
}

func with(s monitor.Snapshot, change func(*monitor.Snapshot)) monitor.Snapshot {
	change(&s)
	return s
}

func TestTheExitCodesOfCheck(t *testing.T) {
	want := map[monitor.Status]int{
		monitor.Live: 0, monitor.Paused: 1, monitor.Throttled: 1, monitor.Down: 2, monitor.Offline: 3,
	}
	for status, code := range want {
		assert.Equal(t, code, exitCodeOf(monitor.Snapshot{Status: status}), status)
	}
	wrong := monitor.Snapshot{Status: monitor.Down, Failure: monitor.Failure{Kind: monitor.NotSetUp}}
	assert.Equal(t, 3, exitCodeOf(wrong), "wrongly set up")
}
