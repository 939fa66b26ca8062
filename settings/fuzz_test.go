package settings

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever is in the file: reading it ends, gives valid settings and plain
// sentences, and a save after it writes what gives them back.
func FuzzFile(f *testing.F) {
	for _, seed := range []string{
		"", "poll = 5", "router = 1", "[router]\nurl='http://h'", "router = [1, {url='http://h'}]",
		"[[router]\n", "a = \"\"\"\n", "x = [[{a = 1}], [{b = 2}]]", "\x00\x00", "[poll]\n[poll]\n", "version = 1e9",
		"t = 07:32:00\nd = 1979-05-27T07:32:00.999999\ni = [inf, nan, -0.0]\n\"\" = 1\n'a.b'.c = 2",
		"version = 1\n[[router]]\nid = 'a'\nname = 'A'\nurl = 'https://h'\n[[router]]\nurl = 'unix:///s'\n" +
			"[poll]\ninterval = '10s'\nthreshold = 3\n[backoff]\npolicy = 'rpoms'\njitter = 0\nsettle_after = 0\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l := parse(data)
		require.NoError(t, l.Settings.Validate())
		for _, p := range l.Problems {
			require.False(t, strings.ContainsFunc(p.Error(), unprintable), "%q", p.Error())
		}
		text, err := encode(l.Settings, l)
		if err != nil {
			text, err = encode(l.Settings, Loaded{})
		}
		require.NoError(t, err)
		again := parse(text)
		require.Truef(t, l.Settings.Equal(again.Settings), "read %+v\nthen %+v", l.Settings, again.Settings)
		twice, err := encode(again.Settings, again)
		require.NoError(t, err)
		require.Equal(t, string(text), string(twice))
	})
}
