package weiqi

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// goScorings are the ways to count as RU names them. Other programs know
// Chinese; rules that are not among these are counted by area.
var goScorings = [][2]string{{ScoreArea, "Chinese"}, {ScoreSeed, "Seed"}, {ScoreSeedKomi, "Seed+Komi"}}

// GoSetup is the board at the start of the game of Go whose root n is: size,
// komi (KM), scoring (RU), stones and side to move, as [Node.Setup] has them.
// What the record does not say is as in o, but a handicap is what HA says. The
// error wraps game.ErrRecord, also game.ErrSetup or game.ErrRules.
func (n *Node) GoSetup(o GoOptions) (*GoBoard, error) {
	b, _, err := n.goSetup(o)
	return b, err
}

func (n *Node) goSetup(o GoOptions) (*GoBoard, []*Node, error) {
	// Set-up is the same in all games of Go; the targets of Capture Go do not
	// matter.
	plain := *n
	plain.Properties = slices.DeleteFunc(slices.Clone(n.Properties), func(p Property) bool { return p.Name == "RU" || p.Name == sgfPosition })
	start, line, err := plain.setup(DefaultOptions())
	if err != nil {
		return nil, nil, err
	}
	if n.Has(sgfPosition) {
		b, err := NewGo(n.SimpleText(sgfPosition), DefaultGoOptions(), false)
		if err == nil && b.Size() != start.Size() {
			err = fmt.Errorf("%w: a board of %d, expected %d as in SZ", game.ErrPosition, b.Size(), start.Size())
		}
		if err != nil {
			return nil, nil, n.property(sgfPosition).at.fail("%s: %w", sgfPosition, err)
		}
		start.stones = b.stones
	}
	o.Size, o.Handicap = start.Size(), 0
	for _, number := range []struct {
		name string
		read func(text string) error
	}{
		{"KM", func(text string) (err error) { o.Komi, err = strconv.ParseFloat(text, 64); return err }},
		{"HA", func(text string) (err error) { o.Handicap, err = strconv.Atoi(text); return err }},
	} {
		if text := strings.TrimSpace(n.SimpleText(number.name)); text != "" {
			if err := number.read(text); err != nil {
				return nil, nil, n.property(number.name).at.fail("%s[%s], expected a number", number.name, text)
			}
		}
	}
	if o.Handicap == 1 { // black without komi
		o.Handicap = 0
	}
	rule := strings.TrimSpace(n.SimpleText("RU"))
	for _, known := range goScorings {
		if strings.EqualFold(rule, known[1]) {
			o.Scoring = known[0]
		}
	}
	handicap := o.Handicap
	o.Handicap = 0 // the stones are set up already
	if err := o.Check(); err != nil {
		return nil, nil, n.at.fail("%w", err)
	}
	o.Handicap = handicap
	b := &GoBoard{options: o, stones: start.stones}
	b.initial = b.Position()
	return b, line, nil
}

// GoGame plays the main line of the game of Go whose root n is, and resigns
// where RE says so. nodes[i] is the node of move i+1. Two moves of one colour
// have a pass of the other's between them. The error wraps game.ErrRecord, and
// game.ErrIllegalMove when a move is not legal: the board then stands before
// that move, and nodes are those before it; without a board the start is at
// fault.
func (n *Node) GoGame(o GoOptions) (b *GoBoard, nodes []*Node, err error) {
	b, line, err := n.goSetup(o)
	if err != nil {
		return nil, nil, err
	}
	if nodes, err = playLine(b, line); err != nil {
		return b, nodes, err
	}
	if re := strings.ToUpper(n.SimpleText("RE")); strings.HasSuffix(re, "+R") || strings.HasSuffix(re, "+RESIGN") {
		if loser := strings.IndexByte("WB", re[0]); loser == int(b.stones.turn) {
			b.Play(Resign)
		}
	}
	return b, nodes, nil
}

// NewGoSGF is the record of a game of Go: a root with rules and set-up, its
// moves as the main line, and the result when it is over.
func NewGoSGF(b *GoBoard) *Node {
	start := b.Clone()
	for start.Undo() {
	}
	root := newGoRoot(start)
	at := root
	for _, m := range b.Played(nil) {
		if m == Resign {
			break
		}
		at = at.addMove(start.stones.turn, m, b.Size())
		start.Play(m)
	}
	root.setGoResult(b)
	return root
}

// setGoResult writes how a game ended as RE.
func (n *Node) setGoResult(b *GoBoard) {
	switch {
	case b.resigned:
		n.Set("RE", sgfColors[b.stones.turn]+"+R")
	case b.passes >= 2:
		switch margin := b.Count().Margin; {
		case margin > 0:
			n.Set("RE", "B+"+strconv.FormatFloat(margin, 'g', -1, 64))
		case margin < 0:
			n.Set("RE", "W+"+strconv.FormatFloat(-margin, 'g', -1, 64))
		default:
			n.Set("RE", "0")
		}
	}
}

// newGoRoot states a position and its rules.
func newGoRoot(b *GoBoard) *Node {
	root := newRoot(&Board{stones: b.stones, options: Options{Size: b.Size()}})
	root.Delete("GC")
	root.Set("KM", strconv.FormatFloat(b.options.Komi, 'g', -1, 64))
	if b.options.Handicap > 0 {
		root.Set("HA", strconv.Itoa(b.options.Handicap))
	}
	for _, known := range goScorings {
		if known[0] == b.options.Scoring {
			root.Set("RU", known[1])
		}
	}
	if root.Has(sgfPosition) {
		root.SetText(sgfPosition, b.Position())
	}
	return root
}

// readGoRecords reads the main lines of the games of a file in SGF as games of
// Go under the default options. See game.ReadRecords.
func readGoRecords(r io.Reader) iter.Seq2[game.Record, error] {
	return func(yield func(game.Record, error) bool) {
		for root, err := range ReadSGF(r, DefaultSGF()) {
			var rec game.Record
			if err == nil {
				rec, err = root.GoRecord(DefaultGoOptions())
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}

// GoRecord is the main line of the game of Go whose root n is; the rules are
// tags by their names in SGF (KM, HA, RU). See [Node.GoGame] for o and the
// errors.
func (n *Node) GoRecord(o GoOptions) (game.Record, error) {
	b, nodes, err := n.GoGame(o)
	if err != nil {
		return game.Record{}, err
	}
	rec := n.recordOf(nodes)
	rec.Initial, rec.Moves = b.Initial(), b.Played(nil)
	if rule := n.SimpleText("RU"); rule != "" {
		rec.Tags = append(rec.Tags, [2]string{"RU", rule})
	}
	return rec, nil
}

// writeGoRecord writes a game in SGF. See game.WriteRecord; the one notation is
// "sgf".
func writeGoRecord(w io.Writer, rec game.Record, notation string) error {
	if notation != "" && notation != "sgf" {
		return fmt.Errorf("%w: %q, expected sgf", game.ErrNotation, notation)
	}
	b, err := NewGo(rec.Initial, DefaultGoOptions(), false)
	if err != nil {
		return err
	}
	root := newGoRoot(b)
	root.setTags(rec)
	if rule := rec.Tag("RU"); rule != "" {
		root.SetText("RU", rule)
	}
	root.SetComment(rec.Comments[0])
	at := root
	for i, m := range rec.Moves {
		if err := b.Check(m); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		if m == Resign {
			root.Set("RE", sgfColors[b.stones.turn.Other()]+"+R")
		} else {
			at = at.addMove(b.stones.turn, m, b.Size())
			at.SetComment(rec.Comments[i+1])
		}
		b.Play(m)
	}
	return WriteSGF(w, root)
}

// recordOf is a record's tags, comments and result.
func (n *Node) recordOf(nodes []*Node) game.Record {
	rec := game.Record{Result: recordResult(n.SimpleText("RE"))}
	for _, p := range n.Properties {
		i := slices.IndexFunc(recordTags, func(tag [2]string) bool { return tag[0] == p.Name })
		switch {
		case i >= 0:
			rec.Tags = append(rec.Tags, [2]string{recordTags[i][1], n.SimpleText(p.Name)})
		case slices.Contains(recordInfo, p.Name):
			rec.Tags = append(rec.Tags, [2]string{p.Name, n.SimpleText(p.Name)})
		}
	}
	played := 0
	for _, at := range n.MainLine() {
		if played < len(nodes) && at == nodes[played] {
			played++
		}
		if text := at.Comment(); text != "" {
			if rec.Comments == nil {
				rec.Comments = map[int]string{}
			}
			if rec.Comments[played] != "" {
				text = rec.Comments[played] + "\n" + text
			}
			rec.Comments[played] = text
		}
	}
	return rec
}

// setTags writes a record's tags and result.
func (n *Node) setTags(rec game.Record) {
	for _, tag := range rec.Tags {
		if i := slices.IndexFunc(recordTags, func(t [2]string) bool { return t[1] == tag[0] }); i >= 0 {
			n.SetText(recordTags[i][0], tag[1])
		} else if slices.Contains(recordInfo, tag[0]) {
			n.SetText(tag[0], tag[1])
		}
	}
	switch rec.Result {
	case game.ResultFirst:
		n.Set("RE", "B+")
	case game.ResultSecond:
		n.Set("RE", "W+")
	case game.ResultDraw:
		n.Set("RE", "0")
	}
}
