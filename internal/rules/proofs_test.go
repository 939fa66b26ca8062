package rules

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A promise whose test was renamed or removed is no longer proved.
func TestEveryNamedProofExists(t *testing.T) {
	declared := make(map[string]bool)
	function := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)[A-Z]\w*)\(`)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, found := range function.FindAllSubmatch(text, -1) {
			declared[string(found[1])] = true
		}
		return err
	})
	require.NoError(t, err)

	text, err := os.ReadFile(filepath.Join(root, "docs", "proofs.md"))
	require.NoError(t, err)
	named := regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w*`).FindAllString(string(text), -1)
	assert.Greater(t, len(named), 80)
	for _, name := range named {
		assert.True(t, declared[name], "docs/proofs.md names %s", name)
	}
}
