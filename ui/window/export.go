package window

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"routerwatch/history"
	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// exports is the menu of what can be exported.
func (s *mainWindow) exports() []*fyne.MenuItem {
	items := s.exportsOf(view.LabelExportAll, s.state.snapshots())
	if !s.several() {
		return items
	}
	for _, m := range s.onCards() {
		items = append(items, s.exportsOf(m.Title, slices.DeleteFunc(s.state.snapshots(), func(r monitor.Snapshot) bool { return r.ID != m.ID }))...)
	}
	return items
}

// exportsOf is what can be exported of these routers together, under a title if there
// are several.
func (s *mainWindow) exportsOf(title string, snapshots []monitor.Snapshot) []*fyne.MenuItem {
	if len(snapshots) == 0 {
		return nil
	}
	of, file, format := "", snapshots[0].Name, "json"
	if s.several() {
		of = title + ": "
	}
	if len(snapshots) > 1 {
		file, format = title, "jsonl" // an object a line
	}
	return []*fyne.MenuItem{
		fyne.NewMenuItem(of+view.LabelExportReading, func() {
			var text []byte
			var errs []error
			for _, snapshot := range snapshots {
				line, err := wire.Marshal(snapshot)
				text, errs = append(text, line...), append(errs, err)
			}
			s.export(view.TitleExportReading, file, format, text, errors.Join(errs...), s.closePage)
		}),
		fyne.NewMenuItem(of+view.LabelExportHour, func() {
			now := s.now()
			reads := make([]func(from, to time.Time) (history.Range, error), len(snapshots))
			for i, snapshot := range snapshots {
				reads[i] = s.past(snapshot.Router)
			}
			s.work(func() func() {
				var ranges []history.Range
				var errs []error
				for _, read := range reads {
					r, err := read(now.Add(-time.Hour), now)
					ranges, errs = append(ranges, r), append(errs, err)
				}
				text := exportedCSV(ranges...)
				return func() {
					if s.page == nil {
						s.export(view.TitleExportHour, file, "csv", text, errors.Join(errs...), s.closePage)
					}
				}
			})
		}),
	}
}

// exports is the menu of what can be exported of the range.
func (h *historyPage) exports() []*fyne.MenuItem {
	s, shown := h.main, h.shown
	save := func(format string, text []byte) {
		s.export(view.TitleExportRange, shown.Past.Name, format, text, nil, func() {
			s.openPage(h.page, h.export)
			h.read() // what came meanwhile was dropped
		})
	}
	return []*fyne.MenuItem{
		fyne.NewMenuItem(view.LabelExportCSV, func() { save("csv", exportedCSV(shown.Past)) }),
		fyne.NewMenuItem(view.LabelExportJSON, func() { save("json", exportedJSON(shown.Past, s.now())) }),
	}
}

// exportedCSV is what history --csv prints, and exportedJSON what --json does.
func exportedCSV(ranges ...history.Range) []byte {
	var text bytes.Buffer
	_ = history.WriteCSV(&text, ranges) // a buffer takes everything
	return text.Bytes()
}

func exportedJSON(r history.Range, now time.Time) []byte {
	var text bytes.Buffer
	_ = history.WriteJSON(&text, history.NewReport(r, now.Location(), now))
	return text.Bytes()
}

// export asks where to write what is known about a router, and goes back afterwards. An
// error is why something is missing in it.
func (s *mainWindow) export(title, router, format string, text []byte, err error, back func()) {
	path := filepath.Join(exportFolder(), exportName(router, format, s.now()))
	p := newExportPage(s, title, path, text, back)
	s.openPage(p, nil)
	p.say(view.ErrorSentence(err), view.Bad)
}

// newExportPage asks for a file name, writes the file, and reports success.
func newExportPage(s *mainWindow, title, path string, text []byte, back func()) *page {
	var p *page
	var file *entry
	write := func() {
		p.yes.Set(p.yes.Text, false)
		path := strings.TrimSpace(file.Text)
		s.work(func() func() {
			err := writeNew(path, text)
			return func() {
				if s.page != p {
					return // the page was closed in the meantime
				}
				p.yes.Set(p.yes.Text, true)
				if err != nil {
					p.say(view.ExportFailed(path, err), view.Bad)
					p.focus(file)
					return
				}
				back()
				s.banner.note(fmt.Sprintf(view.Exported, path))
			}
		})
	}
	p = newPage(s, title, view.LabelSave, write)
	p.cancel = back
	file = newEntry(p, path, "")
	file.OnSubmitted = func(string) { write() }
	p.fill(label(view.LabelExportFile, pageText, theme.ColorNameForeground), file, label(view.LabelExportMore, pageSmall, kit.ColorMuted))
	return p
}

// writeNew writes a new file atomically. It fails if the file exists.
func writeNew(path string, text []byte) error {
	if home, err := os.UserHomeDir(); err == nil && strings.HasPrefix(path, "~"+string(filepath.Separator)) {
		path = filepath.Join(home, path[2:])
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644) //nolint:gosec // the operator names it, and it holds no secret
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// exportFolder is the suggested folder for an export.
func exportFolder() string {
	home, _ := os.UserHomeDir() // else the working directory
	downloads := filepath.Join(home, "Downloads")
	if info, err := os.Stat(downloads); err == nil && info.IsDir() {
		return downloads
	}
	return home
}

// exportName is, for example, routerwatch-frankfurt-20261129T200000Z.json.
func exportName(router, format string, now time.Time) string {
	const longest = 50 // letters, without the time
	words := strings.FieldsFunc("routerwatch "+strings.ToLower(router), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	name := []rune(strings.Join(words, "-"))
	name = name[:min(len(name), longest)]
	return strings.TrimRight(string(name), "-") + now.UTC().Format("-20060102T150405Z.") + format
}
