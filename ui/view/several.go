package view

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"routerwatch/monitor"
)

// Counts says how many routers there are of each status, of which the first text that
// fits may be shown: "9 routers: 2 down, 1 paused, 6 live", or "6 of 9 live".
func Counts(all []monitor.Snapshot) (texts []string) {
	live := 0
	for _, s := range all {
		if statusIs(s) == liveWord {
			live++
		}
	}
	for _, longest := range []int{2 * maxTitle, 44, 32} {
		texts = append(texts, counts(all, longest))
	}
	return append(slices.Compact(texts), fmt.Sprintf("%d of %d live", live, len(all)))
}

// counts is "3 routers: 1 down, 2 live", the worst first, in at most longest UTF-16
// units.
func counts(all []monitor.Snapshot, longest int) string {
	simulated := 0
	for _, s := range all {
		if s.Simulated {
			simulated++
		}
	}
	head := fmt.Sprintf("%d routers", len(all))
	if simulated == len(all) {
		head += simulatedMark
	} else {
		head += when(simulated > 0, fmt.Sprintf(" (%d simulated)", simulated))
	}
	text := statusCounts(all, longest-utf16Length(head+": "))
	if strings.HasPrefix(text, "all ") {
		return head + ", " + text
	}
	return head + ": " + text
}

// statusCounts is "1 down, 2 paused, 6 live", or "all live". If that is longer, the
// better ones of those that are not live are counted as one: "1 down, 2 more not live,
// 6 live".
func statusCounts(all []monitor.Snapshot, longest int) string {
	groups := grouped(all)
	if len(groups) == 1 {
		return "all " + statusIs(all[0])
	}
	var parts []string
	live := ""
	for _, group := range groups {
		part := fmt.Sprintf("%d %s", len(group), statusIs(group[0]))
		if statusIs(group[0]) == liveWord {
			live = ", " + part
		} else {
			parts = append(parts, part)
		}
	}
	text := strings.Join(parts, ", ") + live
	for named := len(parts) - 2; named >= 0 && utf16Length(text) > longest; named-- {
		rest := 0
		for _, group := range groups[named:] {
			if statusIs(group[0]) != liveWord {
				rest += len(group)
			}
		}
		text = strings.Join(append(slices.Clone(parts[:named]), fmt.Sprintf("%d%s not live", rest, when(named > 0, " more"))), ", ") + live
	}
	return text
}

// What statusIs is for a router that is all well, and for one whose mark is what counts.
const (
	liveWord      = "live"
	lostPairsWord = "with lost pairs"
)

// statusIs is what a router is, as a part of a sentence: "down".
func statusIs(s monitor.Snapshot) string {
	if marked(s) {
		return lostPairsWord
	}
	return strings.ToLower(statusWord(s.Status))
}

// grouped are the routers by what they are, the worst first.
func grouped(all []monitor.Snapshot) (groups [][]monitor.Snapshot) {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b monitor.Snapshot) int { return b.Severity() - a.Severity() })
	first := 0
	for i, s := range all {
		if i+1 == len(all) || statusIs(s) != statusIs(all[i+1]) {
			groups = append(groups, all[first:i+1])
			first = i + 1
		}
	}
	return groups
}

// well reports whether nothing is wrong with a router that the operator does not know.
func well(s monitor.Snapshot) bool {
	return !s.InIcon() || !marked(s) && (s.Status == monitor.Live || s.Status == monitor.Connecting)
}

// NotWell says which routers are not well, in whole phrases of which the first that
// fits may be shown: "Oslo and Lima are down, Bern is paused", or "2 down, 1 paused".
// There are none if all are well.
func NotWell(all []monitor.Snapshot) []string {
	all = slices.DeleteFunc(slices.Clone(all), well)
	if len(all) == 0 {
		return nil
	}
	var named, counted []string
	for _, group := range grouped(all) {
		names := make([]string, len(group))
		for i, s := range group {
			names[i] = markedName(s, maxName)
		}
		is := " is "
		if len(group) > 1 {
			is = " are "
		}
		what := is + statusIs(group[0])
		if statusIs(group[0]) == lostPairsWord {
			what = " lost pairs"
		}
		named = append(named, list(names)+what)
		counted = append(counted, fmt.Sprintf("%d %s", len(group), statusIs(group[0])))
	}
	return []string{strings.Join(named, ", "), strings.Join(counted, ", "), fmt.Sprintf("%d not well", len(all))}
}

// list is "Oslo, Lima and Bern".
func list(names []string) string {
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return strings.Join(names, "")
}

// minTold is the room from which a router is told of, in UTF-16 units.
const minTold = 24

// whoIsNotWell follows the counts in the tooltip: what is known of the only router that
// is not well, or the names of all, or else the worst one.
func whoIsNotWell(all []monitor.Snapshot, longest int, now time.Time) string {
	bad := slices.DeleteFunc(slices.Clone(all), well)
	if len(bad) > 1 {
		if text := "; " + NotWell(bad)[0]; utf16Length(text) <= longest {
			return text
		}
	}
	if len(bad) == 0 {
		bad = all
	}
	s := worst(bad)
	if longest < minTold {
		return ""
	}
	return "; " + withName(s, statusText(s, now)+updated(s, now), longest-2)
}
