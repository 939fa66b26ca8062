#!/bin/sh
# Renders every bitmap in png/ and the app icon from the drawings in svg/.
# The build uses the committed bitmaps; run this after changing a drawing.
# Needs rsvg-convert (Debian: librsvg2-bin).
#
# Two hand-fitted grids keep edges on whole pixels: svg/16 gives 16 and 32 px,
# svg/24 gives 24 and 48 px, and 22 px without its outermost pixel.
set -eu
cd "$(dirname "$0")"

shapes="badge connecting disc down live lost-pairs offline paused silenced stalled throttled"
amber='#c2700a'

# render SVG SIZE PNG [SED-EXPRESSION]
render() {
	sed -e "${4:-}" "$1" | rsvg-convert --zoom "$2" --output "$3"
}

# grid GRID ZOOM SIZE [SED-EXPRESSION]
grid() {
	out="png/$3"
	mkdir -p "$out"
	for shape in $shapes; do
		render "svg/$1/$shape.svg" "$2" "$out/$shape.png" "${4:-}"
		# Retrying shows the previous shape in amber. White stays white.
		render "svg/$1/$shape.svg" "$2" "$out/$shape-amber.png" \
			"${4:-s/^//};s/#15803d/$amber/g;s/#cf2a2a/$amber/g;s/#66707c/$amber/g;s/#3f72af/$amber/g"
	done
	rm "$out/badge-amber.png" "$out/paused-amber.png" "$out/live-amber.png" "$out/lost-pairs-amber.png" "$out/silenced-amber.png"
	for digits in 1 2 3; do
		render "svg/$1/digits-$digits.svg" "$2" "$out/digits-$digits.png"
	done
}

rm -rf png
grid 16 1 16
grid 24 1 22 's/width="24" height="24" viewBox="0 0 24 24"/width="22" height="22" viewBox="1 1 22 22"/'
grid 24 1 24
grid 16 2 32
grid 24 2 48

for size in 48 128 256 512; do
	rsvg-convert --width $size --height $size --output png/icon-$size.png svg/icon.svg
done
cp png/icon-512.png icon.png # where the packaging tools look for it
