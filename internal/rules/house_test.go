package rules

import (
	"maps"
	"slices"
	"strings"
)

// module is the path of this module; the tables name its packages relative to it, "." being the command itself.
const module = "routerwatch"

// house lists every package of the program with the packages of the program that it may import. A package that is not in
// it fails the test: think about its place first, then give it a line.
var house = map[string][]string{
	".":       {"internal/cli"},
	"assets":  {"monitor", "ui/view"},
	"backoff": {}, "internal/latest": {}, "internal/redact": {},
	"internal/platform/atomicfile": {}, "internal/platform/autostart": {}, "internal/platform/sessionbus": {},
	"internal/platform/display":  {"internal/platform/sessionbus"},
	"internal/platform/instance": {}, "internal/platform/locale": {}, "internal/platform/sleep": {},
	"monitor":                       {"backoff"},
	"monitor/stableroute":           {"monitor"},
	"monitor/stableroute/simulator": {"monitor"},
	"settings":                      {"backoff", "internal/platform/atomicfile", "monitor"},
	"internal/secret":               {"monitor", "monitor/stableroute", "settings", "ui/view"},
	"internal/demo":                 {"monitor", "monitor/stableroute/simulator", "settings", "ui/wire"},
	"internal/agent":                {"internal/demo", "internal/latest", "internal/platform/atomicfile", "internal/platform/sleep", "internal/secret", "monitor", "settings", "ui/notify", "ui/tray", "ui/view", "ui/wire"},
	"internal/cli": {
		"assets", "backoff", "internal/agent", "internal/demo", "internal/redact",
		"internal/platform/autostart", "internal/platform/display", "internal/platform/instance", "internal/platform/locale", "internal/platform/sleep", "internal/secret",
		"monitor", "monitor/stableroute", "settings",
		"ui/notify", "ui/tray", "ui/view", "ui/window", "ui/wire",
	},
	"ui/notify":        {"assets", "internal/latest", "internal/platform/sessionbus", "ui/view"},
	"ui/tray":          {"assets", "internal/latest", "internal/platform/sessionbus", "monitor", "ui/view"},
	"ui/view":          {"backoff", "monitor", "settings"},
	"ui/window":        {"assets", "internal/latest", "internal/platform/atomicfile", "internal/platform/display", "internal/redact", "internal/secret", "monitor", "monitor/stableroute", "settings", "ui/view", "ui/window/kit", "ui/window/native", "ui/wire"},
	"ui/window/kit":    {},
	"ui/window/native": {},
	"ui/wire":          {"monitor", "settings", "ui/view"},
}

// workshop lists the packages that only tests and the benchmark use, with what they may import. Those below e2e look at
// the program from outside: none of them may import one of its faces.
var workshop = map[string][]string{
	"bench":                    {"e2e/virtual", "monitor/stableroute/simulator"},
	"bench/soak":               {"e2e/virtual", "monitor/stableroute/simulator"},
	"bench/reference/bareloop": {},
	"bench/reference/fynetray": {},
	"e2e": {
		"assets", "e2e/virtual", "monitor", "monitor/stableroute", "monitor/stableroute/simulator", "settings",
		"ui/view", "ui/view/viewtest", "ui/wire",
	},
	"internal/rules":   {},
	"ui/view/viewtest": {"monitor", "ui/view"},
}

// forTests are the packages that every package's tests may import beside what the package itself may: a
// simulated router, and the words of a typed error.
var forTests = []string{"monitor/stableroute/simulator", "ui/view", "ui/view/viewtest"}

// keepers names for an outside module the only packages that may import it, their tests included.
var keepers = map[string][]string{
	"fyne.io/fyne/v2":           {"ui/window", "ui/window/kit", "bench/reference/fynetray"},
	"fyne.io/systray":           {"ui/tray"},
	"github.com/go-resty/resty": {"monitor/stableroute"},
	"github.com/go-gl/glfw":     {"ui/window"},
	"github.com/jezek/xgb":      {"ui/window/native"},
}

// plain are the packages that import the standard library and nothing else from outside.
var plain = []string{"backoff", "bench/reference/bareloop"}

// apart names for a package what it may not come by in any number of steps.
var apart = map[string][]string{
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

// listed is what `go list -json` tells of one package.
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
		allowed, known := place(name)
		if !known {
			found = append(found, name+" has no place in the house")
			continue
		}
		tests := slices.Concat(p.TestImports, p.XTestImports)
		found = append(found, strayArrows(name, p.Imports, allowed)...)
		found = append(found, strayArrows("the tests of "+name, tests, slices.Concat(allowed, forTests, []string{name}))...)
		for _, path := range slices.Concat(p.Imports, tests) {
			for kept, by := range maps.All(keepers) {
				if within(path, kept) && !slices.Contains(by, name) {
					found = append(found, name+" imports "+path+", which is for "+strings.Join(by, ", ")+" alone")
				}
			}
		}
		for _, path := range p.Imports {
			if slices.Contains(plain, name) && !standard(path) && !within(path, module) {
				found = append(found, name+" imports "+path+" and may import the standard library alone")
			}
		}
		for _, far := range apart[name] {
			if slices.ContainsFunc(p.Deps, func(path string) bool { return within(path, far) }) {
				found = append(found, name+" comes by "+far+" in some steps")
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// strayArrows returns a sentence for each of the imports that leads to a package of this module that is not allowed.
func strayArrows(who string, imports, allowed []string) []string {
	var found []string
	for _, path := range imports {
		if within(path, module) && !slices.Contains(allowed, local(path)) {
			found = append(found, who+" → "+local(path)+" is no arrow of the house")
		}
	}
	return found
}

// place returns what the package may import, and whether it is known. A folder below e2e has the place of e2e.
func place(name string) (allowed []string, known bool) {
	if allowed, known = house[name]; known {
		return allowed, true
	}
	if within(name, "e2e") {
		name = "e2e"
	}
	allowed, known = workshop[name]
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
