package weiqi

import (
	"encoding/json"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/sgf"
)

// ruleNames are the ways to count as RU names them. Other programs know
// Chinese; rules that are not among these are counted by area.
var ruleNames = [][2]string{{ScoreArea, "Chinese"}, {ScoreSeed, "Seed"}, {ScoreSeedKomi, "Seed+Komi"}}

// rules are those that a game's root states, over o: komi (KM), handicap (HA, 0
// without it) and scoring (RU). The error wraps game.ErrRecord.
func (o Options) rules(root *sgf.Node) (Options, error) {
	o.Handicap = 0
	for _, number := range []struct {
		name string
		read func(text string) error
	}{
		{"KM", func(text string) (err error) { o.Komi, err = strconv.ParseFloat(text, 64); return err }},
		{"HA", func(text string) (err error) { o.Handicap, err = strconv.Atoi(text); return err }},
	} {
		if text := strings.TrimSpace(root.SimpleText(number.name)); text != "" {
			if err := number.read(text); err != nil {
				return o, root.Fail(number.name, "%s[%s], expected a number", number.name, text)
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
	return o, nil
}

// Replay plays the main line of the game of Go of that root, and resigns where
// RE says so. Stones and side to move are as [sgf.Node.Stones] has them, and what the
// record does not say of the rules is as in o, but a handicap is what HA says. See
// [sgf.Replay] for nodes and the errors; a start that cannot be also wraps
// game.ErrSetup or game.ErrRules.
func Replay(root *sgf.Node, o Options) (b *Board, nodes []*sgf.Node, err error) {
	if o, err = o.rules(root); err != nil {
		return nil, nil, err
	}
	b, nodes, err = sgf.Replay(root, func(position string) (*Board, error) {
		handicap := o.Handicap
		o.Handicap = 0 // the stones are set up already
		b, err := New(position, o, false)
		if err == nil {
			b.options.Handicap = handicap
		}
		return b, err
	})
	if err != nil {
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
	root := sgf.Of(b, (*Board).root)
	if b.Passes() >= 2 && !b.Resigned() {
		c := b.Count()
		root.Set("RE", sgf.Result(c.winner(), strconv.FormatFloat(math.Abs(c.Margin), 'g', -1, 64)))
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
	root.SetStones(b.Stones(), b.Position())
	if b.options.Handicap > 0 {
		root.Set("HA", strconv.Itoa(b.options.Handicap))
	}
	return root
}

// readRecords reads the main lines of the games of a file in SGF as games of
// Go under the default options; the rules are tags by their names in SGF (KM, HA,
// RU). See game.ReadRecords.
func readRecords(r io.Reader) iter.Seq2[game.Record, error] {
	return sgf.ReadRecords(r, func(root *sgf.Node) (game.Record, error) { return Record(root, false) })
}

// Record is the game whose root that is, its main line, and the others if they are asked for, played under the default
// options; the rules are tags by their names
// in SGF (KM, HA, RU). The errors are those of Replay.
func Record(root *sgf.Node, variations bool) (game.Record, error) {
	b, nodes, err := Replay(root, DefaultOptions())
	if err != nil {
		return game.Record{}, err
	}
	rec := root.Record(b, nodes)
	if rule := root.SimpleText("RU"); rule != "" {
		rec.Tags = append(rec.Tags, [2]string{"RU", rule})
	}
	if variations {
		rec.Variations, err = root.Variations(b, nodes)
	}
	return rec, err
}

// statedRules are the komi and the way to count that tags state, where they are known.
func statedRules(rec *game.Record) json.RawMessage {
	rules := map[string]any{}
	if komi, err := strconv.ParseFloat(strings.TrimSpace(rec.Tag("KM")), 64); err == nil && math.Abs(komi) <= math.MaxFloat64 {
		rules["komi"] = komi
	}
	for _, known := range ruleNames {
		if strings.EqualFold(rec.Tag("RU"), known[1]) {
			rules["scoring"] = known[0]
		}
	}
	return game.MustJSON(rules)
}

// recordRules are the rules as the root states them.
func recordRules(b game.Board) (tags [][2]string) {
	root := b.(*Board).root()
	for _, name := range []string{"KM", "RU", "HA"} {
		if root.Has(name) {
			tags = append(tags, [2]string{name, root.SimpleText(name)})
		}
	}
	return tags
}

// writeRecord writes a game in SGF; see [sgf.WriteRecord].
func writeRecord(w io.Writer, rec game.Record, notation string) error {
	setUp := func(position string) (*Board, error) { return New(position, DefaultOptions(), false) }
	return sgf.WriteRecord(w, rec, notation, setUp, func(start *Board) *sgf.Node {
		root := start.root()
		if rule := rec.Tag("RU"); rule != "" {
			root.SetText("RU", rule)
		}
		return root
	})
}
