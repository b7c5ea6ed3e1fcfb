package weiqi

import (
	"fmt"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
)

// takenMax bounds the captures that a text may state: the last move of a game
// can take almost the whole board.
const takenMax = TargetMax - 1 + SizeMax*SizeMax

// New sets up a board from a position text as the package comment describes it;
// "" is the start position that o names. Size, targets and captures that the
// text states win over o.
//
// Errors wrap game.ErrPosition (malformed), game.ErrSetup (can not arise in
// play, see [Board.Sane]; accepted when lenient) or game.ErrRules.
func New(text string, o Options, lenient bool) (*Board, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	b := &Board{options: o, past: make([]step, 0, 64)}
	if text == "" {
		b.stones.Reset(o.Size)
		if o.Start == "cross-cut" {
			low := (o.Size - 2) / 2
			b.stones.Put(PointAt(low, low), Black)
			b.stones.Put(PointAt(low+1, low+1), Black)
			b.stones.Put(PointAt(low, low+1), White)
			b.stones.Put(PointAt(low+1, low), White)
		}
	} else if err := b.read(text); err != nil {
		return nil, err
	}
	if err := b.Sane(); err != nil && !lenient {
		return nil, err
	}
	b.initial = b.Position()
	return b, nil
}

// read sets up what a text states.
func (b *Board) read(text string) error {
	fields := strings.Fields(text)
	if len(fields) < 2 || len(fields) > 7 {
		return fmt.Errorf("%w: %q has %d fields, expected rows and side to move, then perhaps two targets, two counts of captures and a ko point",
			game.ErrPosition, text, len(fields))
	}
	if err := b.place(strings.Split(fields[0], "/")); err != nil {
		return err
	}
	switch fields[1] {
	case "X":
	case "O":
		b.stones.turn = White
	default:
		return fmt.Errorf("%w: side to move is %q, expected X or O", game.ErrPosition, fields[1])
	}
	if len(fields) > 2 {
		// White's target is black's unless stated.
		for len(fields) < 4 {
			fields = append(fields, fields[2])
		}
	}
	var taken [2]int
	for i, number := range []struct {
		name      string
		low, high int
		into      *int
	}{
		{"target of black", TargetMin, TargetMax, &b.options.Target[Black]},
		{"target of white", TargetMin, TargetMax, &b.options.Target[White]},
		{"number of stones captured by black", 0, takenMax, &taken[Black]},
		{"number of stones captured by white", 0, takenMax, &taken[White]},
	} {
		if len(fields) <= 2+i {
			break
		}
		n, err := strconv.Atoi(fields[2+i])
		if err != nil || n < number.low || n > number.high || fields[2+i][0] == '+' {
			return fmt.Errorf("%w: %s is %q, expected %d to %d", game.ErrPosition, number.name, fields[2+i], number.low, number.high)
		}
		*number.into = n
	}
	b.stones.taken = [2]uint16{uint16(taken[Black]), uint16(taken[White])}
	if len(fields) > 6 && fields[6] != "-" {
		p, err := ParsePoint(fields[6], b.Size())
		if err != nil || b.stones.cells[p] != Empty {
			return fmt.Errorf("%w: ko point is %q, expected an empty point such as C5, or -", game.ErrPosition, fields[6])
		}
		b.stones.ko = p
	}
	return nil
}

// place reads the rows, from the top.
func (b *Board) place(rows []string) error {
	size := len(rows)
	if size < SizeMin || size > SizeMax {
		return fmt.Errorf("%w: %d rows, expected %d to %d, separated by /", game.ErrPosition, size, SizeMin, SizeMax)
	}
	b.options.Size = size
	b.stones.Reset(size)
	for i, row := range rows {
		column := 0
		for _, c := range row {
			run, color := 1, Empty
			switch {
			case c == 'X':
				color = Black
			case c == 'O':
				color = White
			case c >= '1' && c <= '9':
				run = int(c - '0')
			case c != '.':
				return fmt.Errorf("%w: %q in row %d from the top, expected X, O, . or a run of 1 to 9", game.ErrPosition, c, i+1)
			}
			if column+run > size {
				return fmt.Errorf("%w: row %d from the top %q has more than %d points, as many as there are rows", game.ErrPosition, i+1, row, size)
			}
			if color != Empty {
				b.stones.Put(PointAt(column, size-1-i), color)
			}
			column += run
		}
		if column != size {
			return fmt.Errorf("%w: row %d from the top %q has %d points, expected %d, as many as there are rows", game.ErrPosition, i+1, row, column, size)
		}
	}
	return nil
}

// Sane says why the position can not be one of a game in progress or at its
// end: a chain without liberty, a side that reached its target although the
// other one moved last, a ko without the stone that took.
func (b *Board) Sane() error {
	s := &b.stones
	for row := range b.Size() {
		for column := range b.Size() {
			if p := PointAt(column, row); s.cells[p] < Empty && s.libs[s.chain[p]] == 0 {
				return fmt.Errorf("%w: the chain at %v has no liberty", game.ErrSetup, p)
			}
		}
	}
	if int(s.taken[s.turn]) >= b.options.Target[s.turn] {
		return fmt.Errorf("%w: %s is to move and has already captured %d of %d", game.ErrSetup, s.turn, s.taken[s.turn], b.options.Target[s.turn])
	}
	if s.ko != NoPoint && !s.koStands() {
		return fmt.Errorf("%w: ko at %v, but no stone of %s can have taken there", game.ErrSetup, s.ko, s.turn.Other())
	}
	return nil
}

// koStands says whether the last move can have taken a single stone on the ko
// point: opponents all around, just one of them alone and in atari.
func (s *Stones) koStands() bool {
	takers := 0
	for _, n := range neighbours(s.ko) {
		switch c := s.cells[n]; {
		case c == Empty || c == s.turn:
			return false
		case c < Empty && s.count[s.chain[n]] == 1 && s.libs[n]&countMask == 1:
			takers++
		}
	}
	return takers > 0 && s.taken[s.turn.Other()] > 0
}

// Position is the text that New reads, with all its fields.
func (b *Board) Position() string { return b.View(game.View{}) }
