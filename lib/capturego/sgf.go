package capturego

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"qikit.dev/qikit/internal/pattern"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgf"
)

// captureRule is RU of Capture Go: Capture-3, or Capture-3-5 for black's and
// white's target.
var captureRule = pattern.New(`^(?i)capture(?:[ -]?go)?[ -]?(\d{1,3})(?:[-/](\d{1,3}))?$`)

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

// rules are those that RU of a game's root states, or GC in words, over o. The error
// wraps game.ErrRecord.
func (o Options) rules(root *sgf.Node) (Options, error) {
	name := strings.TrimSpace(root.SimpleText("RU"))
	m := captureRule.Find(name)
	if m == nil {
		target, _, err := commented(root)
		if target != [2]int{} {
			o.Target = target
		}
		return o, err
	}
	if m[2] == "" {
		m[2] = m[1]
	}
	for c := range o.Target {
		// Three digits at most: there is no error.
		o.Target[c], _ = strconv.Atoi(m[1+c])
		if o.Target[c] < TargetMin || o.Target[c] > TargetMax {
			return o, root.Fail("RU", "RU[%s], expected targets of %d to %d", name, TargetMin, TargetMax)
		}
	}
	return o, nil
}

// Replay plays the main line of the game of that root: stones and side to move are
// as [sgf.Node.Stones] has them, targets are those that [Stated] finds, and what the record does
// not say is as in o. See [sgf.Replay] for nodes and the errors; a position that
// cannot arise in play also wraps game.ErrSetup.
func Replay(root *sgf.Node, o Options) (b *Board, nodes []*sgf.Node, err error) {
	if o, err = o.rules(root); err != nil {
		return nil, nil, err
	}
	return sgf.Replay(root, func(position string) (*Board, error) { return New(position, o, false) })
}

// SGF is the record of the board's game: a root with rules and set-up, its moves
// as the main line, and the result when it is over.
func (b *Board) SGF() *sgf.Node {
	root := sgf.Of(b, (*Board).root)
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
	root.SetStones(b.Stones(), b.Position())
	return root
}

// readRecords reads the main lines of the games of a file in SGF as games of
// Capture Go under the default options: targets are those that Stated finds, 1 where
// the record says none. See game.ReadRecords.
func readRecords(r io.Reader) iter.Seq2[game.Record, error] {
	return sgf.ReadRecords(r, func(root *sgf.Node) (game.Record, error) { return Record(root, false) })
}

// Record is the game whose root that is, its main line, and the others if they are asked for, played under the default
// options. The errors are those of Replay.
func Record(root *sgf.Node, variations bool) (game.Record, error) {
	b, nodes, err := Replay(root, DefaultOptions())
	if err != nil {
		return game.Record{}, err
	}
	rec := root.Record(b, nodes)
	if variations {
		rec.Variations, err = root.Variations(b, nodes)
	}
	return rec, err
}

// isStated says whether a root, of Go by its number or without one, is of Capture Go.
func isStated(root *sgf.Node) (bool, error) {
	if number := strings.TrimSpace(root.SimpleText("GM")); number != "" && number != sgf.Go {
		return false, nil
	}
	_, is, err := Stated(root)
	return is, err
}

// writeRecord writes a game in SGF; see [sgf.WriteRecord].
func writeRecord(w io.Writer, rec game.Record, notation string) error {
	setUp := func(position string) (*Board, error) { return New(position, DefaultOptions(), false) }
	return sgf.WriteRecord(w, rec, notation, setUp, (*Board).root)
}
