package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A promise whose test was renamed or removed is no longer proved.
func TestEveryNamedProofExists(t *testing.T) {
	declared := make(map[string]bool)
	function := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)[A-Z]\w*)\(`)
	for _, folder := range folders(t) {
		files, err := filepath.Glob(filepath.Join(root, folder, "*_test.go"))
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			for _, found := range function.FindAllSubmatch(text, -1) {
				declared[string(found[1])] = true
			}
		}
	}

	text, err := os.ReadFile(filepath.Join(root, "docs", "proofs.md"))
	require.NoError(t, err)
	named := regexp.MustCompile(`\b(?:Test|Fuzz)[A-Z]\w*`).FindAllString(string(text), -1)
	assert.Greater(t, len(named), 80)
	for _, name := range named {
		assert.True(t, declared[name], "docs/proofs.md names %s", name)
	}
}
