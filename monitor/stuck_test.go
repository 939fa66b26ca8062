package monitor

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// logging is a watch whose log can be read while nothing moves in the bubble.
func logging(t *testing.T, source *answers) (*watch, *bytes.Buffer) {
	t.Helper()
	w := watching(t, source, DefaultPlan())
	var log bytes.Buffer
	config := w.config(DefaultPlan())
	config.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	w.Replace(config)
	synctest.Wait()
	return w, &log
}

func TestAStuckPollIsLoggedOnceWithItsStack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, log := logging(t, answering(good))
		w.source.set(after(time.Hour, good)) // deaf to its context
		w.wait(5*s + 30*s + stallGrace + WatchdogInterval)
		require.Equal(t, Stalled, w.now().Status)
		w.wait(50 * time.Minute)
		assert.Equal(t, Stalled, w.now().Status)
		assert.Equal(t, 1, strings.Count(log.String(), "level=ERROR"), "once, not at every look")
		assert.Contains(t, log.String(), "monitor.(*answers).Poll", "where it is stuck")
		w.source.set(good)
		w.wait(15 * time.Minute)
		assert.Equal(t, Live, w.now().Status, "its answer counts at last")
		assert.False(t, w.source.crowded)
	})
}

// The loop goes on as soon as the stuck poll ends, however it does.
func TestAStuckPollThatPanicsAtLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, _ := logging(t, answering(good))
		w.source.set(after(time.Hour, func(context.Context) (Reading, error) { panic("boom") }))
		w.wait(5*s + 30*s + stallGrace + WatchdogInterval)
		require.Equal(t, Stalled, w.now().Status)
		w.source.set(good)
		w.wait(time.Hour)
		assert.Equal(t, Live, w.now().Status)
		assert.False(t, w.source.crowded)
	})
}

// What a panic or an error holds is for nobody: it may be the token.
func TestWhatASourcePanicsWithIsNeitherShownNorLogged(t *testing.T) {
	const planted = "planted-7f3a9c51d2"
	for name, poll := range map[string]func(context.Context) (Reading, error){
		"a panic":            func(context.Context) (Reading, error) { panic("GET with Bearer " + planted) },
		"a panic of a value": func(context.Context) (Reading, error) { panic(map[string]string{"Authorization": planted}) },
		"an error":           func(context.Context) (Reading, error) { return Reading{}, fmt.Errorf("with %s", planted) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, log := logging(t, answering(good))
				w.source.set(poll)
				w.wait(time.Minute)
				require.Equal(t, Down, w.now().Status)
				w.mu.Lock()
				shown := fmt.Sprintf("%+v %#v", w.snapshots, w.snapshots)
				w.mu.Unlock()
				assert.NotContains(t, shown, planted)
				assert.NotContains(t, log.String(), planted)
				assert.Contains(t, log.String(), "status changed")
			})
		})
	}
}
