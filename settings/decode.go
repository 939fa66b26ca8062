package settings

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"routerwatch/monitor"
)

// A table is one table of the file as it was written.
type table = map[string]any

// Loaded is the content of a settings file.
type Loaded struct {
	Settings Settings   // valid, whatever was in the file
	Problems []*Problem // what was not used, a bounded number; that of the whole file first

	doc       table            // nil where it is not TOML
	watched   map[string]table // the [[router]] tables of Settings, by id
	unwatched []table          // the others, which stay in the file until a person corrects them
	lossy     bool             // a save would write over something that was not understood
}

// mostNesting bounds the dots and braces of a line: the parser's time and
// memory grow with the square of a key's depth, and worse.
const mostNesting = 200

// fileVersion is the version of the file's format that this program knows. A
// file without one has it.
const fileVersion = 1

// parse reads the bytes of a file. Each value that cannot be used becomes a
// problem and keeps its default.
func parse(data []byte) Loaded {
	l := Loaded{Settings: Defaults(), watched: make(map[string]table)}
	if len(bytes.TrimSpace(data)) == 0 {
		l.Problems = []*Problem{{Reason: &ValueError{Wrong: FileEmpty}, Then: AllDefaultsUsed}}
		return l
	}
	doc, err := decodeTOML(data)
	if err != nil {
		l.lose("", &ValueError{Wrong: FileNotTOML}, AllDefaultsUsed, "")
		if where, ok := errors.AsType[toml.ParseError](err); ok {
			l.Problems[0].Line = where.Position.Line
		}
		return l
	}
	l.doc = doc
	if v, newer := newerVersion(doc); newer {
		reason := &ValueError{Wrong: NewerVersion, Given: fmt.Sprint(v), Max: fmt.Sprint(fileVersion)}
		l.Problems = append(l.Problems, &Problem{Key: "version", Reason: reason, Harmless: true})
	}
	l.readRouters(doc["router"])
	known := []string{"version", "router"}
	for _, section := range Sections() {
		known = append(known, section.Name)
		l.readSection(section, doc[section.Name])
	}
	if _, err := l.Settings.Backoff.Build(); err != nil {
		policy := l.Settings.Backoff.Policy
		l.lose("backoff", err, PolicyAsItIs, policy)
		l.Settings.Backoff = Backoff{Policy: policy}
	}
	l.unknown("", doc, known)
	return l
}

// decodeTOML decodes the file, and returns a panic of the parser as an error.
func decodeTOML(data []byte) (doc table, err error) {
	for line := range bytes.Lines(data) {
		comment := bytes.HasPrefix(bytes.TrimSpace(line), []byte("#"))
		if !comment && bytes.Count(line, []byte("."))+bytes.Count(line, []byte("{")) > mostNesting {
			return nil, errors.New("nested too deeply")
		}
	}
	defer func() {
		if bug := recover(); bug != nil {
			err = fmt.Errorf("the TOML parser failed: %v", bug)
		}
	}()
	doc = table{}
	_, err = toml.Decode(strings.TrimPrefix(string(data), "\ufeff"), &doc)
	return doc, err
}

func (l *Loaded) readSection(section Section, raw any) {
	values, ok := raw.(table)
	if raw != nil && !ok {
		l.lose(section.Name, &ValueError{Wrong: NotATable, Given: section.Name}, SectionDefaultsUsed, "")
	}
	var known []string
	for _, key := range section.Keys {
		name := key.inSection()
		known = append(known, name)
		raw, there := values[name]
		if !there {
			continue
		}
		if err := key.value.read(&l.Settings, raw); err != nil {
			then, used := DefaultUsed, key.Text(l.Settings)
			switch {
			case used != "":
			case key.Kind() == Text:
				then = NotUsed
			default:
				then = PolicyUsed
			}
			l.lose(key.Name, err, then, used)
		}
	}
	l.unknown(section.Name+".", values, known)
}

func (l *Loaded) readRouters(raw any) {
	list, ok := tablesOf(raw)
	if !ok {
		l.lose("router", &ValueError{Wrong: NotAList}, NoneWatched, "")
	}
	taken := make(map[string]bool, len(list))
	for _, t := range list { // a written id goes before a derived one
		id, _ := t["id"].(string)
		taken[id] = true
	}
	for i, t := range list {
		l.unknown("router.", t, []string{"id", "name", "url", "token", "insecure_token"})
		r, err := l.router(i, t)
		if err != nil {
			l.Problems = append(l.Problems, &Problem{Key: routerKey(i, r.Name), Reason: err, Then: NotWatched})
			l.unwatched = append(l.unwatched, t)
			continue
		}
		if r.ID == "" || l.watched[r.ID] != nil {
			for turn := 0; r.ID == "" || taken[r.ID]; turn++ {
				r.ID = derivedID(r.URL, turn)
			}
		}
		l.watched[r.ID], taken[r.ID] = t, true
		l.Settings.Routers = append(l.Settings.Routers, r)
	}
}

// router reads one table. The id is empty where it has none that can be used.
func (l *Loaded) router(index int, t table) (Router, error) {
	name, _ := t["name"].(string)
	address, ok := t["url"].(string)
	r := Router{Name: TidyName(name), URL: strings.TrimSpace(address)}
	if !ok {
		return r, &ValueError{Wrong: AddressMissing}
	}
	if _, err := monitor.ParseAddress(r.URL); err != nil {
		return r, err
	}
	if err := CheckName(r.Name); err != nil {
		r.Name = NameFor(r.URL)
		if t["name"] != nil {
			l.lose(routerKey(index, ""), err, NamedInstead, r.Name)
		}
	}
	key := routerKey(index, r.Name)
	r.Token = l.flag(key, t, "token")
	r.InsecureToken = l.flag(key, t, "insecure_token")
	if r.ID, _ = t["id"].(string); !validID(r.ID) {
		r.ID = ""
		if t["id"] != nil {
			l.lose(key, &ValueError{Wrong: BadID}, OtherIDUsed, "")
		}
	}
	return r, nil
}

func (l *Loaded) flag(router string, t table, name string) bool {
	v, ok := t[name].(bool)
	if t[name] != nil && !ok {
		l.lose(router+", "+name, &ValueError{Wrong: WrongType, Kind: YesNo}, DefaultUsed, "false")
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

// lose records a value that is not used, and that a save would write over.
func (l *Loaded) lose(key string, reason error, then Consequence, used string) {
	l.lossy = true
	l.Problems = append(l.Problems, &Problem{Key: key, Reason: reason, Then: then, Used: used})
}

// newerVersion is the version of the file's format, where it is a later one.
func newerVersion(doc table) (version int64, newer bool) {
	version, _ = doc["version"].(int64)
	return version, version > fileVersion
}

// unknown reports keys that mean nothing, most likely misspelt: they stay in
// the file. Those of a newer version are not told one by one.
func (l *Loaded) unknown(prefix string, t table, known []string) {
	if _, newer := newerVersion(l.doc); newer {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(t)) {
		if slices.Contains(known, key) {
			continue
		}
		if quoted := quote(key); quoted != `"`+key+`"` { // it is long, or cannot be shown as it is
			key = quoted
		}
		l.Problems = append(l.Problems, &Problem{
			Key: prefix + key, Reason: &ValueError{Wrong: UnknownKey}, Then: LeftAsItIs, Harmless: true,
		})
	}
}
