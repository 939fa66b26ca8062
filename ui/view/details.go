package view

import (
	"strings"
	"time"

	"routerwatch/monitor"
)

const (
	// newsLasts is how long the card and a printed line mention what happened.
	newsLasts = 15 * time.Minute
	// fewNames is how many pairs a sentence names of those that came, or went.
	fewNames = 3
	// maxPair bounds the name of a pair in a sentence, in runes.
	maxPair = 40
)

// namedPairs says which pairs came and went: "2 pairs came: USDC→EURC,
// EURC→XLM; 1 went: XLM→USDC." It is empty if the names are not known.
func namedPairs(c *monitor.PairsChange) string {
	if !c.Named() {
		return ""
	}
	var parts []string
	add := func(names []string, verb string) {
		if n := int64(len(names)); n > 0 {
			count := pairCount(n)
			if len(parts) > 0 {
				count = group(n)
			}
			parts = append(parts, count+" "+verb+": "+someNames(names))
		}
	}
	add(c.Came, "came")
	add(c.Went, "went")
	return strings.Join(parts, "; ") + "."
}

func someNames(names []string) string {
	var some []string
	for _, name := range names[:min(len(names), fewNames)] {
		some = append(some, monitor.CleanText(name, maxPair))
	}
	if more := len(names) - len(some); more > 0 {
		return strings.Join(some, ", ") + " and " + group(int64(more)) + " more"
	}
	return strings.Join(some, ", ")
}

// restartedAgo is the sentence about a router that restarted in its last outage.
func restartedAgo(a monitor.About, now time.Time) string {
	return when(!a.Restarted.IsZero(), "The router restarted "+Age(a.Restarted, now)+".")
}

// newsSentence says what happened lately to a router that answers. It does not
// change as time passes, until it is no news.
func newsSentence(a monitor.About, now time.Time) string {
	pairs := ""
	if a.Pairs != nil && isNews(a.Pairs.At, now) {
		pairs = namedPairs(a.Pairs)
	}
	return joinSentences(
		when(isNews(a.Restarted, now), "The router restarted at "+clock(a.Restarted, now)+"."),
		when(isNews(a.NewBuild, now), "It runs a new build, "+monitor.CleanText(a.Build, maxName)+"."),
		pairs,
	)
}

// shortNews is the first of the news in a few words.
func shortNews(a monitor.About, now time.Time) string {
	switch {
	case isNews(a.Restarted, now):
		return "It restarted."
	case isNews(a.NewBuild, now):
		return "It runs a new build."
	}
	return "Its pairs changed."
}

func isNews(at, now time.Time) bool { return !at.IsZero() && now.Sub(at) < newsLasts }

// quotaText is "60 requests in 1 min".
func quotaText(q monitor.Allowance) string {
	return when(q.Requests > 0, group(q.Requests)+" requests in "+Duration(q.Window))
}
