package settings

import (
	"cmp"
	"fmt"
	"strings"
)

// A Wrong says what is wrong with a value or the whole file.
type Wrong string

// Reasons about a value.
const (
	OutOfRange   Wrong = "out of range"
	NoUnit       Wrong = "no unit"
	Unreadable   Wrong = "not of its kind"
	WrongType    Wrong = "of another type in the file"
	NoSuchChoice Wrong = "none of the choices"
	UnknownKey   Wrong = "unknown key"
	NotATable    Wrong = "not a table"

	ProxyWithPassword Wrong = "proxy with a password"

	NameEmpty       Wrong = "empty name"
	NameTooLong     Wrong = "name too long"
	NameNotText     Wrong = "name is not text"
	NameUnprintable Wrong = "unprintable name"
	AddressMissing  Wrong = "no address"
	AddressNotText  Wrong = "address is not text"
	BadID           Wrong = "bad id"
	IDTaken         Wrong = "id of another router"
	NameTwice       Wrong = "name of another router"
	AddressTwice    Wrong = "address of another router"
	NotAList        Wrong = "not a list of routers"
)

// Reasons about the file.
const (
	FileEmpty      Wrong = "empty file"
	BadVersion     Wrong = "not a version of the file"
	NewerVersion   Wrong = "newer version of the file"
	FileNotTOML    Wrong = "not TOML"
	FileTooLarge   Wrong = "file too large"
	FileNotRegular Wrong = "not a regular file"
	TooManyRouters Wrong = "too many routers for the file"
	MoreProblems   Wrong = "more problems"
)

// A ValueError says why a value, or the whole file, is invalid. Its text is
// terse and does not contain the value; ui/view has the sentence.
type ValueError struct {
	Wrong    Wrong
	Kind     Kind     // the kind of the setting, where it matters
	Given    string   // the value, bounded; empty if it may be a secret
	Min, Max string   // the allowed range, if any
	Noun     string   // what the choices name, such as "policy"
	Choices  []string // the allowed names
}

func (e *ValueError) Error() string { return string(e.Wrong) }

// with is a copy of e, about the given value.
func (e ValueError) with(wrong Wrong, given string) error {
	e.Wrong, e.Given = wrong, given
	return &e
}

// A Consequence is what was done about a problem, where it is not obvious.
type Consequence int

// The consequences. Some come with a value: see [Problem.Used].
const (
	NoConsequence   Consequence = iota
	DefaultUsed                 // Used is the default
	PolicyUsed                  // the policy's own value
	PlainPolicyUsed             // the policy without overrides; Used is its name
	NotUsed                     // as if the key were missing
	AllDefaultsUsed
	NotWatched   // the router
	NamedInstead // Used is the router's name
	OtherIDUsed
)

// A Problem is one thing that is wrong with the settings, or with their file.
// It is an error whose text is terse; ui/view has the sentence. It holds no
// address and no other secret of the file.
type Problem struct {
	Path     string // the file; empty if it is not about a file
	Line     int    // from 1; 0 if unknown
	Key      string // the setting, such as poll.interval; empty for the whole file
	Reason   error  // a *[ValueError], or an error of the system, the policy or the check of an address
	Then     Consequence
	Used     string // what is used instead
	Kept     string // where a copy of the file was kept; empty if there is none
	Harmless bool   // every setting the operator meant is in effect
}

func (p *Problem) Error() string { return cmp.Or(p.Key, "settings") + ": " + p.Reason.Error() }

func (p *Problem) Unwrap() error { return p.Reason }

// maxProblems limits the problems that are reported for one file.
const maxProblems = 50

// bounded replaces the problems over the limit by one that counts them.
func bounded(problems []*Problem) []*Problem {
	if len(problems) <= maxProblems {
		return problems
	}
	rest := problems[maxProblems-1:]
	return append(problems[:maxProblems-1:maxProblems-1], &Problem{
		Path: rest[0].Path, Reason: &ValueError{Wrong: MoreProblems, Given: fmt.Sprint(len(rest))},
		Harmless: rest[0].Harmless,
	})
}

// routerKey names a router in a problem: by its number, from 1, and its name.
func routerKey(index int, name string) string {
	if CheckName(name) != nil {
		return fmt.Sprintf("router %d", index+1)
	}
	return fmt.Sprintf("router %d (%s)", index+1, quote(strings.TrimSpace(name)))
}
