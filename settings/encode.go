package settings

import (
	"bytes"
	"maps"

	"github.com/BurntSushi/toml"
)

const heading = `# The settings of Routerwatch.
#
# You may edit this file by hand while Routerwatch is not running. It is written
# anew when settings are changed in the window: values and keys stay, comments of
# your own do not. What cannot be used is reported, and kept in a copy beside it.
#
# Durations are in quotes with a unit: "250ms", "5s", "1m30s". Tokens are not in
# this file. A flag, such as --interval 10s, counts for one run and is not saved.

`

const routerComment = `
# One [[router]] table for each router. The id is made by Routerwatch: leave it as
# it is when you change the name or the url, and leave it out in a new table.
#
#   [[router]]
#   name = "Production"
#   url = "https://router.example.org"
#
# token = true: its token is in the system's keyring, where the settings window put
# it. insecure_token = true lets that token travel over plain http.
`

const pollComment = `
# interval       from the end of a poll to the next one, 1s to 1h
# timeout        how long a poll may take, 1s to 5m
# threshold      failures in a row that count as down, 1 to 100
# recover_after  successes in a row that end an outage, 1 to 100
`

const backoffComment = `
# How long to wait after failures. policy is default, stableroute or rpoms; each of
# these replaces one of its values:
#
#   first_wait = "10s"    the wait after the first failure; it doubles from there
#   longest_wait = "1m"   up to this
#   settle_after = 10     after so many failures in a row (0 is never) the wait is
#   settled_wait = "5m"   this
#   jitter = 0.25         each wait varies at random by this fraction, 0 to 1
`

const notificationsComment = `
# What interrupts you: true or false.
`

const trayComment = `
# count: the number of pairs in the icon of a live router.
`

const networkComment = `
# How routers are reached, where that is not as the system has it:
#
#   proxy = "socks5://proxy.example.org:1080"   an http, https, socks5 or socks5h proxy,
#                                               or "direct" for none
#   ca_file = "/etc/ssl/our-authority.pem"      certificates of further authorities
`

// render is the text of the file: the settings, and every key of the present
// file that this version does not know. It is not complete where such a key
// cannot be written again; then it holds the settings alone.
func (f *File) render(s Settings, present interpretation) (text []byte, complete bool, err error) {
	text, err = encode(s, present.doc, present.routers)
	if err == nil && f.readsBack(text, s) {
		return text, true, nil
	}
	text, err = encode(s, table{}, nil)
	if err == nil && !f.readsBack(text, s) {
		err = errTooMuch
	}
	return text, false, err
}

// readsBack reports that the text, read as the next start will read it, gives
// the same settings and, written again, the same text.
func (f *File) readsBack(text []byte, s Settings) bool {
	if len(text) > largest {
		return false
	}
	r := f.interpret(text)
	if r.broken || !r.settings.Equal(s) {
		return false
	}
	again, err := encode(s, r.doc, r.routers)
	return err == nil && bytes.Equal(again, text)
}

func encode(s Settings, doc table, routers []routerTable) ([]byte, error) {
	text := bytes.NewBufferString(heading)
	rest := maps.Clone(doc)
	for _, known := range []string{"version", "router", "poll", "backoff", "notifications", "tray", "network"} {
		delete(rest, known)
	}
	rest["version"] = int64(version)
	if v, ok := doc["version"].(int64); ok && v > version {
		rest["version"] = v
	}
	for _, part := range []struct {
		comment string
		values  table
	}{
		{"", rest},
		{routerComment, routerTables(s.Routers, routers)},
		{pollComment, over(doc, "poll", pollTable(s.Poll))},
		{backoffComment, over(doc, "backoff", backoffTable(s.Backoff))},
		{notificationsComment, over(doc, "notifications", table{
			"down": s.Notifications.Down, "paused": s.Notifications.Paused,
			"pairs_zero": s.Notifications.PairsZero, "pairs_changed": s.Notifications.PairsChanged,
		})},
		{trayComment, over(doc, "tray", table{"count": s.Tray.Count})},
		{networkComment, over(doc, "network", table{"proxy": given(s.Network.Proxy), "ca_file": given(s.Network.CAFile)})},
	} {
		text.WriteString(part.comment)
		encoder := toml.NewEncoder(text)
		encoder.Indent = ""
		if err := encoder.Encode(part.values); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}

// over is the section of the file with the values put over it; a nil value
// takes the key away.
func over(doc table, name string, values table) table {
	present, _ := doc[name].(table)
	return table{name: merged(present, values)}
}

func merged(present, values table) table {
	t := maps.Clone(present)
	if t == nil {
		t = table{}
	}
	for key, v := range values {
		if v == nil {
			delete(t, key)
		} else {
			t[key] = v
		}
	}
	return t
}

// routerTables are the routers in their order, each over its table in the file,
// and after them the tables of those that cannot be watched.
func routerTables(routers []Router, present []routerTable) table {
	raw := make(map[string]table, len(present))
	for _, p := range present {
		raw[p.id] = p.raw
	}
	list := make([]table, 0, len(routers)+len(present))
	for _, r := range routers {
		list = append(list, merged(raw[r.ID], table{
			"id": r.ID, "name": r.Name, "url": r.URL,
			"token": yes(r.Token), "insecure_token": yes(r.InsecureToken),
		}))
	}
	for _, p := range present {
		if p.id == "" {
			list = append(list, p.raw)
		}
	}
	if len(list) == 0 { // an empty list would be a key of the table before it
		return table{}
	}
	return table{"router": list}
}

// yes is a key that is only written where it is true.
func yes(v bool) any {
	if !v {
		return nil
	}
	return v
}

// given is a key that is only written where it is not empty.
func given(v string) any {
	if v == "" {
		return nil
	}
	return v
}

func pollTable(p Poll) table {
	return table{
		"interval": text(p.Interval), "timeout": text(p.Timeout),
		"threshold": int64(p.Threshold), "recover_after": int64(p.RecoverAfter),
	}
}

func backoffTable(b Backoff) table {
	t := table{
		"policy":     b.Policy,
		"first_wait": nil, "longest_wait": nil, "settle_after": nil, "settled_wait": nil, "jitter": nil,
	}
	if b.FirstWait.Set {
		t["first_wait"] = text(b.FirstWait.Value)
	}
	if b.LongestWait.Set {
		t["longest_wait"] = text(b.LongestWait.Value)
	}
	if b.SettleAfter.Set {
		t["settle_after"] = int64(b.SettleAfter.Value)
	}
	if b.SettledWait.Set {
		t["settled_wait"] = text(b.SettledWait.Value)
	}
	if b.Jitter.Set {
		t["jitter"] = b.Jitter.Value
	}
	return t
}
