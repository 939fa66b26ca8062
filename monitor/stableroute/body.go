package stableroute

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"strings"
)

const (
	maxAnswer  = 1 << 20  // bytes of a 200's body, before and after decompression
	maxDetails = 64 << 10 // bytes of an error's body that are looked at
)

// errTooLarge: the body is over its limit, compressed or not.
var errTooLarge = errors.New("the answer is too large")

// readBody reads a body to its end, decompressed. It reads at most limit bytes
// of it, and holds no more than that.
func readBody(response *http.Response, limit int64) ([]byte, error) {
	wire := &source{from: response.Body, left: limit}
	var body io.Reader = wire
	switch strings.ToLower(response.Header.Get("Content-Encoding")) {
	case "", "identity":
	case "gzip", "x-gzip":
		unpacked, err := gzip.NewReader(wire)
		if err != nil {
			return nil, wire.because(err)
		}
		body = unpacked
	default:
		return nil, notJSON("is compressed in a way that was not asked for")
	}
	var held bytes.Buffer
	n, err := held.ReadFrom(io.LimitReader(body, limit+1))
	switch {
	case err != nil:
		return nil, wire.because(err)
	case n > limit:
		return nil, errTooLarge
	}
	return held.Bytes(), nil
}

// source is the body as it comes from the network. It tells an error of the
// network from one of the decompression above it.
type source struct {
	from io.Reader
	left int64
	err  error // what ended it, io.EOF included
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.from.Read(p)
	if s.left -= int64(n); s.left < 0 && err == nil {
		err = errTooLarge
	}
	s.err = err
	return n, err
}

// because is the network's error where there is one, else what is wrong with
// the compression.
func (s *source) because(err error) error {
	switch {
	case s.err != nil && !errors.Is(s.err, io.EOF):
		return s.err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return notJSON("ends in the middle")
	case errors.Is(err, io.EOF):
		return notJSON("is empty")
	}
	return notJSON("is damaged in its compression")
}
