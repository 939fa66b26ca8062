package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"routerwatch/history"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

// historyCommand are the options of history.
type historyCommand struct {
	Router      option `placeholder:"NAME" group:"What to show:" help:"Only this router, by its name or id."`
	Since       option `placeholder:"TIME" group:"What to show:" help:"From when on: 36h or 7d before the end, 2026-11-30, \"2026-11-30 14:02\" or RFC 3339; 7d by default."`
	Until       option `placeholder:"TIME" group:"What to show:" help:"Until when, likewise; now by default."`
	JSON        bool   `name:"json" group:"How:" xor:"how" help:"A JSON object a router, one a line."`
	CSV         bool   `name:"csv" group:"How:" xor:"how" help:"The rows, by minute or by quarter of an hour, whichever is kept."`
	OpenMetrics bool   `name:"openmetrics" group:"How:" xor:"how" help:"Timestamped samples for promtool tsdb create-blocks-from openmetrics."`

	from, to time.Time
}

// read reads the times. A day is a local one; its end is the next midnight.
func (h *historyCommand) read(now time.Time) error {
	h.to = now
	err := h.Until.read(func(text string) (err error) {
		if h.to, err = parseMoment(text, now); err == nil && len(strings.TrimSpace(text)) == len(time.DateOnly) {
			h.to = h.to.AddDate(0, 0, 1) // the whole day
		}
		h.to = earlier(h.to, now)
		return err
	})
	if err != nil {
		return err
	}
	h.from = h.to.AddDate(0, 0, -7)
	if err := h.Since.read(func(text string) (err error) { h.from, err = parseMoment(text, h.to); return err }); err != nil {
		return err
	}
	if !h.from.Before(h.to) {
		return fmt.Errorf("%s: the time must be before its end, %s", cmp.Or(h.Since.name, "--since"), h.to.Format(time.DateTime))
	}
	return nil
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// parseMoment is a time, or so long before end.
func parseMoment(text string, end time.Time) (time.Time, error) {
	text = strings.TrimSpace(text)
	for _, layout := range []string{time.RFC3339, time.DateTime, "2006-01-02 15:04", time.DateOnly} {
		if t, err := time.ParseInLocation(layout, text, end.Location()); err == nil {
			return t, nil
		}
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n > 0 && n <= 36600 {
			return end.AddDate(0, 0, -n), nil
		}
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return end.Add(-d), nil
	}
	return time.Time{}, fmt.Errorf("%q is not a time; write 36h, 7d, 2026-01-31, \"2026-01-31 14:02\" or 2026-01-31T14:02:11Z", text)
}

// RunHistory prints what is kept of the past.
func RunHistory(inv *Invocation, out io.Writer) error {
	path, err := settings.Path()
	if err != nil {
		return err
	}
	folder := cmp.Or(inv.Folder.text, historyFolder(path))
	ranges, err := readHistory(inv.HistoryCommand, folder)
	if err != nil {
		return err
	}
	switch now := time.Now(); {
	case inv.HistoryCommand.CSV:
		return history.WriteCSV(out, ranges)
	case inv.HistoryCommand.OpenMetrics:
		return history.WriteOpenMetrics(out, ranges)
	case inv.HistoryCommand.JSON:
		for _, r := range ranges {
			if err := history.WriteJSON(out, history.NewReport(r, now.Location(), now)); err != nil {
				return err
			}
		}
		return nil
	case len(ranges) == 0:
		_, err = fmt.Fprintln(out, "Nothing recorded yet.")
		return err
	default:
		for i, r := range ranges {
			text := view.History(r, now)
			if i > 0 {
				text = "\n" + text
			}
			if _, err := io.WriteString(out, text); err != nil {
				return err
			}
		}
		return nil
	}
}

// readHistory reads the ranges of the routers asked for. What could not be read is
// said, and the rest is shown.
func readHistory(h historyCommand, folder string) ([]history.Range, error) {
	ids, err := history.Routers(folder)
	if err != nil {
		return nil, err
	}
	wanted := strings.TrimSpace(h.Router.text)
	var ranges []history.Range
	var names []string
	for _, id := range ids {
		r, err := history.Read(folder, id, h.from, h.to)
		if err != nil {
			complain(err)
		}
		r.Name = cmp.Or(r.Name, id)
		if names = append(names, r.Name); wanted == "" || strings.EqualFold(wanted, r.Name) || wanted == id {
			ranges = append(ranges, r)
		}
	}
	if wanted != "" && len(ranges) == 0 {
		if len(names) == 0 {
			return nil, errors.New("nothing is recorded yet")
		}
		return nil, fmt.Errorf("--router: there is no history of %q; there is of %s", wanted, strings.Join(names, ", "))
	}
	return ranges, nil
}

// terminalHistory is where watch keeps the history: in the folder that was named, or
// for the routers of the settings in the state folder, unless another instance does.
func (inv *Invocation) terminalHistory(c configuration, check bool) *history.Store {
	folder := inv.Folder.text
	if folder == "" && c.file != nil {
		folder = historyFolder(c.file.Path())
	}
	if folder == "" || check {
		return nil
	}
	return openHistory(folder, c.settings.History, inv.log())
}
