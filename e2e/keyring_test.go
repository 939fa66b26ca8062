//go:build linux

package e2e

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"routerwatch/monitor/stableroute/simulator"
)

const (
	secretsName = "org.freedesktop.secrets"
	secretsPath = dbus.ObjectPath("/org/freedesktop/secrets")
)

// startKeyring starts the user's keyring on this desktop, and unlocks it. The
// function it returns ends it.
func (d *desktop) startKeyring() (end func()) {
	d.t.Helper()
	keyring := exec.Command("gnome-keyring-daemon", "--foreground", "--unlock", "--components=secrets")
	keyring.Env = append(d.Environment(), "HOME="+d.Variables["TEST_DESKTOP"])
	keyring.Stdin = strings.NewReader("the password of the keyring")
	require.NoError(d.t, keyring.Start())
	end = sync.OnceFunc(func() {
		_ = keyring.Process.Kill()
		_ = keyring.Wait()
	})
	d.t.Cleanup(end)
	awaitTrue(d.t, "the keyring on the bus", func() bool { return slices.Contains(d.busNames(), secretsName) })
	return end
}

// storedTokens is how many tokens of the program are in the keyring.
func (d *desktop) storedTokens() int {
	d.t.Helper()
	var unlocked, locked []dbus.ObjectPath
	err := d.Call(secretsName, secretsPath, "org.freedesktop.Secret.Service.SearchItems",
		map[string]string{"service": "routerwatch"}).Store(&unlocked, &locked)
	require.NoError(d.t, err)
	return len(unlocked) + len(locked)
}

// authorizations are those of the last requests, the oldest first.
func authorizations(router *simulator.Router, last int) []string {
	var all []string
	requests := router.Requests()
	for _, request := range requests[max(len(requests)-last, 0):] {
		all = append(all, request.Header.Get("Authorization"))
	}
	return all
}

// awaitBearer waits for a request with the token.
func awaitBearer(t *testing.T, router *simulator.Router, token string) {
	t.Helper()
	await(t, "a request with the token", func() ([]string, bool) {
		last := authorizations(router, 1)
		return last, slices.Equal(last, []string{"Bearer " + token})
	})
}

// giveToken has the settings keep a token for the first router.
func (d *desktop) giveToken(w window, token string) {
	d.t.Helper()
	d.press(w, openSettings, next, press, next, next)
	d.enter(w, token)
	d.press(w, append([]string{press}, toSave(firstRouter)...)...)
}

// filesWith are the files of this desktop that hold the text.
func (d *desktop) filesWith(text string) []string {
	d.t.Helper()
	var found []string
	require.NoError(d.t, filepath.WalkDir(d.Variables["TEST_DESKTOP"], func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return nil //nolint:nilerr // it has gone meanwhile
		}
		if content, _ := os.ReadFile(name); strings.Contains(string(content), text) {
			found = append(found, name)
		}
		return nil
	}))
	return found
}

func TestATokenLivesInTheKeyringAndGoesWithItsRouter(t *testing.T) {
	t.Parallel()
	const token = "planted-41c7e0aa95"
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	d.startKeyring()
	d.configure(routerTable("fra", "Frankfurt", router) + everySecond)
	p := d.start()
	w := d.window("Frankfurt: Live, 4 pairs")
	assert.Equal(t, []string{""}, authorizations(router, 1))

	d.giveToken(w, token)
	d.awaitSaved("token = true", 1)
	require.Equal(t, 1, d.storedTokens())
	awaitBearer(t, router, token)
	d.window("Frankfurt: Live, 4 pairs")
	assert.Empty(t, d.filesWith(token), "the keyring's own file is encrypted")
	d.trayItem().choose("Quit")
	assert.Zero(t, p.exits(patience))

	before := router.Total()
	p = d.start()
	d.trayItem().shows("Frankfurt: Live, 4 pairs")
	assert.NotContains(t, authorizations(router, router.Total()-before), "", "from the first request on")

	// The keyring's library has used the tray's connection to the bus.
	d.kill("panel")
	d.noIcon()
	d.startPanel()
	item := d.trayItem()
	item.shows("Frankfurt: Live, 4 pairs")

	d.removeOnly(d.window("Frankfurt: Live, 4 pairs"))
	d.window("Routerwatch: no router yet")
	d.awaitSaved(`name = "Frankfurt"`, 0)
	await(t, "a keyring without the token", func() (int, bool) { n := d.storedTokens(); return n, n == 0 })
	assert.NotContains(t, p.errors.String(), token)
}

func TestWithoutAKeyringTheOperatorReadsWhyInPlainWords(t *testing.T) {
	t.Parallel()
	const (
		token = "planted-41c7e0aa95"
		plain = "this desktop has no keyring to keep a token in"
	)
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	d.configure(routerTable("fra", "Frankfurt", router, "token = true") + everySecond)
	p := d.start()
	w := d.window("Frankfurt: Live, 4 pairs")
	p.logs("polling a router without its token")
	p.logs(plain)
	d.screenshot("start")

	d.press(w, previous, press) // takes the sentence away
	d.giveToken(w, token)
	await(t, "the cause in the log", func() (string, bool) {
		said := p.errors.String()
		return said, strings.Count(said, plain) == 2 && strings.Contains(said, secretsName)
	})
	d.screenshot("refused")
	assert.NotContains(t, p.errors.String(), token)
	assert.Empty(t, d.filesWith(token))
	require.NotContains(t, authorizations(router, router.Total()), "Bearer "+token)

	// What has no token to keep can be saved: here, to have none.
	d.confirm(w, "Escape", next, press) // and discards it
	d.removeOnly(w)
	d.window("Routerwatch: no router yet")
	d.awaitSaved(`name = "Frankfurt"`, 0)
}

func TestAKeyringThatComesAfterTheProgramGivesItsToken(t *testing.T) {
	t.Parallel()
	const token = "planted-41c7e0aa95"
	router := startRouter(t, simulator.Options{Pairs: 4})
	d := startDesktop(t)
	end := d.startKeyring()
	d.configure(routerTable("fra", "Frankfurt", router) + everySecond)
	p := d.start()
	d.giveToken(d.window("Frankfurt: Live, 4 pairs"), token)
	awaitBearer(t, router, token)
	d.trayItem().choose("Quit")
	assert.Zero(t, p.exits(patience))

	end()
	p = d.start()
	d.window("Frankfurt: Live, 4 pairs")
	assert.Equal(t, []string{""}, authorizations(router, 1))
	d.screenshot("without")
	d.startKeyring()
	awaitBearer(t, router, token)
	d.screenshot("with")
	d.trayItem().shows("Frankfurt: Live, 4 pairs")
	assert.NotContains(t, p.errors.String(), token)
}
