package capturego

import (
	"fmt"

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
	b := &Board{options: o}
	b.Detach()
	s := b.Stones()
	if text == "" {
		s.Reset(o.Size)
		if o.Start == "cross-cut" {
			low := (o.Size - 2) / 2
			s.Put(goban.PointAt(low, low), goban.Black)
			s.Put(goban.PointAt(low+1, low+1), goban.Black)
			s.Put(goban.PointAt(low, low+1), goban.White)
			s.Put(goban.PointAt(low+1, low), goban.White)
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
	s, target := b.Stones(), &b.options.Target
	stated, err := s.Read(text, "two targets, two counts of captures", takenMax,
		goban.Number{Name: "target of black", Low: TargetMin, High: TargetMax, Into: &target[goban.Black]},
		goban.Number{Name: "target of white", Low: TargetMin, High: TargetMax, Into: &target[goban.White]},
	)
	if stated == 1 {
		target[goban.White] = target[goban.Black]
	}
	b.options.Size = s.Size()
	return err
}

// Sane says why no game can lead to the position: a side has reached its target
// although the other side moved last, or [goban.Stones.Sane] objects.
func (b *Board) Sane() error {
	s := b.Stones()
	if turn := s.Turn(); s.Captured(turn) >= b.options.Target[turn] {
		return fmt.Errorf("%w: %s is to move and has already captured %d of %d", game.ErrSetup, turn, s.Captured(turn), b.options.Target[turn])
	}
	return s.Sane()
}

// Position is the text that New reads, with all its fields.
func (b *Board) Position() string { return b.View(game.View{}) }
