package view

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
	"time"

	"routerwatch/monitor"
)

// failureWords has one row for each kind of failure: its sentence, without
// jargon, which says whether the network, the router or the address is to blame,
// with placeholders that [FailureSentence] fills in.
func failureWords() map[monitor.Kind]string {
	return map[monitor.Kind]string{
		monitor.NoNetwork:            "You are offline: this computer has no route to {host|the router}, because its network or a VPN is down.",
		monitor.NameNotFound:         "The name {host|in the address} was not found: is the address right?",
		monitor.NameFailed:           "Your network could not look up the name {host|in the address}.",
		monitor.Refused:              "The router{at host} refused the connection{silent}: it is probably not running.",
		monitor.Reset:                "The router{at host} broke off the connection.",
		monitor.Unreachable:          "Your network has no route to {host|the router}.",
		monitor.BeyondProxy:          "The proxy{at proxy} could not reach the router{answer}.",
		monitor.ClosedEarly:          "The router{at host} closed the connection before its answer was complete.",
		monitor.CertificateExpired:   "{whose|The router's certificate} {expired|has expired or is not valid yet.}",
		monitor.CertificateWrongHost: "The router's certificate is for another name{than name}: is the address right?",
		monitor.CertificateNoNames:   "The router's certificate has its name only in the old place (the common name): issue it again with {name|its name} as a subject alternative name.",
		monitor.CertificateUnknown:   "The router's certificate is from an authority that this computer does not trust{authority}: {file|if it is yours, name its file as network.ca_file}.",
		monitor.CertificateMalformed: "The router's certificate is malformed{in what}: issue it again.",
		monitor.CertificateInvalid:   "The router's certificate {problem|is not valid}: issue it again.",
		monitor.TLSFailed:            "The router{at host}, or something on the way to it, does not keep to the rules of a secure connection.",
		monitor.TLSRefused:           "The router{at host} broke off the secure connection{answer}: its own log may say why.",
		monitor.OldEncryption:        "The router{at host} offers only encryption older than TLS 1.2, which is no longer safe: a newer one must be switched on there.",
		monitor.NoCommonEncryption:   "The router{at host} has no encryption method in common with Routerwatch: it allows only old ones, or has no certificate.",
		monitor.NameNotServed:        "The router{at host} says that it is not called that: is the address right?",
		monitor.PlainHTTP:            "The router{at host} answered without encryption: begin the address with http://, or use another port.",
		monitor.NotTLS:               "What answered at {host|the router} does not use encryption: are https and the port in the address right?",

		monitor.ClientCertificateWanted: "The router{at host} wants a client certificate{answer}, which Routerwatch cannot give: is there an address that wants a token instead?",
		monitor.TimedOut:                "The router{at host} gave no answer {in time}.",
		monitor.TokenWanted:             "The router wants an access token{answer}.",
		monitor.TokenRefused:            "The router refuses access{answer}: is the access token right?",
		monitor.NoStatsHere:             "There are no router statistics at this address{answer}: is the URL right?",
		monitor.TooManyRequests:         "The router gets too many requests from your network{answer}.",
		monitor.RouterError:             "{the error|The router reports an error}{answer}{asks}.",
		monitor.RedirectRefused:         "The address redirects to {target|another one}{answer}, which is not followed{because}: is the address right?",
		monitor.UnexpectedStatus:        "The router gave an unexpected answer{answer}.",
		monitor.HTTPSWanted:             "The router{at host} wants a secure connection{answer}: begin the address with https://.",
		monitor.OnlyHTTP2:               "The router{at host} speaks only HTTP/2 at this port: switch on HTTP/1.1 there, or use another port.",
		monitor.BrokenHTTP:              "The router, or a gateway in front of it, sends broken HTTP: its answer {problem|is malformed}.",
		monitor.HeaderTooLarge:          "The header of the router's answer is larger than 64 KiB: does a gateway in front of the router add to it?",
		monitor.NotHTTP:                 "Something other than a router answered at {host|the router}: is the address right?",
		monitor.ProxyFailed:             "The proxy{at proxy} {proxy's fault|failed}; nothing is known about the router.",
		monitor.WebPage:                 "A web page answered instead of the router: is it a sign-in page of your network, or is the address wrong?",
		monitor.NotJSON:                 "The router's answer cannot be read: it {problem|is not what a router sends}.",
		monitor.BadField:                "The router's answer is wrong: {field|a number in it} {problem|is missing or not as it should be}.",
		monitor.TooLarge:                "The router's answer is far larger than its statistics can be.",
		monitor.NotSetUp:                "The router cannot be checked: {problem|its settings are wrong}.",
		monitor.SourceBug:               "Routerwatch itself failed while checking the router: restart it if this goes on.",
	}
}

// timeoutWords are the sentences of a timeout, by the layer that it happened in.
func timeoutWords() map[monitor.Layer]string {
	return map[monitor.Layer]string{
		monitor.LayerDNS:    "Your network did not look up the name {host|in the address} {in time}.",
		monitor.LayerTCP:    "No connection to {host|the router} {in time}{none}: the router, or your network's way to it, is blocked.",
		monitor.LayerTLS:    "The router{at host} did not set up a secure connection {in time}.",
		monitor.LayerAnswer: "The router{at host} answered too slowly: its answer was not complete {in time}.",
	}
}

// proxyWords are how a proxy failed, by the cause.
func proxyWords() map[monitor.Kind]string {
	return map[monitor.Kind]string{
		monitor.NameNotFound:         "was not found",
		monitor.NameFailed:           "could not be looked up",
		monitor.Refused:              "refused the connection",
		monitor.Reset:                "broke off the connection",
		monitor.Unreachable:          "cannot be reached: your network has no route to it",
		monitor.ClosedEarly:          "closed the connection without an answer",
		monitor.CertificateExpired:   "has a certificate that has expired or is not valid yet",
		monitor.CertificateWrongHost: "has a certificate for another name",
		monitor.CertificateNoNames:   "has a certificate without a subject alternative name",
		monitor.CertificateUnknown:   "has a certificate from an authority that this computer does not trust{authority}",
		monitor.CertificateMalformed: "has a malformed certificate",
		monitor.CertificateInvalid:   "has a certificate that {problem|is not valid}",
		monitor.OldEncryption:        "offers only encryption older than TLS 1.2",
		monitor.NoCommonEncryption:   "has no encryption method in common with Routerwatch",
		monitor.NameNotServed:        "says that it is not called that",
		monitor.PlainHTTP:            "answered without encryption, though its address begins with https",
		monitor.NotTLS:               "answered without encryption, though its address begins with https",
		monitor.TLSRefused:           "broke off the secure connection{answer}",
		monitor.TLSFailed:            "does not keep to the rules of a secure connection",
		monitor.TimedOut:             "gave no answer {in time}",
		monitor.TokenWanted:          "wants a name and a password{answer}",
		monitor.TokenRefused:         "did not accept the name and password that Routerwatch has for it{answer}",
		monitor.UnexpectedStatus:     "refused to connect to the router{answer}",
		monitor.NotHTTP:              "did not answer like a proxy",
		monitor.BrokenHTTP:           "did not answer like a proxy",
		monitor.HeaderTooLarge:       "did not answer like a proxy",

		monitor.ClientCertificateWanted: "wants a client certificate, which Routerwatch cannot give",
		monitor.NotSetUp:                "has an address that is not understood",
	}
}

// FailureSentence is what the operator reads about a failure: one sentence without
// a secret. at is when the failure happened, in the time zone to show dates in.
func FailureSentence(f monitor.Failure, at time.Time) string {
	words := cmp.Or(failureWords()[f.Kind],
		"The last check of the router failed for a reason that this version of Routerwatch does not know.")
	if f.Kind == monitor.TimedOut {
		words = cmp.Or(timeoutWords()[f.Layer], words)
	}
	details := map[string]string{
		"host": monitor.CleanText(f.Host, maxHost), "target": monitor.CleanText(f.Target, maxHost),
		"problem": monitor.CleanText(f.Problem, maxProblem), "answer": answerDetails(f),
		"expired": certificateDate(f.Expired, at), "in time": "in time", "file": setupWords()[f.Authorities],
	}
	if f.RetryAfter > 0 {
		details["asks"] = " and asks for " + Duration(f.RetryAfter)
		details["the error"] = when(f.HTTPStatus == 503, "The router is unavailable")
	}
	if f.Limit > 0 {
		details["in time"] = "within " + Duration(f.Limit)
	}
	if host := details["host"]; host != "" {
		name := (&url.URL{Host: host}).Hostname()
		details["at host"], details["than name"], details["name"] = " at "+host, " than "+name, name
		details["at proxy"] = " " + host
	}
	if silent := monitor.CleanText(f.Silent, maxSilent); silent != "" {
		details["silent"] = " and did not answer at " + silent
		details["none"] = when(strings.Contains(silent, ","), ", at none of its addresses ("+silent+")")
	}
	if authority := monitor.CleanText(f.Authority, maxName); authority != "" {
		details["authority"], details["whose"] = " (“"+authority+"”)", dependedOn(authority)
	}
	if f.ProxyFrom != "" {
		details["at proxy"] += ", from " + proxySource(f.ProxyFrom) + ","
	}
	details["proxy's fault"] = fill(proxyWords()[f.Cause], details)
	if field := monitor.CleanText(f.Field, maxField); field != "" {
		details["field"] = "its field “" + field + "”"
	}
	if problem := details["problem"]; problem != "" {
		details["because"], details["in what"] = " because it "+problem, " ("+problem+")"
	}
	return fill(words, details)
}

// certificateDate is the words for a certificate's date, seen at that time; ""
// without a date.
func certificateDate(end, at time.Time) string {
	text := date(end, at)
	switch {
	case end.IsZero():
		return ""
	case end.After(at):
		return "is not valid before " + text + ": is this computer's date right?"
	}
	return "expired on " + text + "."
}

// answerDetails is what the router or a proxy said, in parentheses:
// " (HTTP 503, request_timeout: “The request took too long”)", or less of it.
func answerDetails(f monitor.Failure) string {
	var said []string
	if f.HTTPStatus != 0 {
		said = append(said, fmt.Sprintf("HTTP %d", f.HTTPStatus))
	}
	if code := monitor.CleanText(f.Code, maxCode); code != "" {
		said = append(said, code)
	}
	text := strings.Join(said, ", ")
	if message := strings.TrimRight(monitor.CleanText(f.Message, maxMessage), "."); message != "" {
		text = strings.TrimPrefix(text+": “"+message+"”", ": ")
	}
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

// layerName is the short name of the layer that a failure is in.
func layerName(l monitor.Layer) string {
	return map[monitor.Layer]string{
		monitor.LayerLink: "Network", monitor.LayerDNS: "DNS", monitor.LayerTCP: "TCP", monitor.LayerTLS: "TLS",
		monitor.LayerHTTP: "HTTP", monitor.LayerAnswer: "Answer", monitor.LayerProgram: "Routerwatch",
	}[l]
}
