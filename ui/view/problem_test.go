package view_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/backoff"
	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

func TestSetupProblems(t *testing.T) {
	for _, c := range []struct {
		problem    monitor.SetupProblem
		suggestion string
		want       string
	}{
		{monitor.AddressEmpty, "", "The address is empty; it looks like https://router.example.com."},
		{monitor.AddressNotURL, "", "The address is not a URL; it looks like https://router.example.com."},
		{monitor.AddressScheme, "", "The address must start with http:// or https://."},
		{monitor.AddressScheme, "https://router.example/one", "The address must start with http:// or https://; did you mean https://router.example/one?"},
		{monitor.AddressNoHost, "", "The address names no host; it looks like https://router.example.com."},
		{monitor.AddressBadHost, "", "The host in the address is not a valid name."},
		{monitor.AddressBadPort, "", "The port in the address must be a number from 1 to 65535."},
		{monitor.AddressHasUser, "", "The address must not contain a user name or password; give the router a token instead."},
		{monitor.AddressHasQuery, "", "The address must end before its question mark; a key belongs in the token."},
		{monitor.TokenNotOneWord, "", "The token must be one word of printable ASCII."},
		{
			monitor.TokenUnencrypted, "",
			"The token would travel readable over plain http; use https, or write insecure_token = true for this router in settings.toml.",
		},
		{monitor.ProxyNotURL, "", "The proxy is not a URL; it looks like http://proxy.example.com:3128."},
		{monitor.ProxyScheme, "", "The proxy must start with http://, https://, socks5:// or socks5h://."},
	} {
		wrong := &monitor.SetupError{Problem: c.problem, Suggestion: c.suggestion}
		assert.Equal(t, c.want, view.ErrorSentence(wrong))
		assert.Equal(t, c.want, view.ErrorSentence(fmt.Errorf("router 1: %w", wrong)), "what wraps it is for the log")
	}
	assert.Empty(t, view.ErrorSentence(nil))
	assert.Equal(t, "It broke.", view.ErrorSentence(errors.New("it broke")))
}

func TestWaitsOutOfTheirRange(t *testing.T) {
	for want, wrong := range map[string]*backoff.WaitError{
		"The first wait is 0s; it must be from 1ms to 24h.":                         {Name: "first wait", Least: time.Millisecond},
		"The longest wait is 1s; it must be from the first wait (10s) to 24h.":      {Name: "longest wait", Given: time.Second, Least: 10 * time.Second},
		"The longest wait is 25h0m0s; it must be from the first wait (10s) to 24h.": {Name: "longest wait", Given: 25 * time.Hour, Least: 10 * time.Second},
		"The settled wait is 0s; it must be from the first wait (10s) to 24h.":      {Name: "settled wait", Least: 10 * time.Second},
	} {
		assert.Equal(t, want, view.ErrorSentence(wrong))
	}
}

func TestWhatASaveTakesOverIsSaid(t *testing.T) {
	assert.Empty(t, view.TakenOver(settings.Outside{}))
	assert.Equal(t, "The settings file had been edited meanwhile, and that counts too: Frankfurt was added; poll.interval, tray.count were set.",
		view.TakenOver(settings.Outside{Added: []string{"Frankfurt"}, Keys: []string{"poll.interval", "tray.count"}}))
	assert.Equal(t, "Where the file had been edited otherwise than here, what you saved counts; a copy of the file is kept beside it.",
		view.TakenOver(settings.Outside{Conflict: true}))
}
