package view

import (
	"fmt"
	"strings"

	"routerwatch/backoff"
)

// Policy is a way to wait after failures, as the settings offer it.
type Policy struct {
	Name  string // in the settings file
	Label string
	Waits string // what it does, in its own numbers
}

// Policies lists the retry policies in the order to offer them.
func Policies() []Policy {
	words := map[string][2]string{ // what to call it, and how the sentence about its waits ends
		backoff.DefaultName: {"Default", ". Varied by up to %s, so that many desktops do not ask at once."},
		"stableroute":       {"StableRoute", ", to the second: as StableRoute's own dashboard waits."},
		"rpoms":             {"RPOMS", ". Varied by up to %s; its first tries come sooner."},
	}
	var all []Policy
	for _, name := range backoff.Names() {
		p, _ := backoff.Named(name)
		ending := strings.Replace(words[name][1], "%s", fmt.Sprintf("%.0f %%", 100*p.Jitter), 1)
		all = append(all, Policy{Name: name, Label: words[name][0], Waits: waits(p) + ending})
	}
	return all
}

// waits is "10, 20, 40, then every 60 s, and every 5 min after 10 failures".
func waits(p backoff.Policy) string {
	settleAfter := p.SettleAfter
	p.Jitter, p.SettleAfter = 0, 0
	var text strings.Builder
	for n := 1; p.Delay(n, 0) < p.Longest; n++ {
		fmt.Fprintf(&text, "%.0f, ", p.Delay(n, 0).Seconds())
	}
	fmt.Fprintf(&text, "then every %.0f s", p.Longest.Seconds())
	if settleAfter > 0 {
		fmt.Fprintf(&text, ", and every %s after %d failures", Duration(p.Settled), settleAfter)
	} else {
		text.WriteString(", for as long as it takes")
	}
	return text.String()
}
