package settings

import (
	"bytes"
	"fmt"
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
		err = &ValueError{Wrong: TooManyRouters}
	}
	return text, false, err
}

// readsBack reports that the text, read as the next start will read it, gives
// the same settings.
func (f *File) readsBack(text []byte, s Settings) bool {
	r := f.interpret(text)
	return len(text) <= largest && !r.broken && r.settings.Equal(s)
}

func encode(s Settings, doc table, routers []routerTable) ([]byte, error) {
	text := bytes.NewBufferString(heading)
	write := func(comment string, values table) error {
		text.WriteString(comment)
		encoder := toml.NewEncoder(text)
		encoder.Indent = ""
		return encoder.Encode(values)
	}
	rest := maps.Clone(doc)
	delete(rest, "router")
	for _, section := range Sections() {
		delete(rest, section.Name)
	}
	if err := write("", rest); err != nil {
		return nil, err
	}
	if err := write(routerComment, routerTables(s.Routers, routers)); err != nil {
		return nil, err
	}
	for _, section := range Sections() {
		values := table{}
		for _, key := range section.Keys {
			values[key.inSection()] = key.value.write(&s)
		}
		present, _ := doc[section.Name].(table)
		if err := write(section.comment(), table{section.Name: merged(present, values)}); err != nil {
			return nil, err
		}
	}
	return text.Bytes(), nil
}

// comment introduces the section's table with a line for each of its keys.
func (s Section) comment() string {
	text := "\n"
	if s.Comment != "" {
		text += "# " + s.Comment + "\n"
	}
	width := 0
	for _, key := range s.Keys {
		width = max(width, len(key.inSection()))
	}
	for _, key := range s.Keys {
		text += fmt.Sprintf("# %-*s  %s\n", width, key.inSection(), key.Describe())
	}
	for _, key := range s.Keys {
		if key.Example != "" {
			text += fmt.Sprintf("#   %s = %s\n", key.inSection(), key.Example)
		}
	}
	return text
}

// merged is the table with the values put over it; a nil value takes the key
// away.
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
		values := table{"id": r.ID, "name": r.Name, "url": r.URL, "token": nil, "insecure_token": nil}
		if r.Token {
			values["token"] = true
		}
		if r.InsecureToken {
			values["insecure_token"] = true
		}
		list = append(list, merged(raw[r.ID], values))
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
