package gomoku

import (
	"encoding/json"
	"io"
	"iter"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgf"
)

// ruleNames are the rules as RU names them.
var ruleNames = map[string]string{Freestyle: "Freestyle", Standard: "Standard", Renju: "Renju"}

// named takes the rule over that RU names, in letters of either case; other words leave o as it is.
func (o Options) named(rule string) Options {
	if rule = strings.ToLower(strings.TrimSpace(rule)); ruleNames[rule] != "" {
		o.Rule = rule
	}
	return o
}

// Replay plays the main line of the game of Gomoku of that root. The rule is RU's, or else o's. See
// [sgf.Replay] for nodes and the errors; a start that cannot be also wraps game.ErrSetup.
func Replay(root *sgf.Node, o Options) (b *Board, nodes []*sgf.Node, err error) {
	o = o.named(root.SimpleText("RU"))
	return sgf.ReplayGame(root, sgf.Gomoku, func(position string) (*Board, error) { return New(position, o, false) })
}

// SGF is the record of the board's game: a root with rules and set-up, its moves as the main line,
// and the result when it is over.
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
	root.Set("GM", sgf.Gomoku)
	root.Set("RU", ruleNames[b.options.Rule])
	root.SetStones(b.Stones(), b.Position())
	if b.bound == goban.White {
		root.SetText(sgf.PositionText, b.Position())
	}
	return root
}

// Stones is what lies on the board, as the board of Go has it: a copy.
func (b *Board) Stones() *goban.Stones {
	s := goban.NewStones(b.Size())
	for p := range b.points() {
		if c := b.cells[p]; c < goban.Empty {
			s.Put(p, c)
		}
	}
	s.SetTurn(b.turn)
	return s
}

// readRecords reads the main lines of the games of a file in SGF as games of Gomoku, freestyle where
// RU says nothing else; a rule that RU names is the tag RU. See game.ReadRecords.
func readRecords(r io.Reader) iter.Seq2[game.Record, error] {
	return sgf.ReadRecords(r, func(root *sgf.Node) (game.Record, error) { return Record(root, false) })
}

// Record is the game whose root that is, its main line, and the others if they are asked for, played under the default
// options; a rule that RU names is the tag RU. The errors are those of Replay.
func Record(root *sgf.Node, variations bool) (game.Record, error) {
	b, nodes, err := Replay(root, DefaultOptions())
	if err != nil {
		return game.Record{}, err
	}
	rec := root.Record(b, nodes)
	if rule := (Options{}).named(root.SimpleText("RU")).Rule; rule != "" {
		rec.Tags = append(rec.Tags, [2]string{"RU", ruleNames[rule]})
	}
	if variations {
		rec.Variations, err = root.Variations(b, nodes)
	}
	return rec, err
}

// statedRules is the rule that RU names, if it is known.
func statedRules(rec *game.Record) json.RawMessage {
	rule := Options{}.named(rec.Tag("RU")).Rule
	if rule == "" {
		return nil
	}
	return game.MustJSON(map[string]string{"rule": rule})
}

// writeRecord writes a game in SGF by the rule of its tag RU, freestyle without one; see
// [sgf.WriteRecord].
func writeRecord(w io.Writer, rec game.Record, notation string) error {
	o := DefaultOptions().named(rec.Tag("RU"))
	setUp := func(position string) (*Board, error) { return New(position, o, false) }
	return sgf.WriteRecord(w, rec, notation, setUp, (*Board).root)
}
