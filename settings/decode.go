package settings

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"routerwatch/backoff"
)

// version is the version of the file's format that is written. A file of a
// newer one is read as far as it is understood.
const version = 1

// A table is one table of the file as it was written.
type table = map[string]any

// A routerTable is one [[router]] as it was written, with the id it goes by;
// the id is empty where the router cannot be watched.
type routerTable struct {
	raw table
	id  string
}

// A decoder turns tables into settings. Each value that it cannot use becomes
// a problem and keeps its default.
type decoder struct {
	checkURL func(string) error
	problems []*Problem
	routers  []routerTable
}

func (d *decoder) decode(doc table) Settings {
	s := Defaults()
	d.version(doc)
	d.readRouters(&s, doc["router"])

	poll := d.section(doc, "poll")
	read(d, poll, "interval", &s.Poll.Interval, duration(IntervalRange()))
	read(d, poll, "timeout", &s.Poll.Timeout, duration(TimeoutRange()))
	read(d, poll, "threshold", &s.Poll.Threshold, whole(ThresholdRange()))
	read(d, poll, "recover_after", &s.Poll.RecoverAfter, whole(RecoverAfterRange()))

	b := d.section(doc, "backoff")
	read(d, b, "policy", &s.Backoff.Policy, policy)
	read(d, b, "first_wait", &s.Backoff.FirstWait, override(duration(WaitRange())))
	read(d, b, "longest_wait", &s.Backoff.LongestWait, override(duration(WaitRange())))
	read(d, b, "settle_after", &s.Backoff.SettleAfter, override(whole(SettleAfterRange())))
	read(d, b, "settled_wait", &s.Backoff.SettledWait, override(duration(WaitRange())))
	read(d, b, "jitter", &s.Backoff.Jitter, override(fraction(JitterRange())))
	if _, err := s.Backoff.Build(); err != nil {
		d.lose("backoff", err, fmt.Sprintf("the policy %s is used as it is", s.Backoff.Policy))
		s.Backoff = Backoff{Policy: s.Backoff.Policy}
	}

	n := d.section(doc, "notifications")
	read(d, n, "down", &s.Notifications.Down, yesNo)
	read(d, n, "paused", &s.Notifications.Paused, yesNo)
	read(d, n, "pairs_zero", &s.Notifications.PairsZero, yesNo)
	read(d, n, "pairs_changed", &s.Notifications.PairsChanged, yesNo)

	read(d, d.section(doc, "tray"), "count", &s.Tray.Count, yesNo)

	net := d.section(doc, "network")
	read(d, net, "proxy", &s.Network.Proxy, words(CheckProxy))
	read(d, net, "ca_file", &s.Network.CAFile, words(nil))
	d.unknown(doc)
	return s
}

func (d *decoder) version(doc table) {
	switch v, ok := doc["version"].(int64); {
	case doc["version"] != nil && (!ok || v < 1):
		d.lose("version", errors.New("it must be a whole number from 1"), "1 is assumed")
	case v > version:
		d.problems = append(d.problems, &Problem{
			Key:         "version",
			Reason:      fmt.Sprintf("the file is of a newer version (%d) than this program knows (%d)", v, version),
			Consequence: "what is known is used and the rest is left as it is",
			Harmless:    true,
		})
	}
}

// readRouters takes every router that can be watched. One that cannot stays
// in the file, through every save, until a person mends it.
func (d *decoder) readRouters(s *Settings, raw any) {
	list, ok := tablesOf(raw)
	if !ok {
		d.lose("router", errors.New("it must be a list of [[router]] tables"), "no router is watched")
	}
	taken := make(map[string]bool, len(list))
	for _, t := range list { // an id that was written down goes before one that is derived
		if id, _ := t["id"].(string); validID(id) {
			taken[id] = true
		}
	}
	used := make(map[string]bool, len(list))
	for i, t := range list {
		r, err := d.router(i, t)
		if err != nil {
			d.problems = append(d.problems, &Problem{
				Key: routerKey(i, r.Name), Reason: err.Error(), Consequence: "it is not watched",
			})
			d.routers = append(d.routers, routerTable{raw: t})
			continue
		}
		if r.ID == "" || used[r.ID] {
			r.ID = freeID(r.URL, taken)
		}
		taken[r.ID], used[r.ID] = true, true
		s.Routers = append(s.Routers, r)
		d.routers = append(d.routers, routerTable{raw: t, id: r.ID})
	}
}

// router reads one table. The id is empty where it has none that can be used.
func (d *decoder) router(index int, t table) (Router, error) {
	name, _ := t["name"].(string)
	r := Router{Name: TidyName(name)}
	address, ok := t["url"].(string)
	if !ok {
		return r, errors.New("it has no url")
	}
	address = strings.TrimSpace(address)
	if err := d.checkURL(address); err != nil {
		return r, err
	}
	r.URL = address
	if err := CheckName(r.Name); err != nil {
		key := routerKey(index, "")
		r.Name = NameFor(address)
		if t["name"] != nil {
			d.lose(key, err, fmt.Sprintf("it is called %s", quote(r.Name)))
		}
	}
	r.Token = d.flag(t, "token", routerKey(index, r.Name))
	r.InsecureToken = d.flag(t, "insecure_token", routerKey(index, r.Name))
	if id, _ := t["id"].(string); validID(id) {
		r.ID = id
	} else if t["id"] != nil {
		d.lose(routerKey(index, r.Name), errNoID, "another id is used")
	}
	return r, nil
}

// flag is a key of a router that is true, false or left out.
func (d *decoder) flag(t table, key, router string) bool {
	v, ok := t[key].(bool)
	if t[key] != nil && !ok {
		d.lose(router, errors.New(key+" must be true or false"), "false is used")
	}
	return v
}

// tablesOf takes the list in every way that TOML can write it, and the
// single [router] that a person may have meant as one.
func tablesOf(raw any) ([]table, bool) {
	switch v := raw.(type) {
	case nil:
		return nil, true
	case table:
		return []table{v}, true
	case []table:
		return v, true
	case []any:
		list := make([]table, 0, len(v))
		for _, element := range v {
			t, ok := element.(table)
			if !ok {
				return nil, false
			}
			list = append(list, t)
		}
		return list, true
	}
	return nil, false
}

// A section is a named table of the file.
type section struct {
	name   string
	values table
}

func (d *decoder) section(doc table, name string) section {
	raw, there := doc[name]
	values, ok := raw.(table)
	if there && !ok {
		d.lose(name, fmt.Errorf("it must be a table, [%s]", name), "its defaults are used")
	}
	return section{name: name, values: maps.Clone(values)}
}

// lose records a value that is not used, and that a save would write over.
func (d *decoder) lose(key string, reason error, consequence string) {
	d.problems = append(d.problems, &Problem{Key: key, Reason: reason.Error(), Consequence: consequence, lost: true})
}

// read puts one value of a section into its place, or leaves what is there.
func read[T any](d *decoder, s section, key string, into *T, parse func(any) (T, error)) {
	raw, ok := s.values[key]
	if !ok {
		return
	}
	v, err := parse(raw)
	if err != nil {
		d.lose(s.name+"."+key, err, defaultIs(*into))
		return
	}
	*into = v
}

func defaultIs(v any) string {
	switch v := v.(type) {
	case string:
		if v == "" {
			return "it is not used"
		}
		return fmt.Sprintf("the default, %s, is used", v)
	case bool, int, float64, time.Duration:
		return fmt.Sprintf("the default, %s, is used", text(v))
	}
	return "the policy's own value is used"
}

func duration(r Range[time.Duration]) func(any) (time.Duration, error) {
	return func(raw any) (time.Duration, error) {
		switch v := raw.(type) {
		case string:
			return ParseDuration(v, r)
		case int64, float64:
			return 0, fmt.Errorf(`%v has no unit; write "%vs" for seconds`, v, v)
		}
		return 0, fmt.Errorf(`it must be a duration in quotes, such as "5s"`)
	}
}

func whole(r Range[int]) func(any) (int, error) {
	return func(raw any) (int, error) {
		v, ok := raw.(int64)
		if !ok {
			return 0, fmt.Errorf("it must be a whole number from %d to %d, without quotes", r.Min, r.Max)
		}
		return ParseWhole(strconv.FormatInt(v, 10), r)
	}
}

func fraction(r Range[float64]) func(any) (float64, error) {
	return func(raw any) (float64, error) {
		switch v := raw.(type) {
		case float64:
			return v, r.Check(v)
		case int64:
			return float64(v), r.Check(float64(v))
		}
		return 0, fmt.Errorf("it must be a number from %v to %v, such as 0.25, without quotes", r.Min, r.Max)
	}
}

func override[T any](parse func(any) (T, error)) func(any) (Override[T], error) {
	return func(raw any) (Override[T], error) {
		v, err := parse(raw)
		return Override[T]{Value: v, Set: err == nil}, err
	}
}

func policy(raw any) (string, error) {
	s, ok := raw.(string)
	if !ok {
		return "", fmt.Errorf("it must be the name of a policy in quotes, such as %q", backoff.DefaultName)
	}
	return ParsePolicy(s)
}

// words is a text that check allows; nil allows any.
func words(check func(string) error) func(any) (string, error) {
	return func(raw any) (string, error) {
		v, ok := raw.(string)
		if !ok {
			return "", errors.New("it must be a text in quotes")
		}
		v = strings.TrimSpace(v)
		if check == nil {
			return v, nil
		}
		return v, check(v)
	}
}

func yesNo(raw any) (bool, error) {
	v, ok := raw.(bool)
	if !ok {
		return false, errors.New("it must be true or false, without quotes")
	}
	return v, nil
}
