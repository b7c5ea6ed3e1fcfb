package gorollout

import "qikit.dev/qikit/lib/goban"

// Reader reads ladders out, on the board itself: it plays and takes back. Its
// zero value is ready; it belongs to one goroutine.
type Reader struct {
	left  int // moves that may still be read
	marks marks
}

// effort is how many moves may be read for a ladder. One across the whole 19x19 board
// takes about 70; a ladder that is not read to its end counts as failed.
const effort = 120

// Ladder says whether the chain on p can be captured by atari after atari, however it
// tries to get away. Either its owner is to move and it is in atari, or the attacker is
// to move and it has two liberties; of any other chain it says false. s stays as it is.
// It costs 0.1 to 10 us.
func (r *Reader) Ladder(s *goban.Stones, p goban.Point) bool {
	r.left = effort
	if s.At(p) == s.Turn() {
		_, in := s.Atari(p)
		return in && r.caught(s, p)
	}
	libs, n := r.marks.liberties(s, p)
	return n == 2 && r.hunted(s, p, libs) != goban.NoPoint
}

// Hunt is the move that begins the ladder, NoPoint when there is none. The side
// to move is the attacker and the chain has two liberties.
func (r *Reader) Hunt(s *goban.Stones, p goban.Point) goban.Point {
	r.left = effort
	if libs, n := r.marks.liberties(s, p); n == 2 {
		return r.hunted(s, p, libs)
	}
	return goban.NoPoint
}

// dies says whether stones that a legal move m saves, leaving them two liberties, are
// caught in a ladder all the same.
func (r *Reader) dies(s *goban.Stones, m goban.Point) bool {
	r.left = effort
	return r.lost(s, m, m)
}

// lost says whether the chain on p is caught after its owner has played m.
func (r *Reader) lost(s *goban.Stones, p, m goban.Point) bool {
	trace := s.Play(m)
	libs, n := r.marks.liberties(s, p)
	dead := n < 2 || n == 2 && r.hunted(s, p, libs) != goban.NoPoint
	s.Undo(&trace)
	return dead
}

// caught: the owner of the chain in atari is to move.
func (r *Reader) caught(s *goban.Stones, p goban.Point) bool {
	if r.left--; r.left < 0 {
		return false
	}
	out, in := s.Atari(p)
	if !in {
		return false
	}
	// Capturing a chain that encloses it saves it, or the outcome is hard to tell.
	enemy := s.At(p).Other()
	for q := range s.ChainStones(p) {
		for _, n := range q.Neighbours() {
			if s.At(n) != enemy {
				continue
			}
			if take, atari := s.Atari(n); atari && s.Legal(take) && (take != out || s.ChainSize(n) > 1) {
				return false
			}
		}
	}
	return !s.Legal(out) || r.lost(s, p, out)
}

// hunted: the attacker is to move, the chain has these two liberties. It tells
// the atari that catches it.
func (r *Reader) hunted(s *goban.Stones, p goban.Point, libs [2]goban.Point) goban.Point {
	for i, m := range libs {
		if r.left < 0 || !s.Legal(m) || r.marks.room(s, m, 2) < 2 && !r.ends(s, libs[1-i]) {
			continue
		}
		trace := s.Play(m)
		dead := false
		if _, in := s.Atari(m); !in || r.ends(s, libs[1-i]) {
			dead = r.caught(s, p)
		}
		s.Undo(&trace)
		if dead {
			return m
		}
	}
	return goban.NoPoint
}

// ends says whether running to a point gains no further liberty beside it.
func (r *Reader) ends(s *goban.Stones, out goban.Point) bool {
	for _, n := range out.Neighbours() {
		if s.At(n) == goban.Empty {
			return false
		}
	}
	return true
}
