//go:build linux

package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

func TestATokenGoesToItsRouterAndNowhereElse(t *testing.T) {
	const planted = "planted-7f3a9c51d2"
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t, "--no-notifier")
	d.Variables["ROUTERWATCH_TOKEN"] = planted
	service := d.notifications()
	p := d.start(fastPolling(router, "--threshold", "1", "--log-level", "debug")...)
	item := d.trayItem()
	pid := p.windowProcess()

	var said []string
	look := func(status string) {
		item.shows(status)
		said = append(said, d.window(status).title, item.tooltip(), fmt.Sprint(item.Property("Title"), item.menu()))
	}
	look("Frankfurt: Live, 4 pairs")
	for _, fault := range []simulator.Fault{
		simulator.Error, simulator.Garbage, simulator.WebPage, simulator.Reset, simulator.Refuse,
	} {
		setFault(t, router, fault)
		look("Frankfurt: Down")
		setFault(t, router, simulator.None)
		look("Frankfurt: Live, 4 pairs")
	}

	environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
	require.NoError(t, err)
	require.Contains(t, string(environment), "DISPLAY=")
	command, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	require.NoError(t, err)
	p.signal(syscall.SIGTERM)
	assert.Zero(t, p.exits(patience))

	said = append(said, string(environment), string(command), p.output.String(), p.errors.String(), fmt.Sprint(service.sent()))
	for _, text := range said {
		assert.NotContains(t, text, planted)
	}
	kept := 0
	require.NoError(t, filepath.WalkDir(d.Variables["TEST_DESKTOP"], func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(name)
		assert.NotContains(t, string(text), planted, name)
		if strings.Contains(name, "routerwatch/") {
			kept++
		}
		return err
	}), "settings, logs and whatever else is kept")
	assert.NotZero(t, kept, "the program's own files were among them")
	requests := router.Requests()
	require.NotEmpty(t, requests)
	for _, request := range requests {
		if request.Method == "PRI" { // the check whether a closing router speaks HTTP/2 tells it nothing
			assert.NotContains(t, fmt.Sprint(request), planted)
			continue
		}
		assert.Equal(t, "Bearer "+planted, request.Header.Get("Authorization"), request.Method+" "+request.Path)
		request.Header.Del("Authorization")
		assert.NotContains(t, fmt.Sprint(request), planted, "in nothing else of the request")
	}
}
