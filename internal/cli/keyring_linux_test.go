package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zalando/go-keyring"

	"routerwatch/internal/agent"
	"routerwatch/settings"
)

func TestAKeyringsTroubleIsToldInPlainWords(t *testing.T) {
	for name, test := range map[string]struct{ err, says error }{
		"no service": {
			dbus.Error{Name: "org.freedesktop.DBus.Error.ServiceUnknown", Body: []any{"The name org.freedesktop.secrets was not provided by any .service files"}},
			errNoKeyring,
		},
		"it has left":      {dbus.Error{Name: "org.freedesktop.DBus.Error.NameHasNoOwner"}, errNoKeyring},
		"the bus has gone": {&net.OpError{Op: "dial", Err: errors.New("no such file")}, errNoKeyring},
		"no bus":           {errors.Join(errNoKeyring, errors.New("dial unix: no such file")), errNoKeyring},
		"another system":   {keyring.ErrUnsupportedPlatform, errNoKeyring},
		"locked":           {fmt.Errorf("store: %w", dbus.Error{Name: "org.freedesktop.Secret.Error.IsLocked"}), errKeyringLocked},
		"nothing in it":    {keyring.ErrNotFound, errNoStoredToken},
		"something else":   {errors.New("failed to unlock correct collection '/org/freedesktop/secrets'"), errTokenNotKept},
		"the bus's other":  {dbus.Error{Name: "org.freedesktop.DBus.Error.NoReply"}, errTokenNotKept},
	} {
		t.Run(name, func(t *testing.T) {
			told := inPlainWords(test.err, errTokenNotKept)
			assert.Equal(t, test.says.Error(), told.Error(), "nothing of the keyring's own words")
			require.ErrorIs(t, told, test.says)
			assert.Equal(t, test.err, causeOf(told))
		})
	}
	assert.NoError(t, inPlainWords(nil, errTokenNotKept))
}

func TestWithoutAKeyringTheOperatorIsToldSo(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all")
	keyring.MockInitWithError(dbus.Error{Name: "org.freedesktop.DBus.Error.ServiceUnknown", Body: []any{"no .service files"}})
	var written bytes.Buffer
	log := slog.New(slog.NewTextHandler(&written, nil))

	var none tokens
	lacking := none.read([]settings.Router{
		{ID: "b", Name: "Bern", Token: true}, {ID: "c", Name: "Cadiz"}, {ID: "a", Name: "Aarau", Token: true},
	}, log, func(agent.Token) { t.Error("there is none") })
	require.Len(t, lacking, 2)
	assert.Equal(t, "Aarau is asked without its token, because this desktop has no keyring to keep a token in.", lacking[0].sentence)
	assert.Equal(t, "Bern is asked without its token, because this desktop has no keyring to keep a token in.", lacking[1].sentence)

	keep := tokenKeeper(log)
	require.EqualError(t, keep("a", "planted"), "this desktop has no keyring to keep a token in")
	require.NoError(t, keep("a", ""), "a router can be changed and removed all the same")
	assert.Contains(t, written.String(), "no .service files", "the log has the cause")
	assert.NotContains(t, written.String(), "planted")
}

func TestAKeyringThatPanicsIsOneThatFails(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all")
	err := withKeyring(func() error { panic("a signal that was nil") })
	require.ErrorContains(t, err, "a signal that was nil")
}

func TestAKeyringThatComesAfterTheStartGivesItsTokens(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/at/all")
	absent := dbus.Error{Name: "org.freedesktop.DBus.Error.ServiceUnknown"}
	lacking := func() []missing {
		return []missing{
			{"a", "Aarau lacks it.", inPlainWords(absent, errTokenNotRead)},
			{"b", "Bern lacks it.", inPlainWords(absent, errTokenNotRead)},
			{"c", "Cadiz lacks it.", inPlainWords(keyring.ErrNotFound, errTokenNotRead)},
		}
	}
	t.Run("it comes", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			keyring.MockInit()
			require.NoError(t, keyring.Set(keyringService, "a", "planted"))
			require.NoError(t, keyring.Set(keyringService, "c", "planted"))
			var given []agent.Token
			began := time.Now()
			awaitKeyring(t.Context(), lacking(), func(token agent.Token) { given = append(given, token) })
			assert.Equal(t, []agent.Token{{RouterID: "a", Text: "planted", Solves: "Aarau lacks it."}}, given,
				"b has none in it, and c was not in one that was there")
			assert.Equal(t, keyringPause, time.Since(began))
		})
	})
	t.Run("it never comes", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			keyring.MockInitWithError(absent)
			began := time.Now()
			awaitKeyring(t.Context(), lacking(), func(agent.Token) { t.Error("there is none") })
			assert.Equal(t, keyringTries*keyringPause, time.Since(began))
		})
	})
	t.Run("the program leaves", func(t *testing.T) {
		ctx, leave := context.WithCancel(t.Context())
		leave()
		awaitKeyring(ctx, lacking(), func(agent.Token) { t.Error("there is none") })
	})
}
