package engine

import (
	"fmt"

	"qikit.dev/qikit/internal/nnue"
	"qikit.dev/qikit/lib/game"
)

// Inputs describe a game to networks: its board and its men. Networks of it then learn from books
// (package train), and Options.Net takes them. The board is a [game.Gridded].
type Inputs struct {
	Rows, Columns int   // of up to 128 points
	Men           []Man // up to 7 kinds
	King          byte  // the letter of the king, whose place decides how the others count; 0 for a game without
	// Zones are places of the king that count as one, each as Places of a man; together they have each
	// place once. Left out, every place counts by itself, which takes more games to learn.
	Zones  []string
	Most   int  // men on the board
	Flip   bool // the second player sees the board upside down; otherwise turned by a half rotation
	Mirror bool // left and right are alike
	// Cells show a board: row by row from the top, 0 for an empty point, the first player's men
	// from 1 on in order of Men, the second player's from -1 down. When it is left out, the
	// position text is read, which takes longer.
	Cells func(b game.Board, cells []int8)
}

// Man is a kind of man.
type Man struct {
	Letter byte // the first player's, as the grid has it
	// Places are the points where a man can stand, as its own player sees them: "a0" or, for all
	// points between two corners, "a0-c2", with spaces between. Files are letters from a on, rows count
	// from the own side, which is 0. The empty text stands for everywhere.
	Places string
	Worth  int // hundredths of an ordinary piece, with which learning begins
}

// known describes the game to package nnue, which remembers it.
func (in *Inputs) known(name string) (*nnue.Inputs, error) {
	to := &nnue.Inputs{Name: name + "/1", Rows: in.Rows, Columns: in.Columns, King: -1, Flip: in.Flip, Mirror: in.Mirror, MenMost: in.Most, Zones: in.Zones}
	for i, man := range in.Men {
		to.Men = append(to.Men, nnue.Man(man))
		if man.Letter == in.King {
			to.King = i
		}
	}
	return to, nnue.Add(to)
}

// ownNet values boards of a game with Knowledge by a network.
type ownNet struct {
	in      *nnue.Inputs
	cellsOf func(b game.Board, cells []int8)
	net     *nnue.Evaluator
	cells   []int8
	men     nnue.Men
}

// newOwnNet is the network of the options, nil for none.
func newOwnNet(k *Knowledge, in *nnue.Inputs, wrong error, o Options) (*ownNet, error) {
	if wrong != nil {
		return nil, fmt.Errorf("%w: inputs of %s: %w", ErrOptions, k.Game, wrong)
	}
	if in == nil {
		return nil, nil
	}
	net, err := chosenNet(o, in, noNet)
	if net == nil {
		return nil, err
	}
	n := &ownNet{in: in, cellsOf: k.Inputs.Cells, net: nnue.NewEvaluator(net), cells: make([]int8, in.Rows*in.Columns)}
	if n.cellsOf == nil {
		n.cellsOf = gridCells
	}
	return n, nil
}

func (n *ownNet) another() *ownNet {
	return &ownNet{in: n.in, cellsOf: n.cellsOf, net: nnue.NewEvaluator(n.net.Network()), cells: make([]int8, len(n.cells))}
}

// gridCells reads the position text.
func gridCells(b game.Board, cells []int8) {
	gridded, ok := b.(game.Gridded)
	if !ok {
		return
	}
	grid := gridded.Grid()
	codes := grid.Codes(0)
	if grid.Points() != len(cells) || grid.Place(cells, b.Position(), &codes) != nil {
		clear(cells)
	}
}

// score is the network's value of a board for the side to move.
func (n *ownNet) score(b game.Board) int {
	n.cellsOf(b, n.cells)
	n.men = nnue.Men{}
	kinds := len(n.in.Men)
	for i, man := range n.cells {
		// Cells begin at the top row, networks at the first player's own side.
		at := (n.in.Rows-1-i/n.in.Columns)*n.in.Columns + i%n.in.Columns
		switch {
		case man > 0 && int(man) <= kinds:
			n.in.Put(&n.men, 0, int(man)-1, at)
		case man < 0 && -int(man) <= kinds:
			n.in.Put(&n.men, 1, -int(man)-1, at)
		}
	}
	return n.net.Score(&n.men, b.Turn())
}

// valued implements valuer. It leaves the analyst's own evaluator to the search.
func (a *ownAnalyst) valued(b game.Board) (Term, bool) {
	if a.net == nil {
		return Term{}, false
	}
	return Term{Name: "network", Value: a.net.another().score(b)}, true
}
