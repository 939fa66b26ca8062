package monitor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestAnAcknowledgedOutageIsThatOneAlone(t *testing.T) {
	noon := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	down := Snapshot{Status: Down, Outage: Outage{Since: noon}}
	acknowledge := Silencing{What: Acknowledge, On: true}
	silence := Silence{}.After(acknowledge, down, noon)
	assert.True(t, silence.Quiet(down).Acknowledged)
	assert.Equal(t, silence, silence.After(acknowledge, down, noon), "twice is once")
	assert.Zero(t, silence.After(Silencing{What: Acknowledge}, down, noon), "and can be taken back")

	over := Snapshot{Status: Live, Outage: Outage{Since: noon, Until: noon.Add(time.Hour)}}
	assert.Zero(t, silence.Quiet(over))
	assert.Zero(t, silence.Quiet(Snapshot{Status: Down, Outage: Outage{Since: noon.Add(2 * time.Hour)}}), "another outage")
	assert.Zero(t, Silence{}.After(acknowledge, over, noon), "nothing is wrong")
}

func TestWhatCountsInTheIcon(t *testing.T) {
	for name, tt := range map[string]struct {
		status Status
		quiet  Quiet
		want   bool
	}{
		"a router":                       {Down, Quiet{}, true},
		"acknowledged":                   {Down, Quiet{Acknowledged: true}, false},
		"acknowledged, and we are stuck": {Stalled, Quiet{Acknowledged: true}, true},
		"in maintenance":                 {Down, Quiet{Maintenance: true}, false},
		"muted":                          {Down, Quiet{Muted: true, MutedUntil: time.Now().Add(time.Hour)}, true},
	} {
		assert.Equal(t, tt.want, Snapshot{Status: tt.status, Quiet: tt.quiet}.InIcon(), name)
	}
}

func TestMutedEndsAtItsMoment(t *testing.T) {
	noon := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	q := Quiet{MutedUntil: noon}
	assert.True(t, q.MutedAt(noon.Add(-1)))
	assert.False(t, q.MutedAt(noon))
	assert.True(t, Quiet{Muted: true}.MutedAt(noon))

	mute := func(d time.Duration) Silence {
		return Silence{}.After(Silencing{What: Mute, On: true, For: d}, Snapshot{}, noon)
	}
	hour, until := mute(time.Hour).Expire(noon.Add(time.Hour - 1))
	assert.Equal(t, mute(time.Hour), hour)
	assert.Equal(t, noon.Add(time.Hour), until)
	over, until := mute(time.Hour).Expire(noon.Add(time.Hour))
	assert.Zero(t, over)
	assert.Zero(t, until)
	for range 2 { // a mute until it is switched off has no end
		forever, until := mute(0).Expire(noon.Add(1000 * time.Hour))
		assert.Equal(t, Silence{Muted: true}, forever)
		assert.Zero(t, until)
	}
	assert.Equal(t, noon.Add(MaxMute), mute(1000*time.Hour).MutedUntil)
	back, _ := mute(time.Hour).Expire(noon.Add(-1000 * time.Hour))
	assert.Equal(t, noon.Add(MaxMute-1000*time.Hour), back.MutedUntil, "a clock that was set back")
	assert.Zero(t, mute(time.Hour).After(Silencing{What: Mute}, Snapshot{}, noon), "switched off")
	assert.Equal(t, Silence{Muted: true}, mute(time.Hour).After(Silencing{What: Mute, On: true}, Snapshot{}, noon), "one mute at a time")
}

// The monitor forgets a closed outage at a restart.
func TestARecoveryInAMuteOutlivesARestart(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, 11, 30, 12, minute, 0, 0, time.UTC) }
	down := Snapshot{Status: Down, Outage: Outage{Since: at(0)}, Failure: Failure{Kind: Refused}}
	live := Snapshot{Status: Live, Reading: Reading{At: at(20), Pairs: 4}}
	back, muted := live, Quiet{Muted: true}
	back.Outage = Outage{Since: at(0), Until: at(12), StartUnseen: true}
	notified, _ := Decide(Notified{Started: true, Pairs: Counted(4)}, down, defaultRules(), at(1))
	step := func(s Snapshot, q Quiet) []Notice {
		var notices []Notice
		s.Quiet = q
		notified, notices = Decide(notified, s, defaultRules(), at(30))
		for i := range notices {
			notices[i].Snapshot = Snapshot{}
		}
		return notices
	}
	assert.Equal(t, []Notice{{Kind: NoticeDown, Since: at(0), Silent: true}}, step(down, muted))
	assert.Empty(t, step(back, muted))
	notified = notified.Leave()
	connecting, failing := Snapshot{Status: Connecting}, Snapshot{Status: Retrying, Failure: Failure{Kind: Refused}}
	for _, s := range []Snapshot{connecting, live} {
		assert.Empty(t, step(s, muted))
	}
	assert.Empty(t, step(connecting, Quiet{}), "it may be down again")
	assert.Empty(t, step(failing, Quiet{}), "it may be down again")
	left, again := notified, Snapshot{Status: Down, Outage: Outage{Since: at(29)}, Failure: Failure{Kind: Refused}}
	assert.Equal(t, []Notice{{Kind: NoticeRecovered, Since: at(0), Duration: 12 * time.Minute, AtLeast: true}}, step(live, Quiet{}))
	assert.Empty(t, step(live, Quiet{}), "once")
	notified = left
	assert.Equal(t, []Notice{{Kind: NoticeDown, Since: at(29)}}, step(again, Quiet{}), "another outage is all that is true")
	again.Outage.Until = at(30)
	again.Status, again.Failure, again.Reading = Live, Failure{}, live.Reading
	assert.Equal(t, []Notice{{Kind: NoticeRecovered, Since: at(29), Duration: time.Minute}}, step(again, Quiet{}))
}

// TestASilentRouterNeverNotifies lets a router go through anything, with an operator
// who silences it in every way, and keeps a list of what is on the screen.
func TestASilentRouterNeverNotifies(t *testing.T) { rapid.Check(t, silenceAnything) }

func silenceAnything(t *rapid.T) {
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	rules := Rules{Notifications: DefaultNotifications()}
	var notified Notified
	var silence Silence
	s := Snapshot{Status: Live, Reading: Reading{Pairs: 4, At: now}}
	onScreen, restarted := time.Time{}, false // the outage whose notice is shown
	for i := range rapid.IntRange(1, 60).Draw(t, "steps") {
		now = now.Add(time.Duration(rapid.IntRange(1, 50).Draw(t, "minutes")) * time.Minute)
		switch rapid.IntRange(0, 9).Draw(t, "what") {
		case 0, 1, 2: // it fails
			if !s.Outage.Open() {
				s.Outage = Outage{Since: now}
			}
			s.Status, s.Failure = Down, Failure{Kind: Refused}
		case 3, 4: // it is well, or paused, or has other pairs
			if s.Outage.Open() {
				s.Outage.Until = now
			}
			s.Status, s.Failure, s.Pause = Live, Failure{}, time.Time{}
			s.Reading = Reading{At: now, Pairs: rapid.Int64Range(0, 2).Draw(t, "pairs"), Paused: rapid.Bool().Draw(t, "paused")}
			if s.Reading.Paused {
				s.Status, s.Pause = Paused, now
			}
		case 5: // the program ends and starts again
			notified, restarted = notified.Leave(), true
			onScreen = time.Time{}
		default:
			silence = silence.After(Silencing{
				What: rapid.SampledFrom([]SilencingKind{Acknowledge, Mute, Maintenance}).Draw(t, "silence"),
				On:   rapid.Bool().Draw(t, "on"), For: time.Duration(rapid.IntRange(0, 3).Draw(t, "hours")) * time.Hour,
			}, s, now)
		}
		silence, _ = silence.Expire(now)
		s.Quiet = silence.Quiet(s)
		silent := s.Quiet.Maintenance || s.Quiet.MutedAt(now)

		var notices []Notice
		notified, notices = Decide(notified, s, rules, now)
		for _, n := range notices {
			switch {
			case n.Silent:
				if n.Kind == NoticeDown {
					onScreen = time.Time{}
				}
				continue
			case n.Kind == NoticeDown:
				assert.False(t, s.Quiet.Acknowledged, "step %d: it is acknowledged", i)
				assert.NotEqual(t, s.Outage.Since, onScreen, "step %d: it is on the screen", i)
				onScreen = n.Since
			case n.Kind == NoticeRecovered:
				onScreen = time.Time{}
			}
			assert.False(t, silent, "step %d: %s while silent", i, n.Kind)
		}
		if s.Outage.Open() && !silent && !s.Quiet.Acknowledged {
			assert.Equal(t, s.Outage.Since, onScreen, "step %d: the word on what is still wrong (restarted: %t)", i, restarted)
		} else {
			assert.Zero(t, onScreen, "step %d: nothing old is on the screen", i)
		}
		_, again := Decide(notified, s, rules, now)
		assert.Empty(t, again, "step %d: once", i)
	}
}
