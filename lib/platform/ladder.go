package platform

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// readCaptures is the module that reads captures and ladders: which chains with one or
// two liberties atari after atari captures, and how their side saves them. It has an
// opinion of such moves, and reads at most "search.nodes" moves for each chain.
func readCaptures(ctx context.Context, p *position) (opinions, error) {
	s := *p.Board.Stones() // to play on
	r := reader{board: &s, most: int(p.Values[keyNodes])}
	all := opinions{}
	add := func(m goban.Point, worth float64, note string) {
		o := all[game.Move(m)]
		if worth > o.Score {
			o.Note = note
		}
		o.Score += worth
		all[game.Move(m)] = o
	}
	turn := s.Turn()
	for _, name := range shortChains(&s) {
		if err := context.Cause(ctx); err != nil {
			return all.scaled(), err
		}
		size := float64(s.ChainSize(name))
		if s.At(name) != turn {
			for _, q := range r.captures(name) {
				add(q, size*p.Values[keySearchCapture], fmt.Sprintf("takes %v", name))
			}
			continue
		}
		if !r.endangered(name) {
			continue
		}
		for _, q := range r.saves(name) {
			add(q, size*p.Values[keySearchSave], fmt.Sprintf("saves %v", name))
		}
	}
	maps.DeleteFunc(all, func(m game.Move, _ opinion) bool { return !slices.Contains(p.Moves, m) })
	return all.scaled(), nil
}

// shortChains returns the chains with one or two liberties, by name.
func shortChains(s *goban.Stones) (names []goban.Point) {
	for up := range s.Size() {
		for right := range s.Size() {
			if p := goban.PointAt(right, up); s.At(p) < goban.Empty && s.Chain(p) == p && s.Liberties(p, 3) < 3 {
				names = append(names, p)
			}
		}
	}
	return names
}

// reader reads ladders on a board, and leaves the board as it was. A ladder that it
// cannot read to the end within its limit counts as an escape.
type reader struct {
	board *goban.Stones
	most  int
	nodes int
}

// captures returns the moves by which the side to move captures the opponent's chain
// on p, which has one or two liberties.
func (r *reader) captures(p goban.Point) (moves []goban.Point) {
	r.nodes = r.most
	s := r.board
	for _, q := range s.LibertyPoints(p, 2, nil) {
		if s.Legal(q) && r.hunts(p, q) {
			moves = append(moves, q)
		}
	}
	return moves
}

// endangered says whether the opponent could capture the chain on p, of the side to
// move, if it were the opponent's turn.
func (r *reader) endangered(p goban.Point) bool {
	t := r.board.Pass()
	defer r.board.Undo(&t)
	return len(r.captures(p)) > 0
}

// saves returns the moves after which the opponent cannot capture the chain on p, of
// the side to move. It tries the chain's liberties, the points beside them, and the
// captures of adjacent chains.
func (r *reader) saves(p goban.Point) (moves []goban.Point) {
	s := r.board
	tried := map[goban.Point]bool{}
	try := func(q goban.Point) {
		if tried[q] || s.At(q) != goban.Empty || !s.Legal(q) {
			return
		}
		tried[q] = true
		t := s.Play(q)
		safe := s.Liberties(p, 3) > 2 || len(r.captures(p)) == 0
		s.Undo(&t)
		if safe {
			moves = append(moves, q)
		}
	}
	for _, l := range s.LibertyPoints(p, 2, nil) {
		try(l)
		for _, n := range beside(s, l) {
			try(n)
		}
	}
	for _, q := range r.captors(p) {
		try(q)
	}
	return moves
}

// captors returns the points that capture chains in atari beside the chain on p.
func (r *reader) captors(p goban.Point) (points []goban.Point) {
	s := r.board
	for q := p; ; {
		for _, n := range beside(s, q) {
			if s.At(n) == s.At(p).Other() {
				if last, in := s.Atari(n); in && !slices.Contains(points, last) {
					points = append(points, last)
				}
			}
		}
		if q = s.Next(q); q == p {
			return points
		}
	}
}

// hunts says whether the attacker, by a move on the liberty q, captures the chain on p.
func (r *reader) hunts(p, q goban.Point) bool {
	if r.nodes--; r.nodes < 0 {
		return false
	}
	s := r.board
	prey := s.At(p)
	t := s.Play(q)
	defer s.Undo(&t)
	if s.At(p) != prey {
		return true // taken
	}
	_, atari := s.Atari(p)
	return atari && !r.escapes(p)
}

// escapes says whether the chain on p, in atari, escapes. Its side is to move.
func (r *reader) escapes(p goban.Point) bool {
	s := r.board
	run, _ := s.Atari(p)
	for _, q := range append([]goban.Point{run}, r.captors(p)...) {
		if s.Legal(q) && r.runs(p, q) {
			return true
		}
	}
	return false
}

// runs says whether the chain on p escapes by a move on q. Its side is to move.
func (r *reader) runs(p, q goban.Point) bool {
	if r.nodes--; r.nodes < 0 {
		return true
	}
	s := r.board
	t := s.Play(q)
	defer s.Undo(&t)
	switch s.Liberties(p, 3) {
	case 1:
		return false
	case 2:
		for _, l := range s.LibertyPoints(p, 2, nil) {
			if s.Legal(l) && r.hunts(p, l) {
				return false
			}
		}
	}
	return true
}
