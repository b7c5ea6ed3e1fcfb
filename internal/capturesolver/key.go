package capturesolver

import (
	"slices"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
)

// images are the hashes of a position as it looks through each symmetry.
type images [goban.Symmetries]uint64

// points is over the number of any goban.Point.
const points = 512

// imageTable holds, for a size, what a stone adds to the hashes.
type imageTable [2][points]images

// newImageTable takes 64 KB and some 10 us.
func newImageTable(size int) *imageTable {
	var hashes [2][points]uint64
	r := rng.New(0x53594d)
	for c := range hashes {
		for p := range hashes[c] {
			hashes[c][p] = r.Uint64()
		}
	}
	t := new(imageTable)
	for i := range size * size {
		p := goban.PointAt(i%size, i/size)
		for symmetry := range goban.Symmetries {
			for c := range hashes {
				t[c][p][symmetry] = hashes[c][p.Seen(symmetry, size)]
			}
		}
	}
	return t
}

// toggle puts a stone into the hashes, or takes it out.
func (h *images) toggle(stone *images) {
	for i := range h {
		h[i] ^= stone[i]
	}
}

// Key is the same for a position and its images. Ko, turn and captures take part in
// it, the targets do not.
func (p *Position) Key() uint64 {
	s := &p.stones
	h := p.hashes
	if ko := s.Ko(); ko != goban.NoPoint {
		// A stone of each color on the same point stands for it.
		h.toggle(&p.table[0][ko])
		h.toggle(&p.table[1][ko])
	}
	return slices.Min(h[:]) ^ rng.New(uint64(s.Turn())<<40|uint64(s.Captured(goban.Black))<<20|uint64(s.Captured(goban.White))).Uint64()
}
