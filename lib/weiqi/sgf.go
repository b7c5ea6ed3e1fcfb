package weiqi

import (
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgf"
)

// ruleNames are the ways to count as RU names them. Other programs know
// Chinese; rules that are not among these are counted by area.
var ruleNames = [][2]string{{ScoreArea, "Chinese"}, {ScoreSeed, "Seed"}, {ScoreSeedKomi, "Seed+Komi"}}

// Setup is the board at the start of the game of Go of that root: size, stones
// and side to move as [sgf.Node.Stones] has them, komi (KM) and scoring (RU).
// What the record does not say is as in o, but a handicap is what HA says. The
// error wraps game.ErrRecord, also game.ErrSetup or game.ErrRules.
func Setup(root *sgf.Node, o Options) (*Board, error) {
	b, _, err := setup(root, o)
	return b, err
}

// setup also returns the nodes from the first move on.
func setup(root *sgf.Node, o Options) (*Board, []*sgf.Node, error) {
	stones, line, err := root.Stones()
	if err != nil {
		return nil, nil, err
	}
	if err := stones.Sane(); err != nil {
		return nil, nil, root.Fail("", "%w", err)
	}
	if root.Has(sgf.PositionText) {
		b, err := New(root.SimpleText(sgf.PositionText), DefaultOptions(), false)
		if err == nil && b.Size() != stones.Size() {
			err = fmt.Errorf("%w: a board of %d, expected %d as in SZ", game.ErrPosition, b.Size(), stones.Size())
		}
		if err != nil {
			return nil, nil, root.Fail(sgf.PositionText, "%s: %w", sgf.PositionText, err)
		}
		stones = b.Stones()
	}
	o.Size, o.Handicap = stones.Size(), 0
	for _, number := range []struct {
		name string
		read func(text string) error
	}{
		{"KM", func(text string) (err error) { o.Komi, err = strconv.ParseFloat(text, 64); return err }},
		{"HA", func(text string) (err error) { o.Handicap, err = strconv.Atoi(text); return err }},
	} {
		if text := strings.TrimSpace(root.SimpleText(number.name)); text != "" {
			if err := number.read(text); err != nil {
				return nil, nil, root.Fail(number.name, "%s[%s], expected a number", number.name, text)
			}
		}
	}
	if o.Handicap == 1 { // black without komi
		o.Handicap = 0
	}
	rule := strings.TrimSpace(root.SimpleText("RU"))
	for _, known := range ruleNames {
		if strings.EqualFold(rule, known[1]) {
			o.Scoring = known[0]
		}
	}
	handicap := o.Handicap
	o.Handicap = 0 // the stones are set up already
	if err := o.Check(); err != nil {
		return nil, nil, root.Fail("", "%w", err)
	}
	o.Handicap = handicap
	b := &Board{options: o, stones: *stones}
	b.initial = b.Position()
	return b, line, nil
}

// Replay plays the main line of the game of Go of that root, and resigns where
// RE says so. nodes[i] is the node of move i+1. The error wraps game.ErrRecord,
// and game.ErrIllegalMove when a move is not legal: the board then stands before
// that move, and nodes are those before it; without a board the start is at
// fault.
func Replay(root *sgf.Node, o Options) (b *Board, nodes []*sgf.Node, err error) {
	b, line, err := setup(root, o)
	if err != nil {
		return nil, nil, err
	}
	if nodes, err = sgf.Play(b, line); err != nil {
		return b, nodes, err
	}
	if re := strings.ToUpper(root.SimpleText("RE")); strings.HasSuffix(re, "+R") || strings.HasSuffix(re, "+RESIGN") {
		if loser := strings.IndexByte("WB", re[0]); loser == b.Turn() {
			b.Play(Resign)
		}
	}
	return b, nodes, nil
}

// SGF is the record of the board's game: a root with rules and set-up, its moves
// as the main line, and the result when it is over.
func (b *Board) SGF() *sgf.Node {
	start := b.Clone()
	for start.Undo() {
	}
	root := start.root()
	moves := b.Played(nil)
	if b.resigned {
		moves = moves[:len(moves)-1]
	}
	root.AddLine(start.stones.Turn(), moves, b.Size())
	switch {
	case b.resigned:
		root.Set("RE", sgf.Result(b.Turn(), "R"))
	case b.passes >= 2:
		winner, margin := game.Draw, b.Count().Margin
		if margin > 0 {
			winner = int(goban.Black)
		} else if margin < 0 {
			winner = int(goban.White)
		}
		root.Set("RE", sgf.Result(winner, strconv.FormatFloat(math.Abs(margin), 'g', -1, 64)))
	}
	return root
}

// root states the position and the rules.
func (b *Board) root() *sgf.Node {
	root := sgf.NewRoot(b.Size())
	root.Set("KM", strconv.FormatFloat(b.options.Komi, 'g', -1, 64))
	for _, known := range ruleNames {
		if known[0] == b.options.Scoring {
			root.Set("RU", known[1])
		}
	}
	root.SetStones(&b.stones, b.Position())
	if b.options.Handicap > 0 {
		root.Set("HA", strconv.Itoa(b.options.Handicap))
	}
	return root
}

// Record is the main line of the game of Go of that root; the rules are tags by
// their names in SGF (KM, HA, RU). See [Replay] for o and the errors, and
// [sgf.Node.Record].
func Record(root *sgf.Node, o Options) (game.Record, error) {
	b, nodes, err := Replay(root, o)
	if err != nil {
		return game.Record{}, err
	}
	rec := root.Record(nodes)
	rec.Initial, rec.Moves = b.Initial(), b.Played(nil)
	if rule := root.SimpleText("RU"); rule != "" {
		rec.Tags = append(rec.Tags, [2]string{"RU", rule})
	}
	return rec, nil
}

// readRecords reads the main lines of the games of a file in SGF as games of
// Go under the default options. See game.ReadRecords.
func readRecords(r io.Reader) iter.Seq2[game.Record, error] {
	return sgf.ReadRecords(r, func(root *sgf.Node) (game.Record, error) { return Record(root, DefaultOptions()) })
}

// writeRecord writes a game in SGF. See game.WriteRecord; the one notation is
// "sgf".
func writeRecord(w io.Writer, rec game.Record, notation string) error {
	if err := sgf.CheckNotation(notation); err != nil {
		return err
	}
	b, err := New(rec.Initial, DefaultOptions(), false)
	if err != nil {
		return err
	}
	root := b.root()
	root.SetRecord(rec)
	if rule := rec.Tag("RU"); rule != "" {
		root.SetText("RU", rule)
	}
	// A resignation is no move in SGF, it is a result.
	last := len(rec.Moves) - 1
	resigned := last >= 0 && rec.Moves[last] == Resign
	if resigned {
		rec.Moves = rec.Moves[:last]
	}
	if err := root.AddRecord(b, rec); err != nil {
		return err
	}
	if resigned {
		root.Set("RE", sgf.Result(1-b.Turn(), "R"))
	}
	return sgf.Write(w, root)
}
