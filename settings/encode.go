package settings

import (
	"bytes"
	"fmt"
	"maps"
	"time"

	"github.com/BurntSushi/toml"
)

const heading = `# The settings of Routerwatch.
#
# You may edit this file by hand. Routerwatch reads it when it starts, and before
# the settings window saves, which keeps your changes but not your own comments. An
# invalid value is reported, and kept in a copy of the file beside it.
#
# Durations are in quotes with a unit: "250ms", "5s", "1m30s". Tokens are not in
# this file. A flag, such as --interval 10s, counts for one run and is not saved.

`

const routerComment = `
# One [[router]] table for each router. Routerwatch generates the id: keep it when
# you change the name or the url, and leave it out of a new table.
#
#   [[router]]
#   name = "Production"
#   url = "https://router.example.org"
#
# token = true: the settings window has stored its token in the system's keyring.
# insecure_token = true allows that token to be sent over plain http.
`

// encode returns the text of the file: the settings merged over the present
// file, so that unknown keys are kept. Parsing it gives the same settings.
func encode(s Settings, present Loaded) ([]byte, error) {
	type part struct {
		comment string
		values  table
	}
	rest := merged(present.doc, table{"router": nil})
	parts := []part{{heading, rest}, {routerComment, routerTables(s.Routers, present)}}
	for _, section := range Sections() {
		delete(rest, section.Name)
		values := table{}
		for _, key := range section.Keys {
			v := key.get(&s)
			if d, ok := v.(time.Duration); ok {
				v = textOf(d)
			} else if v == "" && key.Default == "" {
				v = nil
			}
			values[key.shortName()] = v
		}
		old, _ := present.doc[section.Name].(table)
		parts = append(parts, part{section.comment(), table{section.Name: merged(old, values)}})
	}
	var text bytes.Buffer
	for _, part := range parts {
		text.WriteString(part.comment)
		encoder := toml.NewEncoder(&text)
		encoder.Indent = ""
		if err := encoder.Encode(part.values); err != nil {
			return nil, err
		}
	}
	if text.Len() > MaxKiB<<10 || !parse(text.Bytes()).Settings.Equal(s) {
		return nil, &ValueError{Wrong: TooManyRouters}
	}
	return text.Bytes(), nil
}

// comment is the comment above the section's table, with a line for each key.
func (s Section) comment() string {
	text, examples := "\n", ""
	if s.Comment != "" {
		text += "# " + s.Comment + "\n"
	}
	for _, key := range s.Keys {
		text += fmt.Sprintf("# %-15s  %s\n", key.shortName(), key.Describe())
		if key.Example != "" {
			examples += fmt.Sprintf("#   %s = %s\n", key.shortName(), key.Example)
		}
	}
	return text + examples
}

// merged is a copy of the table with the values set; a nil value deletes its key.
func merged(present, values table) table {
	t := table{}
	maps.Copy(t, present)
	maps.Copy(t, values)
	maps.DeleteFunc(t, func(_ string, v any) bool { return v == nil })
	return t
}

// routerTables are the tables of the routers, each merged over its table in the
// file, followed by the invalid ones unchanged.
func routerTables(routers []Router, present Loaded) table {
	yes := map[bool]any{true: true} // false is not written
	var list []table
	for _, r := range routers {
		list = append(list, merged(present.watched[r.ID], table{
			"id": r.ID, "name": r.Name, "url": r.URL, "token": yes[r.Token], "insecure_token": yes[r.InsecureToken],
		}))
	}
	if list = append(list, present.unwatched...); len(list) == 0 { // an empty list would be a key of the table before it
		return table{}
	}
	return table{"router": list}
}
