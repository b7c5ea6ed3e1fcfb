package sgf

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// recordTags are the properties of a root that records keep under a name of
// their own; other properties that are text keep theirs.
var recordTags = [][2]string{
	{"EV", "Event"}, {"PC", "Site"}, {"DT", "Date"}, {"RO", "Round"}, {"PB", "Black"}, {"PW", "White"},
}

// recordInfo are the other properties of a root that become tags.
var recordInfo = []string{"BR", "WR", "BT", "WT", "GN", "ON", "OT", "TM", "AN", "US", "SO", "CP", "AP", "KM", "HA"}

// ReadRecords reads the games of a file, each as record does. See
// game.ReadRecords.
func ReadRecords(r io.Reader, record func(root *Node) (game.Record, error)) iter.Seq2[game.Record, error] {
	return func(yield func(game.Record, error) bool) {
		for root, err := range Read(r, DefaultOptions()) {
			var rec game.Record
			if err == nil {
				rec, err = record(root)
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}

// Record is the game whose root n is as [Replay] has played it. Its tags are Event,
// Site, Date, Round, Black, White, and by their names in SGF others that say
// something of the game.
func (n *Node) Record(b Board, nodes []*Node) game.Record {
	rec := game.Record{Initial: b.Initial(), Moves: b.Played(nil), Result: recordResult(n.SimpleText("RE"))}
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
	var said game.Remarks
	for _, at := range n.MainLine() {
		if played < len(nodes) && at == nodes[played] {
			played++
		}
		said.Add(0, played, at.Comment())
	}
	said.Put(&rec, "\n")
	return rec
}

// setRecord writes a record's tags, result and the comment before the first
// move.
func (n *Node) setRecord(rec game.Record) {
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
	n.SetComment(rec.Comments[0])
}

// recordResult reads RE.
func recordResult(text string) string {
	switch text = strings.ToUpper(strings.TrimSpace(text)); {
	case strings.HasPrefix(text, "B+"):
		return game.ResultFirst
	case strings.HasPrefix(text, "W+"):
		return game.ResultSecond
	case text == "0" || text == "DRAW" || text == "JIGO":
		return game.ResultDraw
	}
	return game.ResultNone
}

// WriteRecord writes a game under the root that rootOf makes of its start. See
// game.WriteRecord; the one notation is "sgf".
func WriteRecord[B Board](w io.Writer, rec game.Record, notation string, setUp func(position string) (B, error), rootOf func(start B) *Node) error {
	if notation != "" && notation != "sgf" {
		return fmt.Errorf("%w: %q, expected sgf", game.ErrNotation, notation)
	}
	b, err := setUp(rec.Initial)
	if err != nil {
		return err
	}
	root := rootOf(b)
	root.setRecord(rec)
	start := b.Copy().(B)
	if err := root.addMoves(b, rec); err != nil {
		return err
	}
	if err := root.addVariations(start, &rec); err != nil {
		return err
	}
	return Write(w, root)
}

// addMoves plays a record's moves on a board and appends them with their comments
// to the root. A resignation is no move in SGF, it is a result. The error wraps
// game.ErrIllegalMove.
func (root *Node) addMoves(b Board, rec game.Record) error {
	n := root
	for i, m := range rec.Moves {
		if err := b.Check(m); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		if m == goban.Resign {
			root.Set("RE", Result(1-b.Turn(), "R"))
		} else {
			n = n.addMove(b.Stones().Turn(), m, b.Stones().Size())
			n.SetComment(rec.Comments[i+1])
		}
		b.Play(m)
	}
	return nil
}
