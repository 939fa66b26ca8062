package stableroute

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheOrderOfAddresses(t *testing.T) {
	for _, c := range []struct{ name, found, want string }{
		{"one", "192.0.2.1", "192.0.2.1"},
		{"one family", "192.0.2.2 192.0.2.1 192.0.2.2", "192.0.2.2 192.0.2.1"},
		{"both, IPv6 first", "2001:db8::1 2001:db8::2 192.0.2.1", "2001:db8::1 192.0.2.1 2001:db8::2"},
		{"both, IPv4 first", "192.0.2.1 192.0.2.2 192.0.2.3 2001:db8::1", "192.0.2.1 2001:db8::1 192.0.2.2 192.0.2.3"},
		{"IPv4 in IPv6's clothes", "::ffff:192.0.2.1 2001:db8::1", "192.0.2.1 2001:db8::1"},
		{"none", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, addressList(c.want), interleave(addressList(c.found)))
		})
	}
}

// Each address of a race is a behaviour: "silent", or what it does after how many
// milliseconds, such as "answers 20".
func TestARaceOfAddresses(t *testing.T) {
	const limit = 30 * time.Second
	ms := func(n ...int) (all []time.Duration) {
		for _, one := range n {
			all = append(all, time.Duration(one)*time.Millisecond)
		}
		return all
	}
	for _, c := range []struct {
		name      string
		addresses []string
		started   []time.Duration // of each attempt
		won       string
		took      time.Duration
		err       error // of a race that nobody won
	}{
		{"one", []string{"answers 20"}, ms(0), "answers 20", 20 * time.Millisecond, nil},
		{"the first answers in time", []string{"answers 249", "answers 1"}, ms(0), "answers 249", 249 * time.Millisecond, nil},
		{"the first is silent", []string{"silent", "answers 10"}, ms(0, 250), "answers 10", 260 * time.Millisecond, nil},
		{"two are silent", []string{"silent", "silent", "answers 10"}, ms(0, 250, 500), "answers 10", 510 * time.Millisecond, nil},
		{"the first is late and wins all the same", []string{"answers 300", "silent"}, ms(0, 250), "answers 300", 300 * time.Millisecond, nil},
		{"the first is late and loses", []string{"answers 400", "answers 20"}, ms(0, 250), "answers 20", 270 * time.Millisecond, nil},
		{"the first refuses", []string{"refuses 5", "answers 10"}, ms(0, 5), "answers 10", 15 * time.Millisecond, nil},
		{"one is silent, one refuses", []string{"silent", "refuses 5", "answers 10"}, ms(0, 250, 255), "answers 10", 265 * time.Millisecond, nil},
		{"all refuse", []string{"refuses 5", "refuses 5"}, ms(0, 5), "", 10 * time.Millisecond, syscall.ECONNREFUSED},
		{"no route and a refusal", []string{"unreachable 0", "refuses 5"}, ms(0, 0), "", 5 * time.Millisecond, syscall.ECONNREFUSED},
		{"a refusal and no route", []string{"refuses 5", "unreachable 0"}, ms(0, 5), "", 5 * time.Millisecond, syscall.ECONNREFUSED},
		{"all are silent", []string{"silent", "silent"}, ms(0, 250), "", limit, context.DeadlineExceeded},
		{"one refuses, one is silent", []string{"refuses 5", "silent"}, ms(0, 5), "", limit, syscall.ECONNREFUSED},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), limit)
				defer cancel()
				began := time.Now()
				var mu sync.Mutex
				var started []time.Duration
				peers := make(map[string]net.Conn)
				connection, err := race(ctx, c.addresses, func(ctx context.Context, address string) (net.Conn, error) {
					mu.Lock()
					started = append(started, time.Since(began))
					mu.Unlock()
					does, after := address, time.Duration(1<<62)
					for i, r := range address {
						if r == ' ' {
							n, _ := strconv.Atoi(address[i+1:])
							does, after = address[:i], time.Duration(n)*time.Millisecond
						}
					}
					select {
					case <-ctx.Done():
						return nil, ctx.Err()
					case <-time.After(after):
					}
					switch does {
					case "refuses":
						return nil, syscall.ECONNREFUSED
					case "unreachable":
						return nil, syscall.ENETUNREACH
					}
					ours, theirs := net.Pipe()
					mu.Lock()
					defer mu.Unlock()
					peers[address] = theirs
					return ours, nil
				})
				assert.Equal(t, c.took, time.Since(began))
				assert.Equal(t, c.started, started)
				if c.won == "" {
					require.ErrorIs(t, err, c.err)
					return
				}
				require.NoError(t, err)
				go func() { _, _ = connection.Write([]byte("x")) }()
				_, err = peers[c.won].Read(make([]byte, 1))
				require.NoError(t, err, "it is the winner's connection")
			})
		})
	}
}

// A second connection that is made at the same moment is closed.
func TestTheOtherConnectionIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		peers := make(chan net.Conn, 2)
		connection, err := race(t.Context(), []string{"a", "b"}, func(context.Context, string) (net.Conn, error) {
			ours, theirs := net.Pipe()
			peers <- theirs
			time.Sleep(time.Second) // deaf to its context
			return ours, nil
		})
		require.NoError(t, err)
		<-peers
		_, err = (<-peers).Read(make([]byte, 1))
		require.Error(t, err)
		require.NoError(t, connection.Close())
	})
}

func TestARaceEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		began := time.Now()
		_, err := race(ctx, []string{"a", "b"}, func(ctx context.Context, _ string) (net.Conn, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		require.ErrorIs(t, err, context.Canceled)
		assert.Equal(t, time.Second, time.Since(began))

		_, err = race(ctx, []string{"a"}, func(context.Context, string) (net.Conn, error) {
			return nil, errors.New("it had ended before")
		})
		require.ErrorIs(t, err, context.Canceled)
	})
}

func addressList(text string) (all []netip.Addr) {
	for one := range strings.FieldsSeq(text) {
		all = append(all, netip.MustParseAddr(one))
	}
	return all
}
