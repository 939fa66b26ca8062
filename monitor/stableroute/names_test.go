package stableroute

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/dns/dnsmessage"

	"routerwatch/monitor"
)

// nameServer is a resolver that asks a name server of the test: it answers
// with the addresses of a name, or, where there are none, that there is no
// such name. A name that starts with "broken" is a failure of the server's,
// and one that starts with "silent" is never answered; of one that starts with
// "slow" the IPv6 addresses come after slowLookup, and of one that starts with
// "half" never.
func nameServer(t *testing.T, addresses func(name string) []netip.Addr) *net.Resolver {
	t.Helper()
	server, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for buffer := make([]byte, 1024); ; {
			n, from, err := server.ReadFrom(buffer)
			if err != nil {
				return
			}
			answer, slow := resolve(buffer[:n], addresses)
			if slow {
				time.AfterFunc(slowLookup, func() { _, _ = server.WriteTo(answer, from) })
			} else if answer != nil {
				_, _ = server.WriteTo(answer, from)
			}
		}
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-ended
	})
	return &net.Resolver{PreferGo: true, Dial: closeWithPoll(func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", server.LocalAddr().String())
	})}
}

const slowLookup = time.Second // 4 * attemptDelay

func resolve(query []byte, addresses func(string) []netip.Addr) (answer []byte, slow bool) {
	var message dnsmessage.Message
	if message.Unpack(query) != nil || len(message.Questions) != 1 {
		return nil, false
	}
	question := message.Questions[0]
	name := strings.TrimSuffix(question.Name.String(), ".")
	message.Response, message.RecursionAvailable, message.Additionals = true, true, nil
	if strings.HasPrefix(name, "silent") || strings.HasPrefix(name, "half") && question.Type == dnsmessage.TypeAAAA {
		return nil, false
	}
	if strings.HasPrefix(name, "broken") {
		message.RCode = dnsmessage.RCodeServerFailure
	} else if found := addresses(name); len(found) == 0 {
		message.RCode = dnsmessage.RCodeNameError
	} else {
		for _, address := range found {
			resource := dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: question.Name, Type: question.Type, Class: dnsmessage.ClassINET}}
			switch {
			case question.Type == dnsmessage.TypeA && address.Is4():
				resource.Body = &dnsmessage.AResource{A: address.As4()}
			case question.Type == dnsmessage.TypeAAAA && address.Is6():
				resource.Body = &dnsmessage.AAAAResource{AAAA: address.As16()}
			default:
				continue
			}
			message.Answers = append(message.Answers, resource)
		}
	}
	answer, err := message.Pack()
	if err != nil {
		return nil, false
	}
	return answer, strings.HasPrefix(name, "slow") && question.Type == dnsmessage.TypeAAAA
}

func TestNamesThatDoNotResolve(t *testing.T) {
	for _, c := range []struct {
		name, host string
		limit      time.Duration
		kind       monitor.Kind
	}{
		{"not found", "router.example", 30 * time.Second, monitor.NameNotFound},
		{"the server fails", "broken.example", 30 * time.Second, monitor.NameFailed},
		{"the server is silent", "silent.example", 150 * time.Millisecond, monitor.TimedOut},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := newClient(t, "http://"+c.host+".") // a dot: no search list
			client.dialer.Resolver = nameServer(t, func(string) []netip.Addr { return nil })
			ctx, cancel := context.WithTimeout(t.Context(), c.limit)
			defer cancel()
			_, err := client.Poll(ctx)
			got := failureIn(t, err)
			assert.Equal(t, c.kind, got.Kind)
			assert.Equal(t, monitor.LayerDNS, got.Layer)
			assert.Equal(t, c.host+".", got.Host)
		})
	}
}

func TestANewAddressIsHonoured(t *testing.T) {
	server := answering(t, live)
	at := netip.MustParseAddrPort(server.Listener.Addr().String())
	var address atomic.Value
	address.Store(netip.MustParseAddr("127.0.0.2")) // where nothing listens
	client := newClient(t, "http://router.example.:"+portText(at))
	client.dialer.Resolver = nameServer(t, func(string) []netip.Addr { return []netip.Addr{address.Load().(netip.Addr)} })
	assert.Equal(t, monitor.Refused, failing(t, client).Kind)
	address.Store(at.Addr())
	_, err := poll(t, client)
	require.NoError(t, err)
}
