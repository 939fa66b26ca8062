package cli

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the options into the manual page")

// The manual page's options are those of the command line.
func TestTheManualPageHasTheOptions(t *testing.T) {
	path := filepath.Join("..", "..", "packaging", "routerwatch.1")
	page, err := os.ReadFile(path)
	require.NoError(t, err)
	const begin, end = ".SH OPTIONS\n", ".SH EXIT STATUS\n"
	from, to := bytes.Index(page, []byte(begin))+len(begin), bytes.Index(page, []byte(end))
	require.Less(t, len(begin), from)
	require.Less(t, from, to)
	want := manual(t)
	if *update {
		written := string(page[:from]) + want + string(page[to:])
		require.NoError(t, os.WriteFile(path, []byte(written), 0o644))
		return
	}
	assert.Equal(t, want, string(page[from:to]), "go test ./internal/cli -run Manual -update writes it")
}

// manual is the section on the options in troff.
func manual(t *testing.T) string {
	t.Helper()
	parser := (&Invocation{Settings: settingsFlags()}).parser(os.LookupEnv, io.Discard, io.Discard)
	text := strings.NewReplacer(`\`, `\e`, "-", `\-`)
	var titles []string
	sections := map[string]string{}
	seen := map[string]bool{}
	_ = kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		f, ok := node.(*kong.Flag)
		if !ok || f.Hidden || seen[f.Name+f.Help] {
			return next(nil)
		}
		seen[f.Name+f.Help] = true // --json is another one for history
		title := "General:"
		if f.Group != nil {
			title = f.Group.Title
		}
		if _, known := sections[title]; !known {
			titles = append(titles, title)
			sections[title] = fmt.Sprintf(".SS %s\n", strings.TrimSuffix(title, ":"))
			if f.Group != nil && f.Group.Description != "" {
				sections[title] += text.Replace(f.Group.Description) + "\n"
			}
		}
		name := fmt.Sprintf(".B %s", text.Replace("--"+f.Name))
		switch {
		case f.Short != 0:
			name += fmt.Sprintf(", %s", text.Replace("-"+string(f.Short)))
		case !f.IsBool():
			name = fmt.Sprintf(`.BI %s " %s"`, text.Replace("--"+f.Name), f.PlaceHolder)
		}
		sections[title] += fmt.Sprintf(".TP\n%s\n%s\n", name, text.Replace(f.Help))
		return next(nil)
	})
	var all strings.Builder
	for _, title := range titles {
		all.WriteString(sections[title])
	}
	return all.String()
}
