package main

import (
	"context"
	"errors"
	"fmt"

	"routerwatch/monitor/stableroute"
	"routerwatch/settings"
	"routerwatch/ui"
)

// checkURL says what is wrong with a router's address.
func checkURL(address string) error {
	_, err := stableroute.ParseURL(address)
	return err
}

// opener makes connections to routers. The token goes to the router of --url
// alone.
func opener(token stableroute.Token) func(settings.Router) (ui.Connection, error) {
	return func(r settings.Router) (ui.Connection, error) {
		client, err := stableroute.New(stableroute.Options{BaseURL: r.URL, Token: token, Version: version})
		if err != nil {
			return ui.Connection{}, err
		}
		return ui.Connection{
			Source: client,
			URL:    client.Base().String(),
			Online: func() bool { return client.Online(context.Background()) },
			Close:  client.Close,
		}, nil
	}
}

// configuration is what one run watches, and how.
type configuration struct {
	settings settings.Settings // with the flags in the place of the file's values
	problems []string          // sentences about the settings file

	file  *settings.File    // nil where the settings file has no say
	saved settings.Settings // what the file holds
}

// configure reads the settings file, where it has a say, and puts the flags
// over it.
func configure(inv *invocation) (configuration, error) {
	c := configuration{saved: settings.Defaults()}
	if !inv.ownRouter() {
		path, err := settings.Path()
		if err != nil {
			return c, err
		}
		c.file = settings.NewFile(path, checkURL)
		loaded := c.file.Load()
		c.saved = loaded.Settings
		for _, problem := range loaded.Problems {
			c.problems = append(c.problems, problem.Error())
		}
	}
	var err error
	c.settings, err = inv.override(c.saved)
	return c, err
}

// add saves one more router.
func (c *configuration) add(url, name string) (settings.Router, error) {
	if err := checkURL(url); err != nil {
		return settings.Router{}, err
	}
	if name = settings.TidyName(name); name == "" {
		name = settings.NameFor(url)
	}
	if err := settings.CheckName(name); err != nil {
		return settings.Router{}, err
	}
	r := settings.Router{ID: settings.NewID(), Name: name, URL: url}
	next := c.saved.Clone()
	next.Routers = append(next.Routers, r)
	if _, err := c.file.Save(next); err != nil {
		return settings.Router{}, fmt.Errorf("the settings could not be saved: %w", err)
	}
	c.saved = next
	return r, nil
}

// errNoRouter is for the commands that cannot ask for a router.
var errNoRouter = errors.New("there is no router to watch yet: name one with --url, add one to the settings file, or try --demo")
