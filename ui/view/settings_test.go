package view

import (
	"fmt"
	"io/fs"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"

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
