package monitor

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func proxyRefused(context.Context) (Reading, error) {
	return Reading{}, &Failure{Kind: ProxyFailed, Layer: LayerTCP, Cause: Refused, ProxyFrom: "HTTPS_PROXY"}
}

// notices are those of all snapshots so far.
func (w *watch) notices() []NoticeKind {
	w.mu.Lock()
	defer w.mu.Unlock()
	var kinds []NoticeKind
	var notified Notified
	for _, snapshot := range w.snapshots {
		var notices []Notice
		notified, notices = Decide(notified, snapshot, defaultRules(), time.Now())
		for _, n := range notices {
			kinds = append(kinds, n.Kind)
		}
	}
	return kinds
}

func TestAFailingProxyIsNoOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		w.source.set(proxyRefused)
		w.pollsAfter(5 * s)
		for _, wait := range []time.Duration{10 * s, 20 * s, 40 * s, 60 * s, 60 * s} { // the policy's: nothing stops them
			assert.Equal(t, Offline, w.now().Status)
			assert.Equal(t, Refused, w.now().Failure.Cause)
			w.pollsAfter(wait)
		}
		assert.Equal(t, 6, w.now().Failures)
		assert.Zero(t, w.now().Outage)

		w.source.set(refused) // behind the proxy, which works again
		w.pollsAfter(60 * s)
		assert.Equal(t, Retrying, w.now().Status, "the first failure of the router")
		assert.Zero(t, w.now().Outage)
		w.wait(60 * s)
		require.Equal(t, Down, w.now().Status)
		assert.True(t, w.now().Outage.StartUnseen, "what was before is unknown")
		assert.Equal(t, []NoticeKind{NoticeDown}, w.notices())
	})
}

func TestAFailingProxyLeavesAnOpenOutageAsItIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(good), DefaultPlan())
		w.source.set(refused)
		w.pollsAfter(5 * s)
		w.pollsAfter(10 * s)
		outage := w.now().Outage
		require.True(t, outage.Open())
		w.source.set(good)
		w.pollsAfter(20 * s) // the first of two successes that would end it
		w.source.set(proxyRefused)
		w.pollsAfter(5 * s)
		assert.Equal(t, Offline, w.now().Status)
		assert.Equal(t, outage, w.now().Outage, "neither over nor relapsed")
		w.source.set(good)
		w.pollsAfter(10 * s)
		assert.True(t, w.now().Outage.Open(), "the successes are to be in a row")
		w.pollsAfter(5 * s)
		assert.False(t, w.now().Outage.Open())
		assert.Equal(t, []NoticeKind{NoticeDown, NoticeRecovered}, w.notices())
	})
}

func TestFailuresOnBothSidesOfAFailingProxyAreNotInARow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := watching(t, answering(refused), DefaultPlan())
		w.source.set(proxyRefused)
		w.pollsAfter(10 * s)
		w.source.set(refused)
		w.pollsAfter(20 * s)
		assert.Equal(t, Retrying, w.now().Status)
		assert.Zero(t, w.now().Outage)
		w.wait(40 * s)
		assert.Equal(t, Down, w.now().Status)
	})
}
