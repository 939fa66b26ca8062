package settings_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/ui/view"
)

// A slip of the pen in a line with a password, a key or an address.
func TestAProblemRepeatsNothingOfAValue(t *testing.T) {
	const planted = "planted9of4711"
	for name, line := range map[string]string{
		"no quotes":           "token = " + planted,
		"no quotes, a URL":    "url = https://me:" + planted + "@h",
		"one quote":           "url = 'https://" + planted,
		"quotes in quotes":    `token = "a"` + planted + `"`,
		"a bad escape":        `token = "\` + planted + `"`,
		"no equals sign":      "token " + planted,
		"a colon":             "token: " + planted,
		"a number too large":  "token = 99999999999999999999999947114711",
		"a wrong number":      "token = 4711.4711.4711" + planted,
		"a wrong date":        "token = 2031-99-99T" + planted,
		"twice":               "token = '" + planted + "'\ntoken = '" + planted + "'",
		"another kind":        "token = '" + planted + "'",
		"a proxy":             "[network]\nproxy = 'http://me:" + planted + "@h'",
		"a table":             "[" + planted + " ]x",
		"a list":              "url = [" + planted + "]",
		"an inline table":     "url = {a = " + planted + "}",
		"a scheme":            "url = '" + planted + "://h'",
		"a duration":          "[poll]\ninterval = " + planted,
		"an unknown setting":  "password = '" + planted + "'",
		"an unknown one, bad": "password = " + planted + "x",
	} {
		t.Run(name, func(t *testing.T) {
			l := written(t, "[[router]]\n"+line+"\n").Load()
			require.NotEmpty(t, l.Problems)
			for _, p := range l.Problems {
				for _, part := range []string{"planted", "9of4711", "47114711"} {
					assert.NotContains(t, view.Problem(p), part)
				}
			}
		})
	}
}

// A file of another kind, or of another program, is no flood of sentences.
func TestTooManyProblemsAreCounted(t *testing.T) {
	var content strings.Builder
	for i := range 200 {
		fmt.Fprintf(&content, "x%d = 1\n", i)
	}
	harmless := written(t, content.String()).Load().Problems
	require.Len(t, harmless, 50)
	require.Equal(t, "settings.toml: 151 more things are wrong with it", view.Problem(harmless[49]))
	assert.True(t, harmless[49].Harmless)

	for range 100 {
		content.WriteString("[[router]]\nname = 'no address'\n")
	}
	f := written(t, content.String())
	problems := f.Load().Problems
	require.Len(t, problems, 50)
	assert.Contains(t, view.Problem(problems[0]), "it has no url", "what is missing goes first")
	assert.False(t, problems[49].Harmless)
}
