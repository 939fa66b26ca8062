package cli

import (
	"fmt"
	"strings"

	"routerwatch/settings"
	"routerwatch/ui/view"
)

// An option is a value as it was given, by a flag or by the variable of the
// same name.
type option struct {
	name    string // as the operator wrote it: --first-wait or ROUTERWATCH_FIRST_WAIT
	text    string
	present bool
	fromEnv bool
}

// wrong is the sentence about a value that is not allowed.
func (o option) wrong(err error) error { return fmt.Errorf("%s: %s", o.name, view.Problem(err)) }

// options collects the values of the flags and the variables behind them.
type options struct {
	env     func(string) (string, bool)
	given   []string // the flags on the command line
	missing string   // the first of them without a value
}

// option is the flag's value if there is one, and else the variable's. An
// empty variable is one that is not there.
func (o *options) option(name string, flag *string) option {
	if flag != nil {
		o.given = append(o.given, "--"+name)
		if o.missing == "" && (*flag == "" || strings.HasPrefix(*flag, "--")) { // or the next flag in its place
			o.missing = "--" + name
		}
		return option{name: "--" + name, text: *flag, present: true}
	}
	return o.variable(name)
}

func (o *options) variable(name string) option {
	variable := "ROUTERWATCH_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
	text, _ := o.env(variable)
	return option{name: variable, text: text, present: text != "", fromEnv: true}
}

// An override is an option that replaces a setting.
type override struct {
	option
	key settings.Key
}

// check says what is wrong with the option's own value.
func (o override) check() error {
	scratch := settings.Defaults()
	if err := o.key.Set(&scratch, o.text); err != nil {
		return o.wrong(err)
	}
	return nil
}

// overridesOf are the options that replace a setting and were given. The
// policy comes before its values: it takes away those of the file.
func overridesOf(g grammar, values *options) []override {
	flags := map[string]*string{
		"interval": g.Interval, "timeout": g.Timeout, "threshold": g.Threshold, "policy": g.Policy,
		"first-wait": g.FirstWait, "longest-wait": g.LongestWait, "settle-after": g.SettleAfter,
		"settled-wait": g.SettledWait, "jitter": g.Jitter,
	}
	var given []override
	for _, key := range settings.Keys() {
		if key.Flag == "" {
			continue
		}
		if o := values.option(key.Flag, flags[key.Flag]); o.present {
			given = append(given, override{o, key})
		}
	}
	return given
}

// ownRouter reports that the settings file has no say in which router is
// watched: it need not be read for that, and is another configuration.
func (inv *invocation) ownRouter() bool { return inv.demo || inv.url != "" }

// override is s as this run uses it, never to be saved: with the router of
// --url as the only one, with none for the demo (the caller adds its own), and
// with every value that was given in the place of the setting. The error is a
// *usageError about values that contradict each other.
func (inv *invocation) override(s settings.Settings) (settings.Settings, error) {
	s = s.Clone()
	if inv.ownRouter() {
		s.Routers = nil
	}
	if inv.url != "" {
		name := inv.name
		if name == "" {
			name = settings.NameFor(inv.url)
		}
		s.Routers = []settings.Router{{ID: settings.IDFor(inv.url), Name: name, URL: inv.url}}
	}
	var names []string
	for _, o := range inv.overrides {
		if err := o.key.Set(&s, o.text); err != nil {
			return settings.Settings{}, inv.usage(o.wrong(err))
		}
		if strings.HasPrefix(o.key.Name, "backoff.") {
			names = append(names, o.name)
		}
	}
	if len(names) > 0 {
		if _, err := s.Backoff.Build(); err != nil {
			return settings.Settings{}, inv.usage(fmt.Errorf("%s: %w", strings.Join(names, ", "), err))
		}
	}
	return s, nil
}
