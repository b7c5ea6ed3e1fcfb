package weiqi

import (
	"fmt"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// NewGo sets up a game of Go from a position text; "" is the start position,
// with the handicap that o says. The text is that of Capture Go without the
// targets: rows, side to move, the stones captured by black and by white, and
// the point that ko forbids or "-"; what follows the side may be left out. A
// size that the text states wins over o; its handicap then has no meaning.
//
// Errors wrap game.ErrPosition (malformed), game.ErrSetup (can not arise in
// play, see [GoBoard.Sane]; accepted when lenient) or game.ErrRules.
func NewGo(text string, o GoOptions, lenient bool) (*GoBoard, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	b := &GoBoard{options: o}
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
// and allocates next to nothing.
func (b *GoBoard) Restart(o GoOptions) error {
	if err := o.Check(); err != nil {
		return err
	}
	b.options, b.passes, b.resigned, b.initial, b.past = o, 0, false, "", b.past[:0]
	b.start()
	return nil
}

// start sets up the start position that the options name.
func (b *GoBoard) start() {
	b.stones.Reset(b.options.Size)
	if b.options.Handicap > 0 {
		for _, p := range HandicapPoints(b.options.Size, b.options.Handicap) {
			b.stones.Put(p, Black)
		}
		b.stones.turn = White
	}
}

// read sets up what a text states, by way of Capture Go.
func (b *GoBoard) read(text string) error {
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 5 {
		return fmt.Errorf("%w: %q has %d fields, expected rows and side to move, then perhaps two counts of captures and a ko point",
			game.ErrPosition, text, len(fields))
	}
	// Captures may be more than Capture Go knows.
	var taken [2]uint16
	for i, text := range fields[2:min(len(fields), 4)] {
		n, err := strconv.ParseUint(text, 10, 16)
		if err != nil {
			return fmt.Errorf("%w: number of stones captured by %v is %q, expected 0 to 65535", game.ErrPosition, Color(i), text)
		}
		taken[i] = uint16(n)
	}
	rest := ""
	if len(fields) == 5 {
		rest = " 1 1 0 0 " + fields[4]
	}
	set := Board{options: DefaultOptions()}
	if err := set.read(fields[0] + " " + fields[1] + rest); err != nil {
		return err
	}
	b.stones, b.options.Size, b.options.Handicap = set.stones, set.Size(), 0
	b.stones.taken = taken
	return b.options.Check()
}

// Sane says why the position can not be one of a game in progress: a chain
// without liberty, a ko without the stone that took.
func (b *GoBoard) Sane() error {
	s := &b.stones
	for row := range b.Size() {
		for column := range b.Size() {
			if p := PointAt(column, row); s.cells[p] < Empty && s.libs[s.chain[p]] == 0 {
				return fmt.Errorf("%w: the chain at %v has no liberty", game.ErrSetup, p)
			}
		}
	}
	if s.ko != NoPoint && !s.koStands() {
		return fmt.Errorf("%w: ko at %v, but no stone of %s can have taken there", game.ErrSetup, s.ko, s.turn.Other())
	}
	return nil
}

// Position is the text that NewGo reads, with all its fields.
func (b *GoBoard) Position() string { return b.View(game.View{}) }

// Symmetries are the eight of the square.
func (b *GoBoard) Symmetries() int { return 8 }

// View writes the position seen through v: Turn 1 exchanges the colours with
// all that is theirs.
func (b *GoBoard) View(v game.View) string {
	s, flip := &b.stones, Color(v.Turn&1)
	text := s.appendRows(make([]byte, 0, b.Size()*(b.Size()+1)+24), v)
	return string(s.appendCounts(text, v, int(s.taken[Black^flip]), int(s.taken[White^flip])))
}

// Identity is View without the captures, which no area rule asks for. The moves
// before, and with them what superko forbids, are history and not in it.
func (b *GoBoard) Identity(v game.View) string {
	text := b.stones.appendRows(make([]byte, 0, b.Size()*(b.Size()+1)+8), v)
	return string(b.stones.appendCounts(text, v))
}

// ViewText writes a legal move seen through v.
func (b *GoBoard) ViewText(v game.View, m game.Move) string {
	if m == Pass || m == Resign {
		return b.Text(m)
	}
	return seen(v.Symmetry, Point(m), b.Size()).String()
}

// SVG draws the board as [Board.SVG] does.
func (b *GoBoard) SVG(o game.SVGOptions) string {
	if o.Last == Resign {
		o.Last = game.NoMove
	}
	as := Board{stones: b.stones, options: DefaultOptions()}
	title := "<title>" + as.Position() + "</title>"
	return strings.Replace(as.SVG(o), title, "<title>"+b.Position()+"</title>", 1)
}
