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
	taken := make(chan Request, 1)
	first, err := Enter(t.Context(), p, Request{}, reader(taken), discard())
	require.NoError(t, err)
	require.NotNil(t, first)
	t.Cleanup(first.Close)
	second, err := Enter(t.Context(), p, Request{Display: ":7"}, nobody, discard())
	require.NoError(t, err)
	require.Nil(t, second)
	assert.Equal(t, Request{Display: ":7"}, <-taken)
}

func TestARequestThatNobodyTakesIsNotAcknowledged(t *testing.T) {
	p := place(t)
	first, err := Claim(t.Context(), p, nobody, discard())
	require.NoError(t, err)
	t.Cleanup(first.Close)
	require.Error(t, Ask(t.Context(), p, Request{}))
}

func TestOnceTheRunEndsNobodyIsAnsweredButThePlaceIsHeld(t *testing.T) {
	p := place(t)
	ctx, leave := context.WithCancel(t.Context())
	first, err := Claim(ctx, p, reader(make(chan Request, 8)), discard())
	require.NoError(t, err)
	t.Cleanup(first.Close)
	require.NoError(t, Ask(t.Context(), p, Request{}))
	leave()
	require.Eventually(t, func() bool { return Ask(t.Context(), p, Request{}) != nil }, patience, time.Millisecond)
	_, err = Claim(t.Context(), p, nobody, discard())
	require.ErrorIs(t, err, ErrTaken)
}

// The second start comes while the first one leaves, and goes on in its place.
func TestAStartDuringALeaveBecomesTheFirst(t *testing.T) {
	for name, ended := range map[string]bool{"by a signal": true, "by the operator": false} {
		t.Run(name, func(t *testing.T) {
			p := place(t)
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			asked := make(chan struct{}, 1)
			leaving, err := Claim(ctx, p, func(ctx context.Context, request Request) bool {
				asked <- struct{}{}
				return nobody(ctx, request)
			}, discard())
			require.NoError(t, err)
			if ended {
				leave()
			}
			entered := make(chan *Instance)
			go func() {
				second, err := Enter(t.Context(), p, Request{}, nobody, discard())
				assert.NoError(t, err)
				entered <- second
			}()
			if !ended {
				<-asked
			}
			select {
			case <-entered:
				require.Fail(t, "the place is not free yet")
			case <-time.After(3 * pause):
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
	first, err := Claim(t.Context(), p, nobody, discard())
	require.NoError(t, err)
	first.leave()
	first.serving.Wait() // it holds the lock alone
	answer := make(chan error)
	go func() {
		_, err := Enter(t.Context(), p, Request{Display: ":7"}, nobody, discard())
		answer <- err
	}()
	taken := make(chan Request, 1)
	ctx, leave := context.WithCancel(t.Context())
	listener, err := listen(ctx, p)
	require.NoError(t, err)
	late := &Instance{lock: first.lock, show: reader(taken), log: discard(), leave: leave}
	late.serving.Go(func() { late.serve(ctx, listener) })
	require.NoError(t, <-answer)
	assert.Equal(t, Request{Display: ":7"}, <-taken)
	leave()
	require.NoError(t, listener.Close())
	late.Close()
}

func TestAnEndOfTheRunEndsTheTries(t *testing.T) {
	p := place(t)
	first, err := Claim(t.Context(), p, nobody, discard())
	require.NoError(t, err)
	t.Cleanup(first.Close)
	ctx, leave := context.WithCancel(t.Context())
	time.AfterFunc(2*pause, leave)
	started := time.Now()
	_, err = Enter(ctx, p, Request{}, nobody, discard())
	require.ErrorIs(t, err, ErrTaken)
	assert.Less(t, time.Since(started), patience)
}
