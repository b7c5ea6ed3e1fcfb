package capturesolver

import (
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
)

// symmetries are those of the square.
const symmetries = 8

// images are the hashes of a position as it looks through each symmetry.
type images [symmetries]uint64

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
	for row := range size {
		for column := range size {
			for symmetry := range symmetries {
				x, y := column, row
				if symmetry&1 != 0 {
					x = size - 1 - x
				}
				if symmetry&2 != 0 {
					y = size - 1 - y
				}
				if symmetry&4 != 0 {
					x, y = y, x
				}
				for c := range hashes {
					t[c][goban.PointAt(column, row)][symmetry] = hashes[c][goban.PointAt(x, y)]
				}
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

// key is the same for a position and its images; ko, turn and captures take part.
func (p *Position) key() uint64 {
	s := &p.stones
	h := p.hashes
	if ko := s.Ko(); ko != goban.NoPoint {
		// A stone of each color on the same point stands for it.
		h.toggle(&p.table[0][ko])
		h.toggle(&p.table[1][ko])
	}
	least := h[0]
	for _, image := range h[1:] {
		least = min(least, image)
	}
	return least ^ rng.New(uint64(s.Turn())<<40|uint64(s.Captured(goban.Black))<<20|uint64(s.Captured(goban.White))).Uint64()
}
