package window

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"routerwatch/monitor"
	"routerwatch/ui/view"
	"routerwatch/ui/window/kit"
	"routerwatch/ui/wire"
)

// exports is the menu of what can be exported.
func (s *mainWindow) exports() []*fyne.MenuItem {
	var items []*fyne.MenuItem
	snapshots := s.state.snapshots()
	for i, snapshot := range snapshots {
		of := ""
		if len(snapshots) > 1 {
			of = s.models[i].Title + ": "
		}
		items = append(items,
			fyne.NewMenuItem(of+view.LabelExportJSON, func() { s.export(snapshot, "json") }),
			fyne.NewMenuItem(of+view.LabelExportCSV, func() { s.export(snapshot, "csv") }))
	}
	return items
}

// export asks where to write a router's reading or last hour, as of this moment.
func (s *mainWindow) export(of monitor.Snapshot, format string) {
	var text []byte
	var err error
	title, done := view.TitleExportReading, view.ReadingExported
	if format == "csv" {
		title, done = view.TitleExportHour, view.HourExported
		text, err = wire.CSV(of.Name, s.state.of(of.ID).history.Points)
	} else {
		text, err = wire.JSON(of)
	}
	if err != nil {
		s.banner.say(view.ErrorSentence(err))
		return
	}
	path := filepath.Join(exportFolder(), exportName(of.Name, format, s.now()))
	s.openPage(newExportPage(s, title, path, text, done), nil)
}

// newExportPage asks for a file name, writes the file, and reports success.
func newExportPage(s *mainWindow, title, path string, text []byte, done string) *page {
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
				s.closePage()
				s.banner.note(fmt.Sprintf(done, path))
			}
		})
	}
	p = newPage(s, title, view.LabelSave, write)
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
