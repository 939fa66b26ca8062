package cli

import (
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"routerwatch/monitor/stableroute"
	"routerwatch/settings"
)

// read takes the values of the grammar and the environment, and says what is
// wrong with the first that is.
func (inv *invocation) read(g grammar, env func(string) (string, bool)) error {
	values := options{env: env}
	logLevel := values.option("log-level", g.LogLevel)
	address := values.option("url", g.URL)
	name := values.option("name", g.Name)
	tokenFile := values.option("token-file", g.TokenFile)
	token := values.variable("token")
	inv.overrides = overridesOf(g, &values)
	if values.missing != "" {
		return fmt.Errorf("%s: it needs a value", values.missing)
	}

	if inv.command == commandWindow {
		return inv.readWindow(g, values.given, logLevel)
	}
	if inv.wall && inv.command != commandApp && inv.command != commandWindow {
		return fmt.Errorf("--wall is for the app; %s opens no window", inv.command)
	}
	if inv.wall && inv.minimized {
		return errors.New("--wall and --minimized: use one of them")
	}
	if inv.minimized && inv.command != commandApp {
		return fmt.Errorf("--minimized is for the app; %s opens no window", inv.command)
	}
	if err := inv.readLogLevel(logLevel); err != nil {
		return err
	}
	if err := inv.readRouter(address, name); err != nil {
		return err
	}
	if err := inv.readToken(tokenFile, token); err != nil {
		return err
	}
	for _, o := range inv.overrides {
		if err := o.check(); err != nil {
			return err
		}
	}
	// Contradictions between the values; those with the file show later.
	_, err := inv.override(settings.Defaults())
	return err
}

// readWindow takes what a window needs: it polls nothing itself, and what its
// environment says to the agent is not for it.
func (inv *invocation) readWindow(g grammar, given []string, logLevel option) error {
	inv.overrides = nil
	given = slices.DeleteFunc(given, func(flag string) bool { return flag == "--log-level" })
	if inv.demo {
		given = append(given, "--demo")
	}
	if inv.minimized {
		given = append(given, "--minimized")
	}
	if len(given) > 0 {
		return fmt.Errorf("%s: not for window, which shows the snapshots on its standard input and polls nothing", given[0])
	}
	if g.Window.At != nil {
		at, err := time.Parse(time.RFC3339, *g.Window.At)
		if err != nil {
			return fmt.Errorf("--at: %q is not a time; write one such as 2026-01-31T14:02:11Z", *g.Window.At)
		}
		inv.at = at
	}
	return inv.readLogLevel(logLevel)
}

func (inv *invocation) readLogLevel(o option) error {
	if !o.present {
		return nil
	}
	switch strings.ToLower(strings.TrimSpace(o.text)) {
	case "debug":
		inv.logLevel = slog.LevelDebug
	case "info":
		inv.logLevel = slog.LevelInfo
	case "warn":
		inv.logLevel = slog.LevelWarn
	case "error":
		inv.logLevel = slog.LevelError
	default:
		return o.wrong(errors.New("it must be debug, info, warn or error"))
	}
	return nil
}

// readRouter takes the router to watch instead of those of the settings. A
// flag goes before a variable, also where it is another flag: --demo is the
// demo, whatever ROUTERWATCH_URL says.
func (inv *invocation) readRouter(address, name option) error {
	if inv.demo && address.present {
		if !address.fromEnv {
			return errors.New("--demo and --url: use one of them; the demo has a router of its own")
		}
		address.present = false
	}
	if !address.present {
		if name.present && !name.fromEnv {
			return errors.New("--name: it names the router of --url, and there is no --url")
		}
		return nil
	}
	if _, err := stableroute.ParseURL(address.text); err != nil {
		return address.wrong(err)
	}
	inv.url = strings.TrimSpace(address.text)
	if name.present {
		if err := settings.CheckName(name.text); err != nil {
			return name.wrong(err)
		}
		inv.name = settings.TidyName(name.text)
	}
	return nil
}
