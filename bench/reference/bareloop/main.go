// Bareloop is the minimum that polling routers costs in Go: it requests each
// address in its arguments every 5 s with net/http, decodes the answer, and drops
// it. It is a reference for the benchmark.
package main

import (
	"encoding/json"
	"log"
	"net/http"
	"os"
	"time"
)

func main() {
	for _, address := range os.Args[2:] {
		go poll(address)
	}
	poll(os.Args[1])
}

func poll(address string) {
	client := http.Client{Timeout: 30 * time.Second}
	for ; ; time.Sleep(5 * time.Second) {
		response, err := client.Get(address) //nolint:gosec,noctx // the caller's own address; the client has a timeout
		if err != nil {
			log.Print(err)
			continue
		}
		var stats map[string]any
		if err := json.NewDecoder(response.Body).Decode(&stats); err != nil {
			log.Print(err)
		}
		_ = response.Body.Close()
	}
}
