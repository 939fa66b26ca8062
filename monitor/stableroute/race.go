package stableroute

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/netip"
	"os"
	"slices"
	"time"

	"routerwatch/monitor"
)

// attemptDelay is how long an address may be silent before the next one is tried
// as well (RFC 8305).
const attemptDelay = 250 * time.Millisecond

// interleave alternates between the two families of addresses, beginning with the
// first one's, without duplicates (RFC 8305, section 4).
func interleave(found []netip.Addr) []netip.Addr {
	var families [2][]netip.Addr
	for _, address := range found {
		family := &families[0]
		if address = address.Unmap(); address.Is4() != found[0].Unmap().Is4() {
			family = &families[1]
		}
		if !slices.Contains(*family, address) {
			*family = append(*family, address)
		}
	}
	var mixed []netip.Addr
	for i := range max(len(families[0]), len(families[1])) {
		for _, family := range families {
			if i < len(family) {
				mixed = append(mixed, family[i])
			}
		}
	}
	return mixed
}

// race is a connection to the first of the addresses that answers. The next one is
// tried when one has failed, or after attemptDelay. When it returns,
// all attempts have ended, and the other connections are closed. If all fail, the
// error is the one that says most; see saysMore.
func race(ctx context.Context, addresses []string, dial func(ctx context.Context, address string) (net.Conn, error)) (net.Conn, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type result struct {
		connection net.Conn
		err        error
	}
	results := make(chan result)
	next := time.NewTimer(0) // when to try the next address
	defer next.Stop()
	var won net.Conn
	var failed error
	for running := 0; running > 0 || won == nil && len(addresses) > 0 && ctx.Err() == nil; {
		select {
		case <-next.C:
			if won != nil || len(addresses) == 0 || ctx.Err() != nil {
				continue
			}
			to := addresses[0]
			addresses = addresses[1:]
			running++
			go func() {
				connection, err := dial(ctx, to)
				results <- result{connection, err}
			}()
			next.Reset(attemptDelay)
		case r := <-results:
			running--
			switch {
			case r.err != nil:
				if failed == nil || saysMore(r.err) > saysMore(failed) {
					failed = r.err
				}
				next.Reset(0)
			case won == nil:
				won = r.connection
				cancel()
			default:
				_ = r.connection.Close()
			}
		}
	}
	if won != nil {
		return won, nil
	}
	if failed == nil {
		failed = ctx.Err()
	}
	return nil, failed
}

// attemptKind is how an attempt at an address failed; one that was given up was
// silent. It is empty if it did not fail.
func attemptKind(err error) monitor.Kind {
	switch {
	case err == nil:
		return ""
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded):
		return monitor.TimedOut
	}
	return cmp.Or(errnoKind(err), monitor.Unreachable)
}

// saysMore ranks the errors of a host's addresses: an answer says more than
// silence, and silence more than a family without a route.
func saysMore(err error) int {
	switch errnoKind(err) {
	case monitor.SourceBug:
		return 3
	case monitor.Refused, monitor.Reset:
		return 2
	case monitor.TimedOut:
		return 1
	}
	return 0
}
