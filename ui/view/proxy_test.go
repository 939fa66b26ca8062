package view_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/view/viewtest"
)

func TestWhichProxyIsUsedAndWhy(t *testing.T) {
	for want, p := range map[string]monitor.Proxy{
		"none.": {},
		"none, since the router is on this computer.":                                                                 {From: monitor.ProxyLoopback},
		"none, from the setting network.proxy.":                                                                       {From: monitor.ProxySetting},
		"none, since no_proxy names .example.org.":                                                                    {From: "no_proxy", Exempt: ".example.org"},
		"socks5h://proxy.example.org:1080, from ALL_PROXY.":                                                           {Address: "socks5h://proxy.example.org:1080", From: "ALL_PROXY"},
		"http://proxy.example.org:3128, from the setting network.proxy.":                                              {Address: "http://proxy.example.org:3128", From: monitor.ProxySetting},
		"one that is not understood, from ALL_PROXY. Not understood: ALL_PROXY=socks4://….":                           {From: "ALL_PROXY", Ignored: "ALL_PROXY=socks4://…"},
		"http://proxy.example.org:3128, from HTTPS_PROXY. Not understood: NO_PROXY=192.168., NO_PROXY=http://router.": {Address: "http://me:pa55word@proxy.example.org:3128", From: "HTTPS_PROXY", Ignored: "NO_PROXY=192.168., NO_PROXY=http://router"},
	} {
		assert.Equal(t, want, view.ProxyText(p))
	}
}

// What failed at the proxy, in each way: the proxy, where its address came from,
// and that the router is unknown.
func TestSentencesOfProxies(t *testing.T) {
	for cause, want := range map[monitor.Kind]string{
		monitor.Refused:          "refused the connection",
		monitor.NameNotFound:     "was not found",
		monitor.TimedOut:         "gave no answer within 30 s",
		monitor.TokenRefused:     "did not accept the name and password that Routerwatch has for it (HTTP 407)",
		monitor.UnexpectedStatus: "refused to connect to the router (HTTP 407)",
		monitor.NotSetUp:         "has an address that is not understood",
		"invented_later":         "failed",
	} {
		f := monitor.Example(monitor.ProxyFailed)
		f.Cause, f.Limit = cause, 30*time.Second
		assert.Equal(t, "The proxy proxy.example.org:3128, from HTTPS_PROXY, "+want+"; nothing is known about the router.", view.FailureSentence(f, viewtest.Now()))
	}
	f := monitor.Failure{Kind: monitor.ProxyFailed, Cause: monitor.Refused, ProxyFrom: monitor.ProxySetting, Host: "p:1"}
	assert.Equal(t, "The proxy p:1, from the setting network.proxy, refused the connection; nothing is known about the router.", view.FailureSentence(f, viewtest.Now()))
}
