package view_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/ui/view"
)

func TestSinceTheOperatorLastLooked(t *testing.T) {
	now := time.Date(2026, time.November, 29, 21, 0, 0, 0, time.UTC)
	at := func(minutes int) time.Time { return now.Add(time.Duration(minutes-60) * time.Minute) }
	from := at(0)
	outage := func(from, to int) []history.Change {
		changes := []history.Change{{At: at(from), What: history.OutageOpened, Since: at(from)}}
		if to != 0 {
			changes = append(changes, history.Change{At: at(to), What: history.OutageClosed, Since: at(from), Until: at(to)})
		}
		return changes
	}
	four, five := int64(4), int64(5)
	pairs := []history.Change{
		{At: at(-1), What: history.PairsChanged, From: &five, To: &four, Went: []string{"before"}},
		{At: at(5), What: history.PairsChanged, From: &four, To: &five, Came: []string{"a", "b"}, Went: []string{"c"}},
	}
	pause := []history.Change{{At: at(9), What: history.Status, Status: monitor.Paused}}
	status := func(minute int, status monitor.Status) history.Change {
		return history.Change{At: at(minute), What: history.Status, Status: status}
	}
	started := []history.Change{ // twice, in a pause
		status(9, monitor.Paused),
		{At: at(12), What: history.Ended},
		{At: at(13), What: history.Began},
		status(13, monitor.Connecting), status(13, monitor.Paused),
		status(15, monitor.Retrying), status(16, monitor.Paused),
		{At: at(18), What: history.Ended},
		{At: at(19), What: history.Began},
		status(19, monitor.Paused),
		status(20, monitor.Live), status(30, monitor.Paused),
	}
	join := func(all ...[]history.Change) (changes []history.Change) {
		for _, each := range all {
			changes = append(changes, each...)
		}
		return changes
	}
	for name, c := range map[string]struct {
		changes []history.Change
		other   []history.Change
		want    string
	}{
		"nothing":           {nil, nil, ""},
		"before":            {outage(-20, -10), nil, ""},
		"outages and pairs": {join(outage(2, 6), pairs, outage(30, 40)), nil, "2 outages, 14 min in all; 2 pairs came, 1 went."},
		"begun before":      {outage(-20, 10), nil, "1 outage, 10 min."},
		"not over":          {outage(48, 0), nil, "1 outage, 12 min so far."},
		"only a count":      {[]history.Change{{At: at(5), What: history.PairsChanged, From: &five, To: &four}}, nil, "1 pair went."},
		"a pause":           {pause, nil, "1 pause."},
		"pauses and starts": {started, nil, "2 pauses."},
		"two routers":       {nil, outage(2, 6), "1 outage (Oslo), 4 min."},
		"all kinds, of two": {join(outage(30, 40), pause), join(outage(2, 6), pairs), "2 outages (Main, Oslo), 14 min in all; 2 pairs came, 1 went (Oslo); 1 pause (Main)."},
	} {
		t.Run(name, func(t *testing.T) {
			ranges := []history.Range{{Name: "Main", From: from.Unix(), To: now.Unix(), Step: 60, Changes: c.changes}}
			if c.other != nil {
				ranges = append(ranges, history.Range{Name: "Oslo", From: from.Unix(), To: now.Unix(), Step: 60, Changes: c.other})
			}
			want := c.want
			if want != "" {
				want = "Since you last looked, 1 h ago: " + want
			}
			assert.Equal(t, want, view.SinceLooked(ranges, from, now).Text)
		})
	}
	t.Run("many routers are counted, and the one that was down longest leads", func(t *testing.T) {
		var ranges []history.Range
		for i, name := range []string{"Oslo", "Lima", "Bern", "Main", "Quito"} {
			r := history.Range{Router: name, Name: map[bool]string{true: "Bern", false: "another"}[name == "Bern"], From: from.Unix(), To: now.Unix(), Step: 60, Changes: outage(2, 6+i%4)}
			if name == "Bern" {
				r.Changes = append(r.Changes, pairs...)
			}
			ranges = append(ranges, r)
		}
		assert.Equal(t, view.News{
			Text: "Since you last looked, 1 h ago: 5 outages at 5 routers, 26 min in all; 2 pairs came, 1 went (Bern).", Router: "Main",
		}, view.SinceLooked(ranges, from, now))
		assert.Equal(t, "Bern", view.SinceLooked([]history.Range{{Router: "Oslo"}, {Router: "Bern", Changes: pairs}}, from, now).Router)
	})
}
