package review

import (
	"fmt"
	"strings"

	"qikit.dev/qikit/internal/options"
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
	known *proofs // what is proven beforehand, and in the end by the review; nil for nothing

	doubted int // number of a move that is searched deeply in any case; 0 for none
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
	if r.end, r.nodes, err = replay(r.root, rules, o.Target); err != nil {
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

// replay plays the record through: to the target that the caller states, or else to
// the one that the record does, which must then be of Capture Go.
func replay(root *sgf.Node, rules capturego.Options, target *Target) (b *capturego.Board, nodes []*sgf.Node, err error) {
	if target != nil {
		rules.Target = *target
		b, nodes, err = sgf.Replay(root, func(position string) (*capturego.Board, error) { return capturego.New(position, rules, false) })
	} else {
		b, nodes, err = capturego.Replay(root, rules)
	}
	if err != nil && b != nil {
		if _, over := b.Outcome(); over {
			err = fmt.Errorf("%w; the record goes on after the end: if more stones win, state them as target", err)
		}
	}
	if err == nil && target != nil && b.Rules().Target != [2]int(*target) {
		err = options.Wrap(ErrOptions, options.Wrong("target", *target, fmt.Sprintf("%v as in the record's position", b.Rules().Target)))
	}
	if err == nil && target == nil && len(nodes) > 0 {
		err = isCapture(root)
	}
	if err == nil {
		err = afterEnd(b, nodes)
	}
	return b, nodes, err
}

// afterEnd is the error of a game that goes on after its end: after two passes, which
// the board itself would go on from.
func afterEnd(end *capturego.Board, nodes []*sgf.Node) error {
	moves, b := end.Played(nil), end.Clone()
	for b.Undo() {
	}
	for i, m := range moves {
		if o, over := b.Outcome(); over {
			return nodes[i].Fail("", "move %d: %w", i+1, b.Illegal(m, "the game is over: "+o.Reason))
		}
		b.Play(m)
	}
	return nil
}

// isCapture says what a record lacks to be reviewed without a word from the caller. There
// is no guessing: ordinary Go looks like Capture Go until the first capture.
func isCapture(root *sgf.Node) error {
	const expected = "expected target, the stones to capture, as an option"
	target, is, err := capturego.Stated(root)
	switch {
	case err != nil:
		return err
	case is && target == [2]int{}:
		return fmt.Errorf("%w: the record is of Capture Go but does not say how many stones win, %s", ErrOptions, expected)
	case !is && root.Has("RU"):
		return fmt.Errorf("%w: the record has RU[%s], which is not Capture Go, %s", ErrOptions, root.SimpleText("RU"), expected)
	case !is:
		return fmt.Errorf("%w: the record does not say that it is Capture Go, %s", ErrOptions, expected)
	}
	return nil
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
