package stableroute

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// environment are variables as "NAME=value".
func environment(variables ...string) func(string) string {
	values := make(map[string]string)
	for _, variable := range variables {
		name, value, _ := strings.Cut(variable, "=")
		values[name] = value
	}
	return func(name string) string { return values[name] }
}

func routeOf(t *testing.T, router, setting string, variables ...string) route {
	t.Helper()
	routeTo, err := newRouteFunc(setting, environment(variables...))
	require.NoError(t, err)
	base, err := monitor.ParseAddress(router)
	require.NoError(t, err)
	return routeTo(base.Stats())
}

func TestWhichProxy(t *testing.T) {
	const secure, plain = "https://router.example", "http://router.example"
	for _, c := range []struct {
		name, router, setting string
		variables             []string
		want                  monitor.Proxy
	}{
		{"none", secure, "", nil, monitor.Proxy{}},
		{"of the environment", secure, "", []string{"HTTPS_PROXY=http://p:3128"}, monitor.Proxy{Address: "http://p:3128", From: "HTTPS_PROXY"}},
		{"of the other scheme", secure, "", []string{"HTTP_PROXY=http://p:3128"}, monitor.Proxy{}},
		{"for http", plain, "", []string{"HTTP_PROXY=http://p:3128", "HTTPS_PROXY=http://q"}, monitor.Proxy{Address: "http://p:3128", From: "HTTP_PROXY"}},
		{"lower case wins", secure, "", []string{"HTTPS_PROXY=http://upper:1", "https_proxy=http://lower:1"}, monitor.Proxy{Address: "http://lower:1", From: "https_proxy"}},
		{"lower case wins, for http", plain, "", []string{"HTTP_PROXY=http://upper:1", "http_proxy=http://lower:1"}, monitor.Proxy{Address: "http://lower:1", From: "http_proxy"}},
		{"lower case is empty", secure, "", []string{"HTTPS_PROXY=http://upper:1", "https_proxy="}, monitor.Proxy{Address: "http://upper:1", From: "HTTPS_PROXY"}},
		{"for all", secure, "", []string{"ALL_PROXY=http://all:1"}, monitor.Proxy{Address: "http://all:1", From: "ALL_PROXY"}},
		{"for all, http", plain, "", []string{"ALL_PROXY=http://all:1", "all_proxy=http://lower:1"}, monitor.Proxy{Address: "http://lower:1", From: "all_proxy"}},
		{"its own before that for all", secure, "", []string{"all_proxy=http://all:1", "HTTPS_PROXY=http://own:1"}, monitor.Proxy{Address: "http://own:1", From: "HTTPS_PROXY"}},
		{"set by a request to a web server", plain, "", []string{"REQUEST_METHOD=GET", "HTTP_PROXY=http://evil:1"}, monitor.Proxy{}},

		{"without a scheme", secure, "", []string{"https_proxy=p.example:3128"}, monitor.Proxy{Address: "http://p.example:3128", From: "https_proxy"}},
		{"without a scheme or port", secure, "", []string{"https_proxy=p.example"}, monitor.Proxy{Address: "http://p.example:1080", From: "https_proxy"}},
		{"without a port", secure, "", []string{"https_proxy=http://p.example/"}, monitor.Proxy{Address: "http://p.example:1080", From: "https_proxy"}},
		{"without a port, TLS", secure, "", []string{"https_proxy=https://p.example"}, monitor.Proxy{Address: "https://p.example:443", From: "https_proxy"}},
		{"SOCKS, in capitals", secure, "", []string{"ALL_PROXY=SOCKS5H://p.example"}, monitor.Proxy{Address: "socks5h://p.example:1080", From: "ALL_PROXY"}},
		{"SOCKS, as GNOME sets it", secure, "", []string{"all_proxy=socks://p.example:1081/"}, monitor.Proxy{Address: "socks5://p.example:1081", From: "all_proxy"}},
		{"IPv6", secure, "", []string{"https_proxy=http://[fd00::1]:3128"}, monitor.Proxy{Address: "http://[fd00::1]:3128", From: "https_proxy"}},
		{"IPv6 without a port", secure, "", []string{"https_proxy=[fd00::1]"}, monitor.Proxy{Address: "http://[fd00::1]:1080", From: "https_proxy"}},
		{"with a name and password", secure, "", []string{"https_proxy=u:s3cret@p:1"}, monitor.Proxy{Address: "http://p:1", From: "https_proxy"}},

		{"not understood", secure, "", []string{"ALL_PROXY=socks4://u:s3cret@p:1"}, monitor.Proxy{From: "ALL_PROXY", Ignored: "ALL_PROXY=socks4://…"}},
		{"not understood, and not needed", secure, "", []string{"ALL_PROXY=socks4a://p:1", "HTTPS_PROXY=p:1"}, monitor.Proxy{Address: "http://p:1", From: "HTTPS_PROXY", Ignored: "ALL_PROXY=socks4a://…"}},
		{"no port", secure, "", []string{"HTTPS_PROXY=http://u:s3c#ret@p:1"}, monitor.Proxy{From: "HTTPS_PROXY", Ignored: "HTTPS_PROXY=http://…"}},

		{"exempt", secure, "", []string{"HTTPS_PROXY=p:1", "NO_PROXY=localhost, .example"}, monitor.Proxy{From: "NO_PROXY", Exempt: ".example"}},
		{"exempt, lower case", secure, "", []string{"HTTPS_PROXY=p:1", "NO_PROXY=x", "no_proxy=router.example"}, monitor.Proxy{From: "no_proxy", Exempt: "router.example"}},
		{"exempt, upper case does not count", secure, "", []string{"HTTPS_PROXY=p:1", "NO_PROXY=router.example", "no_proxy=x"}, monitor.Proxy{Address: "http://p:1", From: "HTTPS_PROXY"}},
		{"exempt from nothing", secure, "", []string{"NO_PROXY=*"}, monitor.Proxy{}},
		{"exemptions not understood", secure, "", []string{"HTTPS_PROXY=p:1", "NO_PROXY=192.168.,https://u:s3cret@x,example:80"}, monitor.Proxy{Address: "http://p:1", From: "HTTPS_PROXY", Ignored: "NO_PROXY=192.168., NO_PROXY=x"}},
		{"exempt though not understood", secure, "", []string{"ALL_PROXY=socks4://p:1", "NO_PROXY=*"}, monitor.Proxy{From: "NO_PROXY", Exempt: "*", Ignored: "ALL_PROXY=socks4://…"}},

		{"of the setting", secure, "socks5://p:1080", []string{"HTTPS_PROXY=q", "NO_PROXY=*"}, monitor.Proxy{Address: "socks5://p:1080", From: monitor.ProxySetting}},
		{"none, by the setting", secure, monitor.Direct, []string{"HTTPS_PROXY=q"}, monitor.Proxy{From: monitor.ProxySetting}},
		{"not for this computer", "https://localhost", "", []string{"HTTPS_PROXY=q"}, monitor.Proxy{From: monitor.ProxyLoopback}},
		{"of the setting, not for this computer", "http://127.0.0.1:3001", "socks5://p", nil, monitor.Proxy{From: monitor.ProxyLoopback}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := routeOf(t, c.router, c.setting, c.variables...)
			assert.Equal(t, c.want, got.Proxy)
			understood := c.want.Address != "" || c.want.From != "ALL_PROXY" && c.want.From != "HTTPS_PROXY"
			assert.Equal(t, understood, got.failure() == nil)
		})
	}
}

// A proxy that is not understood is not gone round: curl would not either.
func TestAProxyThatIsNotUnderstoodIsAskedNothing(t *testing.T) {
	t.Setenv("ALL_PROXY", "socks4://127.0.0.1:1")
	for _, name := range []string{"all_proxy", "http_proxy", "HTTP_PROXY", "no_proxy", "NO_PROXY"} {
		t.Setenv(name, "")
	}
	got := failing(t, newClient(t, "http://router.invalid", through("")))
	assert.Equal(t, monitor.ProxyFailed, got.Kind)
	assert.Equal(t, monitor.NotSetUp, got.Cause)
	assert.Equal(t, "ALL_PROXY", got.ProxyFrom)
	assert.Empty(t, got.Host)
}

func TestNamesAndPasswordsOfProxies(t *testing.T) {
	for address, want := range map[string][2]string{
		"http://u:p@h:1":              {"u", "p"},
		"http://u@h:1":                {"u", ""},
		"http://:p@h:1":               {"", "p"},
		"http://u:p%40ss%2Fw%3A@h:1":  {"u", "p@ss/w:"},
		"http://u:p@ss@h:1":           {"u", "p@ss"},
		`http://DOMAIN\u:a^b c"{@h:1`: {`DOMAIN\u`, `a^b c"{`},
		"socks5://u:50%@h:1":          {"u", "50%"},
		"http://u:a:b@h:1":            {"u", "a:b"},
	} {
		proxy, err := monitor.ParseProxy(address)
		require.NoError(t, err, address)
		password, _ := proxy.User.Password()
		assert.Equal(t, want, [2]string{proxy.User.Username(), password}, address)
		assert.Equal(t, "h:1", proxy.Host)
	}
}

// What each entry of NO_PROXY applies to.
func TestExemptions(t *testing.T) {
	for entry, routers := range map[string]map[string]bool{
		"*":              {"http://router.example": true, "http://192.0.2.1": true, "http://[fd00::1]": true},
		"router.example": {"http://router.example": true, "https://ROUTER.example:8443/x": true, "http://a.router.example": true, "http://router.example.": true, "http://arouter.example": false, "http://router.example.org": false, "http://example": false},
		".example":       {"http://router.example": true, "http://a.b.example": true, "http://example": true, "http://anexample": false},
		"*.example":      {"http://router.example": true, "http://example": true, "http://anexample": false},
		"Example.":       {"http://router.example": true, "http://router.example.": true},
		"müller.example": {"http://müller.example": true, "http://www.xn--mller-kva.example": true, "http://muller.example": false},
		"my_host":        {"http://my_host": true},

		"router.example:8080": {"http://router.example:8080": true, "http://a.router.example:8080": true, "http://router.example": false, "https://router.example": false},
		"router.example:443":  {"https://router.example": true, "http://router.example": false},

		"192.0.2.1":     {"http://192.0.2.1": true, "http://192.0.2.1:81": true, "http://192.0.2.10": false, "http://[::ffff:192.0.2.1]": true, "http://a.192.0.2.1.example": false},
		"192.0.2.1:81":  {"http://192.0.2.1:81": true, "http://192.0.2.1": false},
		"192.0.2.0/24":  {"http://192.0.2.77": true, "http://192.0.3.1": false, "http://[fd00::1]": false, "http://router.example": false},
		"192.0.2.9/24":  {"http://192.0.2.77": true},
		"0.0.0.0/0":     {"http://192.0.2.77": true, "http://[fd00::1]": false},
		"192.0.2.77/32": {"http://192.0.2.77": true, "http://192.0.2.78": false},

		"fd00::1":      {"http://[fd00::1]": true, "http://[fd00:0::1]:81": true, "http://[fd00::2]": false, "http://fd00.example": false},
		"[fd00::1]":    {"http://[fd00::1]:81": true, "http://[fd00::2]": false},
		"[fd00::1]:81": {"http://[fd00::1]:81": true, "http://[fd00::1]": false},
		"fd00::/8":     {"http://[fd12::1]": true, "http://[fe80::1]": false},
		"[fd00::]/8":   {"http://[fd12::1]": true},
		"fe80::/10":    {"http://[fe80::1%25eth0]": true},
		"fe80::1":      {"http://[fe80::1%25eth0]": true},
		"fe80::1%eth0": {"http://[fe80::1%25eth0]": true, "http://[fe80::1%25eth1]": false, "http://[fe80::1]": false},
	} {
		for _, router := range slices.Sorted(maps.Keys(routers)) {
			got := routeOf(t, router, "", "ALL_PROXY=p:1", "NO_PROXY="+entry)
			assert.Equal(t, routers[router], got.From == "NO_PROXY", "%s of %s", router, entry)
			assert.Empty(t, got.Ignored, entry)
		}
	}
	for list, apply := range map[string]bool{
		"a.example,router.example": true, "a.example router.example": true, "a.example , router.example,": true,
		",,router.example": true, "a.example\trouter.example": true, "a.example;router.example": false, "": false,
	} {
		assert.Equal(t, apply, routeOf(t, "http://router.example", "", "ALL_PROXY=p:1", "NO_PROXY="+list).From == "NO_PROXY", list)
	}
	for _, entry := range []string{
		"192.168.", "192.168.*", "10.0.0", "10.0.0/8", "192.0.2.0/33", "192.0.2.0/255.255.255.0", "router.*", "*router.example", "http://router.example",
		"router.example/x", "router.example:http", "router.example:80:81", "a;b", ".", "<local>", "%",
	} {
		got := routeOf(t, "http://router.example", "", "ALL_PROXY=p:1", "NO_PROXY="+entry)
		assert.Equal(t, "ALL_PROXY", got.From, entry)
		assert.NotEmpty(t, got.Ignored, entry)
	}
}
