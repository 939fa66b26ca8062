package view

import (
	"fmt"
	"strings"
	"time"

	"routerwatch/backoff"
)

// Policy is a way to wait after failures, as the settings offer it.
type Policy struct {
	Name  string // as the settings file has it
	Label string
	Waits string // what it does, in its own numbers
}

// policyWords has a row for each retry policy: what to call it, and how the
// sentence about its waits ends.
func policyWords() map[string][2]string {
	return map[string][2]string{
		backoff.DefaultName: {"Default", ", so that many desktops do not ask at once."},
		"stableroute":       {"StableRoute", ": as StableRoute's own dashboard waits."},
		"rpoms":             {"RPOMS", "; its first tries come sooner."},
	}
}

// Policies lists the retry policies in the order to offer them.
func Policies() []Policy {
	var all []Policy
	for _, name := range backoff.Names() {
		p, _ := backoff.Named(name)
		words := policyWords()[name]
		all = append(all, Policy{Name: name, Label: words[0], Waits: waits(p) + words[1]})
	}
	return all
}

// waits is "10, 20, 40, then every 60 s, and every 5 min after 10 failures. Varied by up to a quarter".
func waits(p backoff.Policy) string {
	exact := p
	exact.Jitter, exact.SettleAfter = 0, 0
	var text strings.Builder
	for n := 1; exact.Delay(n, 0) < p.Longest; n++ {
		text.WriteString(wholeSeconds(exact.Delay(n, 0)) + ", ")
	}
	text.WriteString("then every " + wholeSeconds(p.Longest) + " s")
	if p.SettleAfter > 0 {
		fmt.Fprintf(&text, ", and every %s after %d failures", Duration(p.Settled), p.SettleAfter)
	} else {
		text.WriteString(", for as long as it takes")
	}
	switch p.Jitter {
	case 0:
		return text.String() + ", to the second"
	case backoff.Default().Jitter:
		if p != backoff.Default() {
			return text.String() + ". Varied like Default"
		}
	}
	share := fmt.Sprintf("%.0f %%", 100*p.Jitter)
	if p.Jitter == 0.25 {
		share = "a quarter"
	}
	return text.String() + ". Varied by up to " + share
}

func wholeSeconds(d time.Duration) string { return fmt.Sprint(int64(d / time.Second)) }
