package wire

import (
	"routerwatch/monitor"
	"routerwatch/settings"
)

// Settings are what the settings dialog shows and sends back, whole. The
// timing knobs stay in the file and the flags; what is not here is kept.
type Settings struct {
	Routers      []Router `json:"routers"` // in the operator's order
	Threshold    int      `json:"threshold"`
	Policy       string   `json:"policy"`
	OwnWaits     bool     `json:"own_waits"` // some of the policy's waits are set in the file
	Down         bool     `json:"notify_down"`
	Paused       bool     `json:"notify_paused"`
	PairsZero    bool     `json:"notify_pairs_zero"`
	PairsChanged bool     `json:"notify_pairs_changed"`
	Count        bool     `json:"tray_count"`
	AtLogin      bool     `json:"at_login"` // start with the desktop session
}

// Router is one router of Settings. A new one brings an id of its own, from
// settings.NewID.
type Router struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	URL  string `json:"url"`
	// Token tells that its token is in the system's keyring, under the id.
	Token bool `json:"token"`
}

// FromSettings is s for the wire.
func FromSettings(s settings.Settings, atLogin bool) Settings {
	w := Settings{
		Routers:   []Router{},
		Threshold: s.Poll.Threshold, Policy: s.Backoff.Policy,
		OwnWaits: s.Backoff != settings.Backoff{Policy: s.Backoff.Policy},
		Down:     s.Notifications.Down, Paused: s.Notifications.Paused,
		PairsZero: s.Notifications.PairsZero, PairsChanged: s.Notifications.PairsChanged,
		Count: s.Tray.Count, AtLogin: atLogin,
	}
	for _, r := range s.Routers {
		w.Routers = append(w.Routers, Router{ID: r.ID, Name: r.Name, URL: r.URL, Token: r.Token})
	}
	return w
}

// Over is s with what w says in its place. A changed policy takes away the
// waits that were set for the one before.
func (w Settings) Over(s settings.Settings) settings.Settings {
	s = s.Clone()
	before := s.Routers
	s.Routers = nil
	for _, r := range w.Routers {
		next := settings.Router{ID: r.ID, Name: settings.TidyName(r.Name), URL: r.URL, Token: r.Token}
		if next.Name == "" {
			next.Name = settings.NameFor(r.URL)
		}
		for _, old := range before {
			if old.ID == r.ID && old.URL == r.URL { // the permission is for that address
				next.InsecureToken = old.InsecureToken
			}
		}
		s.Routers = append(s.Routers, next)
	}
	s.Poll.Threshold = w.Threshold
	if w.Policy != s.Backoff.Policy {
		s.Backoff = settings.Backoff{Policy: w.Policy}
	}
	s.Notifications = monitor.Notifications{
		Down: w.Down, Paused: w.Paused, PairsZero: w.PairsZero, PairsChanged: w.PairsChanged,
	}
	s.Tray.Count = w.Count
	return s
}
