package agent

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/ui/tray"
)

// A window is told when the last one was closed, if that is long ago, also by an
// earlier run.
func TestAWindowIsToldWhenTheOperatorLastLooked(t *testing.T) {
	for name, c := range map[string]struct {
		ago  time.Duration
		told bool
	}{"never": {0, false}, "just now": {29 * time.Minute, false}, "long ago": {31 * time.Minute, true}} {
		t.Run(name, func(t *testing.T) {
			k := &keeper{}
			f := prepare(t, "record")
			f.options.Remember = k.Save
			if c.ago > 0 {
				f.options.Memory.Looked = time.Now().Add(-c.ago)
			}
			f.run()
			var app map[string]any
			f.eventually(func() bool {
				for _, line := range f.lines(1) {
					if line["type"] == "app" {
						app = line
						return true
					}
				}
				return false
			}, "told")
			assert.Equal(t, c.told, app["looked"] != nil)
			began := time.Now()
			f.events <- tray.Event{Kind: tray.Activated} // hides it
			f.eventually(func() bool { return !k.Load().Looked.IsZero() && !k.Load().Looked.Before(began.Add(-time.Second)) }, "kept")
			require.NoError(t, f.end())
		})
	}
}
