package rules

import (
	"maps"
	"slices"
	"strings"
)

// module is the path of this module; the tables name its packages relative to it, "." being the command itself.
const module = "routerwatch"

// programImports lists every package of the program, with the packages of the program that it may import. A package that
// is missing fails the test: decide what it may import, and add a line.
var programImports = map[string][]string{
	".":       {"internal/cli"},
	"assets":  {"monitor", "ui/view"},
	"backoff": {}, "internal/latest": {}, "internal/redact": {},
	"internal/platform/atomicfile": {}, "internal/platform/autostart": {"internal/platform/atomicfile"}, "internal/platform/sessionbus": {},
	"internal/platform/display":  {"internal/platform/sessionbus"},
	"internal/platform/instance": {}, "internal/platform/locale": {}, "internal/platform/sleep": {},
	"monitor":                       {"backoff", "internal/latest"},
	"monitor/stableroute":           {"monitor"},
	"monitor/stableroute/simulator": {"monitor"},
	"settings":                      {"backoff", "internal/platform/atomicfile", "monitor"},
	"internal/secret":               {"internal/platform/sessionbus", "internal/redact", "monitor", "monitor/stableroute", "settings", "ui/view"},
	"internal/demo":                 {"history", "monitor", "monitor/stableroute/simulator", "settings", "ui/wire"},
	"history":                       {"internal/platform/atomicfile", "monitor"},
	"internal/agent":                {"history", "internal/demo", "internal/latest", "internal/platform/atomicfile", "internal/platform/instance", "internal/platform/sessionbus", "internal/platform/sleep", "internal/secret", "monitor", "settings", "ui/notify", "ui/tray", "ui/view", "ui/wire"},
	"internal/cli": {
		"assets", "backoff", "history", "internal/agent", "internal/demo", "internal/redact",
		"internal/platform/autostart", "internal/platform/display", "internal/platform/instance", "internal/platform/locale", "internal/platform/sleep", "internal/secret",
		"monitor", "monitor/stableroute", "settings",
		"ui/notify", "ui/tray", "ui/view", "ui/window", "ui/wire",
	},
	"ui/notify":        {"assets", "internal/latest", "internal/platform/sessionbus", "ui/view"},
	"ui/tray":          {"assets", "internal/latest", "internal/platform/sessionbus", "monitor", "ui/view"},
	"ui/view":          {"backoff", "history", "monitor", "settings"},
	"ui/window":        {"assets", "history", "internal/latest", "internal/platform/display", "internal/redact", "internal/secret", "monitor", "settings", "ui/view", "ui/window/kit", "ui/window/native", "ui/wire"},
	"ui/window/kit":    {},
	"ui/window/native": {},
	"ui/wire":          {"monitor", "settings", "ui/view"},
}

// toolImports lists the same for the packages that only tests and measurements use. e2e looks at the program from outside:
// it may import neither the agent nor a surface.
var toolImports = map[string][]string{
	"bench":                     {"e2e/virtual", "monitor/stableroute/simulator"},
	"bench/soak":                {"e2e/virtual", "monitor/stableroute/simulator"},
	"bench/reference/bareloop":  {},
	"bench/reference/fynelabel": {},
	"bench/reference/fynetray":  {},
	"e2e": {
		"assets", "e2e/virtual", "monitor", "monitor/stableroute", "monitor/stableroute/simulator", "settings",
		"ui/view", "ui/view/viewtest", "ui/wire",
	},
	"internal/rules":   {},
	"ui/view/viewtest": {"monitor", "ui/view"},
}

// testImports are the packages that the tests of every package may import as well: a simulated router, and the words of a
// typed error.
var testImports = []string{"monitor/stableroute/simulator", "ui/view", "ui/view/viewtest"}

// onlyImporters names, for a module from outside, the only packages that may import it, their tests included.
var onlyImporters = map[string][]string{
	"fyne.io/fyne/v2":           {"ui/window", "ui/window/kit", "bench/reference/fynelabel", "bench/reference/fynetray"},
	"fyne.io/systray":           {"ui/tray"},
	"github.com/go-resty/resty": {"monitor/stableroute"},
	"github.com/go-gl/gl/":      {"ui/window"},
	"github.com/go-gl/glfw":     {"ui/window"},
	"github.com/jezek/xgb":      {"ui/window/native", "bench"},
}

// standardOnly are the packages that import only the standard library from outside.
var standardOnly = []string{"backoff", "bench/reference/bareloop"}

// unreachable names, for a package, what it must not depend on, directly or indirectly.
var unreachable = map[string][]string{
	"backoff":          {"net/http", "fyne.io/fyne/v2"},
	"monitor":          {"net/http", "fyne.io/fyne/v2"},
	"settings":         {"net/http", "fyne.io/fyne/v2"},
	"ui/view":          {"net/http", "fyne.io/fyne/v2"},
	"ui/wire":          {"fyne.io/fyne/v2"},
	"ui/notify":        {"fyne.io/fyne/v2"},
	"ui/window/native": {"fyne.io/fyne/v2"},
	"ui/tray":          {"fyne.io/fyne/v2"},
	"internal/agent":   {"fyne.io/fyne/v2"},
}

// listed is a package as `go list -json` describes it.
type listed struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string
}

// violations returns a sentence for each import that the tables do not allow, in a fixed order.
func violations(packages []listed) []string {
	var found []string
	for _, p := range packages {
		name := local(p.ImportPath)
		allowed, known := allowedImports(name)
		if !known {
			found = append(found, name+" is not in the tables")
			continue
		}
		tests := slices.Concat(p.TestImports, p.XTestImports)
		found = append(found, forbidden(name, p.Imports, allowed)...)
		found = append(found, forbidden("the test of "+name, tests, slices.Concat(allowed, testImports, []string{name}))...)
		for _, path := range slices.Concat(p.Imports, tests) {
			for outside, by := range maps.All(onlyImporters) {
				if within(path, outside) && !slices.Contains(by, name) {
					found = append(found, name+" imports "+path+", which only "+strings.Join(by, ", ")+" may")
				}
			}
		}
		for _, path := range p.Imports {
			if slices.Contains(standardOnly, name) && !standard(path) && !within(path, module) {
				found = append(found, name+" imports "+path+", and may import only the standard library")
			}
		}
		for _, far := range unreachable[name] {
			if slices.ContainsFunc(p.Deps, func(path string) bool { return within(path, far) }) {
				found = append(found, name+" depends on "+far)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// forbidden returns a sentence for each import of a package of this module that is not allowed.
func forbidden(who string, imports, allowed []string) []string {
	var found []string
	for _, path := range imports {
		if within(path, module) && !slices.Contains(allowed, local(path)) {
			found = append(found, who+" may not import "+local(path))
		}
	}
	return found
}

// allowedImports returns what the package may import, and whether it is in the tables. A package below e2e is like e2e.
func allowedImports(name string) (allowed []string, known bool) {
	if within(name, "e2e") {
		name = "e2e"
	}
	if allowed, known = programImports[name]; !known {
		allowed, known = toolImports[name]
	}
	return allowed, known
}

// local turns an import path of this module into the tables' name for it.
func local(path string) string {
	if path == module {
		return "."
	}
	return strings.TrimPrefix(path, module+"/")
}

// within tells whether the import path is the root or lies below it.
func within(path, root string) bool {
	return path == root || strings.HasPrefix(path, root+"/")
}

// standard tells whether the import path is one of the standard library, whose first element has no dot.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && first != module
}
