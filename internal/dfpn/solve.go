package dfpn

import (
	"context"

	"qikit.dev/qikit/internal/pool"
)

// Value is who wins, for the side to move.
type Value int8

// Values of a position.
const (
	Unknown Value = iota
	Win
	Loss
)

// Game is a position that moves are played on. After a call it stands where it
// stood before.
type Game[M ~uint16 | ~uint32] interface {
	// Verdict is the value where the game can tell it at once, or with a little search
	// of its own.
	Verdict() Value
	// Estimate guesses, where Verdict is Unknown, how many positions must be won
	// to prove a win and to prove a loss: at least 1 each, which is a fair guess.
	Estimate() (win, loss int)
	// Moves appends the moves worth trying, the likeliest first; moves that are
	// known to lose may be left out. With none left the side to move loses.
	Moves(dst []M) []M
	Play(m M)
	Undo()
	// Key is equal for positions that are worth the same to the side to move: equal
	// ones, those that are mirror images too if the game likes.
	Key() uint64
}

// NoLimit is the value of a limit that is not set.
const NoLimit = 0

// Limits ends a search.
type Limits struct {
	Nodes int             // positions looked into; NoLimit
	Done  context.Context // its end, seen within 64 nodes; nil for none
}

// Result is what was found.
type Result[M ~uint16 | ~uint32] struct {
	Value Value
	Best  M   // a move that wins, when Value is Win and a move is known to; else 0
	Nodes int // positions looked into
}

// Solver is a table and the buffers of one search at a time.
type Solver[M ~uint16 | ~uint32] struct {
	table table
	game  Game[M]
	done  context.Context
	nodes int
	most  int
	plies []ply[M]
}

// ply holds the children of the position at one depth of the line, with their last
// known numbers, which the table may have no room for: a child that is decided at once
// must not be searched, and work must not be lost.
type ply[M ~uint16 | ~uint32] struct {
	moves    []M
	children []child
}

// child is a position one move on, with its numbers.
type child struct {
	key       uint64
	win, loss uint32
}

func (c *child) settled() bool { return c.win == 0 || c.loss == 0 }

// New makes a solver with a table of so many bytes, at least 16 KB.
func New[M ~uint16 | ~uint32](bytes int) *Solver[M] {
	return &Solver[M]{table: newTable(bytes)}
}

// Clear forgets the table: needed before another game, or other rules.
func (s *Solver[M]) Clear() { s.table.clear() }

// infinite is a number of positions that no proof needs.
const infinite = 1 << 30

// Solve looks for a proof of g's position. It allocates only while its buffers
// grow to the longest line.
func (s *Solver[M]) Solve(g Game[M], l Limits) Result[M] {
	s.game, s.done, s.nodes, s.most = g, l.Done, 0, l.Nodes
	defer func() { s.game, s.done = nil, nil }()
	if v := g.Verdict(); v != Unknown {
		return Result[M]{Value: v}
	}
	key := g.Key()
	win, loss := s.look(key)
	root := child{key, win, loss}
	searched := false
	for ; !root.settled() && !s.stopped(); searched = true {
		root.win, root.loss = s.search(key, infinite, infinite, 0)
	}
	var res Result[M]
	switch {
	case root.win == 0:
		res.Value, res.Best = Win, s.winning(key, searched)
	case root.loss == 0:
		res.Value = Loss
	}
	res.Nodes = s.nodes
	return res
}

// winning finds a move after which the other side has lost: among the children
// of a search of g's position just made, or by one.
func (s *Solver[M]) winning(key uint64, searched bool) (m M) {
	for {
		if searched {
			top := &s.plies[0]
			for i := range top.children {
				if top.children[i].loss == 0 {
					return top.moves[i]
				}
			}
		}
		if s.stopped() {
			return 0
		}
		s.search(key, infinite, infinite, 0)
		searched = true
	}
}

func (s *Solver[M]) stopped() bool {
	if s.most != NoLimit && s.nodes >= s.most {
		return true
	}
	if s.done == nil || s.nodes&63 != 0 {
		return false
	}
	pool.Pause()
	return s.done.Err() != nil
}

// look is what the table or the game knows of the position on the board.
func (s *Solver[M]) look(key uint64) (win, loss uint32) {
	if e := s.table.find(key); e != nil {
		return e.win, e.loss
	}
	switch s.game.Verdict() {
	case Unknown:
		w, l := s.game.Estimate()
		win, loss = uint32(w), uint32(l)
	case Win:
		win, loss = 0, infinite
	case Loss:
		win, loss = infinite, 0
	}
	s.table.put(key).set(win, loss, 1)
	return win, loss
}

// siblingsNodes is the least number of nodes of a search after which its siblings are
// looked up again: a smaller one seldom meets them.
const siblingsNodes = 16

// search works on the position on the board until its numbers reach a bound,
// writes them to the table and returns them. At a child the two numbers change
// places.
func (s *Solver[M]) search(key uint64, winMost, lossMost uint32, depth int) (win, loss uint32) {
	began := s.nodes
	s.nodes++
	if depth == len(s.plies) {
		s.plies = append(s.plies, ply[M]{})
	}
	moves, children := s.game.Moves(s.plies[depth].moves[:0]), s.plies[depth].children[:0]
	for _, m := range moves {
		s.game.Play(m)
		k := s.game.Key()
		w, l := s.look(k)
		s.game.Undo()
		children = append(children, child{k, w, l})
	}
	s.plies[depth] = ply[M]{moves, children}
	stale := false
	for {
		// A win needs one child lost for its mover, a loss all children won.
		second, best := uint32(infinite), 0
		win, loss = infinite, 0 // the least number to lose, of the children; the sum of their numbers to win
		for i := range children {
			c := &children[i]
			if stale && !c.settled() {
				if e := s.table.find(c.key); e != nil { // found by another way
					c.win, c.loss = e.win, e.loss
				}
			}
			if c.loss < win || c.loss == win && c.win < children[best].win {
				best = i
				win, second = c.loss, win
			} else if c.loss < second {
				second = c.loss
			}
			loss = min(loss+c.win, infinite)
		}
		if win == 0 {
			loss = infinite
		}
		if win >= winMost || loss >= lossMost || win == 0 || loss == 0 || s.stopped() {
			e := s.table.find(key)
			if e == nil {
				e = s.table.put(key)
			}
			e.set(win, loss, s.nodes-began)
			return win, loss
		}
		// Leave the child when its sibling is cheaper by a quarter: leaving at once
		// would repeat the way to it too often.
		c := &children[best]
		childLossMost := min(winMost, second+second/4+1)
		childWinMost := min(lossMost-(loss-c.win), infinite)
		s.game.Play(moves[best])
		before := s.nodes
		c.win, c.loss = s.search(c.key, childWinMost, childLossMost, depth+1)
		s.game.Undo()
		stale = s.nodes-before > siblingsNodes
	}
}
