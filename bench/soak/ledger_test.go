//go:build linux

package soak

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// What titles end with, after the router's name.
const (
	downTitle    = " is down"
	backTitle    = " is back"
	pausedTitle  = " is paused"
	resumedTitle = " is no longer paused"
)

// note is a notification as it reached the service of that generation.
type note struct {
	title      string
	generation int
}

// account is what one router's outages came to, by two witnesses: the
// program's log, and the notification service.
type account struct {
	opened   int // outages, in the log
	told     int // their notifications
	back     int // recoveries that were notified
	again    int // outages that a service which started anew was shown again
	pauses   int
	resumed  int
	shownIn  int // the generation that the open outage was last shown to; 0 if none is open
	mistakes []string
}

// ledger keeps the accounts of all routers.
type ledger struct {
	mu       sync.Mutex
	accounts map[string]*account
}

func newLedger(routers ...string) *ledger {
	l := &ledger{accounts: make(map[string]*account)}
	for _, name := range routers {
		l.accounts[name] = &account{}
	}
	return l
}

// notified enters a notification: outage and recovery take turns, but that a
// service is shown a standing outage which an earlier one was told of.
func (l *ledger) notified(n note) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, a := range l.accounts {
		kind, about := strings.CutPrefix(n.title, name)
		if !about {
			continue
		}
		switch open := a.shownIn > 0; {
		case kind == downTitle && !open:
			a.told++
			a.shownIn = n.generation
		case kind == downTitle && a.shownIn < n.generation:
			a.again++
			a.shownIn = n.generation
		case kind == downTitle:
			a.mistake(name, "was told to be down twice")
		case kind == backTitle && !open:
			a.mistake(name, "was told to be back and had not been told to be down")
		case kind == backTitle:
			a.back++
			a.shownIn = 0
		case kind == pausedTitle:
			a.pauses++
			if a.pauses > a.resumed+1 {
				a.mistake(name, "was told to be paused twice")
			}
		case kind == resumedTitle:
			a.resumed++
			if a.resumed > a.pauses {
				a.mistake(name, "was told to be no longer paused and had not been paused")
			}
		}
	}
}

func (a *account) mistake(name, what string) {
	a.mistakes = append(a.mistakes, fmt.Sprintf("%s %s (outage %d)", name, what, a.told))
}

// statusChanged is a line of the program's log.
var statusChanged = regexp.MustCompile(`msg="status changed" router=(\S+) status=(\S+) was=(\S+)`)

// logged enters a line of the log. At a threshold of 2 a router comes from
// retrying, or from throttled, when its outage opens. From live or paused it
// fell back into one that was still open, and from connecting into one that an
// earlier run knew.
func (l *ledger) logged(line string) {
	found := statusChanged.FindStringSubmatch(line)
	if found == nil || found[2] != "down" || (found[3] != "retrying" && found[3] != "throttled") {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if a := l.accounts[found[1]]; a != nil {
		a.opened++
	}
}

// down reports whether the operator believes the router to be down.
func (l *ledger) down(router string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.accounts[router].shownIn > 0
}

// anyDown reports whether he believes that of any.
func (l *ledger) anyDown() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range l.accounts {
		if a.shownIn > 0 {
			return true
		}
	}
	return false
}

// of is a copy of a router's account.
func (l *ledger) of(router string) account {
	l.mu.Lock()
	defer l.mu.Unlock()
	return *l.accounts[router]
}

// faults is what does not add up, at an end where no router is down.
func (a account) faults(name string) []string {
	faults := a.mistakes
	if a.told != a.opened {
		faults = append(faults, fmt.Sprintf("%s had %d outages, and %d were notified", name, a.opened, a.told))
	}
	if a.back != a.told {
		faults = append(faults, fmt.Sprintf("%s was told to be down %d times, and to be back %d times", name, a.told, a.back))
	}
	if a.pauses != a.resumed {
		faults = append(faults, fmt.Sprintf("%s was told to be paused %d times, and resumed %d times", name, a.pauses, a.resumed))
	}
	return faults
}
