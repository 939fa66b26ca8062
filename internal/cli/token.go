package cli

import (
	"errors"
	"fmt"

	"routerwatch/internal/secret"
	"routerwatch/ui/view"
)

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
