package platform

import (
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// inverse returns the symmetry, as game.View has it, that turns a view back.
func inverse(symmetry int) int {
	if symmetry == 5 || symmetry == 6 {
		return 11 - symmetry // quarter turns; each other symmetry is its own inverse
	}
	return symmetry
}

// canonical returns a position as the memory bank stores it: of its eight views with
// Black to move, the one whose text comes first.
func canonical(b *weiqi.Board) (identity string, symmetry int) {
	for k := range goban.Symmetries {
		text := b.Identity(game.View{Turn: b.Turn(), Symmetry: k})
		if k == 0 || text < identity {
			identity, symmetry = text, k
		}
	}
	return identity, symmetry
}

// inView and fromView carry a move into a view and back; a pass stays a pass.
func inView(symmetry int, m game.Move, size int) game.Move {
	if m == goban.Pass {
		return m
	}
	return game.Move(goban.Point(m).Seen(symmetry, size))
}

func fromView(symmetry int, m game.Move, size int) game.Move {
	return inView(inverse(symmetry), m, size)
}

// cornerOf returns the side of the corners whose shapes are stored; 0 for none.
func cornerOf(size int) int {
	switch {
	case size < 7:
		return 0
	case size < 13:
		return 4
	}
	return 7
}

// cornerShape returns a corner as the memory bank stores it: at the bottom left, with
// Black to move; of its two views, the one whose text comes first.
func cornerShape(s *goban.Stones, corner int) (identity string, symmetry int) {
	k, size := cornerOf(s.Size()), s.Size()
	for _, symmetry2 := range [2]int{corner, corner | 4} {
		text := make([]byte, 0, 2+k*k)
		text = append(text, byte('a'+size), ' ')
		for up := range k {
			for right := range k {
				c := s.At(goban.PointAt(right, up).Seen(inverse(symmetry2), size))
				if c < goban.Empty && s.Turn() == goban.White {
					c = c.Other()
				}
				text = append(text, c.Letter())
			}
		}
		if identity == "" || string(text) < identity {
			identity, symmetry = string(text), symmetry2
		}
	}
	return identity, symmetry
}

// inCorner says whether a turned point lies in the corner.
func inCorner(p goban.Point, size int) bool {
	k := cornerOf(size)
	return p.Column() < k && p.Row() < k
}
