package view

import (
	"fmt"
	"strings"
	"time"

	"routerwatch/monitor"
)

// The sentences that need no detail.
const (
	wordsRetrying  = "Trying again by itself, waiting longer while the router is unavailable."
	wordsThrottled = "The router is alive. Checking again by itself, less often for a while."

	wordsOffline     = "This computer has no network or VPN to the router, so nothing is known about it."
	wordsOfflineWait = "Checking again by itself as soon as there is a way."
	wordsOfflinePace = "checks the network every 2 s"

	wordsStalled     = "Routerwatch's own loop is stuck: quit Routerwatch and start it again."
	wordsStalledWait = "Until then nothing is checked, and what is shown may no longer be true."

	wordsConfirming = "The router answers again; the outage is over once that lasts."

	wordsNoRouter = "no router yet"

	wordsUnknownFailure = "The last check of the router failed for a reason that this version of Routerwatch does not know."
)

// Sentence is what the operator reads about a failure: one sentence, no
// jargon, no secret, and whether it is the network, the router or the address
// that wants attention. The failure happened at that time; dates are given
// where it is.
func Sentence(f monitor.Failure, at time.Time) string {
	host := clean(f.Host, longestHost)
	router, name, to := "The router", "in the address", "the router"
	if host != "" {
		router, name, to = "The router at "+host, host, host
	}
	switch f.Kind {
	case monitor.NoNetwork:
		return "You are offline: this computer has no way to " + to + ", because its network or a VPN is down."
	case monitor.NameNotFound:
		return "The name " + name + " was not found: is the address right?"
	case monitor.NameFailed:
		return "Your network could not look up the name " + name + "."
	case monitor.Refused:
		return router + " refused the connection: it is probably not running."
	case monitor.Reset:
		return router + " broke off the connection."
	case monitor.Unreachable:
		return "Your network knows no way to " + to + "."
	case monitor.ClosedEarly:
		return router + " closed the connection before its answer was complete."
	case monitor.CertificateExpired:
		return certificateDate(f.Expired, at)
	case monitor.CertificateWrongHost:
		if host == "" {
			return "The router's certificate is for another name: is the address right?"
		}
		return "The router's certificate is for another name than " + host + ": is the address right?"
	case monitor.CertificateUnknown:
		return "The router's certificate is from an authority that this computer does not trust."
	case monitor.TLSFailed:
		if p := problem(f, ""); p != "" {
			return router + " " + p + ", so that there is no secure connection to it."
		}
		return router + " did not agree to a secure connection: is https right in the address?"
	case monitor.TimedOut:
		return timedOut(f, router, name, to)
	case monitor.RedirectRefused:
		return "The address leads on to " + target(f) + answer(f) + ", which Routerwatch does not follow" + reason(f) + ": is the address right?"
	case monitor.ProxyFailed:
		return "Your network's proxy did not let Routerwatch through" + answer(f) + "."
	case monitor.NotHTTP:
		return "Something other than a router answered at " + to + ": is the address right?"
	default:
		return sentenceAboutAnswer(f)
	}
}

// sentenceAboutAnswer is the sentence for a failure where an answer came.
func sentenceAboutAnswer(f monitor.Failure) string {
	switch f.Kind {
	case monitor.TokenWanted:
		return "The router wants an access token" + answer(f) + "."
	case monitor.TokenRefused:
		return "The router refuses access" + answer(f) + ": is the access token right?"
	case monitor.NoStatsHere:
		return "There are no router statistics at this address" + answer(f) + ": is the URL right?"
	case monitor.TooManyRequests:
		return "The router asks us to slow down" + answer(f) + "."
	case monitor.RouterError:
		return "The router reports an error" + answer(f) + "."
	case monitor.UnexpectedStatus:
		return "The router gave an answer that was not expected" + answer(f) + "."
	case monitor.WebPage:
		return "A web page answered instead of the router: is it a sign-in page of your network, or is the address wrong?"
	case monitor.NotJSON:
		return "The router's answer cannot be read: it " + problem(f, "is not what a router sends") + "."
	case monitor.BadField:
		field := clean(f.Field, longestField)
		if field == "" {
			return "The router's answer is wrong: a number in it " + problem(f, "is missing or not as it should be") + "."
		}
		return "The router's answer is wrong: its field “" + field + "” " + problem(f, "is not as it should be") + "."
	case monitor.TooLarge:
		return "The router's answer is far larger than its statistics can be."
	case monitor.NotSetUp:
		return "The router cannot be asked as it is set up: " + problem(f, "its settings are wrong") + "."
	case monitor.SourceBug:
		return "Routerwatch itself failed while asking the router: start it again if that lasts."
	default:
		return wordsUnknownFailure
	}
}

func certificateDate(expired, at time.Time) string {
	date := expired.In(at.Location()).Format("2 January 2006")
	switch {
	case expired.IsZero():
		return "The router's certificate has expired or is not valid yet."
	case expired.After(at):
		return "The router's certificate is not valid before " + date + ": is this computer's date right?"
	}
	return "The router's certificate expired on " + date + "."
}

// timedOut tells from the layer what did not come in time.
func timedOut(f monitor.Failure, router, name, to string) string {
	within := "in time"
	if f.Limit > 0 {
		within = "within " + Duration(f.Limit)
	}
	switch f.Layer {
	case monitor.LayerDNS:
		return "Your network did not look up the name " + name + " " + within + "."
	case monitor.LayerTCP:
		return "No connection to " + to + " " + within + ": the router, or your network's way to it, is blocked."
	case monitor.LayerTLS:
		return router + " did not set up a secure connection " + within + "."
	case monitor.LayerAnswer:
		return router + " answered too slowly: its answer was not complete " + within + "."
	default:
		return router + " gave no answer " + within + "."
	}
}

// answer is what the router or a proxy said, in parentheses:
// " (HTTP 503, request_timeout: “The request took too long”)", or less of it.
func answer(f monitor.Failure) string {
	var said []string
	if f.HTTPStatus != 0 {
		said = append(said, fmt.Sprintf("HTTP %d", f.HTTPStatus))
	}
	if code := clean(f.Code, longestCode); code != "" {
		said = append(said, code)
	}
	text := strings.Join(said, ", ")
	if message := strings.TrimRight(clean(f.Message, longestMessage), "."); message != "" {
		text = strings.TrimPrefix(text+": “"+message+"”", ": ")
	}
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

func target(f monitor.Failure) string {
	if to := clean(f.Target, longestHost); to != "" {
		return to
	}
	return "another one"
}

// reason is why a redirect was not followed: " because it leads in a circle".
func reason(f monitor.Failure) string {
	if problem := problem(f, ""); problem != "" {
		return " because it " + problem
	}
	return ""
}

func problem(f monitor.Failure, otherwise string) string {
	if problem := clean(f.Problem, longestProblem); problem != "" {
		return problem
	}
	return otherwise
}

// word is the one word for a status.
func word(s monitor.Status) string {
	switch s {
	case monitor.Connecting:
		return "Connecting"
	case monitor.Live:
		return "Live"
	case monitor.Paused:
		return "Paused"
	case monitor.Retrying:
		return "Retrying"
	case monitor.Down:
		return "Down"
	case monitor.Throttled:
		return "Throttled"
	case monitor.Offline:
		return "Offline"
	case monitor.Stalled:
		return "Stalled"
	default:
		return "Unknown"
	}
}

// place is the short name of the layer that a failure is in.
func place(l monitor.Layer) string {
	switch l {
	case monitor.LayerLink:
		return "Network"
	case monitor.LayerDNS:
		return "DNS"
	case monitor.LayerTCP:
		return "TCP"
	case monitor.LayerTLS:
		return "TLS"
	case monitor.LayerHTTP:
		return "HTTP"
	case monitor.LayerAnswer:
		return "Answer"
	case monitor.LayerProgram:
		return "Routerwatch"
	default:
		return ""
	}
}

// pairCount is "4 pairs", "1 pair", "0 pairs".
func pairCount(n int64) string { return group(n) + " " + pairNoun(n) }

func pairNoun(n int64) string {
	if n == 1 {
		return "pair"
	}
	return "pairs"
}
