package view

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"routerwatch/settings"
)

// settingsProblem says where a problem of the settings is, what it is, and
// what is done about it.
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
	if e, ok := errors.AsType[*settings.ValueError](p.Reason); ok {
		if system := refusedBySystem(e.Wrong, filepath.Dir(p.Path), p.Cause); system != "" {
			sentence = system
		}
	}
	if len(where) > 0 {
		sentence = strings.Join(where, ", ") + ": " + sentence
	}
	if then := consequence(p); then != "" {
		sentence += "; " + then
	}
	switch {
	case p.NoCopy:
		sentence += ", and no copy of the file could be kept"
	case p.Kept != "":
		sentence += "; a copy is kept as " + p.Kept
	}
	return sentence
}

func consequence(p *settings.Problem) string {
	switch p.Then {
	case settings.DefaultUsed:
		return "the default, " + p.Used + ", is used"
	case settings.PolicyUsed:
		return "the policy's own value is used"
	case settings.PolicyAsItIs:
		return "the policy " + p.Used + " is used as it is"
	case settings.NotUsed:
		return "it is not used"
	case settings.SectionDefaultsUsed:
		return "its defaults are used"
	case settings.AllDefaultsUsed:
		return "the defaults are used"
	case settings.NotWatched:
		return "it is not watched"
	case settings.NoneWatched:
		return "no router is watched"
	case settings.NamedInstead:
		return fmt.Sprintf("it is called %q", p.Used)
	case settings.OtherIDUsed:
		return "another id is used"
	case settings.LeftAsItIs:
		return "it is left as it is"
	}
	return ""
}

// refusedBySystem is what the system refused in the folder of the settings;
// empty where it refused nothing.
func refusedBySystem(wrong settings.Wrong, folder string, cause error) string {
	switch wrong {
	case settings.NotPermitted:
		return "access to it, or to its folder " + folder + ", is not permitted"
	case settings.ReadOnly:
		return "its folder " + folder + " is read-only"
	case settings.DiskFull:
		return "the disk of its folder " + folder + " is full"
	case settings.NotAFolder:
		return folder + " is not a folder"
	case settings.SystemRefused:
		return fmt.Sprintf("the system refused: %v", cause)
	}
	return ""
}

// valueError says what is wrong with a value, and what is allowed.
func valueError(e *settings.ValueError) string {
	switch e.Wrong {
	case settings.OutOfRange:
		return fmt.Sprintf("%s is not allowed; it must be from %s to %s", e.Given, e.Min, e.Max)
	case settings.NoUnit:
		if e.InFile {
			return fmt.Sprintf("%s has no unit; write %q for seconds", e.Given, e.Given+"s")
		}
		return fmt.Sprintf("%s has no unit; write %ss for seconds", e.Given, e.Given)
	case settings.Unreadable:
		return unreadable(e)
	case settings.WrongType:
		return wrongType(e)
	case settings.NoSuchChoice:
		return fmt.Sprintf("there is no policy %s; it must be one of %s", e.Given, strings.Join(e.Choices, ", "))
	case settings.UnknownKey:
		return "there is no such setting"
	case settings.NotATable:
		return "it must be a table, [" + e.Given + "]"
	case settings.NotAList:
		return "it must be a list of [[router]] tables"
	case settings.ProxyWithPassword:
		return "the proxy's name and password must not be stored in the settings; give the whole proxy by HTTPS_PROXY instead"
	case settings.BadID:
		return "its id must be 1 to 64 letters, digits, hyphens or underscores"
	case settings.IDTaken:
		return "another router has the same id"
	case settings.AddressMissing:
		return "it has no url"
	case settings.AddressNotText:
		return "the address is not valid text"
	}
	return nameOrFile(e)
}

// nameOrFile says what is wrong with a router's name, or the file as a whole.
func nameOrFile(e *settings.ValueError) string {
	switch e.Wrong {
	case settings.NameEmpty:
		return fmt.Sprintf("the name is empty; it must have 1 to %d characters", settings.LongestName)
	case settings.NameTooLong:
		return fmt.Sprintf("the name has %s characters; it must have 1 to %d", e.Given, settings.LongestName)
	case settings.NameNotText:
		return "the name is not valid text"
	case settings.NameUnprintable:
		return "the name has a control character in it; it must be plain text on one line"
	case settings.FileEmpty:
		return "the file is empty"
	case settings.FileNotTOML:
		return "it is not valid TOML"
	case settings.FileTooDeep:
		return "it is nested too deeply to be a settings file"
	case settings.FileTooLarge:
		return fmt.Sprintf("it is larger than %d KiB and so no settings file", settings.LargestKiB)
	case settings.FileNotRegular:
		return "it is not a regular file"
	case settings.TooManyRouters:
		return fmt.Sprintf("the routers do not fit into %d KiB", settings.LargestKiB)
	case settings.MoreProblems:
		return e.Given + " more things are wrong with it"
	}
	return e.Error()
}

// unreadable is about a text that is none of its kind.
func unreadable(e *settings.ValueError) string {
	switch e.Kind {
	case settings.Duration:
		return e.Given + " is not a duration; write one such as 250ms, 5s or 1m30s"
	case settings.Whole:
		return fmt.Sprintf("%s is not a whole number from %s to %s", e.Given, e.Min, e.Max)
	case settings.Fraction:
		return fmt.Sprintf("%s is not a number from %s to %s, such as 0.25", e.Given, e.Min, e.Max)
	}
	return e.Given + " is neither true nor false"
}

// wrongType is about a value of another type in the file.
func wrongType(e *settings.ValueError) string {
	switch e.Kind {
	case settings.Duration:
		return `it must be a duration in quotes, such as "5s"`
	case settings.Whole:
		return fmt.Sprintf("it must be a whole number from %s to %s, without quotes", e.Min, e.Max)
	case settings.Fraction:
		return fmt.Sprintf("it must be a number from %s to %s, such as 0.25, without quotes", e.Min, e.Max)
	case settings.Choice:
		return fmt.Sprintf("it must be the name of a policy in quotes, such as %q", e.Choices[0])
	case settings.YesNo:
		return "it must be true or false, without quotes"
	}
	return "it must be a text in quotes"
}
