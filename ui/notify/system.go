//go:build !(linux || freebsd || netbsd || openbsd || dragonfly)

package notify

import (
	"context"
	"strings"

	"github.com/gen2brain/beeep"

	"routerwatch/ui/view"
)

// run shows what is queued until the Notifier is closed or ctx ends.
func run(ctx context.Context, n *Notifier) {
	beeep.AppName = n.opts.AppName // the only way to set it
	n.showEach(ctx, n.show)
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

// inert replaces the characters that are special to the toolkit's Windows
// sender: it pastes the text into a CDATA section and, as a fallback, into a
// PowerShell string, in which a dollar sign and a backquote are evaluated and a
// quote before an at sign ends the string.
func inert(text string) string {
	return strings.NewReplacer("$", "\uFF04", "`", "\u2019", `"@`, `" @`, "]]>", "]] >").Replace(text)
}
