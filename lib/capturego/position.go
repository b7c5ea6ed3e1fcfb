package capturego

import (
	"fmt"
	"strconv"
	"strings"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// takenMax bounds the captures that a text may state: the last move of a game
// can take almost the whole board.
const takenMax = TargetMax - 1 + goban.SizeMax*goban.SizeMax

// New sets up a board from a position text as the package comment describes it;
// "" is the start position that o names. Size, targets and captures that the
// text states win over o.
//
// Errors wrap game.ErrPosition (malformed), game.ErrSetup (cannot arise in
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
			b.stones.Put(goban.PointAt(low, low), goban.Black)
			b.stones.Put(goban.PointAt(low+1, low+1), goban.Black)
			b.stones.Put(goban.PointAt(low, low+1), goban.White)
			b.stones.Put(goban.PointAt(low+1, low), goban.White)
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
	if err := b.stones.Read(fields[0], fields[1]); err != nil {
		return err
	}
	b.options.Size = b.stones.Size()
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
		{"target of black", TargetMin, TargetMax, &b.options.Target[goban.Black]},
		{"target of white", TargetMin, TargetMax, &b.options.Target[goban.White]},
		{"number of stones captured by black", 0, takenMax, &taken[goban.Black]},
		{"number of stones captured by white", 0, takenMax, &taken[goban.White]},
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
	b.stones.SetCaptured(taken[goban.Black], taken[goban.White])
	if len(fields) > 6 {
		return b.stones.ReadKo(fields[6])
	}
	return nil
}

// Sane says why no game can lead to the position: a side has reached its target
// although the other side moved last, or [goban.Stones.Sane] objects.
func (b *Board) Sane() error {
	s := &b.stones
	if turn := s.Turn(); s.Captured(turn) >= b.options.Target[turn] {
		return fmt.Errorf("%w: %s is to move and has already captured %d of %d", game.ErrSetup, turn, s.Captured(turn), b.options.Target[turn])
	}
	return s.Sane()
}

// Position is the text that New reads, with all its fields.
func (b *Board) Position() string { return b.View(game.View{}) }
