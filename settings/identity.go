package settings

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// NewID is a random id for a router that the operator adds. It stays with the
// router for good: its token, its outage and its place in the window are
// found by it.
func NewID() string { return strings.ToLower(rand.Text()[:16]) }

// IDFor is the id of a router that was given none, made from its address: a
// file written by hand, or a flag, gives the same id at every start, without
// the file having to be rewritten for it. The first save writes it down, and
// from then on it survives a change of the address.
func IDFor(address string) string { return derivedID(address, 0) }

func derivedID(address string, turn int) string {
	sum := sha256.Sum256([]byte(strings.TrimSpace(address) + "\n" + strconv.Itoa(turn)))
	return hex.EncodeToString(sum[:8])
}

// freeID is the first derived id that is not taken.
func freeID(address string, taken map[string]bool) string {
	turn := 0
	for taken[derivedID(address, turn)] {
		turn++
	}
	return derivedID(address, turn)
}

func validID(id string) bool {
	if id == "" || len(id) > 64 {
		return false
	}
	return !strings.ContainsFunc(id, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	})
}
