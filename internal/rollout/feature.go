package rollout

import (
	"slices"

	"qikit.dev/qikit/lib/goban"
)

// The features of a move, for the side that makes it. Exactly one pattern is
// true of a move, and any number of the others. A table of weights has Count
// entries in this order.
const (
	// The pattern of the eight points around it, see Pattern, comes first.
	firstPattern = 0
	// CaptureOne, CaptureTwo and CaptureMore: it captures 1, 2 or 3 and more
	// stones.
	CaptureOne = Patterns + iota - 1
	CaptureTwo
	CaptureMore
	// Escape: it is the last liberty of an own chain. Threatened: and the opponent
	// would win by capturing there.
	Escape
	Threatened
	// BesideLast and DiagonalToLast: it touches the opponent's last move;
	// BesideOwn and DiagonalToOwn: the own move before.
	BesideLast
	DiagonalToLast
	BesideOwn
	DiagonalToOwn
	// SelfAtari: it captures nothing and leaves its chain one liberty. A weight over 0
	// counts as 0.
	SelfAtari
	// Count is the number of features.
	Count
)

// Features appends the features of a legal move in rising order. last is the opponent's
// last move and own the one before it, NoPoint for none. It is the slow definition; a
// Player keeps features up to date move by move.
func Features(s *goban.Stones, r Rules, m, last, own goban.Point, dst []int) []int {
	turn := s.Turn()
	dst = append(dst, firstPattern+Pattern(s.AroundCode(m), turn))
	captured, escape, threatened := 0, false, 0
	var seen [4]goban.Point
	for i, n := range m.Neighbours() {
		if !s.Has(n) || s.At(n) == goban.Empty {
			continue
		}
		chain := s.Chain(n)
		last, in := s.Atari(n)
		if !in || last != m || slices.Contains(seen[:i], chain) {
			continue
		}
		seen[i] = chain
		if s.At(n) == turn {
			escape = true
			threatened += s.ChainSize(n)
		} else {
			captured += s.ChainSize(n)
		}
	}
	if captured > 0 {
		dst = append(dst, CaptureOne+min(captured, 3)-1)
	}
	if escape {
		dst = append(dst, Escape)
		if threatened >= r.Target[turn.Other()]-s.Captured(turn.Other()) {
			dst = append(dst, Threatened)
		}
	}
	dst = near(m, last, BesideLast, dst)
	dst = near(m, own, BesideOwn, dst)
	if captured == 0 && selfAtari(s, m) {
		dst = append(dst, SelfAtari)
	}
	return dst
}

// near appends feature beside, or the one after it, when m touches other.
func near(m, other goban.Point, feature int, dst []int) []int {
	if other == goban.NoPoint {
		return dst
	}
	column, row := m.Column()-other.Column(), m.Row()-other.Row()
	switch column*column + row*row {
	case 1:
		return append(dst, feature)
	case 2:
		return append(dst, feature+1)
	}
	return dst
}

// selfAtari says whether a legal move that captures nothing leaves its chain
// one liberty.
func selfAtari(s *goban.Stones, m goban.Point) bool {
	turn := s.Turn()
	only := goban.NoPoint // the one liberty seen
	for _, n := range m.Neighbours() {
		if s.At(n) == goban.Empty {
			if only != goban.NoPoint && only != n {
				return false
			}
			only = n
		}
	}
	for _, n := range m.Neighbours() {
		if s.At(n) != turn {
			continue
		}
		// Of three liberties m is at most one.
		var room [3]goban.Point
		for _, l := range s.LibertyPoints(n, 3, room[:0]) {
			if l == m || l == only {
				continue
			}
			if only != goban.NoPoint {
				return false
			}
			only = l
		}
	}
	return true
}
