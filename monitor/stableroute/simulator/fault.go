package simulator

import "time"

// A Fault is what is wrong with the simulated router.
type Fault string

// The faults. The zero value of Fault is None.
const (
	None        Fault = ""
	Slow        Fault = "slow"        // answers after Options.Slowness
	Error       Fault = "error"       // 500
	Unavailable Fault = "unavailable" // 503, as the router's own time limit gives it
	Refuse      Fault = "refuse"      // nothing listens
	Reset       Fault = "reset"       // the connection is reset instead of an answer
	RateLimit   Fault = "rate-limit"  // 429 with Retry-After
	Garbage     Fault = "garbage"     // JSON is promised, something else comes
	Empty       Fault = "empty"       // 200 with nothing in it
	WebPage     Fault = "web-page"    // HTML, as a sign-in page would be
	BlackHole   Fault = "black-hole"  // accepts, reads, and never answers
	Drip        Fault = "drip"        // a right answer, one byte at a time
)

// dripEvery is the pause between two bytes of a dripping answer: slow enough
// that no client waits for the end of it.
const dripEvery = 500 * time.Millisecond

// A Choice is a fault and the short words for a button that causes it.
type Choice struct {
	Fault Fault
	Words string
}

// Faults lists every fault, None first, in the order to offer them.
func Faults() []Choice {
	return []Choice{
		{None, "None"},
		{Slow, "Slow"},
		{Error, "Error 500"},
		{Unavailable, "Error 503"},
		{Refuse, "Refuse"},
		{Reset, "Reset"},
		{RateLimit, "Rate limit"},
		{Garbage, "Garbage"},
		{Empty, "Empty answer"},
		{WebPage, "Web page"},
		{BlackHole, "No answer"},
		{Drip, "Drip"},
	}
}

// Valid reports whether f is one of the faults.
func (f Fault) Valid() bool {
	for _, choice := range Faults() {
		if f == choice.Fault {
			return true
		}
	}
	return false
}
