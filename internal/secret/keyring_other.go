//go:build !linux

package secret

// keyringReachable returns nil: these systems always have a keyring.
func keyringReachable() error { return nil }

func explainBus(error) error { return nil }
