package cli

import (
	"errors"
	"fmt"

	"routerwatch/internal/secret"
	"routerwatch/monitor/stableroute"
)

// readToken takes the token for the router of --url. There is no flag for the
// token itself, since every user of the computer can read a command line.
func (inv *invocation) readToken(file, token option) error {
	if inv.url == "" {
		switch {
		case file.present && !file.fromEnv:
			return errors.New("--token-file: the token is for the router of --url alone, and there is no --url")
		case file.present:
			inv.warnings = append(inv.warnings, file.name+" is not used: it is for the router of --url alone")
		case token.present:
			inv.warnings = append(inv.warnings, token.name+" is not used: it is for the router of --url alone")
		}
		return nil
	}
	switch {
	case file.present && file.fromEnv && token.present:
		return fmt.Errorf("%s and %s: set one of them", file.name, token.name)
	case file.present:
		text, exposed, err := secret.File(file.text)
		if err != nil {
			return file.wrong(err)
		}
		if exposed {
			inv.warnings = append(inv.warnings,
				fmt.Sprintf("the token in %q can be read by other users of this computer; chmod 600 makes it yours alone", file.text))
		}
		inv.token = stableroute.NewToken(text)
	case token.present:
		text, err := secret.Line(token.text)
		if err != nil {
			return token.wrong(err)
		}
		inv.token = stableroute.NewToken(text)
	}
	return nil
}
