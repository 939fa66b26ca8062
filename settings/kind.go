package settings

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
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
	kind() Kind
	allowed() string                    // the range in words; empty for none
	reset(s *Settings)                  // to the default
	set(s *Settings, text string) error // from an operator's text
	read(s *Settings, raw any) error    // from a value of the TOML parser
	write(s *Settings) any              // for the TOML encoder; nil where the key is left out
	check(s *Settings) error
}

// A typed value is read, checked and written in the same way wherever it is.
type typed[T any] struct {
	is     Kind
	limits string
	parse  func(text string) (T, error)
	decode func(raw any) (T, error)
	encode func(T) any
	check  func(T) error
}

// A field is a typed value with its place.
type field[T comparable] struct {
	typed    typed[T]
	at       func(*Settings) *T
	fallback T
	optional bool // left out of the file while it is the fallback
}

func of[T comparable](at func(*Settings) *T, fallback T, t typed[T]) value {
	return field[T]{t, at, fallback, t.is == Text}
}

// override is the field of a value that replaces the policy's own.
func override[T comparable](at func(*Settings) *Override[T], t typed[T]) value {
	set := func(v T, err error) (Override[T], error) { return Use(v), err }
	return field[Override[T]]{at: at, optional: true, typed: typed[Override[T]]{
		is: t.is, limits: t.limits,
		parse:  func(text string) (Override[T], error) { return set(t.parse(text)) },
		decode: func(raw any) (Override[T], error) { return set(t.decode(raw)) },
		encode: func(o Override[T]) any { return t.encode(o.Value) },
		check: func(o Override[T]) error {
			if !o.Set {
				return nil
			}
			return t.check(o.Value)
		},
	}}
}

func (f field[T]) kind() Kind              { return f.typed.is }
func (f field[T]) allowed() string         { return f.typed.limits }
func (f field[T]) reset(s *Settings)       { *f.at(s) = f.fallback }
func (f field[T]) check(s *Settings) error { return f.typed.check(*f.at(s)) }

func (f field[T]) set(s *Settings, text string) error {
	v, err := f.typed.parse(strings.TrimSpace(text))
	return f.put(s, v, err)
}

func (f field[T]) read(s *Settings, raw any) error {
	v, err := f.typed.decode(raw)
	return f.put(s, v, err)
}

func (f field[T]) put(s *Settings, v T, err error) error {
	if err == nil {
		err = f.typed.check(v)
	}
	if err == nil {
		*f.at(s) = v
	}
	return err
}

func (f field[T]) write(s *Settings) any {
	if v := *f.at(s); !f.optional || v != f.fallback {
		return f.typed.encode(v)
	}
	return nil
}

// between checks a range, both ends included. What is not a number is outside.
func between[T cmp.Ordered](least, most T) func(T) error {
	return func(v T) error {
		if v >= least && v <= most {
			return nil
		}
		return &ValueError{Wrong: OutOfRange, Given: textOf(v), Min: textOf(least), Max: textOf(most)}
	}
}

func duration(least, most time.Duration) typed[time.Duration] {
	parse := func(text string) (time.Duration, error) {
		if _, err := strconv.ParseFloat(text, 64); err == nil && text != "0" && !strings.ContainsFunc(text, unicode.IsLetter) {
			return 0, &ValueError{Wrong: NoUnit, Kind: Duration, Given: text}
		}
		d, err := time.ParseDuration(text)
		if err != nil {
			return 0, &ValueError{Wrong: Unreadable, Kind: Duration, Given: quote(text)}
		}
		return d, nil
	}
	return typed[time.Duration]{
		is: Duration, limits: textOf(least) + " to " + textOf(most), parse: parse,
		decode: func(raw any) (time.Duration, error) {
			switch raw := raw.(type) {
			case string:
				return parse(strings.TrimSpace(raw))
			case int64, float64:
				return 0, &ValueError{Wrong: NoUnit, Kind: Duration, Given: fmt.Sprint(raw), InFile: true}
			}
			return 0, &ValueError{Wrong: WrongType, Kind: Duration}
		},
		encode: func(d time.Duration) any { return textOf(d) },
		check:  between(least, most),
	}
}

func whole(least, most int) typed[int] {
	wrong := func(wrong Wrong, given string) error {
		return &ValueError{Wrong: wrong, Kind: Whole, Given: given, Min: textOf(least), Max: textOf(most)}
	}
	return typed[int]{
		is: Whole, limits: textOf(least) + " to " + textOf(most),
		parse: func(text string) (int, error) {
			n, err := strconv.Atoi(text)
			if err != nil {
				return 0, wrong(Unreadable, quote(text))
			}
			return n, nil
		},
		decode: func(raw any) (int, error) {
			n, ok := raw.(int64)
			if !ok {
				return 0, wrong(WrongType, "")
			}
			return int(n), nil
		},
		encode: func(n int) any { return int64(n) },
		check:  between(least, most),
	}
}

func fraction(least, most float64) typed[float64] {
	wrong := func(wrong Wrong, given string) error {
		return &ValueError{Wrong: wrong, Kind: Fraction, Given: given, Min: textOf(least), Max: textOf(most)}
	}
	return typed[float64]{
		is: Fraction, limits: textOf(least) + " to " + textOf(most),
		parse: func(text string) (float64, error) {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				return 0, wrong(Unreadable, quote(text))
			}
			return v, nil
		},
		decode: func(raw any) (float64, error) {
			switch v := raw.(type) {
			case float64:
				return v, nil
			case int64:
				return float64(v), nil
			}
			return 0, wrong(WrongType, "")
		},
		encode: func(v float64) any { return v },
		check:  between(least, most),
	}
}

func yesNo() typed[bool] {
	return typed[bool]{
		is: YesNo,
		parse: func(text string) (bool, error) {
			v, err := strconv.ParseBool(text)
			if err != nil {
				return false, &ValueError{Wrong: Unreadable, Kind: YesNo, Given: quote(text)}
			}
			return v, nil
		},
		decode: func(raw any) (bool, error) {
			v, ok := raw.(bool)
			if !ok {
				return false, &ValueError{Wrong: WrongType, Kind: YesNo}
			}
			return v, nil
		},
		encode: func(v bool) any { return v },
		check:  func(bool) error { return nil },
	}
}

// choice is one of some names, in lower case.
func choice(names ...string) typed[string] {
	last := len(names) - 1
	t := text(func(name string) error {
		if slices.Contains(names, name) {
			return nil
		}
		return &ValueError{Wrong: NoSuchChoice, Kind: Choice, Given: quote(name), Choices: names}
	})
	t.is, t.limits = Choice, strings.Join(names[:last], ", ")+" or "+names[last]
	parse := t.parse
	t.parse = func(text string) (string, error) { return parse(strings.ToLower(text)) }
	decode := t.decode
	t.decode = func(raw any) (string, error) {
		name, err := decode(raw)
		if err != nil {
			return "", &ValueError{Wrong: WrongType, Kind: Choice, Choices: names}
		}
		return strings.ToLower(name), nil
	}
	return t
}

// text is one that check allows; nil allows any.
func text(check func(string) error) typed[string] {
	if check == nil {
		check = func(string) error { return nil }
	}
	return typed[string]{
		is:    Text,
		parse: func(text string) (string, error) { return text, nil },
		decode: func(raw any) (string, error) {
			v, ok := raw.(string)
			if !ok {
				return "", &ValueError{Wrong: WrongType, Kind: Text}
			}
			return strings.TrimSpace(v), nil
		},
		encode: func(v string) any { return v },
		check:  check,
	}
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
