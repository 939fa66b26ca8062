package view

import (
	"math"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAge(t *testing.T) {
	now := time.Date(2026, time.November, 29, 20, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		age  time.Duration
		want string
	}{
		"this moment":           {0, "just now"},
		"just under two":        {2*time.Second - 1, "just now"},
		"two seconds":           {2 * time.Second, "2 s ago"},
		"rounded down":          {12*time.Second + 999*time.Millisecond, "12 s ago"},
		"just under a minute":   {time.Minute - 1, "59 s ago"},
		"a minute":              {time.Minute, "1 min ago"},
		"just under an hour":    {time.Hour - 1, "59 min ago"},
		"an hour":               {time.Hour, "1 h ago"},
		"just under a day":      {24*time.Hour - 1, "23 h ago"},
		"a day":                 {24 * time.Hour, "1 d ago"},
		"years":                 {1234 * 24 * time.Hour, "1,234 d ago"},
		"clock set back a bit":  {-time.Millisecond, "just now"},
		"clock set back a year": {-365 * 24 * time.Hour, "just now"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, Age(now.Add(-c.age), now)) })
	}
}

func TestAgeFarFromNow(t *testing.T) {
	past2038 := time.Date(2038, time.January, 19, 3, 14, 8, 0, time.UTC) // the second after 32 bits
	assert.Equal(t, "9 s ago", Age(past2038.Add(-9*time.Second), past2038))
	year2106 := time.Date(2106, time.February, 7, 6, 28, 16, 0, time.UTC)
	assert.Equal(t, "3 min ago", Age(year2106.Add(-3*time.Minute), year2106))
	assert.Equal(t, "106,751 d ago", Age(time.Time{}, year2106), "the longest span that a Duration holds")
	assert.Equal(t, "just now", Age(year2106, time.Time{}))
}

func TestAgeIsWallTime(t *testing.T) {
	at := time.Now() // with a monotonic reading, as the agent has it
	now := at.Add(time.Minute)
	assert.Equal(t, "1 min ago", Age(at.Round(0).In(time.FixedZone("", 3600)), now), "whatever the time zone")

	at = at.Add(-time.Hour)
	slept := (*struct { // the layout of a time.Time: nothing else can make a clock that slept
		wall uint64
		ext  int64
		loc  *time.Location
	})(unsafe.Pointer(&at))
	slept.ext += int64(time.Hour)
	require.Equal(t, time.Minute, now.Sub(at), "the monotonic clock stood still for the hour")
	require.Equal(t, time.Hour+time.Minute, now.Round(0).Sub(at.Round(0)))
	assert.Equal(t, "1 h ago", Age(at, now), "an age counts sleep")
}

func TestDuration(t *testing.T) {
	for name, c := range map[string]struct {
		d    time.Duration
		want string
	}{
		"negative":            {-time.Hour, "under 1 s"},
		"nothing":             {0, "under 1 s"},
		"a second":            {time.Second, "1 s"},
		"seconds":             {45*time.Second + 900*time.Millisecond, "45 s"},
		"a minute":            {time.Minute, "1 min"},
		"just over a minute":  {time.Minute + time.Second - 1, "1 min"},
		"minutes and seconds": {3*time.Minute + 20*time.Second, "3 min 20 s"},
		"an hour":             {time.Hour + 59*time.Second, "1 h"},
		"hours and minutes":   {2*time.Hour + 5*time.Minute, "2 h 5 min"},
		"a day":               {24*time.Hour + 59*time.Minute, "1 d"},
		"days and hours":      {76 * time.Hour, "3 d 4 h"},
		"the longest":         {math.MaxInt64, "106,751 d 23 h"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, Duration(c.d)) })
	}
}

func TestGroup(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 7: "7", 999: "999", 1000: "1,000", 12_345: "12,345", 999_999: "999,999", 1_000_000: "1,000,000",
		math.MaxInt64: "9,223,372,036,854,775,807", -1: "-1", -999: "-999", -1000: "-1,000",
		math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		assert.Equal(t, want, group(n))
	}
}

func TestLatency(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-1: "–", 0: "under 1 ms", time.Millisecond - 1: "under 1 ms", time.Millisecond: "1 ms",
		37 * time.Millisecond: "37 ms", 10*time.Second - 1: "9,999 ms", 10 * time.Second: "10.0 s",
		29*time.Second + 990*time.Millisecond: "29.9 s",
	} {
		assert.Equal(t, want, latency(d))
	}
}

func TestClock(t *testing.T) {
	zone := time.FixedZone("five hours west", -5*3600)
	now := time.Date(2026, time.November, 29, 20, 0, 0, 0, zone)
	for name, c := range map[string]struct {
		t    time.Time
		want string
	}{
		"today":           {now.Add(-time.Minute), "19:59:00"},
		"in another zone": {time.Date(2026, time.November, 30, 0, 30, 0, 0, time.UTC), "19:30:00"},
		"yesterday":       {now.Add(-21 * time.Hour), "28 Nov 23:00"},
		"last year":       {now.AddDate(-1, 0, 0), "29 Nov 2025 20:00"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, clock(c.t, now)) })
	}
}

func TestAddressHoldsNoSecret(t *testing.T) {
	for text, want := range map[string]string{
		"https://router.example.org":                           "https://router.example.org",
		"https://router.example.org:8443/a/b/":                 "https://router.example.org:8443/a/b/",
		"https://user:pa55@router.example.org/a?key=pa55#pa55": "https://router.example.org/a",
		"https://pa55@router.example.org":                      "https://router.example.org",
		"http://[::1]:3000":                                    "http://[::1]:3000",
		"user:pa55@router.example.org":                         "",
		"https://user:pa55@router.example.org:port":            "",
		"https://router.example.org/%zz?key=pa55":              "",
		"pa55": "",
		"":     "",
	} {
		assert.Equal(t, want, Address(text))
	}
}

func TestCutUnits(t *testing.T) {
	for name, c := range map[string]struct {
		text    string
		longest int
		want    string
	}{
		"fits":               {"12345", 5, "12345"},
		"cut":                {"123456", 5, "1234…"},
		"astral fits":        {"🛰🛰", 4, "🛰🛰"},
		"astral is not torn": {"🛰🛰🛰", 4, "🛰…"},
		"one":                {"123", 1, "…"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, cutUTF16(c.text, c.longest)) })
	}
}
