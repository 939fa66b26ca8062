package window

import (
	"errors"
	"slices"
	"strings"

	"routerwatch/monitor"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
)

// maxMistakes is how many lines the mistakes in a list of addresses may take.
const maxMistakes = 12

// newAddressEntry is the field of a router's address, or of a pasted list of several.
func newAddressEntry(on *page, text string) *entry {
	e := newEntry(on, text, view.LabelAddressHint)
	e.note = kit.NewText(maxMistakes, pageSmall, kit.ColorMuted)
	return e
}

// addresses are those in the field.
func (e *entry) addresses() []string { return settings.Addresses(e.Text) }

// address is the only address in the field, or else all that is in it.
func (e *entry) address() string {
	if one := e.addresses(); len(one) == 1 {
		return one[0]
	}
	return strings.TrimSpace(e.Text)
}

// checkAddresses shows what is wrong with the addresses in the field, and returns it.
// Unless it is final, an incomplete address is not shown as wrong.
func (e *entry) checkAddresses(present []settings.Router, final bool) (err error) {
	list := e.addresses()
	if len(list) > 1 {
		_, err = severalRouters(list, present)
	} else {
		err = checkURL(e.address())
	}
	if final || !beginning(e.address()) {
		e.problem(err)
	} else {
		e.problem(nil)
	}
	if err == nil && len(list) > 1 {
		e.say(view.SeveralRouters(len(list)), kit.ColorMuted)
	}
	return err
}

// checkURL returns an error if a router's address is invalid.
func checkURL(address string) error {
	_, err := monitor.ParseAddress(address)
	return err
}

// beginning reports whether text, which may be empty, can still become an address.
func beginning(text string) bool {
	return slices.ContainsFunc([]string{"https://", "http://"}, func(scheme string) bool {
		return strings.HasPrefix(scheme, text)
	})
}

// severalRouters are the routers for a list of addresses. The error names each
// mistake.
func severalRouters(list []string, present []settings.Router) (routers []settings.Router, err error) {
	var mistakes []string
	same := func(address string) func(settings.Router) bool {
		return func(r settings.Router) bool { return settings.SameAddress(r.URL, address) }
	}
	for _, address := range list {
		wrong := checkURL(address)
		switch {
		case wrong != nil:
		case slices.ContainsFunc(present, same(address)):
			wrong = view.ErrAddressWatched
		case slices.ContainsFunc(routers, same(address)):
			wrong = view.ErrAddressTwice
		}
		if wrong != nil {
			mistakes = append(mistakes, view.ErrorSentence(view.AddressProblem(address, wrong)))
		}
		routers = append(routers, settings.Router{ID: settings.NewID(), Name: settings.NameFor(address), URL: address})
	}
	if len(mistakes) > 0 {
		err = errors.New(strings.Join(mistakes, " "))
	}
	return routers, err
}
