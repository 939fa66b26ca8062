package settings

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"routerwatch/backoff"
)

// The rules of every setting are here and nowhere else: the file, the flags
// and the settings dialog use the same. Each error is the part of a sentence
// that follows the name of the setting: what was given, and what is allowed.

// longestName is in characters.
const longestName = 60

// A Range is the allowed values of a setting, both ends included.
type Range[T cmp.Ordered] struct{ Min, Max T }

// IntervalRange bounds the time between polls.
func IntervalRange() Range[time.Duration] { return Range[time.Duration]{time.Second, time.Hour} }

// TimeoutRange bounds the time a poll may take.
func TimeoutRange() Range[time.Duration] { return Range[time.Duration]{time.Second, 5 * time.Minute} }

// WaitRange bounds each wait of the backoff policy on its own;
// [backoff.Policy.Validate] bounds them against each other.
func WaitRange() Range[time.Duration] {
	return Range[time.Duration]{time.Millisecond, 24 * time.Hour}
}

// ThresholdRange bounds the failures in a row that are an outage.
func ThresholdRange() Range[int] { return Range[int]{1, 100} }

// RecoverAfterRange bounds the successes in a row that end an outage.
func RecoverAfterRange() Range[int] { return Range[int]{1, 100} }

// SettleAfterRange bounds the failures in a row before the wait settles;
// 0 is never.
func SettleAfterRange() Range[int] { return Range[int]{0, 1_000_000} }

// JitterRange bounds the jitter, a fraction of the wait.
func JitterRange() Range[float64] { return Range[float64]{0, 1} }

// Check is nil for a value inside the range. What is not a number is outside.
func (r Range[T]) Check(v T) error {
	if v >= r.Min && v <= r.Max {
		return nil
	}
	return fmt.Errorf("%s is not allowed; it must be from %s to %s", text(v), text(r.Min), text(r.Max))
}

// ParseDuration reads a duration such as 250ms, 5s or 1m30s in that range.
func ParseDuration(s string, r Range[time.Duration]) (time.Duration, error) {
	s = strings.TrimSpace(s)
	if _, err := strconv.ParseFloat(s, 64); err == nil && s != "0" && !strings.ContainsFunc(s, unicode.IsLetter) {
		return 0, fmt.Errorf("%s has no unit; write %ss for seconds", s, s)
	}
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, fmt.Errorf("%s is not a duration; write one such as 250ms, 5s or 1m30s", quote(s))
	}
	return d, r.Check(d)
}

// ParseWhole reads a whole number in that range.
func ParseWhole(s string, r Range[int]) (int, error) {
	n, err := strconv.Atoi(strings.TrimSpace(s))
	if err != nil {
		return 0, fmt.Errorf("%s is not a whole number from %d to %d", quote(s), r.Min, r.Max)
	}
	return n, r.Check(n)
}

// ParseFraction reads a number in that range.
func ParseFraction(s string, r Range[float64]) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil {
		return 0, fmt.Errorf("%s is not a number from %v to %v, such as 0.25", quote(s), r.Min, r.Max)
	}
	return v, r.Check(v)
}

// ParsePolicy reads the name of a policy and gives it as [backoff.Names] does.
func ParsePolicy(s string) (string, error) {
	name := strings.ToLower(strings.TrimSpace(s))
	if _, err := backoff.Named(name); err != nil {
		return "", fmt.Errorf("there is no policy %s; it must be one of %s", quote(s), strings.Join(backoff.Names(), ", "))
	}
	return name, nil
}

// CheckName is nil for a router's name that can be shown: 1 to 60 characters,
// not only spaces, none of them a control or text direction character. Spaces
// around it do not count; [TidyName] removes them.
func CheckName(name string) error {
	name = TidyName(name)
	switch {
	case !utf8.ValidString(name):
		return errors.New("the name is not valid text")
	case !strings.ContainsFunc(name, visible):
		return errors.New("the name is empty; it must have 1 to 60 characters")
	case utf8.RuneCountInString(name) > longestName:
		return fmt.Errorf("the name has %d characters; it must have 1 to 60", utf8.RuneCountInString(name))
	case strings.ContainsFunc(name, unprintable):
		return errors.New("the name has a control character in it; it must be plain text on one line")
	}
	return nil
}

// TidyName is the name without the spaces around it.
func TidyName(name string) string { return strings.TrimSpace(name) }

// NameFor is the name of a router that was given none: its host.
func NameFor(address string) string {
	name := "router"
	if u, err := url.Parse(strings.TrimSpace(address)); err == nil && u.Host != "" {
		name = u.Host
	}
	if utf8.RuneCountInString(name) > longestName {
		name = string([]rune(name)[:longestName-1]) + "…"
	}
	if CheckName(name) != nil {
		return "router"
	}
	return name
}

// CheckURL is the light check of an address, for where the source that will
// use it is not at hand. It never repeats the address, which may hold a
// password.
func CheckURL(address string) error {
	u, err := url.Parse(strings.TrimSpace(address))
	switch {
	case strings.TrimSpace(address) == "":
		return errors.New("the address is empty; write one such as https://router.example.org")
	case err != nil, u.Scheme != "http" && u.Scheme != "https", u.Hostname() == "":
		return errors.New("the address must be a URL such as https://router.example.org")
	}
	return nil
}

func visible(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) }

func unprintable(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || unicode.In(r, unicode.Zl, unicode.Zp)
}

// text is a value as an operator would write it: 1h, not 1h0m0s.
func text(v any) string {
	d, ok := v.(time.Duration)
	if !ok {
		return fmt.Sprint(v)
	}
	s := d.String()
	if trimmed, ok := strings.CutSuffix(s, "m0s"); ok {
		s = trimmed + "m"
	}
	if trimmed, ok := strings.CutSuffix(s, "h0m"); ok {
		s = trimmed + "h"
	}
	return s
}

// quote is text from outside, bounded and escaped.
func quote(s string) string {
	const most = 40
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return strconv.Quote(s)
}

// Direct is the proxy setting for none at all.
const Direct = "direct"

// CheckProxy says what is wrong with a proxy's address. The name and password
// of a proxy are secrets, and have no place in the settings.
func CheckProxy(address string) error {
	if address == "" || address == Direct {
		return nil
	}
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "":
		return errors.New("the proxy must be a URL such as socks5://proxy.example.org:1080, or \"direct\"")
	case u.User != nil:
		return errors.New("the proxy's name and password do not belong into the settings; give the whole proxy by HTTPS_PROXY instead")
	case !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme):
		return errors.New("the proxy must be an http, https, socks5 or socks5h one")
	}
	return nil
}
