package window

import (
	"slices"
	"strconv"

	"routerwatch/monitor/stableroute"
	"routerwatch/settings"
	"routerwatch/ui/view"
	"routerwatch/ui/wire"
)

// draft is the settings as the operator has changed them, until they are
// saved. It holds the only copies of tokens that were typed.
type draft struct {
	settings.Settings
	atLogin   bool
	threshold string            // as it was typed
	tokens    map[string]string // new ones by router id; "" takes one away
	was       wire.App          // with the settings as they are saved
}

func newDraft(app wire.App) *draft {
	s := app.Settings.Clone()
	return &draft{Settings: s, atLogin: app.AtLogin, threshold: strconv.Itoa(s.Poll.Threshold), tokens: map[string]string{}, was: app}
}

// changed reports whether there is anything to be saved.
func (d *draft) changed() bool {
	return len(d.tokens) > 0 || d.threshold != strconv.Itoa(d.was.Settings.Poll.Threshold) ||
		d.atLogin != d.was.AtLogin || !d.Equal(*d.was.Settings)
}

// put adds r, or replaces the router of its id.
func (d *draft) put(r settings.Router) {
	if i := d.index(r.ID); i >= 0 {
		d.Routers[i] = r
		return
	}
	d.Routers = append(d.Routers, r)
}

// remove takes a router out, and the token that was typed for it.
func (d *draft) remove(id string) {
	d.Routers = slices.DeleteFunc(d.Routers, func(r settings.Router) bool { return r.ID == id })
	delete(d.tokens, id)
}

// move exchanges a router with the one by places after it.
func (d *draft) move(id string, by int) {
	i := d.index(id)
	if j := i + by; i >= 0 && j >= 0 && j < len(d.Routers) {
		d.Routers[i], d.Routers[j] = d.Routers[j], d.Routers[i]
	}
}

func (d *draft) index(id string) int {
	return slices.IndexFunc(d.Routers, func(r settings.Router) bool { return r.ID == id })
}

// thresholdProblem is what is wrong with the threshold as it was typed.
func (d *draft) thresholdProblem() string {
	var s settings.Settings
	if err := settings.Find("poll.threshold").Set(&s, d.threshold); err != nil {
		return view.ErrorSentence(err)
	}
	d.Poll.Threshold = s.Poll.Threshold
	return ""
}

// checkURL says what is wrong with a router's address.
func checkURL(address string) error {
	_, err := stableroute.ParseURL(address)
	return err
}

// shownAddress is the address of a router as it is used, without secrets.
func shownAddress(address string) string {
	base, err := stableroute.ParseURL(address)
	if err != nil {
		return view.Address(address)
	}
	return base.String()
}
