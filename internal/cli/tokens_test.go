package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"routerwatch/settings"
)

func TestATokenIsUsedOnlyWhereTheSettingsSayThatThereIsOne(t *testing.T) {
	var kept tokens
	kept.set("a", "s3cret")
	assert.True(t, kept.of(settings.Router{ID: "a", Token: true}).Present())
	assert.False(t, kept.of(settings.Router{ID: "a"}).Present(), "it moved to another address")
	assert.False(t, kept.of(settings.Router{ID: "b", Token: true}).Present())
}
