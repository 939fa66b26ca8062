package cli

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"strings"

	"routerwatch/internal/agent"
	"routerwatch/internal/secret"
	"routerwatch/monitor"
	"routerwatch/monitor/stableroute"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

// opener returns the function that opens a connection to a router, with its token.
func opener(tokens secret.Tokens, network settings.Network) agent.Opener {
	return func(r settings.Router) (monitor.Config, error) {
		client, err := clientFor(r, tokens.For(r), network)
		if err != nil {
			return monitor.Config{}, err
		}
		return monitor.Config{Router: monitor.Router{URL: client.Base().String(), Proxy: client.Proxy()}, Source: client, Online: client.Online}, nil
	}
}

// clientFor is the HTTP client of a router.
func clientFor(r settings.Router, token stableroute.Token, network settings.Network) (*stableroute.Client, error) {
	return stableroute.New(stableroute.Options{
		BaseURL: r.URL, Version: version,
		Token: token, AllowInsecureToken: r.InsecureToken,
		Proxy: network.Proxy, CAFile: network.CAFile,
	})
}

// probe tests the connection to a router, for the settings page. If token is
// empty and the router has a stored one, that is used.
func probe(ctx context.Context, r settings.Router, token string, network settings.Network) (monitor.Probe, error) {
	if token == "" && r.Token {
		var err error
		if token, err = secret.Stored(r); err != nil {
			return monitor.Probe{}, err
		}
	}
	client, err := clientFor(r, stableroute.NewToken(token), network)
	if err != nil {
		return monitor.Probe{}, err
	}
	return client.Probe(ctx), nil
}

// configuration is the settings of one run.
type configuration struct {
	settings settings.Settings // those in effect: the file's, overridden by the flags
	loaded   settings.Loaded   // from the file
	file     *settings.File    // nil for --url and --demo
}

// configure reads the settings file, except for --url and --demo, and applies the
// flags.
func configure(inv *Invocation) (c configuration, err error) {
	c.loaded.Settings = settings.Defaults()
	if !inv.ownRouter() {
		path, err := settings.Path()
		if err != nil {
			return c, err
		}
		c.file = settings.NewFile(path)
		c.loaded = c.file.Load()
	}
	c.settings, err = inv.override(c.loaded.Settings)
	inv.secrets.AddURL(c.settings.Network.Proxy)
	return c, err
}

// save writes the settings to the file, and returns them with the flags applied.
func (c *configuration) save(inv *Invocation, next settings.Settings, log *slog.Logger) (settings.Settings, error) {
	running, err := inv.override(next)
	if err != nil {
		return settings.Settings{}, err
	}
	inv.secrets.AddURL(next.Network.Proxy)
	kept, err := c.file.Save(next)
	if err != nil {
		return settings.Settings{}, fmt.Errorf(view.SettingsNotSaved, err)
	}
	if kept != "" {
		log.Warn("the settings file is kept as it was, since what was saved replaces something in it", "file", kept)
	}
	return running, nil
}

// ownRouter reports whether this run watches a router of its own, --url or
// --demo, and does not read the settings file.
func (inv *Invocation) ownRouter() bool { return inv.Demo || inv.URL.given() }

// router is the router of --url.
func (inv *Invocation) router() settings.Router {
	at := strings.TrimSpace(inv.URL.text)
	name := cmp.Or(strings.TrimSpace(inv.Name.text), settings.NameFor(at))
	return settings.Router{ID: settings.IDFor(at), Name: name, URL: at, Token: inv.hasToken}
}

// override returns s with the values of this run, which are never saved: the
// router of --url as the only one, none for the demo (the caller adds its
// own), and every setting that was given. The error is a *[UsageError] about
// conflicting values.
func (inv *Invocation) override(s settings.Settings) (settings.Settings, error) {
	s = s.Clone()
	if inv.ownRouter() {
		s.Routers = nil
	}
	if inv.URL.given() {
		s.Routers = []settings.Router{inv.router()}
	}
	var names []string
	for _, o := range inv.settings() {
		key := settings.Find(o.flag)
		if err := o.read(func(text string) error { return key.Set(&s, text) }); err != nil {
			return settings.Settings{}, usageError(inv.Command == Check, err)
		}
		if strings.HasPrefix(key.Name, "backoff.") {
			names = append(names, o.name)
		}
	}
	if _, err := s.Backoff.Build(); err != nil && len(names) > 0 {
		err = fmt.Errorf("%s: %w", strings.Join(names, ", "), err)
		return settings.Settings{}, usageError(inv.Command == Check, err)
	}
	return s, nil
}
