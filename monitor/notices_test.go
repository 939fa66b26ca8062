package monitor

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestDecide(t *testing.T) {
	noon := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	at := func(minutes int) time.Time { return noon.Add(time.Duration(minutes) * time.Minute) }
	reading := func(minutes int, pairs int64) Snapshot {
		return Snapshot{Status: Live, Reading: Reading{Pairs: pairs, At: at(minutes)}}
	}
	live := reading(0, 4)
	pausedAt := func(since, minutes int) Snapshot {
		s := reading(minutes, 4)
		s.Status, s.Reading.Paused, s.Pause = Paused, true, at(since)
		return s
	}
	found := func(s Snapshot) Snapshot {
		s.PauseStartUnseen = true
		return s
	}
	failing := func(status Status, outage Outage, kind Kind) Snapshot {
		s := reading(0, 4)
		s.Status, s.Outage, s.Failure = status, outage, Failure{Kind: kind}
		return s
	}
	open := Outage{Since: at(1)}
	down := failing(Down, open, Refused)
	holding := reading(9, 4)
	holding.Outage = open
	recovered := reading(10, 4)
	recovered.Outage = Outage{Since: at(1), Until: at(9)}

	quietly := func(s Snapshot, q Quiet) Snapshot {
		s.Quiet = q
		return s
	}
	known, muted, away := Quiet{Acknowledged: true}, Quiet{MutedUntil: at(5)}, Quiet{Maintenance: true}
	takenOff := []Notice{{Kind: NoticeDown, Since: at(1), Silent: true}}

	lost := func(minutes int, from, left int64) Snapshot {
		s := reading(minutes, left)
		s.LostPairs = LostPairs{from, at(0)}
		return s
	}
	emptied := func(s Snapshot) Snapshot {
		s.Reading.Pairs, s.LostPairs = 0, LostPairs{4, at(0)}
		return s
	}

	type step struct {
		snapshot Snapshot
		minute   int
		want     []Notice // compared but for the snapshot
	}
	notifiedDown := []Notice{{Kind: NoticeDown, Since: at(1)}}
	stillDown := []Notice{{Kind: NoticeDown, Since: at(1), Still: true}}
	notifiedRecovered := []Notice{{Kind: NoticeRecovered, Since: at(1), Duration: 8 * time.Minute}}
	wanted := Rules{Notifications: Notifications{Down: true, Paused: true, PairsZero: true, PairsChanged: true}}
	always := func(rules Rules) func(int) Rules { return func(int) Rules { return rules } }
	all := always(wanted)
	snoozedTill := func(minute int) func(int) Rules {
		rules := wanted
		rules.Snoozed = at(minute)
		return always(rules)
	}
	snoozedFrom := func(begins int) func(int) Rules {
		return func(minute int) Rules {
			rules := wanted
			if minute >= begins {
				rules.Snoozed = at(begins + 60)
			}
			return rules
		}
	}
	for name, tt := range map[string]struct {
		rules func(minute int) Rules
		steps []step
	}{
		"a start tells nothing": {all, []step{{live, 0, nil}}},
		"under the threshold nothing is notified": {all, []step{
			{live, 0, nil}, {failing(Retrying, Outage{}, Refused), 1, nil}, {live, 2, nil},
		}},
		"one outage is notified once, however it fails": {all, []step{
			{live, 0, nil},
			{down, 1, notifiedDown},
			{down, 2, nil},
			{failing(Down, open, TimedOut), 3, nil},
			{failing(Down, open, TooManyRequests), 4, nil},
			{holding, 9, nil},
			{recovered, 10, notifiedRecovered},
			{recovered, 11, nil},
		}},
		"an outage at the start is notified": {all, []step{{down, 1, notifiedDown}}},
		"a relapse before the recovery held is the same outage": {all, []step{
			{live, 0, nil},
			{down, 1, notifiedDown},
			{holding, 2, nil},
			{down, 3, nil},
			{holding, 4, nil},
			{recovered, 10, notifiedRecovered},
		}},
		"the next outage is notified again": {all, []step{
			{down, 1, notifiedDown},
			{recovered, 10, notifiedRecovered},
			{failing(Down, Outage{Since: at(20)}, Refused), 21, []Notice{{Kind: NoticeDown, Since: at(20)}}},
		}},
		"offline is not down": {all, []step{
			{live, 0, nil}, {failing(Offline, Outage{}, NoNetwork), 1, nil},
		}},
		"throttled is not down": {all, []step{
			{live, 0, nil}, {failing(Throttled, Outage{}, TooManyRequests), 1, nil},
		}},
		"an unwanted outage has no recovery": {always(Rules{}), []step{{down, 1, nil}, {recovered, 10, nil}}},
		"an outage in a snooze is notified when the snooze ends": {snoozedTill(5), []step{
			{live, 0, nil}, {down, 1, nil}, {down, 4, nil}, {down, 5, stillDown}, {recovered, 10, notifiedRecovered},
		}},
		"an outage over before the snooze ends is never notified": {snoozedTill(30), []step{
			{live, 0, nil}, {down, 1, nil}, {recovered, 10, nil}, {reading(30, 6), 31, []Notice{{Kind: NoticePairsChanged, Was: 4}}},
		}},
		"a snooze that ends while the recovery is being held tells nothing": {snoozedTill(9), []step{
			{live, 0, nil}, {down, 1, nil}, {holding, 9, nil}, {recovered, 10, nil},
		}},
		"an acknowledged outage is taken off the screen, and notified to be over": {all, []step{
			{live, 0, nil},
			{down, 1, notifiedDown},
			{quietly(down, known), 2, takenOff},
			{quietly(down, known), 3, nil},
			{holding, 9, nil},
			{recovered, 10, notifiedRecovered},
			{recovered, 11, nil},
		}},
		"an outage acknowledged in a snooze is notified to be over": {snoozedTill(5), []step{
			{live, 0, nil}, {down, 1, nil}, {quietly(down, known), 2, nil}, {quietly(down, known), 6, nil}, {recovered, 10, notifiedRecovered},
		}},
		"the outage after an acknowledged one is notified": {all, []step{
			{live, 0, nil},
			{down, 1, notifiedDown},
			{quietly(down, known), 2, takenOff},
			{recovered, 10, notifiedRecovered},
			{failing(Down, Outage{Since: at(20)}, Refused), 21, []Notice{{Kind: NoticeDown, Since: at(20)}}},
		}},
		"still down when the mute ends": {all, []step{
			{live, 0, nil},
			{down, 1, notifiedDown},
			{quietly(down, muted), 2, takenOff},
			{quietly(down, muted), 4, nil},
			{quietly(down, muted), 5, stillDown},
			{recovered, 10, notifiedRecovered},
		}},
		"down within the mute, and still when it ends": {all, []step{
			{live, 0, nil}, {quietly(down, muted), 1, nil}, {down, 5, stillDown},
		}},
		"down and back within the mute": {all, []step{
			{live, 0, nil}, {quietly(down, muted), 1, nil}, {quietly(recovered, muted), 3, nil}, {recovered, 10, nil},
		}},
		"notified, and back within the mute: notified when it ends": {all, []step{
			{live, 0, nil}, {down, 1, notifiedDown}, {quietly(down, muted), 2, takenOff}, {quietly(recovered, muted), 4, nil}, {recovered, 10, notifiedRecovered},
		}},
		"still down when the maintenance ends": {all, []step{
			{live, 0, nil}, {quietly(down, away), 1, nil}, {quietly(down, away), 90, nil}, {down, 91, stillDown}, {down, 92, nil},
		}},
		"acknowledged in maintenance, which ends": {all, []step{
			{live, 0, nil}, {quietly(down, away), 1, nil}, {quietly(down, Quiet{Acknowledged: true, Maintenance: true}), 2, nil}, {quietly(down, known), 3, nil},
		}},
		"a pause and pairs in maintenance are notified when it ends, if they are still so": {all, []step{
			{live, 0, nil},
			{quietly(pausedAt(1, 1), away), 1, nil},
			{quietly(reading(2, 9), away), 2, nil},
			{quietly(pausedAt(3, 3), away), 3, nil},
			{pausedAt(3, 5), 5, []Notice{{Kind: NoticePaused, Since: at(3)}}},
		}},
		"an acknowledged outage that nobody wants to be notified of": {always(Rules{}), []step{
			{quietly(down, known), 1, nil}, {recovered, 10, nil},
		}},
		"a pause and its end, once each": {all, []step{
			{live, 0, nil},
			{pausedAt(2, 2), 2, []Notice{{Kind: NoticePaused, Since: at(2)}}},
			{pausedAt(2, 3), 3, nil},
			{reading(7, 4), 7, []Notice{{Kind: NoticeResumed, Since: at(2), Duration: 5 * time.Minute}}},
			{reading(8, 4), 8, nil},
		}},
		"a pause found at the start is no news, its end is, of at least that length": {all, []step{
			{found(pausedAt(0, 0)), 0, nil},
			{found(pausedAt(0, 1)), 1, nil},
			{reading(7, 4), 7, []Notice{{Kind: NoticeResumed, Since: at(0), Duration: 7 * time.Minute, AtLeast: true}}},
			{pausedAt(8, 8), 8, []Notice{{Kind: NoticePaused, Since: at(8)}}},
			{reading(9, 4), 9, []Notice{{Kind: NoticeResumed, Since: at(8), Duration: time.Minute}}},
		}},
		"a pause whose beginning was slept through": {all, []step{
			{live, 0, nil},
			{found(pausedAt(5, 5)), 5, []Notice{{Kind: NoticePaused, Since: at(5)}}},
			{reading(7, 4), 7, []Notice{{Kind: NoticeResumed, Since: at(5), Duration: 2 * time.Minute, AtLeast: true}}},
		}},
		"an outage whose beginning was not seen": {all, []step{
			{failing(Down, Outage{Since: at(1), StartUnseen: true}, Refused), 1, notifiedDown},
			{func() Snapshot { s := recovered; s.Outage.StartUnseen = true; return s }(), 10, []Notice{
				{Kind: NoticeRecovered, Since: at(1), Duration: 8 * time.Minute, AtLeast: true},
			}},
		}},
		"a pause goes on through an outage": {all, []step{
			{live, 0, nil},
			{pausedAt(1, 1), 1, []Notice{{Kind: NoticePaused, Since: at(1)}}},
			{down, 2, notifiedDown},
			{pausedAt(1, 9), 9, []Notice{}},
		}},
		"a pause in a snooze that lasts is notified at its end": {snoozedTill(5), []step{
			{live, 0, nil}, {pausedAt(2, 2), 2, nil}, {pausedAt(2, 5), 5, []Notice{{Kind: NoticePaused, Since: at(2)}}},
		}},
		"a pause that was notified and ends in a snooze is taken back in silence": {snoozedFrom(3), []step{
			{live, 0, nil},
			{pausedAt(2, 2), 2, []Notice{{Kind: NoticePaused, Since: at(2)}}},
			{reading(4, 4), 4, []Notice{{Kind: NoticeResumed, Since: at(2), Duration: 2 * time.Minute, Silent: true}}},
			{reading(90, 4), 90, nil},
		}},
		"a pause found at the start that ends in a snooze is not notified": {snoozedFrom(3), []step{
			{found(pausedAt(0, 0)), 0, nil}, {reading(4, 4), 4, nil}, {reading(90, 4), 90, nil},
		}},
		"an outage that was notified and ends in a snooze is notified to be over": {snoozedFrom(3), []step{
			{live, 0, nil}, {down, 2, notifiedDown}, {recovered, 10, notifiedRecovered},
		}},
		"unwanted pauses": {always(Rules{Notifications: Notifications{Down: true}}), []step{
			{live, 0, nil}, {pausedAt(2, 2), 2, nil}, {reading(7, 4), 7, nil},
		}},
		"pairs were lost": {always(defaultRules()), []step{
			{live, 0, nil},
			{lost(1, 4, 1), 1, []Notice{{Kind: NoticeLostPairs, Since: at(0), Was: 4}}},
			{lost(2, 4, 1), 2, nil},
			{lost(3, 4, 0), 3, []Notice{{Kind: NoticeLostPairs, Since: at(0), Was: 4}}},
			{lost(4, 4, 0), 4, nil},
			{reading(5, 5), 5, []Notice{{Kind: NoticeLostPairs, Silent: true}}},
			{lost(6, 5, 0), 6, []Notice{{Kind: NoticeLostPairs, Since: at(0), Was: 5}}},
		}},
		"pairs that were lost before the first start": {all, []step{{lost(0, 4, 0), 0, nil}, {lost(1, 4, 0), 1, nil}}},
		"pairs that were lost in a snooze": {snoozedTill(5), []step{
			{live, 0, nil}, {lost(1, 4, 0), 1, nil}, {lost(6, 4, 0), 6, []Notice{{Kind: NoticeLostPairs, Since: at(0), Was: 4}}},
		}},
		"lost pairs where only changes are wanted": {always(Rules{Notifications: Notifications{PairsChanged: true}}), []step{
			{live, 0, nil}, {lost(1, 4, 0), 1, []Notice{{Kind: NoticePairsChanged, Was: 4}}},
		}},
		"a router that is back, paused and empty, is one notice": {all, []step{
			{live, 0, nil},
			{down, 1, notifiedDown},
			{func() Snapshot { s := emptied(pausedAt(9, 9)); s.Outage = open; return s }(), 9, nil},
			{func() Snapshot { s := emptied(pausedAt(9, 10)); s.Outage = recovered.Outage; return s }(), 10, []Notice{
				{
					Kind: NoticeRecovered, Since: at(1), Duration: 8 * time.Minute,
					With: []Notice{{Kind: NoticePaused, Since: at(9)}, {Kind: NoticeLostPairs, Since: at(0), Was: 4}},
				},
				{Kind: NoticePaused, Silent: true},
				{Kind: NoticeLostPairs, Silent: true},
			}},
			{emptied(pausedAt(9, 11)), 11, nil},
		}},
		"a recovery in a snooze is told with all its news": {snoozedFrom(3), []step{
			{live, 0, nil},
			{down, 1, notifiedDown},
			{func() Snapshot { s := pausedAt(9, 10); s.Outage = recovered.Outage; return s }(), 10, []Notice{
				{Kind: NoticeRecovered, Since: at(1), Duration: 8 * time.Minute, With: []Notice{{Kind: NoticePaused, Since: at(9)}}},
				{Kind: NoticePaused, Silent: true},
			}},
			{pausedAt(9, 90), 90, nil},
		}},
		"a router that is resumed, and empty": {all, []step{
			{live, 0, nil},
			{pausedAt(1, 1), 1, []Notice{{Kind: NoticePaused, Since: at(1)}}},
			{lost(3, 4, 0), 3, []Notice{
				{Kind: NoticeResumed, Since: at(1), Duration: 2 * time.Minute, With: []Notice{{Kind: NoticeLostPairs, Since: at(0), Was: 4}}},
				{Kind: NoticeLostPairs, Silent: true},
			}},
		}},
		"zero pairs at the start is no fall": {all, []step{{reading(0, 0), 0, nil}, {reading(1, 0), 1, nil}}},
		"pairs changed, where wanted": {all, []step{
			{live, 0, nil}, {reading(1, 6), 1, []Notice{{Kind: NoticePairsChanged, Was: 4}}}, {reading(2, 6), 2, nil},
		}},
		"pairs changed, where not": {always(defaultRules()), []step{{live, 0, nil}, {reading(1, 6), 1, nil}}},
		"pairs that came back in a snooze are no news": {snoozedTill(5), []step{
			{live, 0, nil}, {reading(1, 0), 1, nil}, {reading(6, 4), 6, nil},
		}},
		"the reading of a failing router is old news": {all, []step{
			{live, 0, nil}, {func() Snapshot { s := down; s.Reading.Pairs = 0; return s }(), 1, notifiedDown},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			var notified Notified
			for i, step := range tt.steps {
				var got []Notice
				notified, got = Decide(notified, step.snapshot, tt.rules(step.minute), at(step.minute))
				for j, notice := range got {
					assert.Equal(t, step.snapshot, notice.Snapshot, "step %d", i)
					got[j].Snapshot, got[j].With = Snapshot{}, slices.Clone(notice.With)
					for k := range got[j].With {
						got[j].With[k].Snapshot = Snapshot{}
					}
				}
				assert.ElementsMatch(t, step.want, got, "step %d", i)
			}
		})
	}
}

// TestNeverTwoNoticesAtOnce shows Decide anything, also what no router does.
func TestNeverTwoNoticesAtOnce(t *testing.T) {
	noon := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		moments := rapid.Map(rapid.IntRange(-3, 3), func(n int) time.Time {
			if n == 0 {
				return time.Time{}
			}
			return noon.Add(time.Duration(n) * 20 * time.Second)
		})
		yes := rapid.Bool()
		counts := rapid.Int64Range(0, 4)
		var notified Notified
		for i := range 30 {
			at := func(what string) time.Time { return moments.Draw(t, what) }
			now := noon.Add(time.Duration(i) * 10 * time.Second)
			s := Snapshot{
				Status: rapid.SampledFrom(Statuses()).Draw(t, "status"), Outage: Outage{Since: at("since"), Until: at("until")},
				Reading: Reading{Pairs: counts.Draw(t, "pairs"), At: at("read"), Certificate: Certificate{Ends: noon.Add(time.Duration(1+counts.Draw(t, "ends")) * 24 * time.Hour)}},
				Pause:   at("pause"), LostPairs: LostPairs{counts.Draw(t, "lost"), at("lost since")}, About: About{Naming: at("naming")},
				Quiet: Quiet{Acknowledged: yes.Draw(t, "acknowledged"), Muted: yes.Draw(t, "muted"), Maintenance: yes.Draw(t, "maintenance")},
			}
			if s.Reading.Paused = !s.Pause.IsZero(); s.LostPairs.From == 0 {
				s.LostPairs = LostPairs{}
			}
			if yes.Draw(t, "fails") {
				s.Failure.Kind = Refused
			}
			rules := Rules{Notifications{true, yes.Draw(t, "pauses"), yes.Draw(t, "losses"), true, 14}, at("snoozed")}
			var notices []Notice
			notified, notices = Decide(notified, s, rules, now)
			shown := 0
			for _, n := range notices {
				if !n.Silent {
					shown++
				}
			}
			if shown > 1 {
				t.Fatalf("%+v", notices)
			}
			again, more := Decide(notified, s, rules, now)
			if len(more) > 0 || again != notified {
				t.Fatalf("the same snapshot is news twice: %+v", more)
			}
		}
	})
}

func TestAnOutageThatTheProgramLeftIsNotifiedOnceMore(t *testing.T) {
	noon := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	down := Snapshot{Status: Down, Outage: Outage{Since: noon}, Failure: Failure{Kind: Refused}}
	back := Snapshot{Status: Live, Outage: Outage{Since: noon, Until: noon.Add(time.Hour)}}
	kinds := func(notices []Notice) (kinds []NoticeKind) {
		for _, n := range notices {
			kinds = append(kinds, n.Kind)
		}
		return kinds
	}
	notified, _ := Decide(Notified{}, down, defaultRules(), noon)
	left := notified.Leave()
	assert.Equal(t, Notified{}, Notified{}.Leave(), "nothing was notified")

	again, notices := Decide(left, Snapshot{Status: Connecting, Outage: down.Outage}, defaultRules(), noon)
	assert.Empty(t, notices, "it may be over")
	again, notices = Decide(again, down, defaultRules(), noon)
	assert.Equal(t, []NoticeKind{NoticeDown}, kinds(notices))
	assert.Equal(t, notified, again)
	_, notices = Decide(again, down, defaultRules(), noon)
	assert.Empty(t, notices)

	over, notices := Decide(left, back, defaultRules(), noon.Add(time.Hour))
	assert.Equal(t, []NoticeKind{NoticeRecovered}, kinds(notices), "over meanwhile: it was notified that it was down")
	assert.Equal(t, Notified{}, over)

	snoozing := defaultRules()
	snoozing.Snoozed = noon.Add(time.Minute)
	silent, notices := Decide(left, down, snoozing, noon)
	assert.Empty(t, notices)
	_, notices = Decide(silent, down, snoozing, snoozing.Snoozed)
	assert.Equal(t, []NoticeKind{NoticeDown}, kinds(notices), "notified when the snooze ends")
}

func TestAWithheldNoticeIsRemembered(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2026, time.November, 29, 12, minute, 0, 0, time.UTC) }
	down := Snapshot{Status: Down, Failure: Failure{Kind: Refused}, Outage: Outage{Since: at(1)}}
	muted, acknowledged, retrying := down, down, down
	muted.Quiet.Muted, acknowledged.Quiet.Acknowledged, retrying.Status = true, true, Retrying
	snoozed, off := Rules{Notifications: DefaultNotifications(), Snoozed: at(30)}, Rules{Snoozed: at(30)}
	for name, tt := range map[string]struct {
		before   Notified
		snapshot Snapshot
		rules    Rules
		minute   int
		want     time.Time
	}{
		"snoozed":                   {Notified{}, down, snoozed, 2, at(1)},
		"the snooze is over":        {Notified{}, down, snoozed, 30, time.Time{}},
		"muted":                     {Notified{}, muted, snoozed, 40, at(1)},
		"notified before":           {Notified{Outage: at(1)}, down, snoozed, 2, time.Time{}},
		"acknowledged":              {Notified{}, acknowledged, snoozed, 2, time.Time{}},
		"not down yet":              {Notified{}, retrying, snoozed, 2, time.Time{}},
		"no outage is notified":     {Notified{}, down, off, 2, time.Time{}},
		"another one was withheld":  {Notified{Withheld: at(0)}, down, snoozed, 2, at(1)},
		"it stays when it is known": {Notified{Withheld: at(1)}, down, snoozed, 30, at(1)},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := Decide(tt.before, tt.snapshot, tt.rules, at(tt.minute))
			assert.Equal(t, tt.want, got.Withheld)
		})
	}
}
