package weiqi

import (
	"fmt"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// New sets up a game of Go from a position text; "" is the start position,
// with the handicap that o says. The text is rows, side to move, the stones captured by black and by white, and
// the point that ko forbids or "-"; what follows the side may be left out. A
// size that the text states wins over o; its handicap then has no meaning.
//
// Errors wrap game.ErrPosition (malformed), game.ErrSetup (cannot arise in
// play, see [Board.Sane]; accepted when lenient) or game.ErrRules.
func New(text string, o Options, lenient bool) (*Board, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	b := &Board{options: o}
	if text == "" {
		b.start()
		return b, nil
	}
	if err := b.read(text); err != nil {
		return nil, err
	}
	if err := b.Sane(); err != nil && !lenient {
		return nil, err
	}
	b.initial = b.Position()
	return b, nil
}

// Restart begins another game on the board, from the start position that o names,
// and allocates next to nothing. Options that the board has already are not checked
// again: checking costs more than starting, in time, memory and stack.
func (b *Board) Restart(o Options) error {
	if o != b.options || o == (Options{}) {
		checked := o // o itself is not to escape
		if err := checked.Check(); err != nil {
			return err
		}
	}
	b.options, b.passes, b.resigned, b.initial, b.past = o, 0, false, "", b.past[:0]
	b.start()
	return nil
}

// start sets up the start position that the options name.
func (b *Board) start() {
	b.stones.Reset(b.options.Size)
	if b.options.Handicap > 0 {
		for _, p := range HandicapPoints(b.options.Size, b.options.Handicap) {
			b.stones.Put(p, goban.Black)
		}
		b.stones.SetTurn(goban.White)
	}
}

// read sets up what a text states.
func (b *Board) read(text string) error {
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 5 {
		return fmt.Errorf("%w: %q has %d fields, expected rows and side to move, then perhaps two counts of captures and a ko point",
			game.ErrPosition, text, len(fields))
	}
	var taken [2]int
	for i, text := range fields[2:min(len(fields), 4)] {
		n, err := strconv.ParseUint(text, 10, 16)
		if err != nil {
			return fmt.Errorf("%w: number of stones captured by %v is %q, expected 0 to 65535", game.ErrPosition, goban.Color(i), text)
		}
		taken[i] = int(n)
	}
	if err := b.stones.Read(fields[0], fields[1]); err != nil {
		return err
	}
	b.stones.SetCaptured(taken[goban.Black], taken[goban.White])
	b.options.Size, b.options.Handicap = b.stones.Size(), 0
	if len(fields) == 5 {
		return b.stones.ReadKo(fields[4])
	}
	return nil
}

// Sane says why no game can lead to the position; see [goban.Stones.Sane].
func (b *Board) Sane() error { return b.stones.Sane() }

// Position is the text that New reads, with all its fields.
func (b *Board) Position() string { return b.View(game.View{}) }

// Symmetries are the eight of the square.
func (b *Board) Symmetries() int { return goban.Symmetries }

// View writes the position seen through v: Turn 1 exchanges the colours with
// all that is theirs.
func (b *Board) View(v game.View) string {
	s, flip := &b.stones, goban.Color(v.Turn&1)
	text := s.AppendRows(make([]byte, 0, b.Size()*(b.Size()+1)+24), v)
	return string(s.AppendCounts(text, v, s.Captured(goban.Black^flip), s.Captured(goban.White^flip)))
}

// Identity is View without the captures, which no area rule asks for. The moves
// before, and with them what superko forbids, are history and not in it.
func (b *Board) Identity(v game.View) string {
	text := b.stones.AppendRows(make([]byte, 0, b.Size()*(b.Size()+1)+8), v)
	return string(b.stones.AppendCounts(text, v))
}

// ViewText writes a legal move seen through v.
func (b *Board) ViewText(v game.View, m game.Move) string {
	if m == goban.Pass || m == Resign {
		return b.Text(m)
	}
	return goban.Point(m).Seen(v.Symmetry, b.Size()).String()
}

// SVG draws the board; see [goban.Stones.SVG]. Its title is the position.
func (b *Board) SVG(o game.SVGOptions) string {
	if o.Last == Resign {
		o.Last = game.NoMove
	}
	return b.stones.SVG(b.Position(), o)
}
