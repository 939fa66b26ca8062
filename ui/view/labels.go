package view

import (
	"errors"
	"fmt"
	"io/fs"
)

// The words of the window's own controls.
const (
	LabelLatency     = "Latency"
	LabelSimulated   = "SIMULATED"
	LabelNothingYet  = "Waiting for the first reading…"
	LabelDisplayOnly = "display only"

	LabelSilence       = "Silence"
	LabelMore          = "…"
	LabelSilenceRouter = "Acknowledge or mute"
	LabelAcknowledge   = "Acknowledge"
	LabelUnacknowledge = "Take back the acknowledgement"
	LabelMaintenance   = "Begin maintenance"
	LabelNoMaintenance = "End maintenance"

	LabelCopy     = "Copy note"
	LabelCopyDone = "Copied"
	LabelDismiss  = "OK"

	LabelFault  = "Fault"
	LabelPause  = "Pause it"
	LabelResume = "Resume it"
	LabelPlay   = "Let the day go on"

	LabelAllRouters   = "← All routers"
	LabelHistory      = "History"
	LabelNoHistory    = "This run keeps no history."
	LabelReading      = "Reading…"
	LabelClose        = "Close"
	LabelCopyReport   = "Copy report"
	LabelPairs        = "Pairs"
	LabelCopyPairs    = "Copy pairs"
	LabelReportCopied = "The report is on the clipboard. It holds no secrets."
	LabelPoint        = "Point at a moment, or move with the arrow keys, to read what was known then."
	LabelHowToRead    = "Full height: live; lower: throttled, retrying, then paused; lowest: down; hatched: not watched."
	LabelWhatHappened = "What happened"
	EarlierEvents     = "and %s earlier, which the report of the whole range lists"

	LabelExport        = "Export"
	LabelExportReading = "Last reading, as JSON…"
	LabelExportHour    = "Last hour, as CSV…"
	LabelExportCSV     = "This range, as CSV…"
	LabelExportJSON    = "This range, as JSON…"
	LabelExportFile    = "Save as"
	LabelExportMore    = "It holds what was known when you opened this page. An existing file is not overwritten."

	TitleExportReading = "Export the last reading"
	TitleExportHour    = "Export the last hour"
	TitleExportRange   = "Export the history"
	Exported           = "Saved as %s"

	MoreProblems     = "and %d more"
	LabelAllProblems = "Show all"
	LabelExportAll   = "All routers"
	TitleProblems    = "What is wrong"
	LabelUse         = "Use " // before what was probably meant
	VersionLabel     = "version "
)

// WallOnScreen is the reason for inhibiting the screen saver, which desktops list.
const WallOnScreen = "Shows a wall display"

// The first start.
const (
	LabelWelcome     = "Which router should be watched?"
	LabelWelcomeMore = "Routerwatch asks it every few seconds whether it is alive and how many pairs it has, and tells you when that changes."
	LabelAddress     = "Address"
	LabelAddresses   = "Address, or a list of addresses"
	LabelAddressHint = "https://router.example.org"
	LabelName        = "Name (optional)"
	LabelNameHint    = "what you call it"
	LabelWatch       = "Watch this router"
	LabelTryDemo     = "Try the demo"

	LabelSettings   = "Settings"
	LabelNoSettings = "A run with --demo or --url has no settings to change."
	LabelNoAgent    = "This window only displays what comes on its standard input. Checking, snoozing and settings need the app."
)

// The settings.
const (
	LabelSave        = "Save"
	LabelSaving      = "Saving…"
	LabelKeyringWait = "Waiting for the system's keyring, which may be asking for its password…"
	LabelCancel      = "Cancel"
	LabelDiscardAsk  = "Discard your changes?"
	LabelDiscard     = "Discard"
	LabelKeepEditing = "Go on editing"

	LabelRouters   = "Routers"
	LabelNoRouters = "None yet."
	LabelAdd       = "Add a router"
	LabelEdit      = "Edit"
	LabelUp        = "↑"
	LabelDown      = "↓"
	LabelRemove    = "Remove"
	LabelKeep      = "Keep"
	LabelOutage    = "Outage"
	LabelNotify    = "Notify me"
	LabelDesktop   = "Desktop"
	LabelTrouble   = "Trouble with Routerwatch itself"
	LabelAtLogin   = "Start when I log in"

	LabelDiagnostics = "Copy diagnostics"
	LabelCopied      = "The diagnostics are on the clipboard. They hold no secrets."
)

// A router's settings.
const (
	LabelNewRouter  = "New router"
	LabelEditRouter = "Router"
	LabelDone       = "Done"

	LabelToken        = "Bearer token, if a gateway needs one (optional)"                   //nolint:gosec // words about tokens
	LabelTokenMore    = "It is kept in the system's keyring and sent to this router alone." //nolint:gosec // words about tokens
	LabelTokenStored  = "A token is stored in the system's keyring. Type another one to replace it."
	LabelTokenMissing = "The system's keyring has not given this router's token, so it is polled without one. Unlock the keyring, or type the token again."
	LabelTokenTyped   = "The token that you typed is stored when you save. Type another one to replace it."
	LabelTokenOld     = "The stored token is for the old address; enter it again."
	LabelTokenGoes    = "The stored token is removed when you save."
	LabelEnterToken   = "Enter token"
	LabelDropToken    = "Remove the token"
	LabelKeepToken    = "Keep the token"

	LabelTest        = "Test connection"
	LabelStopTest    = "Stop the test"
	LabelTesting     = "Asking the router…"
	LabelTestGood    = "It works."
	LabelTestFailed  = "It does not work yet."
	LabelTestStopped = "The test was stopped."
)

// RemoveQuestion asks whether a router is to be removed.
func RemoveQuestion(router string) string { return "Remove " + router + "?" }

// ExportFailed is the sentence why a file could not be written.
func ExportFailed(path string, err error) string {
	switch {
	case path == "":
		return "Enter a file name."
	case errors.Is(err, fs.ErrExist):
		return "This name exists already; choose another one."
	case errors.Is(err, fs.ErrNotExist):
		return "There is no such folder."
	case errors.Is(err, fs.ErrPermission):
		return "You may not write there."
	}
	return ErrorSentence(fmt.Errorf("the file could not be written: %w", err))
}

// HistoryTitle is the title of the History page of a router.
func HistoryTitle(m Model) string {
	return "History of " + m.Title + when(m.Simulated, " (simulated)")
}
