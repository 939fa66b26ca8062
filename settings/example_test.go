package settings_test

import (
	"errors"
	"fmt"

	"routerwatch/settings"
)

func ExampleKey_Set() {
	s := settings.Defaults()
	interval := settings.Find("poll.interval")
	fmt.Println(interval.Set(&s, "1m30s"), s.Poll.Interval)

	err := interval.Set(&s, "2h")
	wrong, _ := errors.AsType[*settings.ValueError](err)
	fmt.Printf("%s: %s, from %s to %s\n", wrong.Wrong, wrong.Given, wrong.Min, wrong.Max)
	fmt.Println(interval.Text(s))
	// Output:
	// <nil> 1m30s
	// out of range: 2h, from 1s to 1h
	// 1m30s
}

// ExampleFind finds a key by its name in the file or by its flag.
func ExampleFind() {
	fmt.Println(settings.Find("poll.threshold").Flag, settings.Find("threshold").Name)
	fmt.Println(settings.Find("poll.speed").Name == "")
	// Output:
	// threshold poll.threshold
	// true
}

func ExampleSameServer() {
	const entered = "https://router.example.org"
	for _, address := range []string{
		"https://Router.example.org:443/prefix",
		"https://router.example.org:8443",
		"http://router.example.org",
		"https://router.example.com",
	} {
		fmt.Println(settings.SameServer(entered, address), address)
	}
	// Output:
	// true https://Router.example.org:443/prefix
	// false https://router.example.org:8443
	// false http://router.example.org
	// false https://router.example.com
}
