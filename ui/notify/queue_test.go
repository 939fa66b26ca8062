package notify

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/ui/view"
)

// recorder shows notifications one by one, as the toolkit of a system without a
// notification service does.
type recorder struct {
	mu     sync.Mutex
	titles []string
	err    error
}

func (r *recorder) show(note view.Notification) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.titles = append(r.titles, note.Title)
	return r.err
}

func (r *recorder) run(ctx context.Context, n *Notifier) { n.showEach(ctx, r.show) }

// held makes a notifier that shows nothing until it is released.
func held() (r *recorder, n *Notifier, release func()) {
	r = &recorder{}
	holding := make(chan struct{})
	n = newNotifier(Options{}, answerTimeout, 0, func(ctx context.Context, n *Notifier) {
		<-holding
		r.run(ctx, n)
	})
	return r, n, func() { close(holding) }
}

func TestCloseShowsWhatIsQueued(t *testing.T) {
	for range 50 { // Close may come before or after the notification was taken
		r := &recorder{}
		n := newNotifier(Options{}, answerTimeout, 0, r.run)
		n.Send(view.Notification{Key: "r1/outage", Title: "down"})
		n.Send(view.Notification{Key: "r2/outage", Title: "the other, too"})
		require.NoError(t, n.Close(t.Context()))
		require.Equal(t, []string{"down", "the other, too"}, r.titles)
	}
}

func TestTheNewestOfAKeyIsShown(t *testing.T) {
	r, n, release := held()
	n.Send(view.Notification{Key: "r1/outage", Title: "down"})
	n.Send(view.Notification{Key: "r2/outage", Title: "down"})
	n.Send(view.Notification{Key: "r1/outage", Title: "recovered"})
	n.Withdraw("r2/outage")
	release()
	require.NoError(t, n.Close(t.Context()))
	assert.Equal(t, []string{"recovered"}, r.titles)
}

func TestNothingIsShownOnceTheGraceIsOver(t *testing.T) {
	r, n, release := held()
	n.Send(view.Notification{Key: "r1/outage", Title: "down"})
	over, end := context.WithCancel(t.Context())
	end()
	require.ErrorIs(t, n.Close(over), context.Canceled)
	release()
	<-n.done
	assert.Empty(t, r.titles)
}

func TestTroubleIsLoggedWhenItChanges(t *testing.T) {
	var log strings.Builder
	errs := []error{errors.New("no desktop"), errors.New("no desktop"), nil, nil}
	n := newNotifier(Options{Log: slog.New(slog.NewTextHandler(&log, nil))}, answerTimeout, 0, func(ctx context.Context, n *Notifier) {
		n.showEach(ctx, func(view.Notification) (err error) {
			err, errs = errs[0], errs[1:]
			return err
		})
	})
	for i := range 4 {
		n.Send(view.Notification{Key: strconv.Itoa(i)})
	}
	require.NoError(t, n.Close(t.Context()))
	assert.Equal(t, 1, strings.Count(log.String(), "cannot be shown"))
	assert.Equal(t, 1, strings.Count(log.String(), "shown again"))
}

func TestPlainText(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"words":              {"12 pairs, ünïcode ✓", "12 pairs, ünïcode ✓"},
		"markup is text":     {"<b>5 & 6</b>", "<b>5 & 6</b>"},
		"line break":         {"one\ntwo", "one\ntwo"},
		"control characters": {"a\x00b\x1b[31mc\td\r", "ab[31mcd"},
		"invalid UTF-8":      {"a\xff\xfeb", "a\uFFFDb"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, c.want, plain(c.text))
		})
	}
}
