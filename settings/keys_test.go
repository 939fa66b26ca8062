package settings_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/settings"
	"routerwatch/ui/view"
)

func TestSetDuration(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		want  time.Duration
		wrong string
	}{
		"seconds":      {"5s", 5 * time.Second, ""},
		"mixed":        {"1m30s", 90 * time.Second, ""},
		"milliseconds": {"1500ms", 1500 * time.Millisecond, ""},
		"spaces":       {" 5s ", 5 * time.Second, ""},
		"at the least": {"1s", time.Second, ""},
		"at the most":  {"1h", time.Hour, ""},
		"too short":    {"999ms", 0, "999ms is not allowed; it must be from 1s to 1h"},
		"too long":     {"1h0m1s", 0, "1h0m1s is not allowed; it must be from 1s to 1h"},
		"negative":     {"-3s", 0, "-3s is not allowed; it must be from 1s to 1h"},
		"no unit":      {"5", 0, "5 has no unit; write 5s for seconds"},
		"fraction":     {"0.5", 0, "0.5 has no unit; write 0.5s for seconds"},
		"zero":         {"0", 0, "0s is not allowed; it must be from 1s to 1h"},
		"words":        {"soon", 0, `"soon" is not a duration; write one such as 250ms, 5s or 1m30s`},
		"infinite":     {"inf", 0, `"inf" is not a duration; write one such as 250ms, 5s or 1m30s`},
		"empty":        {"", 0, `"" is not a duration; write one such as 250ms, 5s or 1m30s`},
		"overflow":     {"9999999999h", 0, `"9999999999h" is not a duration; write one such as 250ms, 5s or 1m30s`},
	} {
		t.Run(name, func(t *testing.T) {
			s := settings.Defaults()
			err := settings.Find("poll.interval").Set(&s, c.text)
			if c.wrong != "" {
				assertRefused(t, c.wrong, s, err)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, c.want, s.Poll.Interval)
		})
	}
}

func TestSetNumbers(t *testing.T) {
	s := settings.Defaults()
	require.NoError(t, settings.Find("poll.threshold").Set(&s, " 7 "))
	assert.Equal(t, 7, s.Poll.Threshold)
	for text, wrong := range map[string]string{
		"0":   "0 is not allowed; it must be from 1 to 100",
		"101": "101 is not allowed; it must be from 1 to 100",
		"2.5": `"2.5" is not a whole number from 1 to 100`,
		"":    `"" is not a whole number from 1 to 100`,
	} {
		s := settings.Defaults()
		assertRefused(t, wrong, s, settings.Find("poll.threshold").Set(&s, text))
	}

	require.NoError(t, settings.Find("backoff.jitter").Set(&s, "0.25"))
	assert.Equal(t, settings.Use(0.25), s.Backoff.Jitter)
	for text, wrong := range map[string]string{
		"lots":                  `"lots" is not a number from 0 to 1, such as 0.25`,
		"25%":                   `"25%" is not a number from 0 to 1, such as 0.25`,
		"25":                    "25 is not allowed; it must be from 0 to 1",
		"-0.1":                  "-0.1 is not allowed; it must be from 0 to 1",
		"NaN":                   "NaN is not allowed; it must be from 0 to 1",
		"Inf":                   "+Inf is not allowed; it must be from 0 to 1",
		strings.Repeat("x", 90): `"` + strings.Repeat("x", 40) + `…" is not a number from 0 to 1, such as 0.25`,
	} {
		s := settings.Defaults()
		assertRefused(t, wrong, s, settings.Find("backoff.jitter").Set(&s, text))
	}
	s.Backoff.Jitter = settings.Use(math.NaN())
	assert.Error(t, s.Validate())
}

func TestSetPolicy(t *testing.T) {
	s := settings.Defaults()
	s.Backoff.Jitter = settings.Use(0.5)
	require.NoError(t, settings.Find("policy").Set(&s, " RPOMS "))
	assert.Equal(t, settings.Backoff{Policy: "rpoms"}, s.Backoff, "the values for another policy go")
	s = settings.Defaults()
	assertRefused(t, `there is no policy "fast"; it must be one of default, stableroute, rpoms`, s, settings.Find("policy").Set(&s, "fast"))
}

// assertRefused asserts the words of an error, and that nothing was changed.
func assertRefused(t *testing.T, wrong string, s settings.Settings, err error) {
	t.Helper()
	require.Error(t, err)
	assert.Equal(t, wrong, view.Problem(err))
	assert.Equal(t, settings.Defaults(), s)
}

func TestCheckName(t *testing.T) {
	for name, ok := range map[string]bool{
		"Production":               true,
		"  Production ":            true,
		"メイン・ルーター":                 true,
		"🚀":                        true,
		strings.Repeat("é", 60):    true,
		strings.Repeat("é", 61):    false,
		"":                         false,
		" \t ":                     false,
		"\u200b":                   false, // a space without width
		"a\nb":                     false,
		"a\x00b":                   false,
		"a\u202eb":                 false, // right-to-left override
		"a\u2066b":                 false,
		"a\u2028b":                 false, // line separator
		"\xff":                     false,
		"<b>markup</b> is fine & ": true, // escaped where it is shown
	} {
		assert.Equal(t, ok, settings.CheckName(name) == nil, "%q", name)
	}
}

func TestNameFor(t *testing.T) {
	for address, want := range map[string]string{
		"https://router.example.org/api":                   "router.example.org",
		"http://127.0.0.1:8080":                            "127.0.0.1:8080",
		"https://" + strings.Repeat("a", 80):               strings.Repeat("a", 59) + "…",
		"https://operator:secret@router.example.org/?key=": "router.example.org",
		"nonsense": "router",
	} {
		assert.Equal(t, want, settings.NameFor(address))
	}
}

func TestIDs(t *testing.T) {
	assert.NotEqual(t, settings.NewID(), settings.NewID())
	assert.Equal(t, settings.IDFor("https://a.example"), settings.IDFor("https://a.example"))
	assert.NotEqual(t, settings.IDFor("https://a.example"), settings.IDFor("https://b.example"))
}

func TestBackoffBuild(t *testing.T) {
	p, err := settings.Backoff{
		Policy:      "RPOMS",
		FirstWait:   settings.Use(3 * time.Second),
		SettleAfter: settings.Use(0),
		Jitter:      settings.Use(0.0),
	}.Build()
	require.NoError(t, err)
	assert.Equal(t, 3*time.Second, p.First)
	assert.Equal(t, time.Minute, p.Longest, "the policy's own")
	assert.Zero(t, p.SettleAfter, "set to never")
	assert.Zero(t, p.Jitter, "set to none")

	_, err = settings.Backoff{}.Build()
	require.NoError(t, err, "the zero value is the default policy")

	_, err = settings.Backoff{FirstWait: settings.Use(2 * time.Minute)}.Build()
	require.ErrorContains(t, err, "longest wait")
}
