package review

import (
	"context"
	"slices"

	"qikit.dev/qikit/internal/capturesolver"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// demonstrateShare of the visits of a demonstration's ply are those in which the
// points are recommended.
const demonstrateShare = 8

// refutedMost is how often a demonstration is taken back: to a move that its search
// shows to lose, while another there may not. Then it ends in front of that move.
const refutedMost = 32

// decidedMost is how many plies a demonstration may be longer, to show a capture that
// nothing averts any more.
const decidedMost = 2

// decided says whether the game ends with the next capture, whatever is played.
func decided(b *capturego.Board) bool {
	p := tactics(b)
	if _, ok := p.Winning(); ok {
		return true
	}
	saving, forced := p.Forced()
	return forced && len(saving) == 0
}

// capture is a move that ends the game at once.
func capture(b *capturego.Board) (game.Move, bool) {
	m, ok := tactics(b).Winning()
	return game.Move(m), ok
}

// tactics is a board's position to read ahead on.
func tactics(b *capturego.Board) *capturesolver.Position {
	var p capturesolver.Position
	p.Set(b.Stones(), [2]int{b.Target(goban.Black), b.Target(goban.White)})
	return &p
}

// demonstrate plays the target and goes on for both sides. What the searches of the
// line prove is carried back along it; it ends early when that refutes the target, but
// not where it was asked for: how the move loses is the answer then.
func (p *position) demonstrate(ctx context.Context, s *searcher) error {
	b := p.board.Clone()
	user := b.Turn()
	t, first := p.deep, p.target.choices[0]
	if first.proven == Win {
		s.proof.answers(ctx, b, t.choices)
	}
	t.line, t.ends = []ply{{move: first.move, side: user, rate: first.rate, proven: first.proven, visits: first.visits, stop: t.stop}}, false
	b.Play(first.move)
	from := 0 // of the moves that may be taken back
	if t.asked {
		from = 1
	}
	for refuted := 0; ; {
		if _, t.ends = b.Outcome(); t.ends || len(t.line) >= s.Plies && (!decided(b) || len(t.line) >= s.Plies+decidedMost) {
			return nil
		}
		next, err := s.next(ctx, b)
		if err != nil {
			return err
		}
		p.clocked = p.clocked || s.clocked
		if b.Turn() != user {
			next.rate, next.proven = round(1-next.rate), next.proven.opposite()
		}
		t.line = append(t.line, next)
		s.known.play(b, next.move)
		back := s.known.along(b.Clone(), len(t.line), from)
		switch {
		case !t.asked && (back == 0 || s.known.position(p.board) == Loss):
			return nil
		case back > 0:
			for range t.line[back:] {
				b.Undo()
			}
			t.line = t.line[:back]
			if refuted++; refuted > refutedMost {
				return nil
			}
		}
	}
}

// next is the move with which a demonstration goes on, as its side sees it.
func (s *searcher) next(ctx context.Context, b *capturego.Board) (ply, error) {
	if m, ok := capture(b); ok {
		s.known.put(b, Win)
		return ply{move: m, side: b.Turn(), rate: 1, proven: Win, stop: "proven"}, nil
	}
	f, err := s.seek(ctx, b, nil, effort{max(s.DemonstrateVisits/demonstrateShare, 16), s.DemonstrateVisits, seconds(s.DemonstrateTime)})
	if err != nil {
		return ply{}, err
	}
	best := f.list[0]
	switch s.known.position(b) {
	case Win:
		if best.proven != Win { // as long as it took to prove that it wins
			f, err = s.seek(ctx, b, nil, effort{s.Visits, toldLeast(b.Size()) * s.TargetVisits, seconds(s.TargetTime)})
			if err != nil {
				return ply{}, err
			}
			best = f.list[0]
		}
	case Loss:
		last := lasting(b)
		for _, c := range f.list {
			if slices.Contains(last, c.move) {
				best = c
				break
			}
		}
		if !slices.Contains(last, best.move) {
			best.move = last[0]
		}
	}
	return ply{move: best.move, side: b.Turn(), rate: best.rate, proven: best.proven, visits: best.visits, stop: f.stop}, nil
}

// along carries the verdicts on the last moves of a board back over so many of them.
// It returns the index of the first, from one on, that is proven to lose where not every
// move is, -1 for none.
func (k *proofs) along(b *capturego.Board, plies, from int) int {
	moves := b.Played(nil)
	moves = moves[len(moves)-plies:]
	for i := plies - 1; i >= 0; i-- {
		b.Undo()
		k.settle(b, moves[i])
	}
	for i, m := range moves {
		if i >= from && k.move(b, m) == Loss && k.position(b) != Loss {
			return i
		}
		b.Play(m)
	}
	return -1
}

// holds says whether a move may be shown: it throws no win away that is proven, and is not
// proven to lose where others are not.
func (k *proofs) holds(b *capturego.Board, m game.Move) bool {
	position, move := k.position(b), k.move(b, m)
	return (position != Win || move == Win) && (move != Loss || position == Loss)
}

// restate corrects the demonstration by what is proven; b stands in front of it and
// is left so. A line that does not begin with the target is dropped, one with a move that
// does not hold ends in front of it.
func (t *target) restate(b *capturego.Board, known *proofs) {
	user := b.Turn()
	if !t.shown() {
		t.line, t.ends = nil, false
	}
	end := b.Clone()
	for _, next := range t.line {
		end.Play(next.move)
	}
	known.along(end, len(t.line), 0)
	for i := range t.line {
		next := &t.line[i]
		if i > 0 && !known.holds(b, next.move) {
			t.line, t.ends = t.line[:i], false
			break
		}
		known.play(b, next.move)
		verdict := known.position(b)
		if b.Turn() != user {
			verdict = verdict.opposite()
		}
		if verdict != "" {
			next.proven, next.rate = verdict, verdict.rate()
		}
	}
	for range t.line {
		b.Undo()
	}
}
