package settings

import (
	"cmp"
	"strings"
	"time"

	"routerwatch/backoff"
	"routerwatch/monitor"
)

// A Key describes one setting: its name, words, default and range.
type Key struct {
	Name string // with its section: poll.interval
	Flag string // the command-line flag without hyphens, or empty

	// About describes it in the file, the help and the man page, without range
	// and default: see [Key.Describe].
	About   string
	Default string // as an operator writes it; empty if the key has no default
	Example string // for the file's comment, where there is no default
	Label   string // in the settings dialog; empty if it is not shown there
	More    string // a second line below the label
	value          // its field, kind and range
}

// A Section is a table of the file, with the comment that introduces it.
type Section struct {
	Name    string
	Comment string
	Keys    []Key
}

// Sections is the table of every key, in the order of the file. The keys of
// a [[router]] are those of [Router].
func Sections() []Section {
	const shortest, longest = backoff.MinAllowed, backoff.MaxAllowed
	plan := monitor.DefaultPlan()
	notify := monitor.DefaultNotifications()
	return []Section{{"poll", "", []Key{
		{
			Name: "poll.interval", Flag: "interval", Default: textOf(plan.Interval), About: "From the end of a poll to the next one",
			value: of(func(s *Settings) *time.Duration { return &s.Poll.Interval }, duration(time.Second, time.Hour)),
		}, {
			Name: "poll.timeout", Flag: "timeout", Default: textOf(plan.Timeout), About: "How long a poll may take",
			value: of(func(s *Settings) *time.Duration { return &s.Poll.Timeout }, duration(time.Second, 5*time.Minute)),
		}, {
			Name: "poll.threshold", Flag: "threshold", Default: textOf(plan.Threshold), About: "Failures in a row that count as down",
			Label: "Failed checks in a row that count as down",
			value: of(func(s *Settings) *int { return &s.Poll.Threshold }, whole(1, 100)),
		}, {
			Name: "poll.recover_after", Default: textOf(plan.RecoverAfter), About: "Successes in a row that end an outage",
			value: of(func(s *Settings) *int { return &s.Poll.RecoverAfter }, whole(1, 100)),
		}, {
			Name: "poll.lost_pairs", Default: textOf(plan.LostShare),
			About: "Per cent of a router's pairs; it is marked when it loses more, in one reading or within an hour",
			Label: "Mark a router that lost more than this percentage of its pairs",
			value: of(func(s *Settings) *int { return &s.Poll.LostPairs }, whole(1, 100)),
		}, {
			Name: "poll.details", Default: textOf(plan.Ask), About: "Ask, at the start and after a change, for the names of pairs, the build and the uptime",
			Label: "Ask which pairs came and went, and whether the router restarted",
			value: of(func(s *Settings) *bool { return &s.Poll.Details }, yesNo()),
		},
	}}, {"backoff", "How long to wait after failures. Each key but policy replaces one value of the policy.", []Key{
		{
			Name: "backoff.policy", Flag: "policy", Default: backoff.DefaultName, About: "How to wait after failures",
			Label: "Waits between checks while a router fails",
			More:  "Its waits are set by hand in the settings file. Choosing another policy resets them.",
			value: of(func(s *Settings) *string { return &s.Backoff.Policy }, choice("policy", backoff.Names()...)),
		}, {
			Name: "backoff.first_wait", Flag: "first-wait", Example: `"10s"`,
			About: "The wait after the first failure; it doubles from there",
			value: override(func(s *Settings) *Override[time.Duration] { return &s.Backoff.FirstWait }, duration(shortest, longest)),
		}, {
			Name: "backoff.longest_wait", Flag: "longest-wait", About: "The wait grows up to this", Example: `"1m"`,
			value: override(func(s *Settings) *Override[time.Duration] { return &s.Backoff.LongestWait }, duration(shortest, longest)),
		}, {
			Name: "backoff.settle_after", Flag: "settle-after", Example: "10",
			About: "After this many failures in a row the wait is the settled one; 0 for never",
			value: override(func(s *Settings) *Override[int] { return &s.Backoff.SettleAfter }, whole(0, 1_000_000)),
		}, {
			Name: "backoff.settled_wait", Flag: "settled-wait", About: "The settled wait", Example: `"5m"`,
			value: override(func(s *Settings) *Override[time.Duration] { return &s.Backoff.SettledWait }, duration(shortest, longest)),
		}, {
			Name: "backoff.jitter", Flag: "jitter", About: "Each wait varies at random by this fraction", Example: "0.25",
			value: override(func(s *Settings) *Override[float64] { return &s.Backoff.Jitter }, fraction(0, 1)),
		},
	}}, {"notifications", "What interrupts you.", []Key{
		{
			Name: "notifications.down", Default: textOf(notify.Down), About: "An outage, and its end",
			Label: "when a router is down, and when it is back", More: "Once each, however the error changes in between.",
			value: of(func(s *Settings) *bool { return &s.Notifications.Down }, yesNo()),
		}, {
			Name: "notifications.paused", Default: textOf(notify.Paused), About: "Paused, and resumed", Label: "when it is paused, and when it is resumed",
			value: of(func(s *Settings) *bool { return &s.Notifications.Paused }, yesNo()),
		}, {
			Name: "notifications.pairs_zero", Default: textOf(notify.PairsZero), About: "Pairs were lost: all, or more than poll.lost_pairs", Label: "when it has lost pairs",
			value: of(func(s *Settings) *bool { return &s.Notifications.PairsZero }, yesNo()),
		}, {
			Name: "notifications.pairs_changed", Default: textOf(notify.PairsChanged), About: "The pair count changed otherwise", Label: "whenever its pair count changes",
			value: of(func(s *Settings) *bool { return &s.Notifications.PairsChanged }, yesNo()),
		}, {
			Name: "notifications.certificate_days", Default: textOf(notify.CertificateDays),
			About: "How many days before a router's certificate expires to warn, then again 3 days and 1 day before; 0 for never",
			Label: "days before its certificate expires (0 for never)",
			value: of(func(s *Settings) *int { return &s.Notifications.CertificateDays }, whole(0, 365)),
		},
	}}, {"tray", "", []Key{
		{
			Name: "tray.count", Default: textOf(true), About: "The number of pairs in the icon of a live router", Label: "Show the pair count in the tray icon",
			value: of(func(s *Settings) *bool { return &s.Tray.Count }, yesNo()),
		},
	}}, {"window", "", []Key{
		{
			Name: "window.theme", Default: "system", About: "Light or dark; system is as the desktop",
			Label: "Light or dark (system: as the desktop)",
			value: of(func(s *Settings) *string { return &s.Window.Theme }, choice("theme", "system", "light", "dark")),
		},
	}}, {"history", "", []Key{
		{
			Name: "history.minutes_kept", Default: textOf(DefaultMinutesKept), About: "Days for which each minute is kept; quarters of an hour are kept for ever",
			value: of(func(s *Settings) *int { return &s.History.MinutesKept }, whole(1, 3650)),
		},
	}}, {"network", "How routers are reached, where that differs from the system's settings.", []Key{
		{
			Name: "network.proxy", Example: `"socks5://proxy.example.org:1080"`,
			About: `An http, https, socks5 or socks5h proxy, or "direct" for none`,
			value: of(func(s *Settings) *string { return &s.Network.Proxy }, text(CheckProxy)),
		}, {
			Name: "network.ca_file", Example: `"/etc/ssl/our-authority.pem"`,
			About: "Certificates of further authorities",
			value: of(func(s *Settings) *string { return &s.Network.CAFile }, text(nil)),
		},
	}}}
}

// Keys are those of every section, in the order of the file.
func Keys() []Key {
	var keys []Key
	for _, section := range Sections() {
		keys = append(keys, section.Keys...)
	}
	return keys
}

// Find is the key with that name or flag, or the zero Key.
func Find(name string) Key {
	for _, key := range Keys() {
		if key.Name == name || key.Flag == name && name != "" {
			return key
		}
	}
	return Key{}
}

// Set parses typed text and stores it in s. The error is a *[ValueError], or
// that of [CheckProxy]; s is then unchanged. Setting the policy resets the
// values that override it.
func (k Key) Set(s *Settings, typed string) error {
	err := k.set(s, typed)
	if err == nil && k.Name == "backoff.policy" {
		s.Backoff = Backoff{Policy: s.Backoff.Policy}
	}
	return err
}

// Text is the setting as an operator writes it; empty if it is not set.
func (k Key) Text(s Settings) string {
	if v := k.get(&s); v != nil {
		return textOf(v)
	}
	return ""
}

// Kind is the type of the setting's value.
func (k Key) Kind() Kind { return k.limits.Kind }

// Choices are the values of a choice.
func (k Key) Choices() []string { return k.limits.Choices }

// Describe is About with the range and the default.
func (k Key) Describe() string {
	var more []string
	if last := len(k.limits.Choices) - 1; last > 0 {
		more = append(more, strings.Join(k.limits.Choices[:last], ", ")+" or "+k.limits.Choices[last])
	} else if k.limits.Min != "" {
		more = append(more, k.limits.Min+" to "+k.limits.Max)
	}
	if k.Default != "" {
		more = append(more, k.Default+" if not set")
	}
	if len(more) == 0 {
		return k.About + "."
	}
	return k.About + " (" + strings.Join(more, "; ") + ")."
}

// Placeholder stands for the value in the help: DURATION, N, FRACTION or NAME.
func (k Key) Placeholder() string {
	names := map[Kind]string{Duration: "DURATION", Whole: "N", Fraction: "FRACTION"}
	return cmp.Or(names[k.limits.Kind], "NAME")
}

// shortName is the key's name without its section.
func (k Key) shortName() string { return k.Name[strings.IndexByte(k.Name, '.')+1:] }
