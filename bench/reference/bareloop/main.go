// Bareloop is the minimum that polling a router costs in Go: it requests the
// address in its argument every 5 s with net/http, decodes the answer, and drops
// it. It is a reference for the benchmark.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"
)

const (
	interval = 5 * time.Second
	timeout  = 30 * time.Second
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "Usage: bareloop ADDRESS")
		os.Exit(64)
	}
	for {
		if err := poll(os.Args[1]); err != nil {
			fmt.Fprintln(os.Stderr, "bareloop:", err)
		}
		time.Sleep(interval)
	}
}

func poll(address string) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil) //nolint:gosec // the caller's own address
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request) //nolint:gosec // as above
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	var stats map[string]any
	return json.NewDecoder(response.Body).Decode(&stats)
}
