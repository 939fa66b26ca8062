package rules

import (
	"encoding/json"
	"errors"
	"go/build"
	"io"
	"io/fs"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestImportsPointOneWay(t *testing.T) {
	for _, system := range []string{"linux", "windows", "darwin"} {
		t.Run(system, func(t *testing.T) {
			packages := list(t, system)
			assert.Empty(t, violations(packages), "the tables are in tables_test.go, the reasons in ARCHITECTURE.md")

			listedNames := make(map[string]bool)
			for _, p := range packages {
				listedNames[local(p.ImportPath)] = true
			}
			for _, core := range []string{"backoff", "monitor", "ui/view", "ui/window"} {
				assert.True(t, listedNames[core], "%s was not seen", core)
			}
		})
	}
	t.Run("in any number of steps", func(t *testing.T) {
		packages := dependencies(t)
		assert.Len(t, packages, len(unreachable))
		assert.Empty(t, violations(packages))
	})
}

func TestViolationsAreSeen(t *testing.T) {
	tests := []struct {
		name     string
		packages []listed
		want     []string
	}{
		{
			name: "all as it should be",
			packages: []listed{
				{ImportPath: "routerwatch/internal/cli", Imports: []string{"os", "routerwatch/internal/agent", "routerwatch/ui/window"}},
				{ImportPath: "routerwatch/ui/window", Imports: []string{"fyne.io/fyne/v2/widget", "routerwatch/ui/view"}},
				{ImportPath: "routerwatch/ui/view", XTestImports: []string{"routerwatch/ui/view", "routerwatch/ui/view/viewtest"}},
				{ImportPath: "routerwatch/e2e/desktop", TestImports: []string{"routerwatch/monitor/stableroute/simulator"}},
			},
		},
		{
			name:     "an import that is not in the table",
			packages: []listed{{ImportPath: "routerwatch/monitor", Imports: []string{"routerwatch/ui/view"}}},
			want:     []string{"monitor may not import ui/view"},
		},
		{
			name:     "the same in a test",
			packages: []listed{{ImportPath: "routerwatch/monitor", XTestImports: []string{"routerwatch/ui/window"}}},
			want:     []string{"the test of monitor may not import ui/window"},
		},
		{
			name:     "a test's helper in the program",
			packages: []listed{{ImportPath: "routerwatch/internal/agent", Imports: []string{"routerwatch/ui/view/viewtest"}}},
			want:     []string{"internal/agent may not import ui/view/viewtest"},
		},
		{
			name:     "the command as a library",
			packages: []listed{{ImportPath: "routerwatch/internal/agent", Imports: []string{"routerwatch"}}},
			want:     []string{"internal/agent may not import ."},
		},
		{
			name:     "a package that is in no table",
			packages: []listed{{ImportPath: "routerwatch/util"}},
			want:     []string{"util is not in the tables"},
		},
		{
			name:     "the toolkit outside the window",
			packages: []listed{{ImportPath: "routerwatch/ui/tray", TestImports: []string{"fyne.io/fyne/v2/test"}}},
			want:     []string{"ui/tray imports fyne.io/fyne/v2/test, which only ui/window, ui/window/kit, bench/reference/fynelabel, bench/reference/fynetray may"},
		},
		{
			name:     "the tray library outside the tray",
			packages: []listed{{ImportPath: "routerwatch/internal/agent", Imports: []string{"fyne.io/systray"}}},
			want:     []string{"internal/agent imports fyne.io/systray, which only ui/tray may"},
		},
		{
			name:     "the HTTP client outside the source",
			packages: []listed{{ImportPath: "routerwatch", Imports: []string{"github.com/go-resty/resty/v2"}}},
			want:     []string{". imports github.com/go-resty/resty/v2, which only monitor/stableroute may"},
		},
		{
			name:     "a module where the standard library must do",
			packages: []listed{{ImportPath: "routerwatch/backoff", Imports: []string{"math", "golang.org/x/exp/rand"}}},
			want:     []string{"backoff imports golang.org/x/exp/rand, and may import only the standard library"},
		},
		{
			name:     "HTTP by a detour",
			packages: []listed{{ImportPath: "routerwatch/monitor", Imports: []string{"expvar"}, Deps: []string{"expvar", "net/http"}}},
			want:     []string{"monitor depends on net/http"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			assert.Equal(t, test.want, violations(test.packages))
		})
	}
}

func TestTheTablesNamePackagesThatAreListed(t *testing.T) {
	for _, table := range []map[string][]string{programImports, toolImports} {
		for from, allowed := range table {
			for _, to := range allowed {
				_, known := allowedImports(to)
				assert.True(t, known, "%s may import %s, which there is not", from, to)
				if _, inProgram := programImports[from]; inProgram {
					assert.Contains(t, programImports, to, "%s is part of the program, and %s is for tests", from, to)
				}
			}
		}
	}
}

// list reads this module's packages as they are built for a system. It reads our own source files alone: what another
// system's build needs may never have been downloaded here. What a package comes by through other modules is asked of the
// go command, for the system that the test runs on, whose modules every build of the tests needs.
func list(t *testing.T, system string) []listed {
	t.Helper()
	ours := build.Default
	ours.GOOS, ours.GOARCH, ours.CgoEnabled, ours.BuildTags = system, "amd64", true, []string{"no_emoji"}
	var packages []listed
	for _, folder := range folders(t) {
		p, err := ours.ImportDir(filepath.Join(root, folder), 0)
		if nothing := new(build.NoGoError); errors.As(err, &nothing) {
			continue
		}
		require.NoError(t, err)
		packages = append(packages, listed{
			ImportPath: path.Join(module, filepath.ToSlash(folder)), Imports: p.Imports, TestImports: p.TestImports, XTestImports: p.XTestImports,
		})
	}
	for i := range packages {
		packages[i].Deps = reached(packages, packages[i])
	}
	return packages
}

// folders returns every folder, seen from the root, that may hold source files of ours.
func folders(t *testing.T) []string {
	t.Helper()
	var found []string
	require.NoError(t, filepath.WalkDir(root, func(folder string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, folder)
		if name != "." && (name == "build" || name == "dist" || entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".")) {
			return fs.SkipDir
		}
		found = append(found, name)
		return err
	}))
	return found
}

// reached returns what the package comes by through the packages of this module.
func reached(packages []listed, from listed) []string {
	found := slices.Clone(from.Imports)
	for i := 0; i < len(found); i++ { // it grows
		for _, p := range packages {
			if p.ImportPath == found[i] {
				found = append(found, slices.DeleteFunc(slices.Clone(p.Imports), func(path string) bool { return slices.Contains(found, path) })...)
			}
		}
	}
	return found
}

// dependencies asks the go command what the packages of the table come by on this system, in any number of steps.
func dependencies(t *testing.T) []listed {
	t.Helper()
	arguments := []string{"list", "-tags", "no_emoji", "-json=ImportPath,Deps"}
	for name := range unreachable {
		arguments = append(arguments, module+"/"+name)
	}
	command := exec.CommandContext(t.Context(), "go", arguments...)
	var problems strings.Builder
	command.Stderr = &problems
	output, err := command.Output()
	require.NoError(t, err, problems.String())

	var packages []listed
	for decoder := json.NewDecoder(strings.NewReader(string(output))); ; {
		var p listed
		err := decoder.Decode(&p)
		if errors.Is(err, io.EOF) {
			return packages
		}
		require.NoError(t, err)
		packages = append(packages, p)
	}
}
