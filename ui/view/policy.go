package view

import "routerwatch/backoff"

// Policy is a way to wait after failures, as the settings offer it.
type Policy struct {
	Name  string // as the settings file has it
	Label string
	Waits string // what it does, in its own numbers
}

// Policies lists the retry policies in the order to offer them, which is that
// of [backoff.Names].
func Policies() []Policy {
	return []Policy{
		{
			backoff.DefaultName, "Default",
			"10, 20, 40, then every 60 s, and every 5 min after 10 failures. Varied by up to a quarter, so that many desktops do not ask at once.",
		},
		{
			"stableroute", "StableRoute",
			"10, 20, 40, then every 60 s, for as long as it takes, to the second: as StableRoute's own dashboard waits.",
		},
		{
			"rpoms", "RPOMS",
			"8, 16, 32, then every 60 s, and every 5 min after 10 failures. Varied like Default; its first tries come sooner.",
		},
	}
}
