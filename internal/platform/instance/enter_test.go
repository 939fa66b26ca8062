package instance

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheFirstToEnterIsTheFirst(t *testing.T) {
	p := place(t)
	first, err := Enter(t.Context(), p, Request{}, discard())
	require.NoError(t, err)
	require.NotNil(t, first)
	t.Cleanup(first.Close)
	taken := received(t, first)
	second, err := Enter(t.Context(), p, Request{"DISPLAY=:7"}, discard())
	require.NoError(t, err)
	require.Nil(t, second)
	assert.Equal(t, Request{"DISPLAY=:7"}, <-taken)
}

func TestARequestThatNobodyTakesIsNotAcknowledged(t *testing.T) {
	p := place(t)
	first, err := Acquire(t.Context(), p, discard())
	require.NoError(t, err)
	t.Cleanup(first.Close)
	require.Error(t, Ask(t.Context(), p, Request{}))
}

func TestOnceTheRunEndsNobodyIsAnsweredButThePlaceIsHeld(t *testing.T) {
	p := place(t)
	ctx, leave := context.WithCancel(t.Context())
	first, err := Acquire(ctx, p, discard())
	require.NoError(t, err)
	t.Cleanup(first.Close)
	received(t, first)
	require.NoError(t, Ask(t.Context(), p, Request{}))
	leave()
	require.Eventually(t, func() bool { return Ask(t.Context(), p, Request{}) != nil }, enterTimeout, time.Millisecond)
	_, err = Acquire(t.Context(), p, discard())
	require.ErrorIs(t, err, ErrTaken)
}

// The second start comes while the first one leaves, and goes on in its place.
func TestAStartDuringALeaveBecomesTheFirst(t *testing.T) {
	for name, ended := range map[string]bool{"by a signal": true, "by the operator": false} {
		t.Run(name, func(t *testing.T) {
			p := place(t)
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			leaving, err := Acquire(ctx, p, discard())
			require.NoError(t, err)
			if ended {
				leave()
			}
			entered := make(chan *Instance)
			go func() {
				second, err := Enter(t.Context(), p, Request{}, discard())
				assert.NoError(t, err)
				entered <- second
			}()
			select {
			case <-entered:
				require.Fail(t, "the place is not free yet")
			case <-time.After(3 * retryInterval):
			}
			leaving.Close()
			second := <-entered
			require.NotNil(t, second)
			second.Close()
		})
	}
}

// Between its lock and its socket, the first process cannot be asked yet.
func TestAStartDuringAStartReachesIt(t *testing.T) {
	p := place(t)
	first, err := Acquire(t.Context(), p, discard())
	require.NoError(t, err)
	first.leave()
	first.serving.Wait() // it holds the lock alone
	answer := make(chan error)
	go func() {
		_, err := Enter(t.Context(), p, Request{"DISPLAY=:7"}, discard())
		answer <- err
	}()
	ctx, leave := context.WithCancel(t.Context())
	listener, err := listen(ctx, p)
	require.NoError(t, err)
	late := &Instance{lock: first.lock, requests: make(chan Request), log: discard(), leave: leave}
	taken := received(t, late)
	late.serving.Go(func() { late.serve(ctx, listener) })
	require.NoError(t, <-answer)
	assert.Equal(t, Request{"DISPLAY=:7"}, <-taken)
	leave()
	require.NoError(t, listener.Close())
	late.Close()
}

func TestAnEndOfTheRunEndsTheTries(t *testing.T) {
	p := place(t)
	first, err := Acquire(t.Context(), p, discard())
	require.NoError(t, err)
	t.Cleanup(first.Close)
	ctx, leave := context.WithCancel(t.Context())
	time.AfterFunc(2*retryInterval, leave)
	started := time.Now()
	_, err = Enter(ctx, p, Request{}, discard())
	require.ErrorIs(t, err, ErrTaken)
	assert.Less(t, time.Since(started), enterTimeout)
}
