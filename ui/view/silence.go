package view

import (
	"fmt"
	"strings"
	"time"

	"routerwatch/monitor"
)

// SilenceMenu is what the operator can silence about a router. Its items keep their
// places: one that does not apply has no text.
type SilenceMenu struct {
	Router string // its id
	Text   string // "Frankfurt", "Frankfurt: muted until 14:30"
	Button string // "Silence", "Muted until 14:30"
	Short  string // the same where it does not fit: "Silence", "Silenced"
	Items  []SilenceItem
}

// SilenceItem is one entry of the menu. It is a comparable value.
type SilenceItem struct {
	Text string
	Does monitor.Silencing
}

// silenced is what the operator has silenced about a router, in a few words, or "".
func silenced(q monitor.Quiet, now time.Time) string {
	var words []string
	if q.Maintenance {
		words = append(words, "in maintenance")
	}
	if q.Acknowledged {
		words = append(words, "acknowledged")
	}
	switch {
	case q.Muted, !q.MutedUntil.IsZero() && q.Maintenance: // which has no end
		words = append(words, "muted")
	case !q.MutedUntil.IsZero(): // the agent ends it at that moment
		words = append(words, "muted until "+q.MutedUntil.In(now.Location()).Format("15:04")) // within a day
	}
	return strings.Join(words, ", ")
}

// alsoSilenced is ", acknowledged", or nothing.
func alsoSilenced(s monitor.Snapshot, now time.Time) string {
	words := silenced(s.Quiet, now)
	return when(words != "", ", "+words)
}

// silencedRouters is "; 2 silenced", the end of the snooze, both, or nothing.
func silencedRouters(all []monitor.Snapshot, snoozedUntil, now time.Time) string {
	n := 0
	for _, s := range all {
		if s.Quiet != (monitor.Quiet{}) {
			n++
		}
	}
	return when(n > 0, fmt.Sprintf("; %d silenced", n)) + snoozed(snoozedUntil, now)
}

// snoozed is "; snoozed until 14:30", or nothing.
func snoozed(until, now time.Time) string {
	return when(now.Before(until), "; snoozed until "+clockToMinute(until, now))
}

// RenderSilence is the menu of a router.
func RenderSilence(s monitor.Snapshot, now time.Time) SilenceMenu {
	mute := func(text string, d time.Duration) SilenceItem {
		return SilenceItem{text, monitor.Silencing{What: monitor.Mute, On: true, For: d}}
	}
	words := silenced(s.Quiet, now)
	acknowledge := SilenceItem{when(s.Wrong(), LabelAcknowledge), monitor.Silencing{What: monitor.Acknowledge, On: true}}
	if s.Quiet.Acknowledged {
		acknowledge = SilenceItem{LabelUnacknowledge, monitor.Silencing{What: monitor.Acknowledge}}
	}
	maintenance := SilenceItem{LabelMaintenance, monitor.Silencing{What: monitor.Maintenance, On: true}}
	if s.Quiet.Maintenance {
		maintenance = SilenceItem{LabelNoMaintenance, monitor.Silencing{What: monitor.Maintenance}}
	}
	return SilenceMenu{
		Router: s.ID,
		Text:   markedName(s, maxMenuName) + when(words != "", ": "+words),
		Button: sentenceCase(words, LabelSilence),
		Short:  LabelSilence + when(words != "", "d"),
		Items: []SilenceItem{
			acknowledge,
			mute("Mute for 1 hour", time.Hour), mute("Mute for 4 hours", 4*time.Hour), mute("Mute for 8 hours", 8*time.Hour),
			mute("Mute until switched off", 0),
			{when(s.Quiet.Muted || !s.Quiet.MutedUntil.IsZero(), "End the mute"), monitor.Silencing{What: monitor.Mute}},
			maintenance,
		},
	}
}

// sentenceCase begins words with a capital; without any it is the other text.
func sentenceCase(words, otherwise string) string {
	if words == "" {
		return otherwise
	}
	return strings.ToUpper(words[:1]) + words[1:]
}
