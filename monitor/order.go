package monitor

import "slices"

// WorstFirst is a new list of the snapshots with the worst first, and equally bad ones
// in the given order, which is the operator's: the order wherever several are shown.
func WorstFirst(all []Snapshot) []Snapshot {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b Snapshot) int { return b.Status.Severity() - a.Status.Severity() })
	return sorted
}
