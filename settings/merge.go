package settings

import (
	"slices"
)

// Outside is what others changed in the file, and a save has taken over.
type Outside struct {
	Added, Removed, Changed []string // routers, by name
	Keys                    []string // other settings
	Conflict                bool     // something else was changed by both; the save counts
}

// merge is the settings with the changes from base to each of theirs, in the file, and
// ours. Of what both changed, ours counts.
func merge(base, theirs, ours Settings) (Settings, Outside) {
	var o Outside
	s := ours.Clone()
	for _, key := range Keys() {
		was, is, want := key.get(&base), key.get(&theirs), key.get(&ours)
		switch {
		case is == was || is == want:
		case want == was:
			key.take(&s, &theirs)
			o.Keys = append(o.Keys, key.Name)
		default:
			o.Conflict = true
		}
	}
	if _, err := s.Backoff.Build(); err != nil { // the waits of both do not go together
		s.Backoff, o.Conflict = ours.Backoff, true
	}
	s.Routers = o.routers(base.Routers, theirs.Routers, ours.Routers)
	return s, o
}

func (o *Outside) routers(base, theirs, ours []Router) (merged []Router) {
	for _, r := range ours {
		was, before := byID(base, r.ID)
		is, present := byID(theirs, r.ID)
		switch {
		case before && !present && r == was:
			o.Removed = append(o.Removed, r.Name)
			continue
		case before && !present:
			o.Conflict = true // it was removed, and changed here
		case present && is != was:
			next := o.router(was, is, r)
			if next != r {
				o.Changed = append(o.Changed, next.Name)
			}
			r = next
		}
		merged = append(merged, r)
	}
	for _, r := range theirs {
		_, here := byID(ours, r.ID)
		was, before := byID(base, r.ID)
		switch {
		case !here && before:
			o.Conflict = o.Conflict || r != was // it was changed, and removed here
		case !here:
			o.Added = append(o.Added, r.Name)
			merged = append(merged, r)
		}
	}
	if slices.Equal(order(base, ours), order(ours, base)) { // in the file's order, unless it was changed here
		slices.SortStableFunc(merged, func(a, b Router) int { return place(theirs, a.ID) - place(theirs, b.ID) })
	}
	return merged
}

// order are the ids of the routers that are also among the others.
func order(routers, others []Router) (ids []string) {
	for _, r := range routers {
		if _, common := byID(others, r.ID); common {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// place is a router's index, or beyond the last one.
func place(routers []Router, id string) int {
	if at := slices.IndexFunc(routers, func(r Router) bool { return r.ID == id }); at >= 0 {
		return at
	}
	return len(routers)
}

// router merges one router. What belongs to its server goes with the address.
func (o *Outside) router(was, is, want Router) Router {
	next := want
	if want.Name == was.Name {
		next.Name = is.Name
	} else if is.Name != was.Name && is.Name != want.Name {
		o.Conflict = true
	}
	access := func(r Router) Router { return Router{URL: r.URL, Token: r.Token, InsecureToken: r.InsecureToken} }
	switch {
	case access(is) == access(was) || access(is) == access(want):
	case access(want) == access(was):
		next.URL, next.Token, next.InsecureToken = is.URL, is.Token, is.InsecureToken
	case is.URL == was.URL && SameServer(want.URL, was.URL):
		if want.Token == was.Token {
			next.Token = is.Token
		}
		if want.InsecureToken == was.InsecureToken {
			next.InsecureToken = is.InsecureToken
		}
	default:
		o.Conflict = true
	}
	return next
}

func byID(routers []Router, id string) (Router, bool) {
	if at := place(routers, id); at < len(routers) {
		return routers[at], true
	}
	return Router{}, false
}
