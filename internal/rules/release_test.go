package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// root is the repository's folder, seen from this package.
const root = "../.."

// packaging is what the tests read of FyneApp.toml.
type packaging struct {
	Details struct {
		Icon, Name, ID, Version string
		Build                   int
	}
}

func TestOneVersionEverywhere(t *testing.T) {
	var app packaging
	_, err := toml.DecodeFile(filepath.Join(root, "FyneApp.toml"), &app)
	require.NoError(t, err)
	require.Regexp(t, `^\d+\.\d+\.\d+$`, app.Details.Version, "the version of FyneApp.toml")

	changes, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	require.NoError(t, err)
	heading := regexp.MustCompile(`(?m)^## \[(\d+\.\d+\.\d+)\] - (?:Unreleased|\d{4}-\d\d-\d\d)$`).FindSubmatch(changes)
	require.NotNil(t, heading, "CHANGELOG.md has no heading of a version")
	assert.Equal(t, app.Details.Version, string(heading[1]), "the newest version of CHANGELOG.md")

	assert.Equal(t, app.Details.Version, versionInCLI(t), "the version in internal/cli/run.go")
}

func TestPackagingNamesWhatIsThere(t *testing.T) {
	var app packaging
	_, err := toml.DecodeFile(filepath.Join(root, "FyneApp.toml"), &app)
	require.NoError(t, err)

	assert.Equal(t, "Routerwatch", app.Details.Name)
	assert.Equal(t, "org.stableroute.routerwatch", app.Details.ID)
	assert.Positive(t, app.Details.Build)
	assert.FileExists(t, filepath.Join(root, app.Details.Icon))
}

// versionInCLI returns the value that main.go gives its variable version, the one that a build replaces.
func versionInCLI(t *testing.T) string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, "internal/cli/run.go"), nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	for _, declaration := range file.Decls {
		general, ok := declaration.(*ast.GenDecl)
		if !ok || general.Tok != token.VAR {
			continue
		}
		for _, spec := range general.Specs {
			variable, ok := spec.(*ast.ValueSpec)
			if !ok || variable.Names[0].Name != "version" || len(variable.Values) != 1 {
				continue
			}
			literal, ok := variable.Values[0].(*ast.BasicLit)
			require.True(t, ok, "the version in internal/cli/run.go is no literal")
			value, err := strconv.Unquote(literal.Value)
			require.NoError(t, err)
			return value
		}
	}
	require.FailNow(t, "main.go declares no variable version with a value")
	return ""
}
