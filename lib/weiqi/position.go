package weiqi

import (
	"math"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// New sets up a game of Go from a position text; "" is the start position,
// with the handicap that o says. A text is as the package comment describes it; the
// size that it states wins over o, whose handicap then has no meaning.
//
// Errors wrap game.ErrPosition (malformed), game.ErrSetup (cannot arise in
// play, see [Board.Sane]; accepted when lenient) or game.ErrRules.
func New(text string, o Options, lenient bool) (*Board, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	b := &Board{options: o}
	if text == "" {
		b.begin()
		return b, nil
	}
	if _, err := b.Stones().Read(text, "two counts of captures", math.MaxUint16); err != nil {
		return nil, err
	}
	b.options.Size, b.options.Handicap = b.Size(), 0
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
	b.options, b.initial = o, ""
	b.begin()
	return nil
}

// begin sets up the start position that the options name.
func (b *Board) begin() {
	b.Forget()
	b.Stones().Reset(b.options.Size)
	if b.options.Handicap > 0 {
		for _, p := range HandicapPoints(b.options.Size, b.options.Handicap) {
			b.Stones().Put(p, goban.Black)
		}
		b.Stones().SetTurn(goban.White)
	}
}

// Sane says why no game can lead to the position; see [goban.Stones.Sane].
func (b *Board) Sane() error { return b.Stones().Sane() }

// Position is the text that New reads, with all its fields.
func (b *Board) Position() string { return b.View(game.View{}) }

// View writes the position seen through v: Turn 1 exchanges the colours with
// all that is theirs.
func (b *Board) View(v game.View) string {
	s, flip := b.Stones(), goban.Color(v.Turn&1)
	return s.View(v, s.Captured(goban.Black^flip), s.Captured(goban.White^flip))
}

// Identity is View without the captures, which no area rule asks for. The moves
// before, and with them what superko forbids, are history and not in it.
func (b *Board) Identity(v game.View) string { return b.Stones().View(v) }

// SVG draws the board; see [goban.Stones.SVG]. Its title is the position.
func (b *Board) SVG(o game.SVGOptions) string { return b.Stones().SVG(b.Position(), o) }
