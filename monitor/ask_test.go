package monitor

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// talker is a source that also answers questions, as a router does that has these
// pairs and was started at that time.
type talker struct {
	*answers
	instead func(context.Context, Question) (Answer, error) // nil to answer

	mu        sync.Mutex
	pairs     []string
	pageSize  int
	started   time.Time
	build     string
	questions []Question
	askedAt   []time.Time
}

func talking(pairs ...string) *talker {
	r := &talker{pairs: pairs, pageSize: 500, started: time.Now().Add(-time.Hour), build: "1.0"}
	r.answers = answering(r.reading)
	return r
}

func (r *talker) reading(context.Context) (Reading, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Reading{Pairs: int64(len(r.pairs))}, nil
}

func (r *talker) have(pairs ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pairs = pairs
}

func (r *talker) wasCrowded() bool {
	r.answers.mu.Lock()
	defer r.answers.mu.Unlock()
	return r.crowded
}

// asks is how many questions there were.
func (r *talker) asks() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.questions)
}

func (r *talker) Ask(ctx context.Context, q Question) (Answer, error) {
	r.answers.mu.Lock()
	r.flying++
	r.crowded = r.crowded || r.flying > 1
	r.answers.mu.Unlock()
	defer func() {
		r.answers.mu.Lock()
		r.flying--
		r.answers.mu.Unlock()
	}()
	r.mu.Lock()
	r.questions, r.askedAt = append(r.questions, q), append(r.askedAt, time.Now())
	r.mu.Unlock()
	if r.instead != nil {
		return r.instead(ctx, q)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.answer(q), nil
}

func (r *talker) answer(q Question) Answer {
	switch q.Topic {
	case Uptime:
		return Answer{Uptime: time.Since(r.started).Round(time.Second)}
	case Build:
		return Answer{Build: r.build}
	case Quota:
		return Answer{Quota: Allowance{60, time.Minute}}
	case PairList, topics:
	}
	from, _ := strconv.Atoi(q.Cursor)
	from = min(from, len(r.pairs))
	to := min(from+r.pageSize, len(r.pairs))
	page := Page{Pairs: slices.Clone(r.pairs[from:to]), ETag: fmt.Sprint(r.pairs[from:to], to < len(r.pairs))}
	if to < len(r.pairs) {
		page.Next = strconv.Itoa(to)
	}
	if page.ETag == q.ETag {
		return Answer{Unchanged: true}
	}
	return Answer{Page: page}
}

// topics are the topics that were asked so far, and when, from the start.
func (r *talker) told(start time.Time) (told []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	names := []string{"uptime", "pairs", "build", "quota"}
	for i, q := range r.questions {
		told = append(told, fmt.Sprint(names[q.Topic], " ", r.askedAt[i].Sub(start)))
	}
	return told
}

func TestAQuestionFollowsAPollAtTheStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := talking("A→B", "B→A")
		w := newTalk(t, r, DefaultPlan())
		w.wait(time.Hour)
		assert.Equal(t, []string{"uptime 0s", "pairs 5s", "build 10s"}, r.told(w.start), "one a poll, and never again")
		assert.False(t, r.wasCrowded())
		about := w.now().About
		assert.Equal(t, "1.0", about.Build)
		assert.Equal(t, w.start.Add(-time.Hour).Round(0), about.Started)
		assert.Zero(t, about.Restarted)
		assert.Zero(t, about.NewBuild)
		assert.Nil(t, about.Pairs)
	})
}

// newTalk starts a monitor of a router that answers questions.
func newTalk(t *testing.T, r *talker, plan Plan) *watch {
	t.Helper()
	return watchingSource(t, r, r.answers, plan, 0.5)
}

func TestPairsAreNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := talking("A→B", "B→A")
		w := newTalk(t, r, DefaultPlan())
		w.wait(17 * s)
		r.have("A→B", "A→C", "C→A")
		w.wait(3*s - 1)
		require.EqualValues(t, 2, w.now().Reading.Pairs)
		assert.Equal(t, []string{"A→B", "B→A"}, w.now().About.Names.Names)
		w.wait(1)
		about := w.now().About
		assert.Equal(t, "pairs 20s", r.told(w.start)[3])
		assert.Equal(t, &PairsChange{At: w.start.Add(20 * s).Round(0), From: 2, To: 3, Came: []string{"A→C", "C→A"}, Went: []string{"B→A"}}, about.Pairs)
		assert.Zero(t, about.Naming)
		assert.Equal(t, &PairNames{At: w.start.Add(20 * s).Round(0), Names: []string{"A→B", "A→C", "C→A"}}, about.Names)

		r.have()
		w.wait(5 * s)
		about = w.now().About
		assert.Empty(t, about.Names.Names)
		assert.Equal(t, []string{"A→B", "A→C", "C→A"}, about.Pairs.Went)
		assert.Len(t, r.told(w.start), 4, "no pairs need no list")
	})
}

func TestOnePairsNoticeNamesThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := talking("A→B", "B→A")
		w := newTalk(t, r, DefaultPlan())
		w.wait(17 * s)
		r.have("A→B", "B→A", "C→A")
		w.wait(time.Minute)
		rules := Rules{Notifications: DefaultNotifications()}
		rules.PairsChanged = true
		assert.Equal(t, []string{"pairs_changed 2→3 [C→A]"}, pairsNotices(w, rules))
	})
}

func pairsNotices(w *watch, rules Rules) (all []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var notified Notified
	for _, snapshot := range w.snapshots {
		var notices []Notice
		notified, notices = Decide(notified, snapshot, rules, snapshot.AsOf)
		for _, n := range notices {
			var came []string
			if n.Pairs != nil {
				came = n.Pairs.Came
			}
			all = append(all, fmt.Sprintf("%s %d→%d %v", n.Kind, n.Was, n.Snapshot.Reading.Pairs, came))
		}
	}
	return all
}

// TestBadAnswersToQuestionsChangeNothing is for every failure that a question can
// have: the router stays live, the polls keep their times, and the count is told.
func TestBadAnswersToQuestionsChangeNothing(t *testing.T) {
	kinds := []Kind{""} // silence
	for _, f := range Examples() {
		if f.Kind != TooManyRequests {
			kinds = append(kinds, f.Kind)
		}
	}
	for _, kind := range kinds {
		t.Run(string(kind), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := talking("A→B", "B→A")
				r.instead = func(ctx context.Context, _ Question) (Answer, error) {
					if kind == "" {
						<-ctx.Done()
						return Answer{}, ctx.Err()
					}
					return Answer{}, &Failure{Kind: kind}
				}
				w := newTalk(t, r, DefaultPlan())
				w.wait(17 * s)
				r.have("A→B")
				w.wait(time.Minute)
				for i, at := range r.asked {
					assert.Equal(t, time.Duration(i)*5*s, at.Sub(w.start), "poll %d", i)
				}
				for _, snapshot := range w.snapshots[2:] {
					assert.Equal(t, Live, snapshot.Status)
					assert.Zero(t, snapshot.Tries)
					assert.False(t, snapshot.About.Pairs.Named())
					if named := snapshot.About.Names; named != nil {
						assert.EqualValues(t, len(named.Names), snapshot.Reading.Pairs, "no old names for a new count")
					}
				}
				rules := Rules{Notifications: DefaultNotifications()}
				rules.PairsChanged = true
				assert.Equal(t, []string{"pairs_changed 2→1 []"}, pairsNotices(w, rules))
				assert.LessOrEqual(t, len(r.questions), 4, "each is asked once")
				if kind == NoStatsHere {
					assert.Len(t, r.questions, 3, "a router without the page is not asked for it again")
				}
				assert.False(t, r.wasCrowded())
			})
		})
	}
}

func TestAQuestionGivesWayToAPoll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := talking("A→B")
		r.instead = func(ctx context.Context, _ Question) (Answer, error) {
			<-ctx.Done()
			time.Sleep(100 * time.Millisecond) // it takes a moment to end
			return Answer{}, ctx.Err()
		}
		w := newTalk(t, r, DefaultPlan())
		w.wait(2 * s)
		require.True(t, w.now().CanRetry(time.Now()))
		w.Retry()
		w.wait(100 * time.Millisecond)
		assert.Equal(t, 2, r.count(), "the poll follows as soon as the question has ended")
		assert.False(t, r.wasCrowded())
		w.wait(time.Minute)
		assert.Equal(t, []string{"uptime 0s", "uptime 2.1s", "pairs 7.1s", "build 12.1s"}, r.told(w.start), "what was cut short is asked again")
	})
}

func TestADeafQuestionIsNeverDoubled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := talking("A→B")
		r.instead = func(context.Context, Question) (Answer, error) {
			time.Sleep(12 * s)
			return Answer{}, nil
		}
		w := newTalk(t, r, DefaultPlan())
		w.wait(12 * s)
		assert.Equal(t, 2, r.count(), "at once when it has ended")
		w.wait(time.Minute)
		assert.False(t, r.wasCrowded())
	})
}

func TestNothingIsAskedOf(t *testing.T) {
	for name, tt := range map[string]struct {
		poll func(context.Context) (Reading, error)
		plan func(*Plan)
	}{
		"a router that fails":                                {refused, nil},
		"a router that throttles":                            {throttled(0), nil},
		"a router, if turned off":                            {good, func(p *Plan) { p.Ask = false }},
		"a router polled so often that it has no quota left": {good, func(p *Plan) { p.Interval = s }},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, plan := talking(), DefaultPlan()
				if tt.plan != nil {
					tt.plan(&plan)
				}
				r.set(tt.poll)
				w := newTalk(t, r, plan)
				w.wait(time.Hour)
				assert.Empty(t, r.questions)
			})
		})
	}
}

func TestTheQuotaIsAskedOnceAfterA429(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := talking("A→B")
		w := newTalk(t, r, DefaultPlan())
		w.wait(21 * s)
		r.set(throttled(time.Minute))
		w.wait(5 * s)
		require.Equal(t, Throttled, w.now().Status)
		refused := w.now().AsOf
		r.set(r.reading)
		r.have("A→B", "B→A")
		w.wait(quotaAfter - time.Since(refused) - 1)
		assert.Len(t, r.questions, 3, "polls have the quota for themselves")
		w.wait(w.now().Interval + 1)
		require.Len(t, r.questions, 4)
		assert.Equal(t, Quota, r.questions[3].Topic)
		assert.Equal(t, Allowance{60, time.Minute}, w.now().About.Quota)
		w.wait(DefaultPlan().RememberThrottle - time.Since(refused) - 10*s)
		assert.Len(t, r.questions, 4, "no other question for a while after a 429")
		assert.EqualValues(t, 2, w.now().Reading.Pairs)
		w.wait(time.Hour)
		require.Len(t, r.questions, 5)
		assert.Equal(t, PairList, r.questions[4].Topic, "the names are there for the next change")
		assert.Nil(t, w.now().About.Pairs, "the change was told by its count")
	})
}

// A 429 to a question holds the polls back, too, as long as it asks for or for a minute,
// and no question is asked again before a 429 is forgotten.
func TestA429ToAQuestionIsHeeded(t *testing.T) {
	for asked, held := range map[time.Duration]time.Duration{0: 5 * s, 3 * s: 5 * s, 40 * s: 40 * s, time.Hour: time.Minute} {
		t.Run(asked.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := talking("A→B")
				r.instead = func(ctx context.Context, _ Question) (Answer, error) {
					_, err := throttled(asked)(ctx)
					return Answer{}, err
				}
				w := newTalk(t, r, DefaultPlan())
				w.wait(held - 1)
				assert.Equal(t, 1, r.count())
				assert.Equal(t, Live, w.now().WithStall(time.Now()).Status, "it is no failed poll, and the next one is not overdue")
				w.wait(1)
				assert.Equal(t, 2, r.count())
				w.wait(DefaultPlan().RememberThrottle - held - 10*s)
				assert.Equal(t, 1, r.asks())
				w.wait(time.Minute)
				assert.Equal(t, 2, r.asks())
			})
		})
	}
}

func TestARestartIsToldFromANetworkThatWasAway(t *testing.T) {
	for name, restarts := range map[string]bool{"restarted": true, "network away": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := talking("A→B")
				w := newTalk(t, r, DefaultPlan())
				w.wait(21 * s)
				r.set(refused)
				w.wait(60 * s)
				require.Equal(t, Down, w.now().Status)
				r.mu.Lock()
				if restarts {
					r.started, r.build = time.Now(), "1.1"
				}
				r.mu.Unlock()
				started := time.Now()
				r.set(r.reading)
				w.Retry()
				w.wait(time.Nanosecond)
				require.True(t, w.now().Outage.Open())
				want := time.Time{}
				if restarts {
					want = started.Round(0)
				}
				assert.True(t, want.Equal(w.now().About.Restarted), "known before the outage is over")
				w.wait(time.Hour)
				assert.Len(t, r.questions, 6, "each once more")
				assert.Equal(t, restarts, !w.now().About.NewBuild.IsZero())
			})
		})
	}
}

// TestAListThatMovesIsNeverDoubtful reads lists in pages that change while they are
// read. Whatever comes out was the whole list at some moment.
func TestAListThatMovesIsNeverDoubtful(t *testing.T) {
	complete := 0
	rapid.Check(t, func(t *rapid.T) {
		r := &talker{pageSize: 3}
		for i := range rapid.IntRange(1, 12).Draw(t, "pairs") {
			r.pairs = append(r.pairs, "p"+strconv.Itoa(i))
		}
		var were [][]string // the list at each moment
		var list pairList
		for range 60 {
			for range rapid.IntRange(0, 2).Draw(t, "changes") * rapid.IntRange(0, 1).Draw(t, "now") {
				name := "p" + strconv.Itoa(rapid.IntRange(0, 15).Draw(t, "name"))
				if at := slices.Index(r.pairs, name); at >= 0 {
					r.pairs = slices.Delete(slices.Clone(r.pairs), at, at+1)
				} else {
					r.pairs = append(slices.Clone(r.pairs), name)
				}
			}
			if len(r.pairs) == 0 {
				continue
			}
			were = append(were, r.pairs)
			var names []string
			var failed bool
			list, names, failed = list.add(r.answer(list.question()), int64(len(r.pairs)))
			if failed {
				list = list.again()
			}
			if len(names) > 0 {
				complete++
				require.True(t, slices.ContainsFunc(were, func(was []string) bool {
					was = slices.Sorted(slices.Values(was))
					return slices.Equal(was, names)
				}), "%v was never the list", names)
				list = list.again()
			}
		}
	})
	assert.Positive(t, complete)
}

func TestLongLists(t *testing.T) {
	for _, tt := range []struct{ pairs, questions int }{
		{1, 1}, {500, 1}, {501, 4}, {5000, 20}, {5001, 10},
	} {
		r := &talker{pageSize: 500}
		for i := range tt.pairs {
			r.pairs = append(r.pairs, "p"+strconv.Itoa(i))
		}
		var list pairList
		for asked := 1; ; asked++ {
			var names []string
			var failed bool
			list, names, failed = list.add(r.answer(list.question()), int64(tt.pairs))
			if failed || len(names) > 0 {
				assert.Equal(t, tt.questions, asked, "%d pairs", tt.pairs)
				assert.Equal(t, tt.pairs <= 5000, len(names) == tt.pairs)
				break
			}
		}
	}
}

// TestAListThatDisagreesWithTheCountIsNotBelieved, as of a cache between, nor one
// that has a pair twice. It is asked for a few times, and then left alone.
func TestAListThatDisagreesWithTheCountIsNotBelieved(t *testing.T) {
	for name, pairs := range map[string][]string{"old": {"A→B", "B→A"}, "twice": {"A→B", "A→B", "B→A"}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := talking("A→B", "B→A")
				w := newTalk(t, r, DefaultPlan())
				w.wait(17 * s)
				r.set(func(context.Context) (Reading, error) { return Reading{Pairs: 3}, nil })
				r.have(pairs...)
				w.wait(time.Hour)
				about := w.now().About
				assert.False(t, about.Pairs.Named())
				assert.EqualValues(t, 3, about.Pairs.To, "its count is told")
				assert.Zero(t, about.Naming)
				assert.Len(t, r.questions, 3+maxPasses)
			})
		})
	}
}
