package settings

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// A table is one table of the file as it was written.
type table = map[string]any

// A routerTable is one [[router]] as it was written, with the id it goes by;
// the id is empty where the router cannot be watched.
type routerTable struct {
	raw table
	id  string
}

// A decoder turns tables into settings. Each value that it cannot use becomes
// a problem and keeps its default.
type decoder struct {
	checkURL func(string) error
	problems []*Problem
	routers  []routerTable
}

// mostNesting bounds the dots and braces of a line: the parser's time and
// memory grow with the square of a key's depth, and worse.
const mostNesting = 200

// parse reads the bytes of a file. A nil table is a file that is not TOML.
func parse(data []byte) (table, *Problem) {
	broken := func(wrong Wrong, line int) *Problem {
		return &Problem{Line: line, Reason: &ValueError{Wrong: wrong}, Then: AllDefaultsUsed, lost: true}
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return table{}, &Problem{Reason: &ValueError{Wrong: FileEmpty}, Then: AllDefaultsUsed}
	}
	for line := range bytes.Lines(data) {
		comment := bytes.HasPrefix(bytes.TrimSpace(line), []byte("#"))
		if !comment && bytes.Count(line, []byte("."))+bytes.Count(line, []byte("{")) > mostNesting {
			return nil, broken(FileTooDeep, 0)
		}
	}
	doc, err := decodeTOML(strings.TrimPrefix(string(data), "\ufeff"))
	if err != nil {
		line := 0
		if where, ok := errors.AsType[toml.ParseError](err); ok {
			line = where.Position.Line
		}
		return nil, broken(FileNotTOML, line)
	}
	return doc, nil
}

// decodeTOML also takes what the parser calls its own bugs, which it panics
// with, for errors.
func decodeTOML(text string) (doc table, err error) {
	defer func() {
		if bug := recover(); bug != nil {
			err = fmt.Errorf("the TOML parser failed: %v", bug)
		}
	}()
	doc = table{}
	_, err = toml.Decode(text, &doc)
	return doc, err
}

func (d *decoder) decode(doc table) Settings {
	s := Defaults()
	known := []string{"version", "router"} // version: files of the first releases have it
	d.readRouters(&s, doc["router"])
	for _, section := range Sections() {
		known = append(known, section.Name)
		d.readSection(&s, section, doc[section.Name])
	}
	if _, err := s.Backoff.Build(); err != nil {
		d.lose("backoff", err, PolicyAsItIs).Used = s.Backoff.Policy
		s.Backoff = Backoff{Policy: s.Backoff.Policy}
	}
	d.unknown("", doc, known)
	return s
}

func (d *decoder) readSection(s *Settings, section Section, raw any) {
	values, ok := raw.(table)
	if raw != nil && !ok {
		d.lose(section.Name, &ValueError{Wrong: NotATable, Given: section.Name}, SectionDefaultsUsed)
	}
	var known []string
	for _, key := range section.Keys {
		known = append(known, key.inSection())
		raw, there := values[key.inSection()]
		if !there {
			continue
		}
		if err := key.value.read(s, raw); err != nil {
			p := d.lose(key.Name, err, PolicyUsed)
			if p.Used = key.Text(*s); p.Used != "" {
				p.Then = DefaultUsed
			} else if key.value.kind() == Text {
				p.Then = NotUsed
			}
		}
	}
	d.unknown(section.Name+".", values, known)
}

// readRouters takes every router that can be watched. One that cannot stays
// in the file, through every save, until a person mends it.
func (d *decoder) readRouters(s *Settings, raw any) {
	list, ok := tablesOf(raw)
	if !ok {
		d.lose("router", &ValueError{Wrong: NotAList}, NoneWatched)
	}
	taken := make(map[string]bool, len(list))
	for _, t := range list { // an id that was written down goes before one that is derived
		if id, _ := t["id"].(string); validID(id) {
			taken[id] = true
		}
	}
	used := make(map[string]bool, len(list))
	for i, t := range list {
		d.unknown("router.", t, []string{"id", "name", "url", "token", "insecure_token"})
		r, err := d.router(i, t)
		if err != nil {
			d.problems = append(d.problems, &Problem{Key: routerKey(i, r.Name), Reason: err, Then: NotWatched})
			d.routers = append(d.routers, routerTable{raw: t})
			continue
		}
		if r.ID == "" || used[r.ID] {
			r.ID = freeID(r.URL, taken)
		}
		taken[r.ID], used[r.ID] = true, true
		s.Routers = append(s.Routers, r)
		d.routers = append(d.routers, routerTable{raw: t, id: r.ID})
	}
}

// router reads one table. The id is empty where it has none that can be used.
func (d *decoder) router(index int, t table) (Router, error) {
	name, _ := t["name"].(string)
	r := Router{Name: TidyName(name)}
	address, ok := t["url"].(string)
	if !ok {
		return r, &ValueError{Wrong: AddressMissing}
	}
	address = strings.TrimSpace(address)
	if err := d.checkURL(address); err != nil {
		return r, err
	}
	r.URL = address
	if err := CheckName(r.Name); err != nil {
		key := routerKey(index, "")
		r.Name = NameFor(address)
		if t["name"] != nil {
			d.lose(key, err, NamedInstead).Used = r.Name
		}
	}
	key := routerKey(index, r.Name)
	for name, into := range map[string]*bool{"token": &r.Token, "insecure_token": &r.InsecureToken} {
		if *into, ok = t[name].(bool); t[name] != nil && !ok {
			d.lose(key+", "+name, &ValueError{Wrong: WrongType, Kind: YesNo}, DefaultUsed).Used = "false"
		}
	}
	if id, _ := t["id"].(string); validID(id) {
		r.ID = id
	} else if t["id"] != nil {
		d.lose(key, &ValueError{Wrong: BadID}, OtherIDUsed)
	}
	return r, nil
}

// tablesOf takes the list in every way that TOML can write it, and the
// single [router] that a person may have meant as one.
func tablesOf(raw any) ([]table, bool) {
	switch v := raw.(type) {
	case nil:
		return nil, true
	case table:
		return []table{v}, true
	case []table:
		return v, true
	case []any:
		list := make([]table, 0, len(v))
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
func (d *decoder) lose(key string, reason error, then Consequence) *Problem {
	p := &Problem{Key: key, Reason: reason, Then: then, lost: true}
	d.problems = append(d.problems, p)
	return p
}

// unknown reports keys that mean nothing, most likely misspelt: they stay in
// the file.
func (d *decoder) unknown(prefix string, t table, known []string) {
	for _, key := range slices.Sorted(maps.Keys(t)) {
		if slices.Contains(known, key) {
			continue
		}
		if quoted := quote(key); quoted != `"`+key+`"` { // it is long, or cannot be shown as it is
			key = quoted
		}
		d.problems = append(d.problems, &Problem{
			Key: prefix + key, Reason: &ValueError{Wrong: UnknownKey}, Then: LeftAsItIs, Harmless: true,
		})
	}
}
