package view

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
	"routerwatch/settings"
)

// A text that was given is never taken for a place to fill in.
func TestWhatWasGivenIsNotFilledIn(t *testing.T) {
	wrong := &settings.ValueError{Wrong: settings.NoSuchChoice, Noun: "policy", Given: `"{folder}"`, Choices: []string{"default"}}
	assert.Equal(t, `policy: there is no policy "{folder}"; it must be one of default`,
		Problem(&settings.Problem{Key: "policy", Reason: wrong}))
}

func TestWhatWrapsAProblemOfTheSettingsStays(t *testing.T) {
	refused := &settings.Problem{Path: "/c/settings.toml", Reason: &fs.PathError{Op: "open", Path: "/c/settings.toml", Err: syscall.EACCES}}
	assert.Equal(t, "The settings could not be saved: settings.toml: access to it, or to its folder /c, is not permitted.",
		ErrorSentence(fmt.Errorf("the settings could not be saved: %w", refused)))
	address := &settings.Problem{Key: "router 1", Reason: &monitor.SetupError{Problem: monitor.AddressBadPort}, Then: settings.NotWatched}
	assert.Equal(t, "router 1: the port in the address must be a number from 1 to 65535; it is not watched", Problem(address))
}

// Whatever can be wrong with the settings has its words.
func TestTheWordsOfTheSettingsAreComplete(t *testing.T) {
	text, err := os.ReadFile("../../settings/problem.go")
	require.NoError(t, err)
	wrongs := regexp.MustCompile(`(?m)^\t\w+ +Wrong = "(.+)"$`).FindAllStringSubmatch(string(text), -1)
	assert.Greater(t, len(wrongs), 20)
	for _, wrong := range wrongs {
		for kind := settings.Duration; kind <= settings.Text; kind++ {
			words := valueError(&settings.ValueError{Wrong: settings.Wrong(wrong[1]), Kind: kind, Choices: []string{"a"}})
			if settings.Wrong(wrong[1]) == settings.Unreadable && (kind == settings.Choice || kind == settings.Text) {
				continue // every text is one
			}
			assert.NotEmpty(t, words, "%s, kind %d", wrong[1], kind)
			assert.NotContains(t, words, "{", wrong[1])
		}
	}
	for then := settings.DefaultUsed; then <= settings.OtherIDUsed; then++ {
		assert.NotEmpty(t, consequences()[then], "consequence %d", then)
	}
}
