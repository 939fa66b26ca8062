//go:build linux

package bench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/stretchr/testify/require"

	"routerwatch/e2e/virtual"
	"routerwatch/monitor/stableroute/simulator"
)

// watched is a running build with simulated routers of its own.
type watched struct {
	*bench
	program program
	routers []*simulator.Router
	icon    virtual.TrayItem
}

func (w watched) end() {
	w.program.stop()
	for _, router := range w.routers {
		router.Close()
	}
}

func (b *bench) startRouter() *simulator.Router {
	router, err := simulator.Start(simulator.Options{Pairs: 42})
	require.NoError(b.t, err)
	return router
}

// watching are the arguments to watch the router, at the default interval of 5 s.
func watching(router *simulator.Router, more ...string) []string {
	return append([]string{"--url", router.URL(), "--name", routerName}, more...)
}

// watch starts a build and waits until it shows its router as live. The caller
// ends it.
func (b *bench) watch(each build, arguments ...string) watched {
	router := b.startRouter()
	w := watched{bench: b, routers: []*simulator.Router{router}, program: b.desktop.start(each, watching(router, arguments...)...)}
	w.icon, _ = b.desktop.awaitIcon(w.program)
	w.awaitStatus("Live")
	return w
}

// watchTen starts a build with ten routers in its settings, whose ids are those of the
// year's history, and waits until all were polled. The caller ends it.
func (b *bench) watchTen(each build, arguments ...string) watched {
	w := watched{bench: b}
	for i := range routers {
		router := b.startRouter()
		w.routers = append(w.routers, router)
		each.settings += fmt.Sprintf("[[router]]\nid = \"router%d\"\nname = \"Router %d\"\nurl = %q\n", i, i, router.URL())
	}
	w.program = b.desktop.start(each, arguments...)
	w.icon, _ = b.desktop.awaitIcon(w.program)
	b.desktop.await("a poll of each router", func() bool {
		return !slices.ContainsFunc(w.routers, func(r *simulator.Router) bool { return r.Total() == 0 })
	})
	return w
}

// awaitStatus waits until the icon's title shows that status of the router.
func (w watched) awaitStatus(status string) {
	w.desktop.await("the status "+status, func() bool {
		title, _ := w.icon.Property("Title").(string)
		return strings.HasPrefix(title, routerName+": "+status)
	})
}
