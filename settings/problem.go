package settings

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// A Problem is one thing that is wrong with the settings, or with their file.
// It is an error whose text is one sentence for the operator, and holds no
// address and no other secret of the file.
type Problem struct {
	Path        string // the file; empty where it is not about a file
	Line        int    // from 1; 0 where it is not known
	Key         string // the setting, such as poll.interval; empty for the whole file
	Reason      string // what is wrong, and what is allowed
	Consequence string // what is done about it; may be empty
	Kept        string // where a copy of the file was kept; empty if there is none
	Cause       error  // the system's error, for errors.Is; may be nil
	Harmless    bool   // nothing that was wanted is missing

	// lost says that a save would write over what the person wrote.
	lost bool
}

// Error is the sentence.
func (p *Problem) Error() string {
	var where []string
	if p.Path != "" {
		where = append(where, filepath.Base(p.Path))
	}
	if p.Line > 0 {
		where = append(where, fmt.Sprintf("line %d", p.Line))
	}
	if p.Key != "" {
		where = append(where, p.Key)
	}
	sentence := p.Reason
	if len(where) > 0 {
		sentence = strings.Join(where, ", ") + ": " + sentence
	}
	if p.Consequence != "" {
		sentence += "; " + p.Consequence
	}
	if p.Kept != "" {
		sentence += fmt.Sprintf("; a copy is kept as %s", p.Kept)
	}
	return sentence
}

// Unwrap gives the system's error to [errors.Is] and [errors.As].
func (p *Problem) Unwrap() error { return p.Cause }

// mostProblems is how many are told of one file: it may be of any kind.
const mostProblems = 50

// bounded are at most mostProblems, the harmless last and the rest of them
// counted where there are more.
func bounded(problems []*Problem) []*Problem {
	if len(problems) <= mostProblems {
		return problems
	}
	problems = slices.Clone(problems)
	slices.SortStableFunc(problems, func(a, b *Problem) int {
		switch {
		case a.Harmless == b.Harmless:
			return 0
		case a.Harmless:
			return 1
		}
		return -1
	})
	rest := problems[mostProblems-1:]
	return append(problems[:mostProblems-1:mostProblems-1], &Problem{
		Path: rest[0].Path, Reason: fmt.Sprintf("%d more things are wrong with it", len(rest)),
		Harmless: !slices.ContainsFunc(rest, func(p *Problem) bool { return !p.Harmless }),
	})
}

// routerKey names a router in a sentence: by its place, from 1, and its name.
func routerKey(index int, name string) string {
	if CheckName(name) != nil {
		return fmt.Sprintf("router %d", index+1)
	}
	return fmt.Sprintf("router %d (%s)", index+1, quote(TidyName(name)))
}
