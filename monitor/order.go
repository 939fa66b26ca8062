package monitor

import (
	"cmp"
	"slices"
)

// WorstFirst is a new list of the snapshots with the worst first, those that do not
// count in the icon last, and equally bad ones in the given order, which is the
// operator's: the order wherever several are shown.
func WorstFirst(all []Snapshot) []Snapshot {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b Snapshot) int {
		return cmp.Or(rank(b)-rank(a), b.Severity()-a.Severity())
	})
	return sorted
}

func rank(s Snapshot) int {
	if s.InIcon() {
		return 1
	}
	return 0
}
