package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

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

// An override is an option that replaces a setting. Set says what is wrong
// with the text, without naming the option.
type override struct {
	option
	backoff bool // it is one of the policy's values
	set     func(*settings.Settings, string) error
}

// check says what is wrong with the option's own value.
func (o override) check() error {
	var scratch settings.Settings
	if err := o.set(&scratch, o.text); err != nil {
		return o.wrong(err)
	}
	return nil
}

// overridesOf are the options that replace a setting and were given. The
// policy comes before its values: it takes away those of the file.
func overridesOf(g grammar, values *options) []override {
	all := []override{
		{
			values.option("interval", g.Interval), false,
			duration(settings.IntervalRange(), func(s *settings.Settings, d time.Duration) { s.Poll.Interval = d }),
		},
		{
			values.option("timeout", g.Timeout), false,
			duration(settings.TimeoutRange(), func(s *settings.Settings, d time.Duration) { s.Poll.Timeout = d }),
		},
		{
			values.option("threshold", g.Threshold), false,
			whole(settings.ThresholdRange(), func(s *settings.Settings, n int) { s.Poll.Threshold = n }),
		},
		{values.option("policy", g.Policy), true, setPolicy},
		{
			values.option("first-wait", g.FirstWait), true,
			duration(settings.WaitRange(), func(s *settings.Settings, d time.Duration) { s.Backoff.FirstWait = settings.Use(d) }),
		},
		{
			values.option("longest-wait", g.LongestWait), true,
			duration(settings.WaitRange(), func(s *settings.Settings, d time.Duration) { s.Backoff.LongestWait = settings.Use(d) }),
		},
		{
			values.option("settle-after", g.SettleAfter), true,
			whole(settings.SettleAfterRange(), func(s *settings.Settings, n int) { s.Backoff.SettleAfter = settings.Use(n) }),
		},
		{
			values.option("settled-wait", g.SettledWait), true,
			duration(settings.WaitRange(), func(s *settings.Settings, d time.Duration) { s.Backoff.SettledWait = settings.Use(d) }),
		},
		{values.option("jitter", g.Jitter), true, setJitter},
	}
	return slices.DeleteFunc(all, func(o override) bool { return !o.present })
}

func setPolicy(s *settings.Settings, text string) error {
	name, err := settings.ParsePolicy(text)
	if err == nil {
		s.Backoff = settings.Backoff{Policy: name}
	}
	return err
}

func setJitter(s *settings.Settings, text string) error {
	fraction, err := settings.ParseFraction(text, settings.JitterRange())
	if err == nil {
		s.Backoff.Jitter = settings.Use(fraction)
	}
	return err
}

func duration(r settings.Range[time.Duration], set func(*settings.Settings, time.Duration)) func(*settings.Settings, string) error {
	return func(s *settings.Settings, text string) error {
		d, err := settings.ParseDuration(text, r)
		if err == nil {
			set(s, d)
		}
		return err
	}
}

func whole(r settings.Range[int], set func(*settings.Settings, int)) func(*settings.Settings, string) error {
	return func(s *settings.Settings, text string) error {
		n, err := settings.ParseWhole(text, r)
		if err == nil {
			set(s, n)
		}
		return err
	}
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
		if err := o.set(&s, o.text); err != nil {
			return settings.Settings{}, inv.usage(o.wrong(err))
		}
		if o.backoff {
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
