package monitor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestWhenACertificateIsEnding(t *testing.T) {
	noon := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	const day = 24 * time.Hour
	for name, c := range map[string]struct {
		first int
		left  time.Duration
		want  int
	}{
		"before":             {14, 14*day + 1, 0},
		"at 14 days":         {14, 14 * day, 14},
		"before 3":           {14, 3*day + 1, 14},
		"at 3 days":          {14, 3 * day, 3},
		"at 1 day":           {14, day, 1},
		"ended":              {14, -day, 1},
		"never":              {0, 0, 0},
		"one stage":          {1, day, 1},
		"one stage, before":  {1, day + 1, 0},
		"two stages":         {2, 2 * day, 2},
		"a long time before": {90, 90 * day, 90},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, Certificate{Ends: noon.Add(c.left)}.Ending(c.first, noon))
		})
	}
	assert.Zero(t, Certificate{}.Ending(14, noon), "no certificate")
}

func TestCertificateNotices(t *testing.T) {
	noon := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	at := func(days float64) time.Time { return noon.Add(time.Duration(days * 24 * float64(time.Hour))) }
	ending := func(days float64) Snapshot { // its certificate ends that long after noon
		return Snapshot{Status: Live, Reading: Reading{Pairs: 4, At: noon, Certificate: Certificate{Ends: at(days)}}}
	}
	plain := Snapshot{Status: Live, Reading: Reading{Pairs: 4, At: noon}}
	failing := ending(20)
	failing.Status, failing.Failure = Retrying, Failure{Kind: Refused}
	type step struct {
		snapshot Snapshot
		day      float64
		want     string // "told", "taken back" or nothing
	}
	for name, steps := range map[string][]step{
		"once at each stage": {
			{ending(20), 0, ""},
			{ending(20), 6, "told"},
			{ending(20), 6, ""},
			{ending(20), 16.9, ""},
			{ending(20), 17, "told"},
			{ending(20), 18.9, ""},
			{ending(20), 19, "told"},
			{ending(20), 19.9, ""},
		},
		"at the first start": {{ending(2), 0, "told"}, {ending(2), 0.1, ""}},
		"renewed":            {{ending(20), 17, "told"}, {ending(100), 17.1, "taken back"}, {ending(100), 80, ""}, {ending(100), 86, "told"}},
		"renewed in between": {{ending(20), 7, "told"}, {ending(100), 8, "taken back"}, {ending(100), 90, "told"}},
		"renewed for a short time": {
			{ending(20), 19.5, "told"}, {ending(30), 19.6, "taken back"}, {ending(30), 19.7, ""}, {ending(30), 20.1, "told"}, {ending(30), 27, "told"},
		},
		"two machines with a certificate each": {
			{ending(20), 7, "told"}, {ending(100), 7.1, "taken back"}, {ending(20), 7.2, ""}, {ending(100), 7.3, ""}, {ending(20), 17, "told"},
		},
		"two machines that renew on the same day": {{ending(20), 6, "told"}, {ending(20.5), 6.6, ""}, {ending(20), 6.7, ""}, {ending(20.5), 17.1, ""}, {ending(20), 17.2, "told"}, {ending(20.5), 17.3, ""}, {ending(20.5), 17.6, ""}},
		"http from now on":                        {{ending(20), 7, "told"}, {plain, 8, "taken back"}},
		"a failing router":                        {{failing, 18, ""}, {ending(20), 18, "told"}, {failing, 19.5, ""}},
	} {
		t.Run(name, func(t *testing.T) {
			var notified Notified
			for i, step := range steps {
				var notices []Notice
				notified, notices = Decide(notified, step.snapshot, defaultRules(), at(step.day))
				got := ""
				for _, n := range notices {
					assert.Equal(t, NoticeCertificate, n.Kind)
					if got = "told"; n.Silent {
						got = "taken back"
					}
				}
				assert.Equal(t, step.want, got, "step %d", i)
			}
		})
	}
	t.Run("snoozed and switched off", func(t *testing.T) {
		snoozed, never := defaultRules(), defaultRules()
		snoozed.Snoozed, never.CertificateDays = at(8), 0
		notified, notices := Decide(Notified{}, ending(20), snoozed, at(7))
		assert.Empty(t, notices)
		notified, notices = Decide(notified, ending(20), snoozed, at(8))
		assert.Len(t, notices, 1, "when the snooze ends")
		notified, notices = Decide(notified, ending(20), never, at(8))
		assert.True(t, len(notices) == 1 && notices[0].Silent, "taken back")
		_, notices = Decide(notified, ending(20), never, at(19.5))
		assert.Empty(t, notices)
	})
}
