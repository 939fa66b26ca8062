package cli

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"routerwatch/internal/secret"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

// An option is the text of a value that was given by a flag or by the variable
// of the same name. Its zero value was not given.
type option struct {
	flag string // its name, without hyphens
	name string // as the operator wrote it: --first-wait or ROUTERWATCH_FIRST_WAIT
	text string
}

func (o option) given() bool  { return o.name != "" }
func (o option) byFlag() bool { return strings.HasPrefix(o.name, "--") }

// read has a function read the text, if there is one. The error is a sentence
// that names the option.
func (o option) read(as func(text string) error) (err error) {
	switch {
	case !o.given():
		return nil
	case o.text == "" || strings.HasPrefix(o.text, "--"): // the next flag instead of a value
		err = errors.New("it needs a value")
	default:
		err = as(o.text)
	}
	if err != nil {
		return fmt.Errorf("%s: %s", o.name, view.Problem(err))
	}
	return nil
}

// Decode implements kong.MapperValue. The text is read later: --help and a flag
// of another command take precedence.
func (o *option) Decode(context *kong.DecodeContext) error {
	value := context.Scan.Pop().Value // nil at the end of the line
	if byVariable, ok := value.(option); ok {
		*o = byVariable
		return nil
	}
	text, _ := value.(string)
	*o = option{context.Value.Name, "--" + context.Value.Name, text}
	return nil
}

// variables resolves each flag with a value, if it was not given, to its
// environment variable. An empty variable counts as not set. A command ignores those of
// flags that it does not take, and the window all but the log level, since it inherits
// the agent's environment.
func variables(env func(string) (string, bool)) kong.Resolver {
	return kong.ResolverFunc(func(context *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
		command := context.Selected()
		if flag.IsBool() || command != nil && (command.Name == Window && flag.Name != "log-level" || !takes(command.Name, flag.Name)) {
			return nil, nil
		}
		name := variableOf(flag.Name)
		if text, _ := env(name); text != "" {
			return option{flag.Name, name, text}, nil
		}
		return nil, nil
	})
}

// variablePrefix begins the name of each variable.
const variablePrefix = "ROUTERWATCH_"

// variableOf is the name of a flag's variable.
func variableOf(flag string) string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// unknownVariables has a sentence for each variable that looks like one of the program's
// but is none, and so has no effect.
func (inv *Invocation) unknownVariables(environment []string) (warnings []string) {
	known := []string{tokenVariable}
	none := func(string) (string, bool) { return "", false }
	var add func(node *kong.Node)
	add = func(node *kong.Node) {
		for _, flag := range node.Flags {
			if !flag.IsBool() && !flag.Hidden {
				known = append(known, variableOf(flag.Name))
			}
		}
		for _, child := range node.Children {
			add(child)
		}
	}
	add((&Invocation{Settings: settingsFlags()}).parser(none, io.Discard, io.Discard).Model.Node)
	for _, entry := range environment {
		name, _, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(strings.ToUpper(name), variablePrefix) || slices.Contains(known, name) {
			continue
		}
		upper := strings.ToUpper(name)
		closest := slices.MinFunc(known, func(a, b string) int { return distance(upper, a) - distance(upper, b) })
		warning := strconv.Quote(name) + " has no effect: there is no such variable"
		if distance(upper, closest) <= 2 {
			warning += "; did you mean " + closest + "?"
		}
		warnings = append(warnings, warning)
	}
	return warnings
}

// distance is how many letters must be added, removed or replaced to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal, row[j+1] = row[j+1], min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// settingsFlags is a pointer to a struct with one field, tagged for kong, for
// each key of the settings that has a flag.
func settingsFlags() any {
	var fields []reflect.StructField
	for _, key := range settings.Keys() {
		if key.Flag != "" {
			fields = append(fields, reflect.StructField{
				Name: "Flag" + fmt.Sprint(len(fields)), Type: reflect.TypeFor[option](),
				Tag: reflect.StructTag(fmt.Sprintf("name:%q placeholder:%q help:%q", key.Flag, key.Placeholder(), key.Describe())),
			})
		}
	}
	return reflect.New(reflect.StructOf(fields)).Interface()
}

// settings lists the settings that were given, in the order of the table: the
// policy, which resets the overrides of the file, comes before its overrides.
func (inv *Invocation) settings() []option {
	var given []option
	if inv.Settings == nil {
		return nil
	}
	for _, field := range reflect.ValueOf(inv.Settings).Elem().Fields() {
		if o, ok := reflect.TypeAssert[option](field); ok && o.given() {
			given = append(given, o)
		}
	}
	return given
}

// tokenVariable holds the token for the router of --url. There is no flag for
// the token itself, since every user of the computer can read a command line.
const tokenVariable = "ROUTERWATCH_TOKEN"

// readToken reads the token for the router of --url.
func (inv *Invocation) readToken(env func(string) (string, bool)) (err error) {
	variable, _ := env(tokenVariable)
	file := inv.TokenFile
	var text string
	switch {
	case !inv.URL.given():
		switch {
		case file.byFlag():
			return errors.New("--token-file: the token is for the router of --url alone, and there is no --url")
		case file.given():
			inv.warnings = append(inv.warnings, file.name+" is not used: it is for the router of --url alone")
		case variable != "":
			inv.warnings = append(inv.warnings, tokenVariable+" is not used: it is for the router of --url alone")
		}
		return nil
	case file.given() && !file.byFlag() && variable != "":
		return fmt.Errorf("%s and %s: set one of them", file.name, tokenVariable)
	case file.given():
		var exposed bool
		if err = file.read(func(path string) (err error) { text, exposed, err = secret.File(path); return err }); err != nil {
			return err
		}
		if exposed {
			inv.warnings = append(inv.warnings,
				fmt.Sprintf("the token in %q can be read by other users of this computer; chmod 600 makes it yours alone", file.text))
		}
	case variable != "":
		if text, err = secret.Line(variable); err != nil {
			return fmt.Errorf("%s: %s", tokenVariable, view.Problem(err))
		}
	}
	if text != "" {
		inv.hasToken = true
		inv.tokens = inv.tokens.With(inv.router(), text)
	}
	return nil
}
