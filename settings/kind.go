package settings

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Kind is the type of a setting's value.
type Kind int

// The kinds.
const (
	Duration Kind = iota + 1
	Whole
	Fraction
	YesNo
	Choice
	Text
)

// A value reads and writes the field of one key.
type value struct {
	limits ValueError                           // the kind, with the range or the choices
	set    func(s *Settings, text string) error // parses text; on an error s is unchanged
	get    func(*Settings) any                  // for the TOML encoder; nil if the key is not set
	take   func(s, from *Settings)              // copies the field
}

// A rule parses and checks text as a value of Go type T.
type rule[T any] struct {
	limits ValueError
	parse  func(text string) (T, error)
	check  func(T) error // nil allows every value
}

// of is a field that always has a value.
func of[T any](at func(*Settings) *T, r rule[T]) value {
	return value{r.limits, func(s *Settings, text string) error {
		v, err := r.read(text)
		if err == nil {
			*at(s) = v
		}
		return err
	}, func(s *Settings) any { return *at(s) }, func(s, from *Settings) { *at(s) = *at(from) }}
}

// override is a field that may replace the policy's own value.
func override[T any](at func(*Settings) *Override[T], r rule[T]) value {
	return value{r.limits, func(s *Settings, text string) error {
		v, err := r.read(text)
		if err == nil {
			*at(s) = Use(v)
		}
		return err
	}, func(s *Settings) any {
		if o := *at(s); o.Set {
			return o.Value
		}
		return nil
	}, func(s, from *Settings) { *at(s) = *at(from) }}
}

func (r rule[T]) read(text string) (v T, err error) {
	text = strings.TrimSpace(text)
	if v, err = r.parse(text); err != nil {
		_, notNumber := strconv.ParseFloat(text, 64)
		if r.limits.Kind == Duration && notNumber == nil && strings.Trim(text, "+-.0123456789") == "" {
			return v, r.limits.with(NoUnit, text)
		}
		return v, r.limits.with(Unreadable, quote(text))
	}
	if r.check != nil {
		err = r.check(v)
	}
	return v, err
}

// setRaw sets the field from a value of the TOML parser.
func (v value) setRaw(s *Settings, raw any) error {
	var kinds []Kind
	switch raw.(type) {
	case string:
		kinds = []Kind{Duration, Choice, Text}
	case bool:
		kinds = []Kind{YesNo}
	case int64:
		kinds = []Kind{Whole, Fraction}
	case float64:
		kinds = []Kind{Fraction}
	}
	if !slices.Contains(kinds, v.limits.Kind) {
		return v.limits.with(WrongType, "")
	}
	return v.set(s, fmt.Sprint(raw))
}

// within allows a range, both ends included. NaN is out of range.
func within[T cmp.Ordered](kind Kind, parse func(string) (T, error), least, most T) rule[T] {
	limits := ValueError{Kind: kind, Min: textOf(least), Max: textOf(most)}
	return rule[T]{limits, parse, func(v T) error {
		if v >= least && v <= most {
			return nil
		}
		return limits.with(OutOfRange, textOf(v))
	}}
}

func duration(least, most time.Duration) rule[time.Duration] {
	return within(Duration, time.ParseDuration, least, most)
}

func whole(least, most int) rule[int] { return within(Whole, strconv.Atoi, least, most) }

func fraction(least, most float64) rule[float64] {
	return within(Fraction, func(text string) (float64, error) { return strconv.ParseFloat(text, 64) }, least, most)
}

func yesNo() rule[bool] { return rule[bool]{limits: ValueError{Kind: YesNo}, parse: strconv.ParseBool} }

// choice is one of the names, ignoring case; noun says what they name.
func choice(noun string, names ...string) rule[string] {
	limits := ValueError{Kind: Choice, Noun: noun, Choices: names}
	lower := func(text string) (string, error) { return strings.ToLower(text), nil }
	return rule[string]{limits, lower, func(name string) error {
		if slices.Contains(names, name) {
			return nil
		}
		return limits.with(NoSuchChoice, quote(name))
	}}
}

// text allows what check allows; nil allows any text.
func text(check func(string) error) rule[string] {
	asIs := func(text string) (string, error) { return text, nil }
	return rule[string]{ValueError{Kind: Text}, asIs, check}
}

// textOf is a value as an operator would write it: 1h, not 1h0m0s.
func textOf(v any) string {
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

// quote quotes untrusted text, bounded and escaped.
func quote(s string) string {
	const most = 40
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return strconv.Quote(s)
}
