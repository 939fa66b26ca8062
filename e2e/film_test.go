//go:build linux

package e2e

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"image"
	"image/draw"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/stretchr/testify/require"
)

// frame is one picture of the screen, without our window: the words in it are not
// looked for.
type frame struct {
	file    string
	picture *image.RGBA
	err     error
}

// look takes one.
func (s *story) look() frame {
	f := frame{file: filepath.Join(s.frames, fmt.Sprintf("%d.png", time.Now().UnixNano()))}
	if f.err = s.shot(f.file); f.err == nil {
		f.picture, f.err = picture(f.file)
	}
	if f.err != nil || s.empty == nil {
		return f
	}
	for _, w := range s.windows() {
		const title, border = 30, 6
		g := s.geometry(w.id)
		area := image.Rect(g.x-border, g.y-title, g.x+g.width+border, g.y+g.height+border).Intersect(s.empty.Rect)
		draw.Draw(f.picture, area, s.empty, area.Min, draw.Src)
	}
	return f
}

// stillScreen waits until nothing has changed for two seconds: a desktop goes on
// drawing after its panel is there.
func (s *story) stillScreen() *image.RGBA {
	s.t.Helper()
	const start = 3 * time.Minute // of Plasma on a busy machine
	var last frame
	var since time.Time
	awaitWithin(s.t, start, "a screen that holds still", func() (time.Duration, bool) {
		f := s.look()
		require.NoError(s.t, f.err)
		if last.picture == nil || !bytes.Equal(f.picture.Pix, last.picture.Pix) {
			last, since = f, time.Now()
		}
		return time.Since(since), time.Since(since) > 2*time.Second
	})
	return last.picture
}

// keep leaves the picture as the present step's.
func (s *story) keep(f frame) {
	s.t.Helper()
	require.NoError(s.t, f.err)
	content, err := os.ReadFile(f.file)
	require.NoError(s.t, err)
	name := fmt.Sprintf("%02d-%s.png", s.steps, strings.ReplaceAll(s.at, " ", "-"))
	require.NoError(s.t, os.WriteFile(filepath.Join(s.folder, name), content, 0o644))
}

// watch waits for a picture that is right. It looks at each change of
// the screen, in order: a notification may go while an earlier picture is read.
func (s *story) watch(what string, isRight func(frame) (seen string, right bool)) frame {
	s.t.Helper()
	ctx, stop := context.WithTimeout(s.t.Context(), patience)
	frames := make(chan frame, 30)
	go func() {
		defer close(frames)
		for last := (frame{}); ctx.Err() == nil; time.Sleep(lookInterval) {
			f := s.look()
			if f.err == nil && last.picture != nil && bytes.Equal(f.picture.Pix, last.picture.Pix) {
				_ = os.Remove(f.file)
				continue
			}
			last = f
			select {
			case frames <- f:
			case <-ctx.Done():
			}
		}
	}()
	defer func() {
		stop()
		for range frames { // until it has ended
		}
	}()
	seen := ""
	for f := range frames {
		require.NoError(s.t, f.err)
		var right bool
		if seen, right = isRight(f); right {
			return f
		}
	}
	require.FailNow(s.t, "timed out", "%s was not on the screen within %s; last seen: %s", what, patience, seen)
	return frame{}
}

// words are those on the screen, apart from the empty desktop's.
func (s *story) words(f frame) []word {
	s.t.Helper()
	smallest := image.Pt(80, 40) // an icon or a clock is smaller than a tooltip
	var words []word
	for _, area := range changed(s.empty, f.picture) {
		if area.Dx() < smallest.X || area.Dy() < smallest.Y {
			continue
		}
		hash := fnv.New64()
		for y := area.Min.Y; y < area.Max.Y; y++ {
			_, _ = hash.Write(f.picture.Pix[f.picture.PixOffset(area.Min.X, y):f.picture.PixOffset(area.Max.X, y)])
		}
		key := fmt.Sprint(area, hash.Sum64())
		read, known := s.read[key]
		if !known {
			read = s.recognise(f.file, area)
			s.read[key] = read
		}
		words = append(words, read...)
	}
	return words
}
