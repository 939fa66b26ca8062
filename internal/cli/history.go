package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"routerwatch/history"
	"routerwatch/settings"
	"routerwatch/ui/view"
)

// historyCommand are the options of history.
type historyCommand struct {
	Router      option `placeholder:"NAME" group:"What history prints:" help:"Only this router, by its name or id."`
	Since       option `placeholder:"TIME" group:"What history prints:" help:"From when on: 36h or 7d before the end, 2026-11-30, \"2026-11-30 14:02\" or RFC 3339; 7d by default."`
	Until       option `placeholder:"TIME" group:"What history prints:" help:"Until when, likewise; now by default."`
	JSON        bool   `name:"json" group:"How it prints it:" xor:"how" help:"A JSON object a router, one a line."`
	CSV         bool   `name:"csv" group:"How it prints it:" xor:"how" help:"The rows, by minute or by quarter of an hour, whichever is kept."`
	OpenMetrics bool   `name:"openmetrics" group:"How it prints it:" xor:"how" help:"Timestamped samples for promtool tsdb create-blocks-from openmetrics."`

	from, to time.Time
}

// read reads the times. A day is a local one; its end is the next midnight.
func (h *historyCommand) read(now time.Time) error {
	h.to = now
	err := h.Until.read(func(text string) (err error) {
		if h.to, err = parseMoment(text, now); err == nil && len(strings.TrimSpace(text)) == len(time.DateOnly) {
			h.to = h.to.AddDate(0, 0, 1) // the whole day
		}
		if now.Before(h.to) {
			h.to = now // the rest is not recorded
		}
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

// RunHistory prints what is kept of the past. What could not be read is said, and the
// rest is shown.
func RunHistory(inv *Invocation, out io.Writer) error {
	path, err := settings.Path()
	if err != nil {
		return err
	}
	h, folder := inv.HistoryCommand, cmp.Or(inv.Folder.text, historyFolder(path))
	ids, err := h.routers(folder)
	if err != nil {
		return err
	}
	now := time.Now()
	var all []history.Range
	for _, id := range ids {
		r, err := history.Read(folder, id, h.from, h.to)
		if err != nil {
			complain(err)
		}
		r = r.Recorded(now)
		r.Name = cmp.Or(r.Name, id)
		if !h.JSON {
			all = append(all, r)
		} else if err := history.WriteJSON(out, history.NewReport(r, now.Location(), now)); err != nil {
			return err
		}
	}
	switch {
	case h.JSON:
		return nil
	case h.CSV:
		return history.WriteCSV(out, all)
	case h.OpenMetrics:
		return history.WriteOpenMetrics(out, all)
	case len(all) == 0:
		_, err = fmt.Fprintln(out, view.NothingRecorded)
	default:
		_, err = io.WriteString(out, view.Histories(all, lineWidth(out), now))
	}
	return err
}

// lineWidth is how long a line of out may be: only a terminal has a limit.
func lineWidth(out io.Writer) int {
	if file, ok := out.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return view.TerminalWidth
		}
	}
	return view.Uncut
}

// routers are the ids of those that were asked for.
func (h *historyCommand) routers(folder string) ([]string, error) {
	ids, err := history.Routers(folder)
	wanted := strings.TrimSpace(h.Router.text)
	if err != nil || wanted == "" {
		return ids, err
	}
	var found, names []string
	for _, id := range ids {
		r, _ := history.Read(folder, id, h.to, h.to) // what is wrong is said when all of it is read
		if names = append(names, cmp.Or(r.Name, id)); wanted == id || strings.EqualFold(wanted, r.Name) {
			found = append(found, id)
		}
	}
	switch {
	case len(ids) == 0:
		return nil, errors.New("--router: nothing is recorded yet")
	case len(found) == 0:
		return nil, fmt.Errorf("--router: there is no history of %q; there is of %s", wanted, strings.Join(names, ", "))
	}
	return found, nil
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
