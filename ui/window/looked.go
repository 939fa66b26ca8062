package window

import (
	"time"

	"routerwatch/history"
	"routerwatch/ui/view"
)

// unreadTime is how long a note waits for being read.
const unreadTime = 24 * time.Hour

// sinceLooked says what happened since the operator last looked at a window, once.
func (s *mainWindow) sinceLooked() {
	looked, folder := s.state.app.Looked, s.historyFolder()
	if looked == nil || folder == "" || s.askedLooked || s.wall {
		return
	}
	s.askedLooked = true
	now, ids := s.now(), s.state.app.Routers
	s.work(func() func() {
		var ranges []history.Range
		for _, id := range ids {
			r, err := history.Read(folder, id, *looked, now)
			if err != nil {
				s.options.Log.Warn("a history cannot be read whole", "error", err)
			}
			ranges = append(ranges, r)
		}
		news := view.SinceLooked(ranges, *looked, now)
		return func() {
			if news.Text != "" {
				s.banner.tell(news, now.Add(unreadTime))
			}
		}
	})
}
