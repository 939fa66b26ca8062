package history

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// written writes the files of a router.
func written(t *testing.T, files map[string]string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(folder, "r1"), 0o700))
	for name, text := range files {
		if strings.HasSuffix(name, ".csv") {
			text = header() + "\n" + text
		}
		require.NoError(t, os.WriteFile(filepath.Join(folder, "r1", name), []byte(text), 0o600))
	}
	return folder
}

func at(text string) time.Time {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return t
}

// Days are as long as the clocks in their zone say, also where these change at
// midnight or by half an hour, and where a day was skipped.
func TestDaysInEveryZone(t *testing.T) {
	for name, on := range map[string]string{
		"Europe/Berlin": "2026-03-29", "Europe/Berlin ": "2026-10-25", "Africa/Cairo": "2026-04-24", "Africa/Cairo ": "2026-10-29",
		"America/Havana": "2026-03-08", "America/Havana ": "2026-11-01", "Asia/Beirut": "2026-03-29", "America/Sao_Paulo": "2018-11-04",
		"America/Santiago": "2026-09-06", "Australia/Lord_Howe": "2026-10-04", "Asia/Kathmandu": "2026-06-01", "Asia/Kolkata": "2026-06-01",
		"America/St_Johns": "2026-11-01", "Pacific/Apia": "2011-12-30", "Pacific/Chatham": "2026-04-05", "UTC": "2026-01-01",
	} {
		zone, err := time.LoadLocation(strings.TrimSpace(name))
		require.NoError(t, err)
		noon := at(on + "T12:00:00Z").Unix()
		r := Range{From: noon - 3*day, To: noon + 3*day, Step: quarter}
		for start := r.From; start < r.To; start += quarter {
			r.Rows = append(r.Rows, Row{Start: start, Times: Times{Up: quarter}})
		}
		want := map[string]int64{}
		var dates []string
		for s := r.From; s < r.To; s += quarter {
			date := time.Unix(s, 0).In(zone).Format(time.DateOnly)
			if want[date] == 0 {
				dates = append(dates, date)
			}
			want[date] += quarter
		}
		days := r.Days(zone)
		require.Len(t, days, len(dates), name)
		for i, d := range days {
			require.Equal(t, dates[i], d.Start.Format(time.DateOnly), name)
			require.Equal(t, Times{Up: want[dates[i]]}, d.Times, "%s %s", name, dates[i])
			require.NotEqual(t, dates[i], d.Start.Add(-time.Second).Format(time.DateOnly), "%s: the first second", name)
		}
	}
	berlin, err := time.LoadLocation("Europe/Berlin")
	require.NoError(t, err)
	for on, hours := range map[string]int64{"2026-03-29T00:00:00+01:00": 23, "2026-10-25T00:00:00+02:00": 25, "2026-06-01T00:00:00+02:00": 24} {
		r := Range{From: at(on).Unix(), To: at(on).Unix() + 2*day, Step: minute}
		assert.Equal(t, hours*3600, r.Days(berlin)[0].Unwatched, on)
	}
}

func TestFiguresAreRoundedDown(t *testing.T) {
	for down, want := range map[int64]float64{0: 1, 1: 0.999998, 43: 0.9999, 430: 0.999} {
		ratio, known := Times{Up: 430_000 - down, Down: down}.Uptime()
		require.True(t, known)
		assert.InDelta(t, want, ratio, 0.00000101)
		assert.LessOrEqual(t, ratio, float64(430_000-down)/430_000)
	}
	ratio, _ := Times{Up: 57, Down: 43}.Uptime()
	assert.Equal(t, 0.57, ratio) //nolint:testifylint // exactly
}

// A range may end in an outage, and may be read long after a watch has ended.
func TestOutagesAndPausesBeyondARange(t *testing.T) {
	folder := written(t, map[string]string{changesFile: `{"at":"2026-11-30T09:00:00Z","what":"began","version":1,"name":"Main"}
{"at":"2026-11-30T09:00:01Z","what":"status","status":"live"}
{"at":"2026-11-30T09:50:00Z","what":"status","status":"paused"}
{"at":"2026-11-30T10:05:00Z","what":"status","status":"live"}
{"at":"2026-11-30T10:10:00Z","what":"status","status":"retrying","kind":"refused","layer":"tcp"}
{"at":"2026-11-30T10:10:10Z","what":"status","status":"down","kind":"refused","layer":"tcp","polls":1}
{"at":"2026-11-30T10:10:10Z","what":"outage_opened","since":"2026-11-30T10:10:00Z"}
{"at":"2026-11-30T10:20:00Z","what":"status","status":"live","polls":9}
{"at":"2026-11-30T10:20:10Z","what":"outage_closed","since":"2026-11-30T10:10:00Z","until":"2026-11-30T10:20:00Z"}
{"at":"2026-11-30T11:00:00Z","what":"status","status":"paused"}
{"at":"2026-11-30T12:00:00Z","what":"outage_opened","since":"2026-11-30T11:59:50Z"}
{"at":"2026-11-30T12:30:00Z","what":"ended","why":"quit"}
`})
	read := func(from, to string) Range {
		r, err := Read(folder, "r1", at(from), at(to))
		require.NoError(t, err)
		return r
	}
	now := at("2026-12-05T10:00:00Z")
	r := read("2026-11-30T10:00:00Z", "2026-11-30T10:15:00Z")
	require.Len(t, r.Outages(), 1)
	require.Equal(t, 10*time.Minute, r.Outages()[0].Duration(now), "it was over after the range")
	require.EqualValues(t, 10, r.Outages()[0].Failures[0].Polls)
	require.Equal(t, []Stretch{{Since: at("2026-11-30T09:50:00Z"), Until: at("2026-11-30T10:05:00Z")}}, r.Pauses(), "it began before the range")
	require.Empty(t, read("2026-11-30T09:00:00Z", "2026-11-30T09:30:00Z").Outages())

	r = read("2026-11-30T12:00:00Z", "2026-12-01T10:15:00Z")
	require.Equal(t, []Stretch{{Since: at("2026-11-30T11:00:00Z"), Until: at("2026-11-30T12:30:00Z"), AtLeast: true}}, r.Pauses())
	open := r.Outages()
	require.Len(t, open, 1)
	require.True(t, open[0].Unseen && open[0].AtLeast && open[0].Until.IsZero())
	require.Equal(t, 30*time.Minute+10*time.Second, open[0].Duration(now), "until it was last seen")
	require.Equal(t, []Stretch{{Since: at("2026-11-30T12:30:00Z"), Until: at("2026-12-01T10:15:00Z"), Why: WhyQuit}}, r.Gaps())
}

func TestARangeOfQuartersEndsWhereTheMinutesDo(t *testing.T) {
	folder := written(t, map[string]string{
		"quarters-2026.csv":      "2026-01-01T00:00:00Z,900,,,,,,,,,,,900,180,,1,2,3,4\n",
		"minutes-2026-11-30.csv": "2026-11-30T10:00:00Z,60,,,,,,,,,,,60,12,,1,2,3,4\n2026-11-30T10:01:00Z,60,,,,,,,,,,,60,12,,1,2,3,4\n",
	})
	r, err := Read(folder, "r1", at("2026-01-01T00:07:00Z"), at("2026-11-30T10:02:00Z"))
	require.NoError(t, err)
	require.Equal(t, at("2026-01-01T00:00:00Z").Unix(), r.From)
	require.Equal(t, at("2026-11-30T10:02:00Z").Unix(), r.To, "not in the future")
	require.Equal(t, Times{Up: 120}, r.Rows[1].Times)
	var csv strings.Builder
	require.NoError(t, WriteCSV(&csv, []Range{r}))
	require.Contains(t, csv.String(), ",120,2026-11-30T10:00:00Z,120,,,,,,,,,,,120,24,,1,2,3,4\n")
}

func TestNoNameIsAFormula(t *testing.T) {
	var text strings.Builder
	r := Range{Name: `=cmd("a","b")`, To: 60, Step: minute, Rows: []Row{{Times: Times{Up: minute}}}}
	require.NoError(t, WriteCSV(&text, []Range{r}))
	require.Contains(t, text.String(), "\n\"'=cmd(\"\"a\"\",\"\"b\"\")\",60,1970-01-01T00:00:00Z,60,")
}

// The window reads a quarter of a year every two seconds while nothing is recorded.
func TestANewHistoryIsReadInLittleMemory(t *testing.T) {
	folder := written(t, map[string]string{minutesFile(at("2026-06-01T00:00:00Z").Unix()): ""})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Read(folder, "r1", at("2026-03-04T00:00:00Z"), at("2026-06-02T00:00:00Z"))
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
}
