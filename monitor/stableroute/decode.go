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

// maxCount is the largest whole number that JSON carries safely: 2^53 − 1.
const maxCount = 1<<53 - 1

// badAnswer is an answer that is not what a router says.
func badAnswer(kind monitor.Kind, field, problem string) error {
	return &monitor.Failure{Kind: kind, HTTPStatus: http.StatusOK, Field: field, Problem: problem}
}

func notJSON(problem string) error { return badAnswer(monitor.NotJSON, "", problem) }

func badField(field, problem string) error { return badAnswer(monitor.BadField, field, problem) }

func webPage() error { return badAnswer(monitor.WebPage, "", "is a web page") }

// checkContentType refuses an answer that says of itself that it is not JSON.
// One that says nothing is judged by its body; a charset is not looked at,
// since JSON has none but UTF-8, which decode checks.
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

// decode reads the router's statistics. It is strict where it matters: one
// JSON object in UTF-8; totalPairs and paused there, once, in exactly that
// spelling and of the right kind. The other counters may be absent or null,
// but not wrong. Fields it does not know are not looked at. A count is written
// in digits alone: 4.0 and 4e0 are no router's way to say 4.
func decode(body []byte) (monitor.Reading, error) {
	fields, err := object(body)
	if err != nil {
		return monitor.Reading{}, err
	}
	var reading monitor.Reading
	if reading.Pairs, err = fields.count("totalPairs"); err != nil {
		return monitor.Reading{}, err
	}
	if reading.Paused, err = fields.boolean("paused"); err != nil {
		return monitor.Reading{}, err
	}
	for statistic, field := range monitor.StatisticNames() {
		if value := string(fields[field]); value == "" || value == "null" {
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

// fields are those of an object that matter here, each as it was written.
type fields map[string]json.RawMessage

// matters reports whether a field is one that decode looks at.
func matters(field string) bool {
	statistics := monitor.StatisticNames()
	return field == "totalPairs" || field == "paused" || slices.Contains(statistics[:], field)
}

// object reads a body that is exactly one JSON object.
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
	fields := fields{}
	for decoder.More() {
		var value json.RawMessage
		name, err := decoder.Token()
		if err == nil {
			err = decoder.Decode(&value)
		}
		if err != nil {
			return nil, syntax(err)
		}
		field, _ := name.(string) // the decoder takes no other name
		if !matters(field) {
			continue
		}
		if _, twice := fields[field]; twice {
			return nil, badField(field, "appears twice")
		}
		fields[field] = value
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

func (m fields) count(field string) (int64, error) {
	value := string(m[field])
	if kind := kindOf(value); kind != isNumber {
		return 0, badField(field, kind.not("a whole number"))
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

func (m fields) boolean(field string) (bool, error) {
	value := string(m[field])
	if kind := kindOf(value); kind != isBoolean {
		return false, badField(field, kind.not("true or false"))
	}
	return value == "true", nil
}

// A kind says what kind of value a field has.
type kind string

const (
	isMissing kind = "is missing"
	isNumber  kind = "is a number"
	isBoolean kind = "is true or false"
)

// not says that a field is of this kind instead of the wanted one.
func (k kind) not(wanted string) string {
	if k == isMissing {
		return string(k)
	}
	return string(k) + ", not " + wanted
}

// kindOf tells the kind of a JSON value by its first character.
func kindOf(value string) kind {
	if value == "" {
		return isMissing
	}
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
