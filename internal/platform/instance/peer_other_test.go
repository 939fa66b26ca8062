//go:build !linux

package instance

// knock is for the one system whose kernel tells who calls.
func knock(string) int { return 1 }
