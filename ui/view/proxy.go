package view

import (
	"cmp"

	"routerwatch/monitor"
)

// ProxyText says which proxy a router is polled through, why, and what was not
// understood.
func ProxyText(p monitor.Proxy) string {
	uses, because := cmp.Or(Address(p.Address), "none"), ""
	switch {
	case p.From == monitor.ProxyLoopback:
		because = ", since the router is on this computer"
	case p.Exempt != "":
		because = ", since " + proxySource(p.From) + " names " + monitor.CleanText(p.Exempt, maxHost)
	case p.From != "":
		because = ", from " + proxySource(p.From)
		if p.Address == "" && p.From != monitor.ProxySetting {
			uses = "one that is not understood"
		}
	}
	ignored := monitor.CleanText(p.Ignored, maxIgnored)
	return uses + because + "." + when(ignored != "", " Not understood: "+ignored+".")
}

// proxySource is where a proxy's address came from: a variable, or the setting.
func proxySource(from string) string {
	if from == monitor.ProxySetting {
		return "the setting " + from
	}
	return monitor.CleanText(from, maxName)
}
