//go:build !(linux || freebsd || netbsd || openbsd || dragonfly)

package notify

import (
	"context"
	"strings"

	"github.com/gen2brain/beeep"

	"routerwatch/ui/view"
)

// run shows what is queued until the Notifier is closed or ctx ends. The
// toolkit may take seconds for one notification and cannot be interrupted, nor
// can it replace or withdraw one.
func (n *Notifier) run(ctx context.Context) {
	beeep.AppName = n.opts.AppName // the toolkit has no other way to be told
	failing := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-n.closing:
			return
		case <-n.queue.wake:
		}
		for ctx.Err() == nil {
			r, ok := n.queue.take()
			if !ok {
				break
			}
			if r.withdraw {
				continue
			}
			err := n.show(r.note)
			switch {
			case err != nil && !failing:
				n.opts.Log.Warn("notifications cannot be shown", "error", err)
			case err == nil && failing:
				n.opts.Log.Info("notifications are shown again")
			}
			failing = err != nil
		}
	}
}

func (n *Notifier) show(note view.Notification) error {
	var icon any = ""
	if len(n.opts.IconPNG) > 0 {
		icon = n.opts.IconPNG
	}
	show := beeep.Notify
	if note.Urgent {
		show = beeep.Alert
	}
	return show(inert(plain(note.Title)), inert(plain(note.Body)), icon)
}

// inert returns the text with the characters exchanged that mean something to
// the toolkit's Windows sender: it pastes the text into a CDATA section and,
// as its last resort, into a PowerShell string in which a dollar sign and a
// backquote are evaluated and a quote before an at sign ends the string.
func inert(text string) string {
	return strings.NewReplacer("$", "\uFF04", "`", "\u2019", `"@`, `" @`, "]]>", "]] >").Replace(text)
}
