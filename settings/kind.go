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

// A value is the field of one key. Its errors are typed, and leave the
// settings as they were.
type value interface {
	set(s *Settings, text string) error // from an operator's text
	read(s *Settings, raw any) error    // from a value of the TOML parser
	get(s *Settings) any                // for a TOML encoder; nil where the key is left out
	reset(s *Settings)                  // to the default
	kind() Kind
	limits() string // the range or the choices in words; empty for none
}

// A rule reads values of Go type T and says which are allowed.
type rule[T any] struct {
	is      Kind
	parse   func(text string) (T, error)
	allows  func(T) error
	allowed ValueError // the range or the choices, for its errors
}

// A field is a value of Go type T.
type field[T comparable] struct {
	rule[T]
	at       func(*Settings) *T
	given    func(*Settings) *bool // nil for one that always has a value
	fallback T
}

func of[T comparable](at func(*Settings) *T, fallback T, r rule[T]) value {
	return field[T]{rule: r, at: at, fallback: fallback}
}

// override is the field of a value that replaces the policy's own.
func override[T comparable](at func(*Settings) *Override[T], r rule[T]) value {
	return field[T]{
		rule:  r,
		at:    func(s *Settings) *T { return &at(s).Value },
		given: func(s *Settings) *bool { return &at(s).Set },
	}
}

func (f field[T]) kind() Kind { return f.is }

func (f field[T]) limits() string {
	switch last := len(f.allowed.Choices) - 1; {
	case last > 0:
		return strings.Join(f.allowed.Choices[:last], ", ") + " or " + f.allowed.Choices[last]
	case f.allowed.Min != "":
		return f.allowed.Min + " to " + f.allowed.Max
	}
	return ""
}

func (f field[T]) set(s *Settings, text string) error {
	text = strings.TrimSpace(text)
	v, err := f.parse(text)
	if err != nil {
		if _, err := strconv.ParseFloat(text, 64); f.is == Duration && err == nil && strings.Trim(text, "+-.0123456789") == "" {
			return f.wrong(NoUnit, text)
		}
		return f.wrong(Unreadable, quote(text))
	}
	if err := f.allows(v); err != nil {
		return err
	}
	*f.at(s) = v
	if f.given != nil {
		*f.given(s) = true
	}
	return nil
}

func (f field[T]) read(s *Settings, raw any) error {
	_, isText := raw.(string)
	_, isBool := raw.(bool)
	_, isWhole := raw.(int64)
	_, isFloat := raw.(float64)
	if isText && (f.is == Duration || f.is == Choice || f.is == Text) || isBool && f.is == YesNo ||
		isWhole && (f.is == Whole || f.is == Fraction) || isFloat && f.is == Fraction {
		return f.set(s, fmt.Sprint(raw))
	}
	return f.wrong(WrongType, "")
}

func (f field[T]) get(s *Settings) any {
	switch v := *f.at(s); {
	case f.given != nil && !*f.given(s), f.is == Text && v == f.fallback:
		return nil
	case f.is == Duration:
		return textOf(v)
	default:
		return v
	}
}

func (f field[T]) reset(s *Settings) { *f.at(s) = f.fallback }

func (r rule[T]) wrong(wrong Wrong, given string) error {
	e := r.allowed
	e.Wrong, e.Kind, e.Given = wrong, r.is, given
	return &e
}

// within allows a range, both ends included. What is not a number is outside.
func within[T cmp.Ordered](is Kind, parse func(string) (T, error), least, most T) rule[T] {
	r := rule[T]{is: is, parse: parse, allowed: ValueError{Min: textOf(least), Max: textOf(most)}}
	r.allows = func(v T) error {
		if v >= least && v <= most {
			return nil
		}
		return r.wrong(OutOfRange, textOf(v))
	}
	return r
}

func duration(least, most time.Duration) rule[time.Duration] {
	return within(Duration, time.ParseDuration, least, most)
}

func whole(least, most int) rule[int] { return within(Whole, strconv.Atoi, least, most) }

func fraction(least, most float64) rule[float64] {
	return within(Fraction, func(text string) (float64, error) { return strconv.ParseFloat(text, 64) }, least, most)
}

func yesNo() rule[bool] {
	return rule[bool]{is: YesNo, parse: strconv.ParseBool, allows: func(bool) error { return nil }}
}

// choice is one of the names, in any case; noun is what they are names of.
func choice(noun string, names ...string) rule[string] {
	r := rule[string]{is: Choice, allowed: ValueError{Noun: noun, Choices: names}}
	r.parse = func(text string) (string, error) { return strings.ToLower(text), nil }
	r.allows = func(name string) error {
		if slices.Contains(names, name) {
			return nil
		}
		return r.wrong(NoSuchChoice, quote(name))
	}
	return r
}

// text is one that check allows; nil allows any.
func text(check func(string) error) rule[string] {
	if check == nil {
		check = func(string) error { return nil }
	}
	return rule[string]{is: Text, parse: func(text string) (string, error) { return text, nil }, allows: check}
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

// quote is text from outside, bounded and escaped.
func quote(s string) string {
	const most = 40
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return strconv.Quote(s)
}
