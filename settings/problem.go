package settings

import (
	"cmp"
	"fmt"
	"strings"
)

// A Wrong is a way in which a value or the whole file cannot be used.
type Wrong string

// What can be wrong with a value.
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
	NotAList        Wrong = "not a list of routers"
)

// What can be wrong with the file.
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

// A ValueError is why a value, or the whole file, cannot be used. Its text is
// terse and holds no value; ui/view has the sentence.
type ValueError struct {
	Wrong    Wrong
	Kind     Kind     // of the setting, where that matters
	Given    string   // what was given, bounded; empty where it may be a secret
	Min, Max string   // the range, where there is one
	Noun     string   // what the choices are names of
	Choices  []string // the names that are allowed
}

func (e *ValueError) Error() string { return string(e.Wrong) }

// with is the error about a value that is given, within the same limits.
func (e ValueError) with(wrong Wrong, given string) error {
	e.Wrong, e.Given = wrong, given
	return &e
}

// A Consequence is what is done about a problem, where that does not follow
// from what is wrong.
type Consequence int

// The consequences. Some come with a value: see [Problem.Used].
const (
	NoConsequence Consequence = iota
	DefaultUsed               // Used is the default
	PolicyUsed                // the policy's own value
	PolicyAsItIs              // without any of the values set; Used is its name
	NotUsed                   // the value is as if left out
	AllDefaultsUsed
	NotWatched   // the router
	NamedInstead // Used is the router's name
	OtherIDUsed
)

// A Problem is one thing that is wrong with the settings, or with their file.
// It is an error whose text is terse; ui/view has the sentence. It holds no
// address and no other secret of the file.
type Problem struct {
	Path     string // the file; empty where it is not about a file
	Line     int    // from 1; 0 where it is not known
	Key      string // the setting, such as poll.interval; empty for the whole file
	Reason   error  // a *[ValueError], or an error of the system, the policy or the check of an address
	Then     Consequence
	Used     string // what is used instead
	Kept     string // where a copy of the file was kept; empty if there is none
	Harmless bool   // nothing that was wanted is missing
}

func (p *Problem) Error() string { return cmp.Or(p.Key, "settings") + ": " + p.Reason.Error() }

func (p *Problem) Unwrap() error { return p.Reason }

// mostProblems limits the problems that are reported of one file.
const mostProblems = 50

// bounded counts the last problems where there are too many.
func bounded(problems []*Problem) []*Problem {
	if len(problems) <= mostProblems {
		return problems
	}
	rest := problems[mostProblems-1:]
	return append(problems[:mostProblems-1:mostProblems-1], &Problem{
		Path: rest[0].Path, Reason: &ValueError{Wrong: MoreProblems, Given: fmt.Sprint(len(rest))},
		Harmless: rest[0].Harmless,
	})
}

// routerKey names a router: by its place, from 1, and its name.
func routerKey(index int, name string) string {
	if CheckName(name) != nil {
		return fmt.Sprintf("router %d", index+1)
	}
	return fmt.Sprintf("router %d (%s)", index+1, quote(strings.TrimSpace(name)))
}
