//go:build linux

package e2e

import (
	"image"
	"testing"

	"github.com/stretchr/testify/assert"
)

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
	assert.Equal(t, 4, difference("frankfurtisdown", "frankfurtisback"))
	assert.Equal(t, 1, difference("open", "oper"))
	assert.Equal(t, 3, difference("", "abc"))
}
