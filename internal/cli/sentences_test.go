package cli

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/history"
	"routerwatch/internal/redact"
	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

// Whatever a router is called: its sentences stay whole.
func TestSentencesAreNotSecrets(t *testing.T) {
	for _, name := range []string{"gw-token", "token", "my secret", "vault-key", "pass", "password-vault", "credential store", "bearer-1", "basic", "key", "cookie-jar", "api-key gateway"} {
		for _, state := range viewtest.States() {
			s := state.Snapshots[0]
			s.Name, s.URL = name, "https://"+strings.ReplaceAll(name, " ", "-")+".example.org:8443/a"
			s.Failure.Host = "gw-token:8443"
			tray := view.RenderTray([]monitor.Snapshot{s}, time.Time{}, viewtest.Now())
			m := view.Render(s, viewtest.Now())
			var log bytes.Buffer
			slog.New(slog.NewTextHandler(&log, nil)).Warn("status changed", "router", s.Name, "status", string(s.Status), "failure", string(s.Failure.Kind), "host", s.Failure.Host)
			for _, text := range []string{
				view.Line(s, viewtest.Now()), tray.Tooltip, tray.Title, m.Note, m.Trouble.What, m.Trouble.Headline, log.String(),
				view.Incident(s, history.Range{}, "1.0.0", viewtest.Now()), "Router " + name + ": " + s.URL + ", live, failures 0",
				view.RenderNotice(monitor.Notice{Kind: monitor.NoticeDown, Snapshot: s}, viewtest.Now()).Body,
				view.WithoutToken(name, view.ErrNoStoredToken), view.ErrorSentence(view.ErrTokenNotKept),
				"ROUTERWATCH_TOKEN: " + view.Problem(&monitor.SetupError{Problem: monitor.TokenNotOneWord}),
			} {
				assert.Equal(t, text, redact.Text(text))
			}
		}
	}
}
