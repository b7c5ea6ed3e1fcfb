// Package sgcpgo says in the words of lib/weiqi what the lines of SGCP say of a game of
// Go, and the other way round, for the gateway and the platform: [Rules], [Move],
// [Coord], and the hashes of positions and marks.
package sgcpgo

import (
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
	"qikit.dev/qikit/lib/weiqi"
)

// Rules returns the rules of a game with these settings.
func Rules(s *sgcp.Settings) weiqi.Options {
	return weiqi.Options{Size: s.Size, Komi: s.Komi.Float(), Handicap: s.Handicap, Scoring: string(s.Rule)}
}

// Point is the board's point of a coordinate that Coord.On has returned, no pass.
func Point(c sgcp.Coord) goban.Point { return goban.PointAt(c.Column(), c.Row()) }

// Move is the move on a coordinate that Coord.On has returned.
func Move(c sgcp.Coord) game.Move {
	if c == sgcp.Pass {
		return goban.Pass
	}
	return game.Move(Point(c))
}

// Coord is the coordinate of a move.
func Coord(m game.Move) sgcp.Coord {
	if m == goban.Pass {
		return sgcp.Pass
	}
	return sgcp.At(goban.Point(m).Column(), goban.Point(m).Row())
}

// Hash is the hash of the stones that count.
func Hash(s *goban.Stones, counts func(goban.Point) bool) (h sgcp.Hash) {
	for i := range s.Size() * s.Size() {
		p := goban.PointAt(i%s.Size(), i/s.Size())
		if c := s.At(p); c < goban.Empty && counts(p) {
			h = h.Toggle(i, sgcp.Color(c))
		}
	}
	return h
}

// Marks returns the chains among dead, which holds their names, row by row, and the hash
// of their stones.
func Marks(s *goban.Stones, dead map[goban.Point]bool) (chains []goban.Point, hash sgcp.Hash) {
	hash = Hash(s, func(p goban.Point) bool {
		name := s.Chain(p)
		if dead[name] && name == p {
			chains = append(chains, p)
		}
		return dead[name]
	})
	return chains, hash
}
