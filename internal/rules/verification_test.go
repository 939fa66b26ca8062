package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// No certificate goes unchecked: no source file of the program, and no setting
// or flag, names what would switch that off.
func TestVerificationCannotBeSwitchedOff(t *testing.T) {
	forbidden := []string{"InsecureSkipVerify", "VerifyPeerCertificate", "VerifyConnection", "SetTLSClientConfig"}
	read := 0
	for _, folder := range folders(t) {
		files, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		require.NoError(t, err)
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			read++
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			ast.Inspect(file, func(node ast.Node) bool {
				if name, ok := node.(*ast.Ident); ok {
					assert.NotContains(t, forbidden, name.Name, path)
				}
				return true
			})
		}
	}
	assert.Greater(t, read, 100)
}
