package gomoku

import (
	"fmt"
	"slices"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// New sets up a board from a position text as the package comment describes it; "" is
// the empty board. The size that the text states wins over o.
//
// Errors wrap game.ErrPosition (malformed), game.ErrSetup (cannot arise in play, see
// [Board.Sane]; accepted when lenient) or game.ErrRules.
func New(text string, o Options, lenient bool) (*Board, error) {
	if err := game.CheckRules(&o); err != nil {
		return nil, err
	}
	b := &Board{options: o, past: make([]goban.Point, 0, 64)}
	if text == "" {
		b.reset(o.Size)
	} else if err := b.read(text); err != nil {
		return nil, err
	}
	if err := b.Sane(); err != nil && !lenient {
		return nil, err
	}
	b.won = b.winner()
	b.initial = b.Position()
	return b, nil
}

// reset empties the board.
func (b *Board) reset(size int) {
	b.options.Size, b.spaces = size, size*size
	for p := range b.cells {
		b.cells[p] = outside
	}
	for p := range b.points() {
		b.cells[p] = goban.Empty
	}
	b.won, b.key = goban.Empty, keys.size[size]
	b.bind(goban.Black)
}

// bind makes c the side to which Renju forbids moves.
func (b *Board) bind(c goban.Color) {
	b.bound = goban.Empty
	b.exact = [2]bool{b.options.Rule == Standard, b.options.Rule == Standard}
	if b.options.Rule == Renju {
		b.bound = c
		b.exact[c] = true
	}
	b.key ^= keys.bound[b.bound]
}

// winner is who has five in a row: the side that moved last, if both have.
func (b *Board) winner() goban.Color {
	winner := goban.Empty
	for p := range b.points() {
		if c := b.cells[p]; c < goban.Empty && winner != b.turn.Other() && b.five(p) {
			winner = c
		}
	}
	return winner
}

// read sets up what a text states.
func (b *Board) read(text string) error {
	fields := strings.Fields(text)
	if most := 2 + len(b.boundFields()); len(fields) < 2 || len(fields) > most {
		return fmt.Errorf("%w: %q has %d fields, expected rows and side to move%s", game.ErrPosition, text, len(fields),
			strings.Join(b.boundFields(), ""))
	}
	if err := goban.ReadRows(strings.Split(fields[0], "/"), SizeMin, b.reset, b.put); err != nil {
		return err
	}
	turn, ok := side(fields[1])
	if !ok {
		return fmt.Errorf("%w: side to move is %q, expected X or O", game.ErrPosition, fields[1])
	}
	if turn != b.turn {
		b.pass()
	}
	if len(fields) > 2 {
		c, ok := side(fields[2])
		if !ok {
			return fmt.Errorf("%w: the side to which moves are forbidden is %q, expected X or O", game.ErrPosition, fields[2])
		}
		b.key ^= keys.bound[b.bound]
		b.bind(c)
	}
	return nil
}

// boundFields describes the fields that Renju adds.
func (b *Board) boundFields() []string {
	if b.options.Rule == Renju {
		return []string{", then perhaps the side to which moves are forbidden"}
	}
	return nil
}

// side reads the letter of a side.
func side(text string) (goban.Color, bool) {
	i := slices.Index([]string{"X", "O"}, text)
	return goban.Color(i), i >= 0
}

// Position is the text that New reads.
func (b *Board) Position() string { return b.View(game.View{}) }

// Symmetries are the eight of the square.
func (b *Board) Symmetries() int { return goban.Symmetries }

// Identity is View: stones, the side to move and the side that Renju binds decide what
// may follow.
func (b *Board) Identity(v game.View) string { return b.View(v) }

// View writes the position seen through v: Turn 1 exchanges the colours, so that a
// position with White to move becomes its twin with Black to move.
func (b *Board) View(v game.View) string {
	size, flip := b.Size(), goban.Color(v.Turn&1)
	var board [SizeMax][SizeMax]byte
	for p := range b.points() {
		c := b.cells[p]
		if c < goban.Empty {
			c ^= flip
		}
		q := p.Seen(v.Symmetry, size)
		board[q.Row()][q.Column()] = c.Letter()
	}
	text := make([]byte, 0, 80)
	for row := size - 1; row >= 0; row-- {
		text = appendRow(text, board[row][:size])
		if row > 0 {
			text = append(text, '/')
		}
	}
	text = append(text, ' ', (b.turn ^ flip).Letter())
	if b.bound < goban.Empty && b.bound^flip != goban.Black {
		text = append(text, ' ', goban.White.Letter())
	}
	return string(text)
}

// appendRow writes a row with runs of empty points as digits.
func appendRow(text, row []byte) []byte {
	for i := 0; i < len(row); {
		run := 0
		for i+run < len(row) && run < 9 && row[i+run] == '.' {
			run++
		}
		if run == 0 {
			text = append(text, row[i])
			i++
			continue
		}
		text = append(text, '0'+byte(run))
		i += run
	}
	return text
}
