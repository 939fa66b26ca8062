package wire

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"routerwatch/monitor"
)

// JSON is the content of a JSON export: the object of `check --json`, indented.
func JSON(s monitor.Snapshot) ([]byte, error) {
	text, err := json.MarshalIndent(FromSnapshot(s), "", "  ")
	if err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	return append(text, '\n'), nil
}

// CSV is the content of a CSV export (RFC 4180) of a router's last hour: a header,
// and a row for each reading. If gap_before is true, the time since the row before
// is unknown.
func CSV(router string, points []monitor.Point) ([]byte, error) {
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	w.UseCRLF = true
	rows := [][]string{{"router", "updated_at", "pairs", "latency_ms", "gap_before"}}
	for _, p := range points {
		rows = append(rows, []string{
			harmless(router), p.At.UTC().Format(time.RFC3339), strconv.FormatInt(p.Pairs, 10),
			strconv.FormatInt(p.Latency.Milliseconds(), 10), strconv.FormatBool(p.Gap),
		})
	}
	if err := w.WriteAll(rows); err != nil {
		return nil, fmt.Errorf("wire: %w", err)
	}
	return text.Bytes(), nil
}

// harmless keeps a spreadsheet from interpreting a name as a formula.
func harmless(text string) string {
	if text != "" && bytes.IndexByte([]byte("=+-@\t\r"), text[0]) >= 0 {
		return "'" + text
	}
	return text
}
