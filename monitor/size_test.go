package monitor

import (
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// size is how large a test is: as usual, so that the package's tests take
// seconds, or as a variable of the environment says.
func size(t *testing.T, variable string, usual int) int {
	t.Helper()
	text, set := os.LookupEnv(variable)
	if !set {
		return usual
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err, "%s is a number", variable)
	return n
}
