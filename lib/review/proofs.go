package review

import (
	"maps"

	"qikit.dev/qikit/internal/capturesolver"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// proofs are verdicts on positions, for the side to move there, whoever found them:
// a search, the solver, a demonstration or an exercise. All work on a review asks the
// same store. A position and its mirror images are one; ends need no store.
//
// Work that goes on at the same time adds to stores of its own above one that nobody
// changes meanwhile, so that the review does not depend on who was first.
type proofs struct {
	below *proofs // nil for none; not changed
	found map[uint64]Verdict
	place capturesolver.Position // for keys
}

func newProofs(below *proofs) *proofs { return &proofs{below: below, found: map[uint64]Verdict{}} }

// add takes over what another store has found.
func (k *proofs) add(other *proofs) { maps.Copy(k.found, other.found) }

// key is the same for a position and its mirror images, and another one after a pass,
// since a second pass ends the game. The targets, which it leaves out, are those of the
// review.
func (k *proofs) key(b *capturego.Board) uint64 {
	k.place.Set(b.Stones(), [2]int{b.Target(goban.Black), b.Target(goban.White)})
	if b.Passes() > 0 {
		return ^k.place.Key()
	}
	return k.place.Key()
}

// position is the verdict on a position, "" when none is known.
func (k *proofs) position(b *capturego.Board) Verdict {
	if o, over := b.Outcome(); over {
		switch o.Winner {
		case game.Draw:
			return Draw
		case b.Turn():
			return Win
		}
		return Loss
	}
	id := k.key(b)
	for ; k != nil; k = k.below {
		if verdict, ok := k.found[id]; ok {
			return verdict
		}
	}
	return ""
}

// put remembers the verdict on a position, "" for none.
func (k *proofs) put(b *capturego.Board, verdict Verdict) {
	if _, over := b.Outcome(); verdict != "" && !over {
		k.found[k.key(b)] = verdict
	}
}

// move is the verdict on a legal move, for the side that makes it.
func (k *proofs) move(b *capturego.Board, m game.Move) Verdict {
	b.Play(m)
	verdict := k.position(b).opposite()
	b.Undo()
	if verdict == "" && k.position(b) == Loss {
		return Loss
	}
	return verdict
}

// after is the verdict on a legal move that follows from those on the opponent's moves.
func (k *proofs) after(b *capturego.Board, m game.Move) Verdict {
	b.Play(m)
	verdict := k.conclude(b).opposite()
	b.Undo()
	if verdict == "" {
		return k.move(b, m)
	}
	return verdict
}

// putMove remembers the verdict on a move, for the side that makes it.
func (k *proofs) putMove(b *capturego.Board, m game.Move, verdict Verdict) {
	b.Play(m)
	k.put(b, verdict.opposite())
	b.Undo()
}

// winner is a move known to win, at once if one does; game.NoMove for none.
func (k *proofs) winner(b *capturego.Board) game.Move {
	winner := game.NoMove
	for _, m := range b.Moves(nil) {
		switch {
		case ends(b, m):
			return m
		case winner == game.NoMove && k.move(b, m) == Win:
			winner = m
		}
	}
	return winner
}

// learn remembers what a search of a position proved.
func (k *proofs) learn(b *capturego.Board, r engine.TreeResult) {
	k.put(b, Verdict(r.Proven))
	for _, m := range r.Moves {
		if m.Proven != "" {
			k.putMove(b, m.Move, Verdict(m.Proven))
		}
	}
}

// settle carries the verdict on a move back to the position in front of it.
func (k *proofs) settle(b *capturego.Board, m game.Move) {
	switch k.move(b, m) {
	case Win:
		k.put(b, Win)
	case Loss:
		k.conclude(b)
	}
}

// conclude is the verdict on a position that follows from those on its moves: one
// that wins proves it, and so do moves that are all proven.
func (k *proofs) conclude(b *capturego.Board) Verdict {
	if verdict := k.position(b); verdict != "" {
		return verdict
	}
	open, drawn := false, false
	for _, m := range b.Moves(nil) {
		switch k.move(b, m) {
		case Win:
			k.put(b, Win)
			return Win
		case Draw:
			drawn = true
		case "":
			open = true
		}
	}
	verdict := Loss
	switch {
	case open:
		return ""
	case drawn:
		verdict = Draw
	}
	k.put(b, verdict)
	return verdict
}

// carry goes through a game from its end, whose board is changed, and carries every
// verdict back to the positions in front of it. Then it goes from the start and carries
// losses forward: what is lost is so after every move.
func (k *proofs) carry(end *capturego.Board) {
	moves := end.Played(nil)
	for ply := len(moves) - 1; ply >= 0; ply-- {
		won := k.position(end) == Win
		end.Undo()
		k.settle(end, moves[ply])
		if m, alone := only(end); alone && won && m == moves[ply] {
			k.put(end, Loss) // the other moves lose at once
		}
	}
	for _, m := range moves {
		k.play(end, m)
	}
}

// play makes a move, and carries forward that its position is lost.
func (k *proofs) play(b *capturego.Board, m game.Move) {
	lost := k.position(b) == Loss
	b.Play(m)
	if lost {
		k.put(b, Win)
	}
}

// known are a position's moves with a verdict, as a tree search takes them.
func (k *proofs) known(b *capturego.Board) (list []engine.TreeKnown) {
	for _, a := range k.answers(b) {
		if a.verdict != Draw {
			list = append(list, engine.TreeKnown{Move: a.move, Wins: a.verdict == Win})
		}
	}
	return list
}

// answer is a move and the verdict on it.
type answer struct {
	move    game.Move
	verdict Verdict
}

// answers are the moves with a verdict.
func (k *proofs) answers(b *capturego.Board) (list []answer) {
	for _, m := range b.Moves(nil) {
		if verdict := k.move(b, m); verdict != "" {
			list = append(list, answer{m, verdict})
		}
	}
	return list
}
