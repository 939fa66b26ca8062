package monitor

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

// Changes are logged, not polls: an hour of the same trouble is one line.
func TestWhatIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, log := logging(t, answering(good))
		lines := func() []string {
			said := strings.Split(strings.TrimSuffix(log.String(), "\n"), "\n")
			log.Reset()
			return said
		}
		w.wait(time.Hour)
		assert.Equal(t, []string{""}, lines(), "a healthy router is no news")

		w.source.set(func(context.Context) (Reading, error) {
			return Reading{}, &Failure{Kind: RouterError, Layer: LayerHTTP, HTTPStatus: 503, RequestID: "id-4711"}
		})
		w.wait(time.Hour)
		said := lines()
		if assert.Len(t, said, 2, "failing, then down") {
			assert.Contains(t, said[0], "level=WARN")
			assert.Contains(t, said[0], "status=retrying was=live failure=router_error layer=http http_status=503 request_id=id-4711 wait=10s")
			assert.Contains(t, said[1], "status=down was=retrying")
			assert.Contains(t, said[1], "request_id=id-4711")
		}
		w.u = 0.12345678
		w.source.set(refused)
		w.wait(time.Hour)
		said = lines()
		if assert.Len(t, said, 1, "another failure is news") {
			assert.Contains(t, said[0], "status=down was=down failure=refused layer=tcp request_id=\"\" wait=4m3.519s",
				"no HTTP status without an answer")
		}
		w.source.set(good)
		w.wait(time.Hour)
		said = lines()
		if assert.Len(t, said, 1) {
			assert.Contains(t, said[0], "level=INFO")
			assert.Contains(t, said[0], "status=live was=down")
		}
		cut := func(context.Context) (Reading, error) { return Reading{Pairs: 4, Authorities: AuthoritiesCut}, nil }
		w.source.set(cut)
		w.wait(time.Hour)
		w.source.set(good)
		w.wait(time.Hour)
		said = lines()
		if assert.Len(t, said, 1, "once") {
			assert.Contains(t, said[0], "level=WARN")
			assert.Contains(t, said[0], "problem=authorities_cut")
		}
		w.network(false)
		w.wait(time.Hour)
		w.network(true)
		w.wait(time.Hour)
		said = lines()
		if assert.Len(t, said, 3) {
			assert.Contains(t, said[0], "no route to the router")
			assert.Contains(t, said[1], "route to the router again")
			assert.Contains(t, said[2], "status=live was=offline")
		}
	})
}

func TestLostPairsAreLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, log := logging(t, answering(good))
		w.wait(time.Minute)
		has := func(pairs int64) {
			w.source.set(func(context.Context) (Reading, error) { return Reading{Pairs: pairs}, nil })
			w.wait(time.Minute)
		}
		has(0)
		has(4)
		has(1)
		w.Acknowledge()
		w.wait(time.Minute)
		said := strings.Split(strings.TrimSpace(log.String()), "\n")
		if assert.Len(t, said, 4) {
			assert.Contains(t, said[0], "level=WARN msg=\"pairs were lost\" router=router now=0 from=4 since=")
			assert.Contains(t, said[1], "msg=\"no pairs are lost any more\" router=router now=4")
			assert.Contains(t, said[2], "now=1 from=4")
			assert.Contains(t, said[3], "level=INFO msg=\"the lost pairs are acknowledged\" router=router now=1")
		}
	})
}
