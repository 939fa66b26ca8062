package view

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"routerwatch/settings"
)

// A text that was given is never taken for a place to fill in.
func TestWhatWasGivenIsNotFilledIn(t *testing.T) {
	wrong := &settings.ValueError{Wrong: settings.NoSuchChoice, Noun: "policy", Given: `"{folder}"`, Choices: []string{"default"}}
	assert.Equal(t, `policy: there is no policy "{folder}"; it must be one of default`,
		Problem(&settings.Problem{Key: "policy", Reason: wrong}))
}
