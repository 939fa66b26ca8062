package history

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
)

// A Report is a range as one JSON object, an interface that README documents. An
// unknown value is null.
type Report struct {
	Router          string         `json:"router"`
	URL             string         `json:"url"`
	Since           time.Time      `json:"since"`
	Until           time.Time      `json:"until"`
	Up              int64          `json:"up_s"`
	Down            int64          `json:"down_s"`
	Unwatched       int64          `json:"unwatched_s"`
	MaintenanceDown int64          `json:"maintenance_down_s"`
	Uptime          *float64       `json:"uptime"`
	Coverage        float64        `json:"coverage"`
	Polls           int64          `json:"polls"`
	Failed          int64          `json:"failed_polls"`
	Latency         *reportLatency `json:"latency_ms"`
	Outages         []reportOutage `json:"outages"`
	Changes         []Change       `json:"changes"`
	Days            []reportDay    `json:"days"`
}

type reportLatency struct {
	Min  float64 `json:"min"`
	Mean float64 `json:"mean"`
	Max  float64 `json:"max"`
}

type reportOutage struct {
	Since    time.Time  `json:"since"`
	Until    *time.Time `json:"until"`
	Duration float64    `json:"duration_s"`
	AtLeast  bool       `json:"at_least"`
	Failures []Failure  `json:"failures"`
	Notified bool       `json:"notified"`
	Known    bool       `json:"acknowledged"`
	Silenced string     `json:"silenced,omitempty"`
}

type reportDay struct {
	Date            string   `json:"date"`
	Up              int64    `json:"up_s"`
	Down            int64    `json:"down_s"`
	Unwatched       int64    `json:"unwatched_s"`
	MaintenanceDown int64    `json:"maintenance_down_s"`
	Uptime          *float64 `json:"uptime"`
}

func pointer(ratio float64, known bool) *float64 {
	if !known {
		return nil
	}
	return &ratio
}

// NewReport is the report of a range, with the days of a time zone.
func NewReport(r Range, zone *time.Location, now time.Time) Report {
	s := r.Sum()
	report := Report{
		Router: r.Name, URL: r.URL, Since: time.Unix(r.From, 0).UTC(), Until: time.Unix(r.To, 0).UTC(),
		Up: s.Up, Down: s.Down, Unwatched: s.Unwatched, MaintenanceDown: s.MaintenanceDown,
		Uptime: pointer(s.Uptime()), Coverage: s.Coverage(), Polls: s.Polls, Failed: s.Failed,
		Outages: []reportOutage{}, Changes: []Change{}, Days: []reportDay{},
	}
	if s.Polls > s.Failed {
		report.Latency = &reportLatency{tenths(s.Latency.Min), tenths(s.Latency.Mean), tenths(s.Latency.Max)}
	}
	for _, o := range r.Outages() {
		one := reportOutage{Since: o.Since, Duration: o.Duration(now).Seconds(), AtLeast: o.AtLeast, Failures: o.Failures, Notified: o.Notified, Silenced: o.Silenced, Known: o.Acknowledged}
		if !o.Until.IsZero() {
			one.Until = &o.Until
		}
		if one.Failures == nil {
			one.Failures = []Failure{}
		}
		report.Outages = append(report.Outages, one)
	}
	for _, c := range r.Changes {
		if r.Has(c.At) {
			report.Changes = append(report.Changes, c)
		}
	}
	for _, d := range r.Days(zone) {
		report.Days = append(report.Days, reportDay{d.Start.Format(time.DateOnly), d.Up, d.Down, d.Unwatched, d.MaintenanceDown, pointer(d.Uptime())})
	}
	return report
}

func tenths(ms float64) float64 { return math.Round(ms*10) / 10 }

// WriteJSON writes a report as a line of JSON.
func WriteJSON(w io.Writer, r Report) error { return json.NewEncoder(w).Encode(r) }

// WriteCSV writes the rows of several ranges, with the router's name before each.
func WriteCSV(w io.Writer, ranges []Range) error {
	out := bufio.NewWriter(w)
	printf := func(format string, values ...any) { _, _ = fmt.Fprintf(out, format, values...) } // Flush returns its error
	printf("router,seconds,%s\n", header())
	for _, r := range ranges {
		name := r.Name
		if name != "" && strings.ContainsRune("=+-@\t\r", rune(name[0])) { // a spreadsheet would take it for a formula
			name = "'" + name
		}
		if strings.ContainsAny(name, ",\"\n\r") {
			name = `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
		for _, row := range r.Rows {
			printf("%s,%d,%s\n", name, r.length(row), row.text())
		}
	}
	return out.Flush()
}

// WriteOpenMetrics writes the rows as timestamped samples of OpenMetrics text, which
// `promtool tsdb create-blocks-from openmetrics` takes. A sample is about the time of
// its row, and has the row's start.
func WriteOpenMetrics(w io.Writer, ranges []Range) error {
	out := bufio.NewWriter(w)
	printf := func(format string, values ...any) { _, _ = fmt.Fprintf(out, format, values...) } // Flush returns its error
	ratio := func(part, whole int64) (float64, bool) { return float64(part) / float64(whole), whole > 0 }
	for _, family := range []struct {
		name, unit, help string
		value            func(r Row, step int64) (float64, bool)
	}{
		{"routerwatch_uptime_ratio", "ratio", "Up seconds divided by up and down seconds.", func(r Row, _ int64) (float64, bool) { return ratio(r.Up, r.Up+r.Down) }},
		{"routerwatch_coverage_ratio", "ratio", "Watched seconds divided by all seconds.", func(r Row, step int64) (float64, bool) { return ratio(r.Watched(), step) }},
		{"routerwatch_latency_mean_seconds", "seconds", "Mean latency of the polls that did not fail.", func(r Row, _ int64) (float64, bool) { return r.Latency.Mean / 1000, r.Polls > r.Failed }},
		{"routerwatch_latency_max_seconds", "seconds", "Longest latency of the polls that did not fail.", func(r Row, _ int64) (float64, bool) { return r.Latency.Max / 1000, r.Polls > r.Failed }},
		{"routerwatch_settled_polls", "", "Settled polls.", func(r Row, _ int64) (float64, bool) { return float64(r.Polls), true }},
		{"routerwatch_failed_polls", "", "Failed polls.", func(r Row, _ int64) (float64, bool) { return float64(r.Failed), true }},
		{"routerwatch_pairs", "", "Registered pairs at the end.", func(r Row, _ int64) (float64, bool) { return float64(r.Pairs.N), r.Pairs.Known }},
	} {
		printf("# TYPE %s gauge\n", family.name)
		if family.unit != "" {
			printf("# UNIT %s %s\n", family.name, family.unit)
		}
		printf("# HELP %s %s\n", family.name, family.help)
		for _, r := range ranges {
			label := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(r.Name)
			for _, row := range r.Rows {
				if value, known := family.value(row, r.length(row)); known {
					printf("%s{router=\"%s\",id=\"%s\"} %s %d\n", family.name, label, r.Router, strconv.FormatFloat(value, 'g', -1, 64), row.Start)
				}
			}
		}
	}
	printf("# EOF\n")
	return out.Flush()
}
