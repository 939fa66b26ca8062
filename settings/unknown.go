package settings

import (
	"maps"
	"slices"
)

// knownKeys are the keys of each section of the file; "" is its top.
func knownKeys() map[string][]string {
	return map[string][]string{
		"":              {"version", "router", "poll", "backoff", "notifications", "tray", "network"},
		"router":        {"id", "name", "url", "token", "insecure_token"},
		"poll":          {"interval", "timeout", "threshold", "recover_after"},
		"backoff":       {"policy", "first_wait", "longest_wait", "settle_after", "settled_wait", "jitter"},
		"notifications": {"down", "paused", "pairs_zero", "pairs_changed"},
		"tray":          {"count"},
		"network":       {"proxy", "ca_file"},
	}
}

// unknown reports keys that mean nothing, most likely misspelt: they stay in
// the file. The keys of a newer version are its own business.
func (d *decoder) unknown(doc table) {
	if v, ok := doc["version"].(int64); ok && v > version {
		return
	}
	known := knownKeys()
	d.strange("", doc, known[""])
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if t, ok := doc[name].(table); ok && name != "" && name != "router" {
			d.strange(name+".", t, known[name])
		}
	}
	if routers, ok := tablesOf(doc["router"]); ok {
		for _, t := range routers {
			d.strange("router.", t, known["router"])
		}
	}
}

// plainKey is a key as it is in the file where that can be read, and quoted
// where not.
func plainKey(key string) string {
	if quoted := quote(key); quoted != `"`+key+`"` {
		return quoted
	}
	return key
}

func (d *decoder) strange(prefix string, t table, known []string) {
	for _, key := range slices.Sorted(maps.Keys(t)) {
		if !slices.Contains(known, key) {
			d.problems = append(d.problems, &Problem{
				Key: prefix + plainKey(key), Reason: "there is no such setting",
				Consequence: "it is left as it is", Harmless: true,
			})
		}
	}
}
