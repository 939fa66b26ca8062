//go:build linux

package native

import (
	"testing"
	"time"

	"github.com/jezek/xgb/xproto"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheXServersScreenSaverIsSuspended(t *testing.T) {
	startServer(t)
	server, err := connect()
	require.NoError(t, err)
	t.Cleanup(server.Close)
	root := xproto.Setup(server).DefaultScreen(server).Root
	opcode, err := saverOpcode(server)
	require.NoError(t, err)
	saving := func() bool {
		const queryInfo, on = 1, 1
		cookie := server.NewCookie(true, true)
		server.NewRequest(append([]byte{opcode, queryInfo, 2, 0}, words(uint32(root))...), cookie)
		info, err := cookie.Reply()
		require.NoError(t, err)
		return info[1] == on
	}
	resume, err := SuspendSaver()
	require.NoError(t, err)
	require.NoError(t, xproto.SetScreenSaverChecked(server, 1, 0, xproto.BlankingPreferred, xproto.ExposuresAllowed).Check())
	for start := time.Now(); time.Since(start) < 2500*time.Millisecond; time.Sleep(100 * time.Millisecond) {
		require.False(t, saving(), "it began after %s", time.Since(start))
	}
	resume()
	assert.Eventually(t, saving, 20*time.Second, 50*time.Millisecond, "and is the server's again")
}
