package review

import (
	"bytes"
	"context"
	"flag"
	"slices"
	"testing"

	"qikit.dev/qikit/internal/capturesolver"
	"qikit.dev/qikit/internal/dfpn"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/sgf"
)

// solverNodes is how far the solver looks: a second at most. A position that it
// does not settle so is not asked about.
const solverNodes = 300_000

// scattered is a position of 5x5 after random moves and the moves that the solver
// proves to win, at least one and not all.
func scattered(t *testing.T, solver *capturesolver.Solver, r *rng.Source) (b *capturego.Board, winning []game.Move) {
	b = board5(t, "")
	for plies := 9 + r.IntN(6); plies > 0; plies-- {
		moves := b.Moves(nil)
		b.Play(moves[r.IntN(len(moves))])
		if _, over := b.Outcome(); over {
			return scattered(t, solver, r)
		}
	}
	for _, m := range b.Moves(nil) {
		b.Play(m)
		o, over := b.Outcome()
		wins := over && o.Winner == 1-b.Turn()
		if !over {
			value := solver.Solve(b.Stones(), [2]int{1, 1}, dfpn.Limits{Nodes: solverNodes}).Value
			if value != dfpn.Win && value != dfpn.Loss {
				return scattered(t, solver, r)
			}
			wins = value == dfpn.Loss
		}
		if wins {
			winning = append(winning, m)
		}
		b.Undo()
	}
	if len(winning) == 0 || len(winning) == len(b.Moves(nil)) {
		return scattered(t, solver, r)
	}
	return b, winning
}

// truthPositions is even: in half of them the user wins by the move, in the
// others another move would have won.
var truthPositions = flag.Int("truth", 60, "positions on which the review is held against the solver")

// With the solver as oracle: no winning move is called bad, and one that loses
// where another wins is found, with a target that wins.
func TestReview_againstTheSolver(t *testing.T) {
	games := *truthPositions
	if testing.Short() {
		games = 4
	}
	r := rng.New(7)
	solver := capturesolver.New(16 << 20)
	for i := range games {
		b, winning := scattered(t, solver, r)
		wins := i%2 == 0
		var pick []game.Move
		var names []string
		for _, m := range b.Moves(nil) {
			if slices.Contains(winning, m) == wins {
				pick = append(pick, m)
			}
			if slices.Contains(winning, m) {
				names = append(names, b.Text(m))
			}
		}
		b.Play(pick[r.IntN(len(pick))])
		var file bytes.Buffer
		if err := sgf.Write(&file, b.SGF()); err != nil {
			t.Fatal(err)
		}
		n := (len(b.Played(nil)) + 1) / 2
		o := Effort("quick")
		o.User, o.Range, o.Visits, o.TargetVisits, o.DemonstrateVisits = b.Sides()[1-b.Turn()], &Range{n, n}, 50, 100, 16
		rep, err := Review(context.Background(), file.Bytes(), o)
		if err != nil {
			t.Fatal(err)
		}
		m := rep.Moves[n-1]
		switch {
		case wins && (m.Status == "bad" || m.Proven != Win):
			t.Errorf("game %d, %s: %s wins, but is %s, proven %q", i, file.String(), m.Move, m.Status, m.Proven)
		case !wins && (len(rep.BadMoves) != 1 || m.Proven != Loss || !slices.Contains(names, rep.BadMoves[0].Target) || m.Loss != 100):
			t.Errorf("game %d, %s: %s loses and %v win, but it is %s, proven %q, with %+v", i, file.String(), m.Move, names, m.Status, m.Proven, rep.BadMoves)
		}
	}
}

// What the solver proves to win is a right answer, and nothing else is, where the
// target is proven.
func TestExercise_againstTheSolver(t *testing.T) {
	games := *truthPositions
	if testing.Short() {
		games = 4
	}
	r := rng.New(11)
	solver := capturesolver.New(16 << 20)
	for i := range games {
		b, winning := scattered(t, solver, r)
		var pick []game.Move
		for _, m := range b.Moves(nil) {
			if !slices.Contains(winning, m) {
				pick = append(pick, m)
			}
		}
		before := b.Clone()
		b.Play(pick[r.IntN(len(pick))])
		var file bytes.Buffer
		if err := sgf.Write(&file, b.SGF()); err != nil {
			t.Fatal(err)
		}
		n := (len(b.Played(nil)) + 1) / 2
		o := Effort("quick")
		o.User, o.Range, o.Visits, o.TargetVisits, o.Demonstrate = b.Sides()[1-b.Turn()], &Range{n, n}, 50, 100, []int{}
		rep, err := Review(context.Background(), file.Bytes(), o)
		if err != nil || len(rep.Exercises) != 1 {
			t.Fatalf("game %d, %s: %v, %d exercises, want 1", i, file.String(), err, len(rep.Exercises))
		}
		e := rep.Exercises[0]
		for _, m := range before.Moves(nil) {
			wins, text := slices.Contains(winning, m), before.Text(m)
			if e.Accepts(text) != wins || wins && e.Refuses(text) {
				t.Errorf("game %d, %s: %s wins %t, accepted %t, refused %t", i, e.Position, text, wins, e.Accepts(text), e.Refuses(text))
			}
		}
	}
}
