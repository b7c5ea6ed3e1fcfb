package review

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgf"
)

// record is a game that was read.
type record struct {
	root  *sgf.Node
	nodes []*sgf.Node // by ply
	moves []game.Move
	start *capturego.Board // before the first move
	end   *capturego.Board
	user  goban.Color
}

// readRecord reads the game asked for and plays it through.
func readRecord(file []byte, o *Options) (*record, error) {
	if len(strings.TrimSpace(string(file))) == 0 {
		return nil, fmt.Errorf("%w: the record is empty, expected a game in SGF", game.ErrRecord)
	}
	roots, err := sgf.Parse(file, sgf.DefaultOptions())
	if err != nil {
		return nil, err
	}
	if o.Game > len(roots) {
		return nil, fmt.Errorf("%w: game is %d, expected 1 to %d, as many as the record has", ErrOptions, o.Game, len(roots))
	}
	r := &record{root: roots[o.Game-1]}
	rules := capturego.DefaultOptions()
	rules.Pass, rules.NoMove = o.Pass, o.NoMove
	if o.Target != nil {
		rules.Target = *o.Target
		r.root.Delete("RU") // the caller knows better
	}
	if r.end, r.nodes, err = capturego.Replay(r.root, rules); err != nil {
		return nil, err
	}
	r.moves = r.end.Played(nil)
	r.start = r.end.Clone()
	for r.start.Undo() {
	}
	if o.User == "white" {
		r.user = goban.White
	}
	if len(r.moves) == 0 {
		return nil, fmt.Errorf("%w: the record has no moves", ErrNothing)
	}
	return r, nil
}

// at is a board of its own before the move of that ply, from 0.
func (r *record) at(ply int) *capturego.Board {
	b := r.start.Clone()
	for _, m := range r.moves[:ply] {
		b.Play(m)
	}
	return b
}

// plies are those at which the user moves.
func (r *record) plies() (list []int) {
	b := r.start.Clone()
	for ply, m := range r.moves {
		if b.Turn() == int(r.user) {
			list = append(list, ply)
		}
		b.Play(m)
	}
	return list
}
