//go:build linux

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

// A dump of every goroutine, in a wait and in a poll that carries the token,
// holds nothing of it; nor does what everyone may read of the process.
func TestACrashDumpHoldsNoToken(t *testing.T) {
	const planted = "planted-7f3a9c51d2"
	file := filepath.Join(t.TempDir(), "token")
	require.NoError(t, os.WriteFile(file, []byte(planted+"\n"), 0o600))
	for _, c := range []struct {
		name   string
		signal syscall.Signal
		fault  simulator.Fault
		by     string // a variable of the environment
		more   []string
	}{
		{"in a wait", syscall.SIGQUIT, simulator.None, "ROUTERWATCH_TOKEN=" + planted, nil},
		{"in a poll", syscall.SIGQUIT, simulator.BlackHole, "ROUTERWATCH_TOKEN=" + planted, nil},
		{"in a poll, aborted", syscall.SIGABRT, simulator.BlackHole, "ROUTERWATCH_TOKEN=" + planted, nil},
		{"in trouble", syscall.SIGQUIT, simulator.Error, "ROUTERWATCH_TOKEN=" + planted, nil},
		{"of a token in a file", syscall.SIGQUIT, simulator.BlackHole, "A=B", []string{"--token-file", file}},
	} {
		t.Run(c.name, func(t *testing.T) {
			router := startRouter(t, simulator.Options{Pairs: 4, Fault: c.fault})
			arguments := append([]string{"watch", "--url", router.URL(), "--log-level", "debug"}, c.more...)
			p := startProgram(t, terminal(t, noDisplay, c.by, "GOTRACEBACK=system"), arguments...)
			awaitTrue(t, "a request", func() bool { return router.Total() > 0 })
			require.Equal(t, "Bearer "+planted, router.Requests()[0].Header.Get("Authorization"))
			command, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", p.process.Process.Pid))
			require.NoError(t, err)
			p.signal(c.signal)
			p.exits(patience)

			dump := p.errors.String()
			require.Contains(t, dump, "routerwatch/monitor.(*Monitor).Run", "it is a dump")
			holdsNothing(t, planted, dump, p.output.String(), string(command))
		})
	}
}
