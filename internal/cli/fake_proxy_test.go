package cli

import (
	"bufio"
	"crypto/tls"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// proxy is a proxy of any kind that connects everybody to the routers that it
// knows by name, and remembers what it was told.
type proxy struct {
	address string            // host:port
	routers map[string]string // host:port, as a client names it, to host:port

	mu      sync.Mutex
	asked   []string // for which routers
	by      []string // user:password, where they were given
	headers []http.Header
}

func (p *proxy) told(router, by string, header http.Header) (target string, known bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked, p.by, p.headers = append(p.asked, router), append(p.by, by), append(p.headers, header)
	target, known = p.routers[router]
	return target, known
}

// startProxy starts one of that scheme; an https one has the certificate.
func startProxy(t *testing.T, scheme string, certificate tls.Certificate, routers map[string]string) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	p := &proxy{address: listener.Addr().String(), routers: routers}
	talk := p.http
	switch scheme {
	case "https":
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{certificate}})
	case "socks5", "socks5h":
		talk = p.socks
	}
	var running sync.WaitGroup
	running.Go(func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			running.Go(func() {
				defer func() { _ = connection.Close() }()
				talk(connection, bufio.NewReader(connection))
			})
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		running.Wait()
	})
	return p
}

// http takes a CONNECT, or a request for a whole URL.
func (p *proxy) http(connection net.Conn, in *bufio.Reader) {
	request, err := http.ReadRequest(in)
	if err != nil {
		return
	}
	router := request.Host
	if request.Method != http.MethodConnect && request.URL.Port() == "" {
		router += ":80"
	}
	_, encoded, _ := strings.Cut(request.Header.Get("Proxy-Authorization"), " ")
	by, _ := base64.StdEncoding.DecodeString(encoded)
	target, known := p.told(router, string(by), request.Header)
	if !known {
		_, _ = io.WriteString(connection, "HTTP/1.1 502 X\r\nContent-Length: 0\r\n\r\n")
		return
	}
	onward, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	if request.Method == http.MethodConnect {
		_, _ = io.WriteString(connection, "HTTP/1.1 200 Connected\r\n\r\n")
	} else if request.Write(onward) != nil {
		return
	}
	join(connection, in, onward)
}

// socks is SOCKS 5, which takes a name and password where they are offered.
func (p *proxy) socks(connection net.Conn, in *bufio.Reader) {
	by, ok := socksGreeting(connection, in)
	if !ok {
		return
	}
	head := make([]byte, 4) // version, command, 0, kind of address
	if _, err := io.ReadFull(in, head); err != nil {
		return
	}
	size := map[byte]int{1: 4, 4: 16}[head[3]]
	if head[3] == 3 { // a name
		length, err := in.ReadByte()
		if err != nil {
			return
		}
		size = int(length)
	}
	address := make([]byte, size+2)
	if _, err := io.ReadFull(in, address); err != nil {
		return
	}
	host := string(address[:size])
	if head[3] != 3 {
		ip, _ := netip.AddrFromSlice(address[:size])
		host = ip.String()
	}
	target, known := p.told(fmt.Sprintf("%s:%d", host, binary.BigEndian.Uint16(address[size:])), by, nil)
	if !known {
		_, _ = connection.Write([]byte{5, 4, 0, 1, 0, 0, 0, 0, 0, 0}) // host unreachable
		return
	}
	onward, err := net.Dial("tcp", target)
	if err != nil {
		return
	}
	_, _ = connection.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
	join(connection, in, onward)
}

func socksGreeting(connection net.Conn, in *bufio.Reader) (by string, ok bool) {
	head := make([]byte, 2) // version, number of methods
	if _, err := io.ReadFull(in, head); err != nil {
		return "", false
	}
	methods := make([]byte, head[1])
	if _, err := io.ReadFull(in, methods); err != nil {
		return "", false
	}
	if !strings.Contains(string(methods), "\x02") { // name and password
		_, err := connection.Write([]byte{5, 0})
		return "", err == nil
	}
	_, _ = connection.Write([]byte{5, 2})
	var parts []string
	if _, err := in.ReadByte(); err != nil { // its own version
		return "", false
	}
	for range 2 {
		length, err := in.ReadByte()
		if err != nil {
			return "", false
		}
		part := make([]byte, length)
		if _, err := io.ReadFull(in, part); err != nil {
			return "", false
		}
		parts = append(parts, string(part))
	}
	_, err := connection.Write([]byte{1, 0})
	return strings.Join(parts, ":"), err == nil
}

// join passes bytes to and fro until either side ends.
func join(connection net.Conn, in io.Reader, onward net.Conn) {
	var running sync.WaitGroup
	running.Go(func() {
		_, _ = io.Copy(connection, onward)
		_ = connection.Close()
	})
	_, _ = io.Copy(onward, in)
	_ = onward.Close()
	running.Wait()
}

// url is the proxy's address, as somebody.
func (p *proxy) url(scheme string, user *url.Userinfo) string {
	return (&url.URL{Scheme: scheme, User: user, Host: p.address}).String()
}
