//go:build linux

package e2e

import (
	"context"
	"fmt"
	"image"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// word is one that is read on the screen.
type word struct {
	line string // words of one line have the same
	text string
	area image.Rectangle
}

const enlarge = 3 // letters as small as a desktop's are recognised only larger

// recognise reads the words on a part of a screenshot.
func (d *desktop) recognise(file string, area image.Rectangle) []word {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.t.Context(), 3*patience) // where the machine is busy
	defer cancel()
	// A median leaves the background alone; what differs from it is the letters,
	// whether they are light or dark.
	const script = `convert "$1" -crop "$2" +repage -colorspace Gray \
		'(' +clone -statistic Median 15x15 ')' -compose difference -composite -normalize -negate -resize "$3" png:- |
		OMP_THREAD_LIMIT=1 tesseract - - --psm 11 tsv`
	crop := fmt.Sprintf("%dx%d+%d+%d", area.Dx(), area.Dy(), area.Min.X, area.Min.Y)
	recognition := d.Command(ctx, "bash", "-o", "pipefail", "-c", script, "recognise", file, crop, fmt.Sprintf("%d%%", 100*enlarge))
	table, err := recognition.Output()
	require.NoError(d.t, err)
	words := parseWords(string(table))
	for i := range words {
		words[i].area = words[i].area.Add(area.Min)
	}
	return words
}

// parseWords reads tesseract's table: level, page, block, paragraph, line, word,
// left, top, width, height, confidence, text.
func parseWords(table string) []word {
	var words []word
	for row := range strings.Lines(table) {
		fields := strings.Split(strings.TrimRight(row, "\n"), "\t")
		if len(fields) < 12 || fields[0] != "5" || plain(fields[11]) == "" {
			continue
		}
		var n [4]int
		for i := range n {
			n[i], _ = strconv.Atoi(fields[6+i])
			n[i] /= enlarge
		}
		words = append(words, word{
			line: strings.Join(fields[1:5], " "), text: plain(fields[11]), area: image.Rect(n[0], n[1], n[0]+n[2], n[1]+n[3]),
		})
	}
	return words
}

// joined is what was read, for the words of a failure.
func joined(words []word) string {
	var all []string
	for _, each := range words {
		all = append(all, each.text)
	}
	return strings.Join(all, " ")
}

// plain leaves out what the recognition often gets wrong.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(text))
}

// find is where a text of one or more words stands. One letter may be wrong, and
// spaces do not count.
func find(text string, in []word) []image.Rectangle {
	wanted := plain(text)
	var found []image.Rectangle
	for i := range in {
		read, area := "", image.Rectangle{}
		for _, each := range in[i:] {
			if each.line != in[i].line || len(read) > len(wanted) {
				break
			}
			read += each.text
			area = area.Union(each.area)
			if nearly(read, wanted) {
				found = append(found, area)
				break
			}
		}
	}
	return found
}

// nearly reports whether a and b differ in one letter at most.
func nearly(a, b string) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) <= 1 && len(b) <= 1
}

func TestFindingWordsThatWereReadBadly(t *testing.T) {
	const table = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n" +
		"5\t1\t1\t1\t1\t1\t30\t60\t90\t30\t96.1\tRetrv\n5\t1\t1\t1\t1\t2\t150\t60\t60\t30\t90\tnow.\n" +
		"5\t1\t2\t1\t1\t1\t30\t120\t30\t30\t80\tQu\n5\t1\t2\t1\t1\t2\t60\t120\t30\t30\t80\tit\n" +
		"5\t1\t3\t1\t1\t1\t0\t0\t9\t9\t10\t|\n"
	words := parseWords(table)
	tests := []struct {
		text string
		want []image.Rectangle
	}{
		{"Retry now", []image.Rectangle{image.Rect(10, 20, 70, 30)}},
		{"Quit", []image.Rectangle{image.Rect(10, 40, 30, 50)}},
		{"Open", nil},
		{"now Quit", nil}, // of two lines
	}
	for _, test := range tests {
		assert.Equal(t, test.want, find(test.text, words), test.text)
	}
	for _, read := range []string{"open", "oper", "opn", "pen", "oopen", "opens"} {
		assert.True(t, nearly(read, "open"), read)
		assert.True(t, nearly("open", read), read)
	}
	for _, read := range []string{"", "oepn", "op", "opened", "shut"} {
		assert.False(t, nearly(read, "open"), read)
		assert.False(t, nearly("open", read), read)
	}
}
