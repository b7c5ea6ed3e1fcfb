package weiqi

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// recordTags are the properties of a root that records keep under a name of
// their own; other properties that are text keep theirs.
var recordTags = [][2]string{
	{"EV", "Event"}, {"PC", "Site"}, {"DT", "Date"}, {"RO", "Round"}, {"PB", "Black"}, {"PW", "White"},
}

// recordInfo are the other properties of a root that become tags.
var recordInfo = []string{"BR", "WR", "BT", "WT", "GN", "ON", "OT", "TM", "AN", "US", "SO", "CP", "AP", "KM", "HA"}

// ReadRecords reads the main lines of the games of a file in SGF as games of
// Capture Go under the default options: targets are those of RU, 1 where it
// says none. See game.ReadRecords.
func ReadRecords(r io.Reader) iter.Seq2[game.Record, error] {
	return func(yield func(game.Record, error) bool) {
		for root, err := range ReadSGF(r, DefaultSGF()) {
			var rec game.Record
			if err == nil {
				rec, err = root.Record(DefaultOptions())
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}

// Record is the main line of the game whose root n is. Its tags are Event, Site,
// Date, Round, Black, White, and by their names in SGF others that say
// something of the game. See [Node.Game] for o and the errors.
func (n *Node) Record(o Options) (game.Record, error) {
	b, nodes, err := n.Game(o)
	if err != nil {
		return game.Record{}, err
	}
	rec := n.recordOf(nodes)
	rec.Initial, rec.Moves = b.Initial(), b.Played(nil)
	return rec, nil
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

// WriteRecord writes a game in SGF. See game.WriteRecord; the one notation is
// "sgf".
func WriteRecord(w io.Writer, rec game.Record, notation string) error {
	if notation != "" && notation != "sgf" {
		return fmt.Errorf("%w: %q, expected sgf", game.ErrNotation, notation)
	}
	b, err := New(rec.Initial, DefaultOptions(), false)
	if err != nil {
		return err
	}
	root := newRoot(b)
	root.setTags(rec)
	root.SetComment(rec.Comments[0])
	at := root
	for i, m := range rec.Moves {
		if err := b.Check(m); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		at = at.addMove(b.stones.turn, m, b.Size())
		at.SetComment(rec.Comments[i+1])
		b.Play(m)
	}
	return WriteSGF(w, root)
}
