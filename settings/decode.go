package settings

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"routerwatch/monitor"
)

// A table is one table of the TOML file.
type table = map[string]any

// Loaded is the content of a settings file.
type Loaded struct {
	Settings Settings   // always valid
	Problems []*Problem // at most maxProblems; one with the whole file comes first

	doc       table            // nil if the file is not TOML
	watched   map[string]table // the [[router]] tables that are in Settings, by id
	unwatched []table          // the invalid ones, kept in the file for the user to correct
	lossy     bool             // a save would overwrite something that could not be read
}

// Incomplete reports whether routers of the file are not in Settings: the file, or
// what it says of them, could not be read.
func (l Loaded) Incomplete() bool {
	return len(l.unwatched) > 0 || l.doc == nil && len(l.Problems) > 0 ||
		slices.ContainsFunc(l.Problems, func(p *Problem) bool { return p.Key == "router" })
}

// maxNesting bounds the dots and braces of a line: the parser's time and
// memory grow at least with the square of a key's depth.
const maxNesting = 200

// fileVersion is the version of the file format that this program knows, and
// that of a file which states none.
const fileVersion = 1

// parse reads the content of a file. Each invalid value is reported as a
// problem and its default is used.
func parse(data []byte) Loaded {
	l := Loaded{Settings: Defaults(), watched: make(map[string]table)}
	if len(bytes.TrimSpace(data)) == 0 {
		l.Problems = []*Problem{{Reason: &ValueError{Wrong: FileEmpty}}}
		return l
	}
	doc, keys, err := decodeTOML(data)
	if err != nil {
		where, _ := errors.AsType[toml.ParseError](err)
		l.reject(&Problem{Line: where.Position.Line, Reason: &ValueError{Wrong: FileNotTOML}})
		return l
	}
	l.doc = doc
	l.readRouters(doc["router"])
	for _, section := range Sections() {
		l.readSection(section, doc[section.Name])
	}
	if _, err := l.Settings.Backoff.Build(); err != nil {
		policy := l.Settings.Backoff.Policy
		l.reject(&Problem{Key: "backoff", Reason: err, Then: PlainPolicyUsed, Used: policy})
		l.Settings.Backoff = Backoff{Policy: policy}
	}
	l.reportUnknown(keys)
	return l
}

// decodeTOML decodes the file, and returns a panic of the parser as an error.
func decodeTOML(data []byte) (doc table, keys []toml.Key, err error) {
	for line := range bytes.Lines(data) {
		comment := bytes.HasPrefix(bytes.TrimSpace(line), []byte("#"))
		if !comment && bytes.Count(line, []byte("."))+bytes.Count(line, []byte("{")) > maxNesting {
			return nil, nil, errors.New("nested too deeply")
		}
	}
	defer func() {
		if bug := recover(); bug != nil {
			err = fmt.Errorf("the TOML parser failed: %v", bug)
		}
	}()
	doc = table{}
	meta, err := toml.Decode(strings.TrimPrefix(string(data), "\ufeff"), &doc)
	return doc, meta.Keys(), err
}

func (l *Loaded) readSection(section Section, raw any) {
	values, ok := raw.(table)
	if raw != nil && !ok {
		l.reject(&Problem{Key: section.Name, Reason: &ValueError{Wrong: NotATable, Given: section.Name}})
	}
	for _, key := range section.Keys {
		raw, there := values[key.shortName()]
		if !there {
			continue
		}
		if err := key.setRaw(&l.Settings, raw); err != nil {
			p := &Problem{Key: key.Name, Reason: err, Then: DefaultUsed, Used: key.Default}
			switch {
			case key.Default != "":
			case key.Kind() == Text:
				p.Then = NotUsed
			default:
				p.Then = PolicyUsed
			}
			l.reject(p)
		}
	}
}

func (l *Loaded) readRouters(raw any) {
	list, ok := tablesOf(raw)
	if !ok {
		l.reject(&Problem{Key: "router", Reason: &ValueError{Wrong: NotAList}})
	}
	taken := make(map[string]bool, len(list))
	for _, t := range list { // an id in the file takes precedence over a derived one
		id, _ := t["id"].(string)
		taken[id] = true
	}
	for i, t := range list {
		r, err := l.router(i, t)
		if err != nil {
			l.Problems = append(l.Problems, &Problem{Key: routerKey(i, r.Name), Reason: err, Then: NotWatched})
			l.unwatched = append(l.unwatched, t)
			continue
		}
		if r.ID == "" || l.watched[r.ID] != nil {
			for r.ID = IDFor(r.URL); taken[r.ID]; { // the address of another router, too
				r.ID = IDFor(r.ID)
			}
		}
		l.watched[r.ID], taken[r.ID] = t, true
		for _, reason := range Twice(l.Settings.Routers, r) {
			l.Problems = append(l.Problems, &Problem{Key: routerKey(i, r.Name), Reason: reason, Harmless: true})
		}
		l.Settings.Routers = append(l.Settings.Routers, r)
	}
}

// router reads one [[router]] table. The id is empty if it is missing or invalid.
func (l *Loaded) router(index int, t table) (Router, error) {
	name, _ := t["name"].(string)
	address, ok := t["url"].(string)
	r := Router{Name: strings.TrimSpace(name), URL: strings.TrimSpace(address)}
	if !ok {
		return r, &ValueError{Wrong: AddressMissing}
	}
	if _, err := monitor.ParseAddress(r.URL); err != nil {
		return r, err
	}
	if err := CheckName(r.Name); err != nil {
		r.Name = NameFor(r.URL)
		if t["name"] != nil {
			l.reject(&Problem{Key: routerKey(index, ""), Reason: err, Then: NamedInstead, Used: r.Name})
		}
	}
	key := routerKey(index, r.Name)
	r.Token = l.flag(key, t, "token")
	r.InsecureToken = l.flag(key, t, "insecure_token")
	if r.ID, _ = t["id"].(string); !validID(r.ID) {
		r.ID = ""
		if t["id"] != nil {
			l.reject(&Problem{Key: key, Reason: &ValueError{Wrong: BadID}, Then: OtherIDUsed})
		}
	}
	return r, nil
}

func (l *Loaded) flag(router string, t table, name string) bool {
	v, ok := t[name].(bool)
	if t[name] != nil && !ok {
		reason := &ValueError{Wrong: WrongType, Kind: YesNo}
		l.reject(&Problem{Key: router + ", " + name, Reason: reason, Then: DefaultUsed, Used: "false"})
	}
	return v
}

// tablesOf accepts every form that TOML has for a list of tables, and a single
// [router] as a list of one.
func tablesOf(raw any) (list []table, ok bool) {
	switch v := raw.(type) {
	case nil:
		return nil, true
	case table:
		return []table{v}, true
	case []table:
		return v, true
	case []any:
		for _, element := range v {
			t, ok := element.(table)
			if !ok {
				return nil, false
			}
			list = append(list, t)
		}
		return list, true
	}
	return nil, false
}

// reject records an invalid value, which a save would overwrite.
func (l *Loaded) reject(p *Problem) {
	l.lossy = true
	l.Problems = append(l.Problems, p)
}

// reportUnknown reports an invalid version and unknown keys, most likely
// misspelt; both stay in the file. For a file of a newer version it reports
// that once, not each key.
func (l *Loaded) reportUnknown(keys []toml.Key) {
	v, whole := l.doc["version"].(int64)
	if l.doc["version"] != nil && (!whole || v < 1) {
		l.Problems = append(l.Problems, &Problem{Key: "version", Reason: &ValueError{Wrong: BadVersion}})
	}
	if v > fileVersion {
		reason := &ValueError{Wrong: NewerVersion, Given: fmt.Sprint(v), Max: fmt.Sprint(fileVersion)}
		l.Problems = append(l.Problems, &Problem{Key: "version", Reason: reason, Harmless: true})
		return
	}
	known := map[string]bool{
		"version": true, "router": true,
		"router.id": true, "router.name": true, "router.url": true, "router.token": true, "router.insecure_token": true,
	}
	for _, section := range Sections() {
		known[section.Name] = true
		for _, key := range section.Keys {
			known[key.Name] = true
		}
	}
	reported := map[string]bool{}
	for _, key := range keys {
		n := 1
		for n < len(key) && known[key[:n].String()] {
			n++
		}
		name := key[:n].String()
		if known[name] || reported[name] {
			continue
		}
		reported[name] = true
		last := key[n-1]
		if quoted := quote(last); quoted != `"`+last+`"` { // too long, or needs escaping
			last = quoted
		}
		shown := strings.Join(append(slices.Clone(key[:n-1]), last), ".")
		l.Problems = append(l.Problems, &Problem{Key: shown, Reason: &ValueError{Wrong: UnknownKey}, Harmless: true})
	}
}
