package cli

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

// An option is a value that was given by a flag or by the variable of the same
// name.
type option[T any] struct {
	Value T
	name  string // as the operator wrote it: --first-wait or ROUTERWATCH_FIRST_WAIT; empty if not given
	err   error  // the sentence about an invalid value
}

func (o option[T]) given() bool  { return o.name != "" }
func (o option[T]) byFlag() bool { return strings.HasPrefix(o.name, "--") }

// wrong is the sentence about an invalid value.
func (o option[T]) wrong(err error) error { return fmt.Errorf("%s: %s", o.name, view.Problem(err)) }

// Decode implements kong.MapperValue. It keeps an error with the value for
// later: --help and a flag of another command take precedence.
func (o *option[T]) Decode(context *kong.DecodeContext) error {
	flag := context.Value.Name
	*o = option[T]{name: "--" + flag}
	var text string
	switch value := context.Scan.Pop().Value.(type) {
	case string:
		text = value
	case variable:
		o.name, text = value.name, value.text
	}
	if text == "" || strings.HasPrefix(text, "--") { // the next flag instead of a value
		o.err = o.wrong(errors.New("it needs a value"))
		return nil
	}
	switch value := any(&o.Value).(type) {
	case *string:
		*value = text
	case interface{ read(flag, text string) error }:
		if err := value.read(flag, text); err != nil {
			o.err = o.wrong(err)
		}
	}
	return nil
}

// A variable is an environment variable, used if its flag was not given.
type variable struct{ name, text string }

// variables resolves each flag with a value to its variable. An empty variable
// counts as not set. The window ignores all but the log level, since it inherits
// the agent's environment.
func variables(env func(string) (string, bool)) kong.Resolver {
	return kong.ResolverFunc(func(context *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		command := context.Selected()
		if flag.IsBool() || command != nil && command.Name == Window && flag.Name != "log-level" {
			return nil, nil
		}
		v := variable{name: "ROUTERWATCH_" + strings.ToUpper(strings.ReplaceAll(flag.Name, "-", "_"))}
		if v.text, _ = env(v.name); v.text == "" {
			return nil, nil
		}
		return v, nil
	})
}

// The types of the values. Each parses its text; its error does not name the
// option.
type (
	address string // a router's
	name    string // a router's
	level   slog.Level
	moment  time.Time
	setting struct {
		key  settings.Key
		text string
	}
)

func (a *address) read(_, text string) error {
	*a = address(strings.TrimSpace(text))
	_, err := monitor.ParseAddress(text)
	return err
}

func (n *name) read(_, text string) error {
	*n = name(strings.TrimSpace(text))
	return settings.CheckName(text)
}

func (l *level) read(_, text string) error {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}
	parsed, ok := levels[strings.ToLower(strings.TrimSpace(text))]
	if *l = level(parsed); !ok {
		return errors.New("it must be debug, info, warn or error")
	}
	return nil
}

func (m *moment) read(_, text string) error {
	at, err := time.Parse(time.RFC3339, text)
	if *m = moment(at); err != nil {
		return fmt.Errorf("%q is not a time; write one such as 2026-01-31T14:02:11Z", text)
	}
	return nil
}

func (s *setting) read(flag, text string) error {
	s.key, s.text = settings.Find(flag), text
	scratch := settings.Defaults()
	return s.key.Set(&scratch, text)
}
