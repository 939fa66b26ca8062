package latest_test

import (
	"fmt"

	"routerwatch/internal/latest"
)

func ExampleBox() {
	box := latest.New[string, int]()
	box.Put("a", 1)
	box.Put("b", 2)
	box.Put("a", 3) // replaces 1, and keeps its place
	box.Close()
	for key, value := range box.Each() {
		fmt.Println(key, value)
	}
	// Output:
	// a 3
	// b 2
}
