package viewtest

import (
	"time"

	"routerwatch/monitor"
)

const (
	host      = "router.example.org"
	requestID = "5e4ed19a-7c0b-4f5e-9d5b-3f1c2a7b8e90"
)

// Failure is a plain example of a kind of failure, with the fields that the
// source fills in for it.
func Failure(kind monitor.Kind) monitor.Failure {
	f := monitor.Failure{Kind: kind, Layer: monitor.LayerHTTP, RequestID: requestID, Host: host}
	switch kind {
	case monitor.NoNetwork:
		f.Layer, f.RequestID, f.Host = monitor.LayerLink, "", ""
	case monitor.NameNotFound, monitor.NameFailed:
		f.Layer = monitor.LayerDNS
	case monitor.Refused, monitor.Reset, monitor.Unreachable, monitor.ClosedEarly:
		f.Layer, f.Host = monitor.LayerTCP, host+":8443"
	case monitor.CertificateExpired:
		f.Layer, f.Expired = monitor.LayerTLS, Now().AddDate(0, 0, -17)
	case monitor.CertificateWrongHost, monitor.CertificateUnknown, monitor.TLSFailed:
		f.Layer = monitor.LayerTLS
	case monitor.TimedOut:
		f.Limit = 30 * time.Second
	case monitor.ProxyFailed:
		f.Host, f.HTTPStatus = "proxy.example.org:3128", 407
	case monitor.RedirectRefused:
		f.HTTPStatus, f.Target, f.Problem = 302, "https://elsewhere.example.net", "leads to another host"
	case monitor.WebPage:
		f.Layer, f.HTTPStatus = monitor.LayerAnswer, 200
	case monitor.NotJSON:
		f.Layer, f.HTTPStatus, f.Problem = monitor.LayerAnswer, 200, "is empty"
	case monitor.BadField:
		f.Layer, f.HTTPStatus = monitor.LayerAnswer, 200
		f.Field, f.Problem = "paused", "is null, not a boolean"
	case monitor.TooLarge:
		f.Layer, f.HTTPStatus = monitor.LayerAnswer, 200
	case monitor.NotSetUp:
		f.Layer, f.RequestID, f.Host = monitor.LayerProgram, "", ""
		f.Problem = "the file of further authorities cannot be read"
	case monitor.SourceBug:
		f.Layer, f.RequestID, f.Host = monitor.LayerProgram, "", ""
	default:
		answered(&f)
	}
	return f
}

// answered adds what an HTTP answer brought.
func answered(f *monitor.Failure) {
	switch f.Kind {
	case monitor.TokenWanted:
		f.HTTPStatus, f.Code = 401, "unauthorized"
	case monitor.TokenRefused:
		f.HTTPStatus = 403
	case monitor.NoStatsHere:
		f.HTTPStatus, f.Code, f.Message = 404, "not_found", "No such route"
	case monitor.TooManyRequests:
		f.HTTPStatus, f.Code, f.RetryAfter = 429, "rate_limited", time.Minute
	case monitor.RouterError:
		f.HTTPStatus, f.Code, f.Message = 503, "request_timeout", "The request took too long"
	case monitor.UnexpectedStatus:
		f.HTTPStatus = 418
	}
}
