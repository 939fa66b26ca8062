package settings_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"routerwatch/settings"
)

// edited is s after a person's random edit.
func edited(t *rapid.T, s settings.Settings) settings.Settings {
	s, other := s.Clone(), anySettings(t)
	often := func(name string) bool { return rapid.IntRange(0, 3).Draw(t, name) == 0 }
	for _, key := range settings.Keys() {
		next := s.Clone()
		if text := key.Text(other); often(key.Name) && text != "" && key.Set(&next, text) == nil && next.Validate() == nil {
			s = next
		}
	}
	for i := range s.Routers {
		r := &s.Routers[i]
		if often("another name") {
			r.Name = rapid.SampledFrom([]string{"A", "B", "C"}).Draw(t, "name")
		}
		if often("another address") {
			r.URL = rapid.SampledFrom([]string{"https://a.example", "https://a.example/x", "http://b.example"}).Draw(t, "address")
		}
		r.Token, r.InsecureToken = r.Token != often("token"), r.InsecureToken != often("insecure")
	}
	s.Routers = slices.DeleteFunc(s.Routers, func(settings.Router) bool { return often("removed") })
	if often("added") {
		s.Routers = append(other.Routers, s.Routers...)
	}
	if len(s.Routers) > 1 && often("moved") {
		slices.Reverse(s.Routers)
	}
	return s
}

func find(s settings.Settings, id string) *settings.Router {
	for i, r := range s.Routers {
		if r.ID == id {
			return &s.Routers[i]
		}
	}
	return nil
}

// Whatever a person did to the file and the operator in the window at the same time:
// each change of either is there afterwards, but for those of the file that the
// operator made otherwise; then the file is kept.
func TestASaveTakesOverWhatOthersChangedInTheFile(t *testing.T) {
	all := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		folder := filepath.Join(all, settings.NewID())
		path := filepath.Join(folder, "settings.toml")
		base := anySettings(t)
		f := settings.NewFile(path)
		_, err := f.Save(base)
		require.NoError(t, err)
		theirs, ours := edited(t, base), edited(t, base)
		hand := settings.NewFile(path)
		hand.Load()
		_, err = hand.Save(theirs)
		require.NoError(t, err)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		byHand := append([]byte("unknown = 1\n"), text...)
		require.NoError(t, os.WriteFile(path, byHand, 0o600))

		merged, outside := f.Merge(ours)
		kept, err := f.Save(merged)
		require.NoError(t, err)
		l := settings.NewFile(path).Load()
		require.Truef(t, merged.Equal(l.Settings), "merged %+v\nloaded %+v", merged, l.Settings)
		after, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Contains(t, string(after), "unknown = 1")

		lost := false
		for _, key := range settings.Keys() {
			was, is, want, got := key.Text(base), key.Text(theirs), key.Text(ours), key.Text(l.Settings)
			switch {
			case want != was:
				require.Equal(t, want, got, key.Name)
				lost = lost || is != was && is != want
			case got != is:
				require.Equal(t, ours.Backoff, l.Settings.Backoff, "the waits of both do not go together")
				lost = true
			}
		}
		for _, r := range ours.Routers {
			was, is, got := find(base, r.ID), find(theirs, r.ID), find(l.Settings, r.ID)
			switch {
			case was == nil:
				require.Equal(t, r, *got, "added in the window")
			case is == nil && r == *was:
				require.Nil(t, got, "removed in the file")
			case is == nil:
				require.Equal(t, r, *got, "changed in the window")
				lost = true
			default:
				if r.Name != was.Name {
					require.Equal(t, r.Name, got.Name)
					lost = lost || is.Name != was.Name && is.Name != r.Name
				} else {
					require.Equal(t, is.Name, got.Name)
				}
				if r.URL != was.URL {
					require.Equal(t, r.URL, got.URL)
				}
				whole := func(x settings.Router) settings.Router { x.Name = ""; return x }
				if whole(r) == whole(*was) {
					require.Equal(t, whole(*is), whole(*got))
				}
				if got.InsecureToken { // never for a server that it was not given for
					require.True(t, got.URL == r.URL && r.InsecureToken || got.URL == is.URL && is.InsecureToken || is.URL == was.URL)
				}
			}
		}
		for _, r := range theirs.Routers {
			if find(base, r.ID) == nil {
				require.Equal(t, r, *find(l.Settings, r.ID), "added in the file")
			} else if find(ours, r.ID) == nil {
				require.Nil(t, find(l.Settings, r.ID), "removed in the window")
			}
		}
		require.False(t, lost && !outside.Conflict, "a loss is no secret")
		if outside.Conflict && !bytes.Equal(byHand, after) {
			held, err := os.ReadFile(filepath.Join(folder, kept))
			require.NoError(t, err)
			require.Equal(t, string(byHand), string(held), "the file is kept where something of it does not count")
		}
		if !outside.Conflict {
			require.Empty(t, kept)
		}
	})
}

func TestAFileThatIsMadeMeanwhileIsTakenOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.toml")
	f := settings.NewFile(path)
	ours := f.Load().Settings
	_, err := settings.NewFile(path).Save(wholeSettings())
	require.NoError(t, err)
	ours.Tray.Count = !ours.Tray.Count
	merged, outside := f.Merge(ours)
	assert.False(t, outside.Conflict)
	assert.Equal(t, wholeSettings().Routers, merged.Routers)
	assert.Equal(t, wholeSettings().Poll, merged.Poll)
}

// A save that failed has saved nothing of the file.
func TestAMergeAfterASaveThatFailed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.toml")
	f := settings.NewFile(path)
	_, err := f.Save(wholeSettings())
	require.NoError(t, err)
	theirs := wholeSettings()
	theirs.Routers[0].Name = "By hand"
	_, err = settings.NewFile(path).Save(theirs)
	require.NoError(t, err)

	merged, outside := f.Merge(wholeSettings())
	require.Equal(t, []string{"By hand"}, outside.Changed)
	wrong := merged.Clone()
	wrong.Routers[0].URL = "no address"
	_, err = f.Save(wrong)
	require.Error(t, err)

	merged, outside = f.Merge(wholeSettings())
	assert.Equal(t, []string{"By hand"}, outside.Changed)
	kept, err := f.Save(merged)
	require.NoError(t, err)
	assert.Empty(t, kept)
	assert.Equal(t, "By hand", settings.NewFile(path).Load().Settings.Routers[0].Name)
}

func TestAFileThatCannotBeReadIsNotMerged(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "no TOML": "[[router",
		"a key with a typo":         "[poll]\ninterval = \"5sec\"\n",
		"a router with a typo":      "[[router]]\nid = \"r1\"\nurl = \"htp://a.example\"\n",
		"a router's name is a typo": "[[router]]\nname = 5\nurl = \"https://a.example\"\n",
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "settings.toml")
			f := settings.NewFile(path)
			_, err := f.Save(wholeSettings())
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
			merged, outside := f.Merge(wholeSettings())
			assert.Equal(t, wholeSettings(), merged)
			assert.Equal(t, settings.Outside{Conflict: strings.HasSuffix(name, "typo")}, outside)
			kept, err := f.Save(merged)
			require.NoError(t, err)
			assert.NotEmpty(t, kept, "a copy of it is kept")
			require.NoError(t, os.Remove(path))
			merged, outside = f.Merge(wholeSettings())
			assert.Equal(t, wholeSettings(), merged, "a file that is gone removes no router")
			assert.Zero(t, outside)
		})
	}
}
