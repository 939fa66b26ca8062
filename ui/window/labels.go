package window

// The words of the window's own controls. What it says about a router comes
// from ui/view.
const (
	labelWelcome     = "Which router should be watched?"
	labelWelcomeMore = "Routerwatch asks it every few seconds whether it is alive and how many pairs it has, and tells you when that changes."
	labelAddress     = "Address"
	labelAddressHint = "https://router.example.org"
	labelName        = "Name (optional)"
	labelNameHint    = "what you call it"
	labelWatch       = "Watch this router"
	labelTryDemo     = "Try the demo"

	labelSettings   = "Settings"
	labelNoSettings = "This start keeps no settings. Start Routerwatch without --demo and --url to change them."
	labelNoAgent    = "This window only displays what comes on its standard input. Checking, snoozing and settings need the app."
)

// The settings.
const (
	labelSave        = "Save"
	labelSaving      = "Saving…"
	labelCancel      = "Cancel"
	labelDiscardAsk  = "Discard what you changed?"
	labelDiscard     = "Discard"
	labelKeepEditing = "Go on editing"

	labelRouters   = "Routers"
	labelNoRouters = "None yet."
	labelAdd       = "Add a router"
	labelEdit      = "Edit"
	labelUp        = "↑"
	labelDown      = "↓"
	labelRemove    = "Remove"
	labelRemoveAsk = "Remove it?"
	labelKeep      = "Keep"
	labelOutage    = "Outage"
	labelThreshold = "Failed checks in a row that count as down"
	labelPolicy    = "Waits between checks while a router fails"
	labelOwnWaits  = "Its waits are set by hand in the settings file. Choosing another policy takes them away."
	labelNotify    = "Notify me"
	labelDesktop   = "Desktop"
	labelTrouble   = "Trouble with Routerwatch itself"
	labelCount     = "Show the pair count in the tray icon"
	labelAtLogin   = "Start when I log in"

	labelNotifyDown     = "when a router is down, and when it is back"
	labelNotifyDownMore = "Once each, however the error changes in between."
	labelNotifyPaused   = "when it is paused, and when it is resumed"
	labelNotifyZero     = "when it has no pairs any more"
	labelNotifyChanged  = "whenever its pair count changes"

	labelDiagnostics = "Copy diagnostics"
	labelCopied      = "The diagnostics are on the clipboard. They hold no secrets."
)

// A router's settings.
const (
	labelNewRouter  = "New router"
	labelEditRouter = "Router"
	labelDone       = "Done"

	labelToken       = "Bearer token, where a gateway wants one (optional)"                //nolint:gosec // words about tokens
	labelTokenMore   = "It is kept in the system's keyring and sent to this router alone." //nolint:gosec // words about tokens
	labelTokenStored = "A token is stored in the system's keyring. Type another one to replace it."
	labelTokenTyped  = "The token that you typed is stored as you save. Type another one to replace it."
	labelTokenOld    = "The stored token is for the old address; enter it again."
	labelTokenGoes   = "The stored token is removed as you save."
	labelDropToken   = "Remove the token"
	labelKeepToken   = "Keep the token"

	labelTest        = "Test connection"
	labelStopTest    = "Stop the test"
	labelTesting     = "Asking the router…"
	labelTestGood    = "It works."
	labelTestFailed  = "It does not work yet."
	labelTestStopped = "The test was stopped."
)
