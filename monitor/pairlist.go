package monitor

import "slices"

const (
	maxPages  = 10 // of a list; a longer one is not read
	maxPasses = 4  // over a list that keeps changing
)

// pairList is the list of a router's pairs, read a page at a time with a poll
// between two pages: an immutable value.
//
// A page is of one moment, but a list of several may change while it is read, so
// that a pair is missed or seen twice. It counts when a pass over all of its pages
// has found each as the pass before left it: then there was a moment, between the
// two passes, at which all of them were as they are here.
type pairList struct {
	names []string // as last read completely, sorted
	known bool     // names are those that belong to the pair count

	pages   []storedPage // those before next are of this pass, the others of the pass before
	next    int          // the page to ask for
	changed bool         // a page of this pass is not as it was
	passes  int          // completed without a result
}

// storedPage is a page and the cursor that it was asked for with.
type storedPage struct {
	Page
	cursor string
}

// again is l, to be read from its beginning.
func (l pairList) again() pairList {
	l.next, l.changed, l.passes = 0, false, 0
	return l
}

// question asks for the next page.
func (l pairList) question() Question {
	q := Question{Topic: PairList}
	if l.next > 0 {
		q.Cursor = l.pages[l.next-1].Next
	}
	if stored, ok := l.stored(q.Cursor); ok {
		q.ETag = stored.ETag
	}
	return q
}

// stored is the next page as the pass before left it, if it had that cursor.
func (l pairList) stored(cursor string) (storedPage, bool) {
	if l.next < len(l.pages) && l.pages[l.next].cursor == cursor {
		return l.pages[l.next], true
	}
	return storedPage{}, false
}

// add takes the answer to l's question. Names are those of the whole list, once it
// is complete and has count pairs. Failed means that it will not be.
func (l pairList) add(a Answer, count int64) (after pairList, names []string, failed bool) {
	cursor := l.question().Cursor
	stored, known := l.stored(cursor)
	page := storedPage{a.Page, cursor}
	if a.Unchanged {
		page = stored
	}
	if !known || page.Next != stored.Next || !slices.Equal(page.Pairs, stored.Pairs) {
		l.changed = true
	}
	pages := append(slices.Clone(l.pages[:l.next]), page)
	l.next++
	if page.Next != "" && l.next < maxPages {
		l.pages = append(pages, l.pages[min(l.next, len(l.pages)):]...)
		return l, nil, a.Unchanged && !known
	}
	l.pages = pages
	for _, page := range pages {
		names = append(names, page.Pairs...)
	}
	slices.Sort(names)
	distinct := int64(len(slices.Compact(slices.Clone(names))))
	if page.Next == "" && (l.next == 1 || !l.changed) && distinct == count && len(names) == int(count) {
		return l.again(), names, false
	}
	l.next, l.changed, l.passes = 0, false, l.passes+1
	return l, nil, page.Next != "" || l.passes == maxPasses || a.Unchanged && !known
}

// without lists the names of a that are not in b. Both are sorted.
func without(a, b []string) []string {
	var rest []string
	for _, name := range a {
		if _, found := slices.BinarySearch(b, name); !found {
			rest = append(rest, name)
		}
	}
	return rest
}
