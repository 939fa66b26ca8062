//go:build !linux

package instance

// askAsStranger is for the one system whose kernel tells who calls.
func askAsStranger(string) int { return 1 }
