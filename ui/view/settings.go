package view

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"routerwatch/settings"
)

// settingsProblem says where a problem of the settings is, what it is, and what
// was done about it.
func settingsProblem(p *settings.Problem) string {
	var where []string
	if p.Path != "" {
		where = append(where, filepath.Base(p.Path))
	}
	if p.Line > 0 {
		where = append(where, fmt.Sprintf("line %d", p.Line))
	}
	if p.Key != "" {
		where = append(where, p.Key)
	}
	sentence := Problem(p.Reason)
	if _, system := errors.AsType[syscall.Errno](p.Reason); system {
		sentence = refusedBySystem(p.Reason, filepath.Dir(p.Path))
	}
	if len(where) > 0 {
		sentence = strings.Join(where, ", ") + ": " + sentence
	}
	if then := consequences()[p.Then]; then != "" {
		sentence += "; " + fill(then, map[string]string{"used": p.Used})
	}
	if p.Kept != "" {
		sentence += "; a copy is kept as " + p.Kept
	}
	return sentence
}

func consequences() map[settings.Consequence]string {
	return map[settings.Consequence]string{
		settings.DefaultUsed:     "the default, {used}, is used",
		settings.PolicyUsed:      "the policy's own value is used",
		settings.PlainPolicyUsed: "the policy {used} is used as it is",
		settings.NotUsed:         "it is not used",
		settings.AllDefaultsUsed: "the defaults are used",
		settings.NotWatched:      "it is not watched",
		settings.NamedInstead:    `it is called "{used}"`,
		settings.OtherIDUsed:     "another id is used",
	}
}

// refusedBySystem is about the folder of the settings.
func refusedBySystem(err error, folder string) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "access to it, or to its folder " + folder + ", is not permitted"
	case errors.Is(err, syscall.EROFS):
		return "its folder " + folder + " is read-only"
	case errors.Is(err, syscall.ENOSPC):
		return "the disk of its folder " + folder + " is full"
	case errors.Is(err, syscall.ENOTDIR):
		return folder + " is not a folder"
	}
	return "the system refused: " + err.Error()
}

// valueError says what is wrong with a value, and what is allowed.
func valueError(e *settings.ValueError) string {
	words := valueWords()[e.Wrong]
	switch e.Wrong {
	case settings.Unreadable:
		words = unreadableWords()[e.Kind]
	case settings.WrongType:
		words = wrongTypeWords()[e.Kind]
	}
	return fill(words, map[string]string{
		"given": e.Given, "min": e.Min, "max": e.Max, "noun": e.Noun, "choices": strings.Join(e.Choices, ", "),
		"longest": fmt.Sprint(settings.MaxName), "size": fmt.Sprint(settings.MaxKiB),
	})
}

// valueWords has a row for each way in which a value or the file can be wrong.
func valueWords() map[settings.Wrong]string {
	return map[settings.Wrong]string{
		settings.OutOfRange:   "{given} is not allowed; it must be from {min} to {max}",
		settings.NoUnit:       "{given} has no unit; write {given}s for seconds",
		settings.NoSuchChoice: "there is no {noun} {given}; it must be one of {choices}",
		settings.UnknownKey:   "there is no such setting; it is left as it is",
		settings.NotATable:    "it must be a table, [{given}]; its defaults are used",

		settings.ProxyWithPassword: "the proxy's name and password must not be stored in the settings; give the whole proxy by HTTPS_PROXY instead",

		settings.NameEmpty:       "the name is empty; it must have 1 to {longest} characters",
		settings.NameTooLong:     "the name has {given} characters; it must have 1 to {longest}",
		settings.NameNotText:     "the name is not valid text",
		settings.NameUnprintable: "the name has a control character in it; it must be plain text on one line",
		settings.AddressMissing:  "it has no url",
		settings.AddressNotText:  "the address is not valid text",
		settings.BadID:           "its id must be 1 to 64 letters, digits, hyphens or underscores",
		settings.IDTaken:         "another router has the same id",
		settings.NameTwice:       "another router has the same name",
		settings.AddressTwice:    "the router {given} has the same address",
		settings.NotAList:        "it must be a list of [[router]] tables; no router is watched",

		settings.FileEmpty:  "the file is empty; the defaults are used",
		settings.BadVersion: "it must be a whole number from 1; 1 is assumed",
		settings.NewerVersion: "the file is of a newer version ({given}) than this program knows ({max}); " +
			"what is known is used and the rest is left as it is",
		settings.FileNotTOML:    "it is not valid TOML; the defaults are used",
		settings.FileTooLarge:   "it is larger than {size} KiB and so no settings file",
		settings.FileNotRegular: "it is not a regular file",
		settings.TooManyRouters: "the routers do not fit into {size} KiB",
		settings.MoreProblems:   "{given} more things are wrong with it",
	}
}

// unreadableWords are about a text that is not of its kind.
func unreadableWords() map[settings.Kind]string {
	return map[settings.Kind]string{
		settings.Duration: "{given} is not a duration; write one such as 250ms, 5s or 1m30s",
		settings.Whole:    "{given} is not a whole number from {min} to {max}",
		settings.Fraction: "{given} is not a number from {min} to {max}, such as 0.25",
		settings.YesNo:    "{given} is neither true nor false",
	}
}

// wrongTypeWords are about a value of another type in the file.
func wrongTypeWords() map[settings.Kind]string {
	return map[settings.Kind]string{
		settings.Duration: `it must be a duration in quotes, such as "5s"`,
		settings.Whole:    "it must be a whole number from {min} to {max}, without quotes",
		settings.Fraction: "it must be a number from {min} to {max}, such as 0.25, without quotes",
		settings.YesNo:    "it must be true or false, without quotes",
		settings.Choice:   "it must be the name of a {noun} in quotes: {choices}",
		settings.Text:     "it must be a text in quotes",
	}
}
