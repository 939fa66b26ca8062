package stableroute

import (
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/idna"

	"routerwatch/monitor"
)

// A route is how a URL is requested, and why so.
type route struct {
	monitor.Proxy
	// through is the proxy, nil for none. It has no host if the address is not
	// understood; then nothing can be requested.
	through *url.URL
}

// A routeFunc chooses the route for a URL.
type routeFunc func(*url.URL) route

// newRouteFunc always chooses the proxy of the setting or, if that is empty, the
// proxy that the environment names now.
func newRouteFunc(setting string, getenv func(string) string) (routeFunc, error) {
	proxy, err := monitor.ParseProxy(setting)
	if err != nil {
		return nil, err
	}
	variables := readVariables(getenv)
	return func(target *url.URL) route {
		switch {
		case monitor.Loopback(target.Hostname()): // never goes to a proxy, least of all with a token
			return route{Proxy: monitor.Proxy{From: monitor.ProxyLoopback}}
		case setting != "":
			return routeThrough(proxy, monitor.ProxySetting)
		}
		return variables.route(target)
	}, nil
}

func routeThrough(proxy *url.URL, from string) route {
	r := route{Proxy: monitor.Proxy{From: from}, through: proxy}
	if proxy != nil && proxy.Host != "" {
		r.Address = proxy.Scheme + "://" + proxy.Host
	}
	return r
}

// variables are the variables of the environment that name proxies, read as curl
// reads them: a name in lower case wins, an empty value is none, and ALL_PROXY is
// for what has no proxy of its own. Unlike curl, HTTP_PROXY counts too, except
// where a web server sets it from a request; and entries of NO_PROXY may have a
// port, brackets or "*." in front.
type variables struct {
	proxies map[string]route // by the scheme of the target
	noProxy string           // the name of the variable
	exempt  []string         // its entries that are understood
	ignored string           // what is not understood
}

func readVariables(getenv func(string) string) variables {
	first := func(names ...string) (name, value string) {
		for _, name = range names {
			if value = strings.TrimSpace(getenv(name)); value != "" {
				return name, value
			}
		}
		return "", ""
	}
	v := variables{proxies: make(map[string]route)}
	var ignored []string
	for scheme, names := range map[string][]string{"http": {"http_proxy", "HTTP_PROXY"}, "https": {"https_proxy", "HTTPS_PROXY"}, "": {"all_proxy", "ALL_PROXY"}} {
		if scheme == "http" && getenv("REQUEST_METHOD") != "" {
			names = names[:1]
		}
		name, value := first(names...)
		if value == "" {
			continue
		}
		if !strings.Contains(value, "://") {
			value = "http://" + value
		}
		proxy, err := monitor.ParseProxy(value)
		if err != nil { // its address may hold a password
			proxy = &url.URL{}
			kind, _, _ := strings.Cut(value, "://")
			ignored = append(ignored, name+"="+clean(kind, maxCode)+"://…")
		}
		v.proxies[scheme] = routeThrough(proxy, name)
	}
	name, list := first("no_proxy", "NO_PROXY")
	v.noProxy = name
	for _, entry := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		if _, understood := exempts(entry, &url.URL{}); understood {
			v.exempt = append(v.exempt, entry)
		} else {
			ignored = append(ignored, name+"="+clean(entry[strings.LastIndex(entry, "@")+1:], maxCode))
		}
	}
	slices.Sort(ignored)
	v.ignored = strings.Join(ignored, ", ")
	return v
}

func (v variables) route(target *url.URL) route {
	chosen, found := v.proxies[target.Scheme]
	if !found {
		chosen = v.proxies[""]
	}
	if chosen.through != nil {
		for _, entry := range v.exempt {
			if yes, _ := exempts(entry, target); yes {
				chosen = route{Proxy: monitor.Proxy{From: v.noProxy, Exempt: clean(entry, maxCode)}}
				break
			}
		}
	}
	chosen.Ignored = v.ignored
	return chosen
}

// exempts reports whether an entry of NO_PROXY applies to a URL: "*", a network,
// an address, or a name, which includes the names below it; the last two perhaps
// with a port. Names are not looked up.
func exempts(entry string, target *url.URL) (yes, understood bool) {
	if entry == "*" {
		return true, true
	}
	host := strings.TrimSuffix(strings.ToLower(target.Hostname()), ".")
	ip, _ := netip.ParseAddr(host) // invalid for a name
	ip = ip.Unmap()
	unbracketed := strings.NewReplacer("[", "", "]", "").Replace(entry)
	if network, err := netip.ParsePrefix(unbracketed); err == nil {
		return network.Contains(ip.WithZone("")), true
	}
	name, port, err := net.SplitHostPort(entry)
	if err != nil { // without a port
		name = unbracketed
	}
	rightPort := true
	if port != "" {
		number, err := strconv.ParseUint(port, 10, 16)
		if err != nil {
			return false, false
		}
		rightPort = monitor.Port(target) == uint16(number)
	}
	if only, err := netip.ParseAddr(name); err == nil {
		only = only.Unmap()
		return rightPort && (only == ip || only == ip.WithZone("")), true
	}
	name = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(name, "*."), "."), ".")
	if name, err = idna.Punycode.ToASCII(strings.ToLower(name)); err != nil || !isName(name) {
		return false, false
	}
	return rightPort && (host == name || strings.HasSuffix(host, "."+name)), true
}

// isName reports whether text can be a name: of the usual characters, and not the
// beginning of a numeric address.
func isName(text string) bool {
	const usual = "abcdefghijklmnopqrstuvwxyz0123456789-_."
	last := text[strings.LastIndex(text, ".")+1:]
	return strings.Trim(text, usual) == "" && strings.Trim(last, "0123456789") != ""
}
