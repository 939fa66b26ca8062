package agent

import (
	"testing"

	"github.com/stretchr/testify/require"

	"routerwatch/ui/notify"
	"routerwatch/ui/view"
)

func TestTheTokenButtonOpensTheSettingsAtTheRouter(t *testing.T) {
	f := prepare(t, "record")
	f.run()
	f.actions <- notify.Action{RouterID: "r1", ID: view.ActionToken}
	f.eventually(func() bool {
		for _, line := range f.lines(1) {
			if line["settings"] == true && line["router"] == "r1" {
				return true
			}
		}
		return false
	}, "asked for")
	require.NoError(t, f.end())
}
