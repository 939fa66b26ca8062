package stableroute

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"routerwatch/monitor"
)

// maxCount is the largest integer that is safe in JSON: 2^53 − 1.
const maxCount = 1<<53 - 1

// badAnswer is the failure for an invalid answer.
func badAnswer(kind monitor.Kind, field, problem string) error {
	return &monitor.Failure{Kind: kind, HTTPStatus: http.StatusOK, Field: field, Problem: problem}
}

func notJSON(problem string) error { return badAnswer(monitor.NotJSON, "", problem) }

func badField(field, problem string) error { return badAnswer(monitor.BadField, field, problem) }

func webPage() error { return badAnswer(monitor.WebPage, "", "is a web page") }

// checkContentType returns an error for a content type other than JSON. A missing
// one is accepted, and the charset is ignored, since JSON is always UTF-8, which
// decode checks.
func checkContentType(value string) error {
	if value == "" {
		return nil
	}
	media, _, err := mime.ParseMediaType(value)
	switch {
	case media == "application/json", media == "text/json",
		strings.HasPrefix(media, "application/") && strings.HasSuffix(media, "+json"):
		return nil
	case media == "text/html", media == "application/xhtml+xml":
		return webPage()
	case err != nil && media == "":
		return notJSON("does not say that it is JSON")
	}
	return notJSON("says that it is " + clean(media, maxCode) + ", not JSON")
}

// decode parses the router's statistics strictly: one JSON object in UTF-8, with
// totalPairs and paused exactly once, in exactly that spelling and of the right
// type. The other counters may be missing or null, but not invalid. Unknown
// fields are ignored. A count must be plain digits: 4.0 and 4e0 are rejected.
func decode(body []byte) (monitor.Reading, error) {
	fields, err := object(body)
	if err != nil {
		return monitor.Reading{}, err
	}
	var reading monitor.Reading
	if reading.Pairs, err = fields.count("totalPairs"); err != nil {
		return monitor.Reading{}, err
	}
	paused, err := fields.value("paused", isBoolean, "true or false")
	if err != nil {
		return monitor.Reading{}, err
	}
	reading.Paused = paused == "true"
	for statistic, field := range monitor.StatisticNames() {
		if values := fields[field]; len(values) == 0 || slices.Equal(values, []string{"null"}) {
			continue
		}
		n, err := fields.count(field)
		if err != nil {
			return monitor.Reading{}, err
		}
		reading.Counters[statistic] = monitor.Counted(n)
	}
	return reading, nil
}

// fields are those of an object that matter here, each as it was written, as
// often as it was.
type fields map[string][]string

// object parses a body that is exactly one JSON object.
func object(body []byte) (fields, error) {
	start := bytes.TrimLeft(body, " \t\r\n")
	switch {
	case len(start) == 0:
		return nil, notJSON("is empty")
	case bytes.HasPrefix(start, []byte("\xef\xbb\xbf")):
		if bytes.HasPrefix(bytes.TrimLeft(start[3:], " \t\r\n"), []byte("<")) {
			return nil, webPage()
		}
		return nil, notJSON("starts with a byte-order mark")
	case start[0] == '<':
		return nil, webPage()
	case !utf8.Valid(body):
		return nil, notJSON("is not UTF-8 text")
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	if token, err := decoder.Token(); err != nil {
		return nil, syntax(err)
	} else if token != json.Delim('{') {
		return nil, notJSON("is not a JSON object")
	}
	fields := fields{"totalPairs": nil, "paused": nil}
	for _, statistic := range monitor.StatisticNames() {
		fields[statistic] = nil
	}
	for decoder.More() {
		var value json.RawMessage
		name, err := decoder.Token()
		if err == nil {
			err = decoder.Decode(&value)
		}
		if err != nil {
			return nil, syntax(err)
		}
		field, _ := name.(string) // the decoder accepts no other name
		if values, matters := fields[field]; matters {
			fields[field] = append(values, string(value))
		}
	}
	if _, err := decoder.Token(); err != nil { // the closing brace
		return nil, syntax(err)
	}
	if len(bytes.TrimLeft(body[decoder.InputOffset():], " \t\r\n")) > 0 {
		return nil, notJSON("goes on after its end")
	}
	return fields, nil
}

func syntax(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return notJSON("ends in the middle")
	}
	return notJSON("is not JSON")
}

// value is the text of a field, which must appear once and be of that kind.
func (f fields) value(field, kind, wanted string) (string, error) {
	values := f[field]
	switch {
	case len(values) == 0:
		return "", badField(field, "is missing")
	case len(values) > 1:
		return "", badField(field, "appears twice")
	case kindOf(values[0]) != kind:
		return "", badField(field, kindOf(values[0])+", not "+wanted)
	}
	return values[0], nil
}

func (f fields) count(field string) (int64, error) {
	value, err := f.value(field, isNumber, "a whole number")
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(value, 10, 64)
	switch {
	case strings.ContainsAny(value, ".eE"):
		return 0, badField(field, "is not a whole number in plain digits")
	case value[0] == '-':
		return 0, badField(field, "is negative")
	case err != nil || n > maxCount:
		return 0, badField(field, "is too large to be a count")
	}
	return n, nil
}

const (
	isNumber  = "is a number"
	isBoolean = "is true or false"
)

// kindOf is the kind of a JSON value, by its first character.
func kindOf(value string) string {
	switch value[0] {
	case 't', 'f':
		return isBoolean
	case 'n':
		return "is null"
	case '"':
		return "is text"
	case '[':
		return "is a list"
	case '{':
		return "is an object"
	}
	return isNumber
}
