package window

// The words of the window's own controls. What it says about a router comes
// from ui/view.
const (
	labelLatency   = "Latency"
	labelSimulated = "SIMULATED ROUTER"

	labelCopy = "Copy"

	labelFault  = "Fault"
	labelPause  = "Pause it"
	labelResume = "Resume it"
	labelPlay   = "Let the day go on"

	labelWelcome     = "Which router should be watched?"
	labelWelcomeMore = "Routerwatch asks it every few seconds whether it is alive and how many pairs it has, and tells you when that changes."
	labelAddress     = "Address"
	labelAddressHint = "https://router.example.org"
	labelName        = "Name (optional)"
	labelNameHint    = "what you call it"
	labelWatch       = "Watch this router"
	labelTryDemo     = "Try the demo"
	labelNotAddress  = "An address looks like https://router.example.org"

	labelNothingYet = "Waiting for the first reading…"
	labelDismiss    = "OK"
)
