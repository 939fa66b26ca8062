package cli

import (
	"context"
	"crypto/x509"
	"fmt"
	"log/slog"
	"os"

	"routerwatch/internal/agent"
	"routerwatch/internal/secret"
	"routerwatch/monitor"
	"routerwatch/monitor/stableroute"
	"routerwatch/settings"
)

// opener makes connections to routers, each with its own token.
func opener(tokens secret.Tokens, network settings.Network) func(settings.Router) (agent.Connection, error) {
	return func(r settings.Router) (agent.Connection, error) {
		client, err := clientFor(r, tokens.For(r), network)
		if err != nil {
			return agent.Connection{}, err
		}
		return agent.Connection{Source: client, URL: client.Base().String(), Online: client.Online}, nil
	}
}

// clientFor asks a router as the settings say.
func clientFor(r settings.Router, token stableroute.Token, network settings.Network) (*stableroute.Client, error) {
	authorities, err := authoritiesIn(network.CAFile)
	if err != nil {
		return nil, err
	}
	return stableroute.New(stableroute.Options{
		BaseURL: r.URL, Version: version,
		Token: token, AllowInsecureToken: r.InsecureToken,
		Proxy: network.Proxy, RootCAs: authorities,
	})
}

// probe polls a router once, before it is watched. Where token is empty and
// the router has one, the stored one is used. It is the window's.
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

// authoritiesIn are those of the system and those in the PEM file; nil, for
// those of the system alone, where there is no file.
func authoritiesIn(path string) (*x509.CertPool, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the file of further authorities, network.ca_file, cannot be read: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		return nil, fmt.Errorf("the system's certificate authorities cannot be read: %w", err)
	}
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("there is no certificate in %q, the network.ca_file", path)
	}
	return pool, nil
}

// configuration is what one run watches, and how.
type configuration struct {
	settings settings.Settings // with the flags in the place of the file's values
	loaded   settings.Loaded   // from the file
	file     *settings.File    // nil for a run with a router of its own
}

// configure reads the settings file, unless this run has a router of its own,
// and puts the flags over it.
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
	return c, err
}

// save writes the settings to the file, and returns them with the flags over them.
func (c *configuration) save(inv *Invocation, next settings.Settings, log *slog.Logger) (settings.Settings, error) {
	running, err := inv.override(next)
	if err != nil {
		return settings.Settings{}, err
	}
	kept, err := c.file.Save(next)
	if err != nil {
		return settings.Settings{}, fmt.Errorf("the settings could not be saved: %w", err)
	}
	if kept != "" {
		log.Warn("the settings file had been changed by hand meanwhile; that version is kept", "file", kept)
	}
	return running, nil
}
