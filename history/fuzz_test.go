package history

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func FuzzRow(f *testing.F) {
	f.Add([]byte("2026-11-30T10:00:00Z,20,40,,,30,,,,10,,,20,6,3,8,10,12,4"), true)
	f.Add([]byte("2026-11-30T10:15:00Z,900,,,,,,,,,,,900,180,,8.1,10.2,12345.6,,later,columns"), false)
	f.Add([]byte("2026-11-30T10:00:00Z,,,60,,,,,,,,,,,,,,,"), true)
	f.Add([]byte("9999-12-31T23:59:00+23:59,60,,,,,,,,,,,,,,1e300,Inf,NaN,-1"), true)
	f.Add([]byte("2026-11-30T10:00:00Z,9223372036854775807,9223372036854775807,62,,,,,,,,,,,,,,,"), true)
	f.Fuzz(func(t *testing.T, line []byte, minutes bool) {
		length := int64(quarter)
		if minutes {
			length = minute
		}
		row, err := parseRow(line, length)
		if err != nil {
			return
		}
		require.Equal(t, length, row.Watched()+row.Unwatched)
		again, err := parseRow([]byte(row.text()), length)
		require.NoError(t, err, row.text())
		require.Equal(t, row.text(), again.text())
	})
}

// Whatever the files hold: nothing panics, the figures add up, and after a start that
// mends them nothing is damaged.
func FuzzFiles(f *testing.F) {
	f.Add([]byte(`{"at":"2026-11-30T09:00:00Z","what":"began","version":1,"name":"Main"}
{"at":"2026-11-30T09:00:00Z","what":"status","status":"down","kind":"refused","layer":"tcp","polls":-7}
{"at":"2026-11-30T09:00:00Z","what":"outage_opened","since":"2026-11-30T08:00:00Z"}
{"at":"2026-11-30T08:00:00Z","what":"unwatched","since":"2030-11-30T08:00:00Z","until":"1970-11-30T08:00:00Z"}
`), []byte("start,x\n2026-11-30T10:00:00Z,20,40,,,30,,,,10,,,20,6,3,8,10,12,4\n"))
	f.Add([]byte("{\"what\":\"began\"}\n{\"what\":\"ended\"}\n{\"what\":\"outage_opened\"}\n{}\nnull\n[]\n\x00\x00"), []byte("\x00\x00\n\n,\n"))
	f.Add([]byte(`{"at":"9999-12-31T23:59:59Z","what":"pairs","from":null}`+"\n"), []byte("2026-11-30T10:00:00Z"))
	// A clock that was years off: not a row for each minute.
	f.Add([]byte("{\"at\":\"0001-01-01T00:00:00Z\",\"what\":\"began\"}\n{\"at\":\"9999-12-31T23:59:59Z\",\"what\":\"status\"}\n"), []byte{})
	f.Fuzz(func(t *testing.T, changes, minutes []byte) {
		folder := t.TempDir()
		router := filepath.Join(folder, "r1")
		require.NoError(t, os.Mkdir(router, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(router, changesFile), changes, 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(router, "minutes-2026-11-30.csv"), minutes, 0o600))
		look := func() Range {
			r, err := Read(folder, "r1", at("2026-11-30T00:00:00Z"), at("2026-12-01T00:00:00Z"))
			require.NoError(t, err)
			sum := r.Sum()
			require.Equal(t, int64(day), sum.Watched()+sum.Unwatched)
			_ = NewReport(r, time.UTC, at("2026-12-02T00:00:00Z"))
			_ = r.Pauses()
			_ = r.Gaps()
			return r
		}
		look()
		s := &Store{folder: folder, keep: 1 << 62, log: quiet()}
		var recorder Recorder
		_ = s.load("r1", &recorder)
		_, err := appendTo(filepath.Join(router, "minutes-2026-11-30.csv"), nil, false)
		require.NoError(t, err)
		require.Zero(t, look().Damaged)
	})
}
