package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
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
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	read := 0
	require.NoError(t, fs.WalkDir(os.DirFS(root), ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "build" || entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".") && path != "."):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		read++
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, path), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(file, func(node ast.Node) bool {
			if name, ok := node.(*ast.Ident); ok {
				assert.NotContains(t, forbidden, name.Name, path)
			}
			return true
		})
		return nil
	}))
	assert.Greater(t, read, 100)
}
