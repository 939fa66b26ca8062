package view

import (
	"strings"
	"time"

	"routerwatch/monitor"
)

// Notification is one message for the desktop's notification service: plain
// text that may quote the router. A later one with the same Key replaces it.
type Notification struct {
	RouterID    string
	Key         string // the router's id and the family: "r1/outage", "r1/pause", …
	Title, Body string
	Urgent      bool // critical and stays until it is replaced or dismissed
	Actions     []Action
}

// Action is a button of a notification.
type Action struct {
	ID    string // ActionRetry, …
	Label string
}

// The actions of a notification. Clicking the notification itself is ActionOpen.
const (
	ActionRetry       = "retry"
	ActionAcknowledge = "acknowledge"
	ActionOpen        = "open"
)

// NotificationKeys are the keys of all notifications about that router.
func NotificationKeys(routerID string) []string {
	return []string{routerID + "/outage", routerID + "/pause", routerID + "/pairs", routerID + "/certificate"}
}

// RenderNotice is the notification for n. Times are shown in now's time zone.
func RenderNotice(n monitor.Notice, now time.Time) Notification {
	s := n.Snapshot
	router := markedName(s, maxName)
	note := Notification{RouterID: s.ID, Title: router, Actions: []Action{{ID: ActionOpen, Label: "Open"}}}
	switch n.Kind {
	case monitor.NoticeDown:
		note.Key, note.Title, note.Urgent = s.ID+"/outage", router+" is down", true
		note.Body = joinSentences(whatIsWrong(s, now), sinceSentence("Down", n.Since, s.Outage.StartUnseen, now), lastKnownSentence(s))
		note.Actions = append([]Action{{ID: ActionRetry, Label: "Retry now"}, {ID: ActionAcknowledge, Label: LabelAcknowledge}}, note.Actions...)
	case monitor.NoticeRecovered:
		note.Key, note.Title = s.ID+"/outage", router+" is back"
		note.Body = joinSentences(durationSentence("Down for ", n), restartedAgo(s.About, now), relapseSentence(s.Outage.Relapses), when(s.Reading.Paused, "It is paused."), pairsSentence(s))
	case monitor.NoticePaused:
		note.Key, note.Title = s.ID+"/pause", router+" is paused"
		note.Body = joinSentences(sinceSentence("Paused", n.Since, s.PauseStartUnseen, now), pairsSentence(s))
	case monitor.NoticeResumed:
		note.Key, note.Title = s.ID+"/pause", router+" is no longer paused"
		note.Body = joinSentences(durationSentence("Paused for ", n), pairsSentence(s))
	case monitor.NoticePairsZero:
		note.Key, note.Title = s.ID+"/pairs", router+" has no pairs"
		note.Body = joinSentences(pairsChange(n.Was, s.Reading.Pairs), namedPairs(n.Pairs))
	case monitor.NoticePairsChanged:
		note.Key, note.Title = s.ID+"/pairs", router+" has "+pairCount(s.Reading.Pairs)
		note.Body = joinSentences(pairsChange(n.Was, s.Reading.Pairs), namedPairs(n.Pairs))
	case monitor.NoticeCertificate:
		note.Key, note.Title = s.ID+"/certificate", router+": its certificate expires soon"
		note.Body = CertificateWarning(s, now)
	default: // a kind of notice without words here
		note.Key, note.Body = s.ID+"/other", statusText(s, now)+"."
	}
	return note
}

// relapseSentence is about a router that relapsed during the outage.
func relapseSentence(times int) string {
	switch {
	case times <= 0:
		return ""
	case times == 1:
		return "It answered once in between."
	}
	return "It answered " + group(int64(times)) + " times in between."
}

func sinceSentence(text string, at time.Time, startUnseen bool, now time.Time) string {
	if startUnseen && !at.IsZero() {
		return "Already " + strings.ToLower(text) + " at " + clock(at, now) + ", when first checked."
	}
	return when(!at.IsZero(), text+since(at, false, now)+".")
}

// durationSentence is how long something lasted, or "" if that is unknown.
func durationSentence(text string, n monitor.Notice) string {
	return when(n.Duration > 0, text+when(n.AtLeast, "at least ")+Duration(n.Duration)+".")
}

func lastKnownSentence(s monitor.Snapshot) string {
	return when(s.Reading.Known(), "Last known: "+pairCount(s.Reading.Pairs)+".")
}

func pairsSentence(s monitor.Snapshot) string {
	switch {
	case !s.Reading.Known():
		return ""
	case s.Reading.Pairs == 0:
		return "No pairs registered."
	}
	return pairCount(s.Reading.Pairs) + "."
}

// pairsChange is "4 → 2 pairs".
func pairsChange(was, is int64) string { return group(was) + " → " + pairCount(is) + "." }

// joinSentences joins the sentences that are not empty.
func joinSentences(all ...string) string {
	var said []string
	for _, s := range all {
		if s != "" {
			said = append(said, s)
		}
	}
	return strings.Join(said, " ")
}
