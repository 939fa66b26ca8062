package secret_test

import (
	"fmt"

	"routerwatch/internal/secret"
)

func ExampleSameServer() {
	const entered = "https://router.example.org"
	for _, address := range []string{
		"https://Router.example.org:443/prefix",
		"https://router.example.org:8443",
		"http://router.example.org",
		"https://router.example.com",
	} {
		fmt.Println(secret.SameServer(entered, address), address)
	}
	// Output:
	// true https://Router.example.org:443/prefix
	// false https://router.example.org:8443
	// false http://router.example.org
	// false https://router.example.com
}
