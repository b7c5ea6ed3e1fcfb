package capturego

import (
	"fmt"
	"io"
	"iter"
	"regexp"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgf"
)

// captureRule is RU of Capture Go: Capture-3, or Capture-3-5 for black's and
// white's target.
var captureRule = regexp.MustCompile(`^(?i)capture(?:[ -]?go)?[ -]?(\d{1,3})(?:[-/](\d{1,3}))?$`)

// ruleName writes targets as RU.
func ruleName(target [2]int) string {
	if target[goban.Black] == target[goban.White] {
		return fmt.Sprintf("Capture-%d", target[goban.Black])
	}
	return fmt.Sprintf("Capture-%d-%d", target[goban.Black], target[goban.White])
}

// ruleComment writes targets as GC, for people.
func ruleComment(target [2]int) string {
	if target[goban.Black] != target[goban.White] {
		return fmt.Sprintf("Capture Go: Black wins with %d captured, White with %d.", target[goban.Black], target[goban.White])
	}
	if target[goban.Black] == 1 {
		return "Capture Go: the first to capture a stone wins."
	}
	return fmt.Sprintf("Capture Go: the first to capture %d stones wins.", target[goban.Black])
}

// Targets reads RU of a game's root; ok is false when it is none of Capture Go. The
// error wraps game.ErrRecord.
func Targets(root *sgf.Node) (target [2]int, ok bool, err error) {
	name := strings.TrimSpace(root.SimpleText("RU"))
	m := captureRule.FindStringSubmatch(name)
	if m == nil {
		return target, false, nil
	}
	if m[2] == "" {
		m[2] = m[1]
	}
	for c := range target {
		// Three digits at most: there is no error.
		target[c], _ = strconv.Atoi(m[1+c])
		if target[c] < TargetMin || target[c] > TargetMax {
			return target, false, root.Fail("RU", "RU[%s], expected targets of %d to %d", name, TargetMin, TargetMax)
		}
	}
	return target, true, nil
}

// Setup is the board at the start of the game of that root: size, targets (RU),
// stones and side to move as [sgf.Node.Stones] has them. What the record does not
// say is as in o. The error wraps game.ErrRecord; a position that cannot arise
// in play also game.ErrSetup.
func Setup(root *sgf.Node, o Options) (*Board, error) {
	b, _, err := setup(root, o)
	return b, err
}

// setup also returns the nodes from the first move on.
func setup(root *sgf.Node, o Options) (b *Board, line []*sgf.Node, err error) {
	s, line, err := root.Stones()
	if err != nil {
		return nil, nil, err
	}
	o.Size = s.Size()
	if target, ok, err := Targets(root); err != nil {
		return nil, nil, err
	} else if ok {
		o.Target = target
	}
	if root.Has(sgf.PositionText) {
		b, err = New(root.SimpleText(sgf.PositionText), o, false)
		if err == nil && b.Size() != o.Size {
			err = fmt.Errorf("%w: a board of %d, expected %d as in SZ", game.ErrPosition, b.Size(), o.Size)
		}
		if err != nil {
			return nil, nil, root.Fail(sgf.PositionText, "%s: %w", sgf.PositionText, err)
		}
		return b, line, nil
	}
	if err := o.check(); err != nil {
		return nil, nil, err
	}
	b = &Board{options: o, stones: *s}
	if err := b.Sane(); err != nil {
		return nil, nil, root.Fail("", "%w", err)
	}
	b.initial = b.Position()
	return b, line, nil
}

// Replay plays the main line of the game of that root. nodes[i] is the node of
// move i+1. The error wraps game.ErrRecord, and game.ErrIllegalMove when a move
// is not legal: it says which and why. The board then stands before that move,
// and nodes are those before it; without a board the start is at fault.
func Replay(root *sgf.Node, o Options) (b *Board, nodes []*sgf.Node, err error) {
	b, line, err := setup(root, o)
	if err != nil {
		return nil, nil, err
	}
	nodes, err = sgf.Play(b, line)
	return b, nodes, err
}

// SGF is the record of the board's game: a root with rules and set-up, its moves
// as the main line, and the result when it is over.
func (b *Board) SGF() *sgf.Node {
	start := b.Clone()
	for start.Undo() {
	}
	root := start.root()
	root.AddLine(start.stones.Turn(), b.Played(nil), b.Size())
	if o, over := b.Outcome(); over {
		root.Set("RE", sgf.Result(o.Winner, ""))
	}
	return root
}

// root states the position and the rules.
func (b *Board) root() *sgf.Node {
	root := sgf.NewRoot(b.Size())
	root.Set("KM", "0")
	root.Set("RU", ruleName(b.options.Target))
	root.SetText("GC", ruleComment(b.options.Target))
	root.SetStones(&b.stones, b.Position())
	return root
}

// Record is the main line of the game of that root. See [Replay] for o and the
// errors, and [sgf.Node.Record].
func Record(root *sgf.Node, o Options) (game.Record, error) {
	b, nodes, err := Replay(root, o)
	if err != nil {
		return game.Record{}, err
	}
	rec := root.Record(nodes)
	rec.Initial, rec.Moves = b.Initial(), b.Played(nil)
	return rec, nil
}

// readRecords reads the main lines of the games of a file in SGF as games of
// Capture Go under the default options: targets are those of RU, 1 where it
// says none. See game.ReadRecords.
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
	if err := root.AddRecord(b, rec); err != nil {
		return err
	}
	return sgf.Write(w, root)
}
