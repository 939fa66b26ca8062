package view

import (
	"cmp"
	"fmt"
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
	ActionToken       = "token"
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
		note.Key, note.Title, note.Urgent = s.ID+"/outage", downTitle(n, router), true
		note.Body = joinSentences(whatIsWrong(s, now), sinceSentence("Down", n.Since, s.Outage.StartUnseen, now), lastKnownSentence(s))
		first := Action{ID: ActionRetry, Label: "Retry now"}
		if needsToken(s) {
			first = Action{ID: ActionToken, Label: LabelEnterToken}
		}
		note.Actions = append([]Action{first, {ID: ActionAcknowledge, Label: LabelAcknowledge}}, note.Actions...)
	case monitor.NoticeRecovered:
		note.Key, note.Title = s.ID+"/outage", router+" is back"+when(s.Reading.Paused, ", paused")+pairsLeft(s)
		note.Body = joinSentences(durationSentence("Down for ", n), restartedAgo(s.About, now), relapseSentence(s.Outage.Relapses), when(s.Reading.Paused, sinceSentence("Paused", s.Pause, s.PauseStartUnseen, now)))
	case monitor.NoticePaused:
		note.Key, note.Title = s.ID+"/pause", router+" is paused"+pairsLeft(s)
		note.Body = sinceSentence("Paused", n.Since, s.PauseStartUnseen, now)
	case monitor.NoticeResumed:
		note.Key, note.Title = s.ID+"/pause", router+" is no longer paused"+pairsLeft(s)
		note.Body = durationSentence("Paused for ", n)
	case monitor.NoticeLostPairs:
		note.Key, note.Title = s.ID+"/pairs", router+" lost pairs"
		if s.Reading.Pairs == 0 {
			note.Title = router + " lost all its pairs"
		}
	case monitor.NoticePairsChanged:
		note.Key, note.Title = s.ID+"/pairs", router+" has "+pairCount(s.Reading.Pairs)
	case monitor.NoticeCertificate:
		note.Key, note.Title = s.ID+"/certificate", router+": its certificate expires soon"
	default: // a kind of notice without words here
		note.Key, note.Body = s.ID+"/other", statusText(s, now)+"."
		return note
	}
	if n.Kind != monitor.NoticeDown {
		note.Body = joinSentences(append([]string{note.Body}, newsOf(n, now)...)...)
		if !s.LostPairs.None() {
			note.Actions = append([]Action{{ID: ActionAcknowledge, Label: LabelAcknowledge}}, note.Actions...)
		}
	}
	return note
}

// downTitle says that a router is down, or that it answers and gives no access.
func downTitle(n monitor.Notice, router string) string {
	still := when(n.Still, "still ")
	switch n.Snapshot.Failure.Kind {
	case monitor.TokenWanted:
		return router + " " + still + "needs a token"
	case monitor.TokenRefused:
		return router + " " + still + "refuses access"
	}
	return router + " is " + still + "down"
}

// newsOf are the sentences of a notice, and of what is told with it, on what the title
// leaves open.
func newsOf(n monitor.Notice, now time.Time) []string {
	s := n.Snapshot
	resumed, pairs, names, certificate := "", pairsSentence(s, now), "", ""
	for _, one := range append([]monitor.Notice{n}, n.With...) {
		switch one.Kind {
		case monitor.NoticeResumed:
			resumed = when(n.Kind != one.Kind, cmp.Or(durationSentence("It is no longer paused, after ", one), "It is no longer paused."))
		case monitor.NoticeLostPairs:
			names = namedPairs(one.Pairs)
		case monitor.NoticePairsChanged:
			pairs, names = pairsChange(one.Was, s.Reading.Pairs), namedPairs(one.Pairs)
		case monitor.NoticeCertificate:
			certificate = CertificateWarning(s, now)
		case monitor.NoticeDown, monitor.NoticeRecovered, monitor.NoticePaused:
		}
	}
	if n.Kind == monitor.NoticeCertificate {
		return []string{certificate}
	}
	return []string{resumed, pairs, names, certificate}
}

// KeyStillDown is the key of the notification of several routers.
const KeyStillDown = "still-down"

// StillDown is the notification of routers that were down when the program was ended,
// and still are.
func StillDown(all []monitor.Snapshot) Notification {
	note := Notification{Key: KeyStillDown, Urgent: true, Actions: []Action{{ID: ActionOpen, Label: "Open"}}}
	var names []string
	for _, s := range all {
		names = append(names, markedName(s, maxMenuName))
	}
	if len(names) > maxTrayLines {
		names = append(names[:maxTrayLines-1], fmt.Sprintf("%d more", len(all)-maxTrayLines+1))
	}
	note.Title = fmt.Sprintf("%d routers are still down", len(all))
	if note.Body = list(names) + "."; len(all) == 1 {
		note.Title, note.Body = names[0]+" is still down", ""
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

func pairsSentence(s monitor.Snapshot, now time.Time) string {
	switch {
	case !s.Reading.Known():
		return ""
	case !s.LostPairs.None():
		return lostPairsSentence(s, now)
	case s.Reading.Pairs == 0:
		return "No pairs registered" + when(!s.HadPairs, " yet") + "."
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
