package history

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"routerwatch/monitor"
)

// year writes what a year of some routers leaves: an outage and a failed poll a day.
func year(tb testing.TB, folder string, routers int, until time.Time) {
	tb.Helper()
	chance := rand.New(rand.NewPCG(1, 2))
	to := until.Unix() / quarter * quarter
	from := to - 365*day
	for i := range routers {
		files := map[string]*bytes.Buffer{}
		add := func(name, text string) {
			if files[name] == nil {
				files[name] = bytes.NewBufferString(header() + "\n")
			}
			files[name].WriteString(text + "\n")
		}
		row := func(start, length int64) string {
			ms := 8 + 10*chance.Float64()
			r := Row{
				Start: start, Times: Times{Up: length}, Polls: length / 5,
				Latency: Latency{ms, ms + 10*chance.Float64(), ms + 300*chance.Float64()}, Pairs: monitor.Counted(1234),
			}
			if chance.IntN(100) == 0 {
				r.Failed = 2
				r.Up, r.Down, r.InStatus[0] = length-30, 30, 30
			}
			r.InStatus[statuses-1] = r.Up
			return r.text()
		}
		for start := from; start < to; start += quarter {
			add(quartersFile(start), row(start, quarter))
		}
		for start := to - 35*day; start < to; start += minute {
			add(minutesFile(start), row(start, minute))
		}
		changes := &bytes.Buffer{}
		files[changesFile] = changes
		change := func(at int64, c Change) {
			c.At = time.Unix(at, 0).UTC()
			require.NoError(tb, json.NewEncoder(changes).Encode(c))
		}
		change(from, Change{What: Began, Name: fmt.Sprintf("Router %d", i), URL: "https://router.example.org", Version: Version})
		for at := from + 3600; at < to; at += day {
			since := time.Unix(at, 0).UTC()
			change(at-1800, Change{What: Status, Status: monitor.Retrying, Kind: monitor.Refused, Layer: monitor.LayerTCP})
			change(at-1790, Change{What: Status, Status: monitor.Live, Polls: 1})
			change(at, Change{What: Status, Status: monitor.Retrying, Kind: monitor.Refused, Layer: monitor.LayerTCP})
			change(at+10, Change{What: Status, Status: monitor.Down, Kind: monitor.Refused, Layer: monitor.LayerTCP, Polls: 2})
			change(at+10, Change{What: OutageOpened, Since: since})
			for n := range int64(5) {
				change(at+60+n*60, Change{What: Failing, Polls: 1})
			}
			change(at+400, Change{What: Status, Status: monitor.Live})
			change(at+405, Change{What: OutageClosed, Since: since, Until: since.Add(400 * time.Second)})
		}
		path := filepath.Join(folder, fmt.Sprintf("router%d", i))
		require.NoError(tb, os.MkdirAll(path, 0o700))
		for name, text := range files {
			require.NoError(tb, os.WriteFile(filepath.Join(path, name), text.Bytes(), 0o600))
		}
	}
}

func size(tb testing.TB, folder string) (bytes int64) {
	tb.Helper()
	require.NoError(tb, filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if info, _ := entry.Info(); err == nil && !entry.IsDir() {
			bytes += info.Size()
		}
		return err
	}))
	return bytes
}

func TestAYearOfTenRoutersIsUnder60MB(t *testing.T) {
	folder := t.TempDir()
	year(t, folder, 1, time.Date(2026, time.November, 30, 0, 0, 0, 0, time.UTC))
	require.Less(t, 10*size(t, folder), int64(60_000_000))
	r, err := Read(folder, "router0", time.Date(2025, time.November, 30, 0, 0, 0, 0, time.UTC), time.Date(2026, time.November, 30, 0, 0, 0, 0, time.UTC))
	require.NoError(t, err)
	require.Len(t, r.Rows, 365*96)
	require.Len(t, r.Outages(), 365)
}

// BenchmarkYear reads and sums up a year of ten routers, as routerwatch history does,
// and compares that with reading the same bytes.
func BenchmarkYear(b *testing.B) {
	folder := b.TempDir()
	if named := os.Getenv("HISTORY_YEAR"); named != "" { // to try the program on it
		folder = named
	}
	until := time.Now().Truncate(time.Hour)
	year(b, folder, 10, until)
	b.Logf("%d MB", size(b, folder)/1e6)
	read, plain := time.Duration(0), time.Duration(0)
	b.ReportAllocs()
	for b.Loop() {
		began := time.Now()
		bytes := int64(0)
		for i := range 10 {
			router := fmt.Sprintf("router%d", i)
			for _, pattern := range []string{"quarters-*", changesFile} {
				names, _ := filepath.Glob(filepath.Join(folder, router, pattern))
				for _, name := range names {
					file, err := os.Open(name)
					require.NoError(b, err)
					n, err := io.Copy(io.Discard, struct{ io.Reader }{file})
					require.NoError(b, errors.Join(err, file.Close()))
					bytes += n
				}
			}
		}
		plain += time.Since(began)
		b.SetBytes(bytes)
		began = time.Now()
		for i := range 10 {
			r, err := Read(folder, fmt.Sprintf("router%d", i), until.AddDate(0, 0, -365), until)
			require.NoError(b, err)
			require.NotEmpty(b, NewReport(r, time.UTC, until).Days)
		}
		read += time.Since(began)
	}
	b.ReportMetric(float64(read.Milliseconds())/float64(b.N), "ms/year")
	b.ReportMetric(float64(read)/float64(plain), "times-reading")
}
