package engine

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"qikit.dev/qikit/internal/fixeddepth"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/surakarta"
)

// oneMove is a root with a single move; below it the game is the strategy's.
type oneMove struct {
	fixeddepth.Game[game.Move]
	move  game.Move
	plies int
}

func (o *oneMove) Moves(dst []game.Move) []game.Move {
	if o.plies == 0 {
		return append(dst, o.move)
	}
	return o.Game.Moves(dst)
}

func (o *oneMove) Play(m game.Move) { o.plies++; o.Game.Play(m) }
func (o *oneMove) Undo()            { o.plies--; o.Game.Undo() }

// alone searches each root move by itself, and puts the best first: of equal values
// the one of the smallest source and target.
func alone(t *testing.T, e *stepped, b *surakarta.Board, depth int) (all []fixeddepth.Line[game.Move]) {
	t.Helper()
	for _, m := range e.show(b).Moves(nil) {
		var roots []fixeddepth.Game[game.Move]
		for range e.strategy.steps.Threads {
			roots = append(roots, &oneMove{Game: e.show(b), move: m})
		}
		r, err := e.search.Run(context.Background(), roots, depth, 1)
		if err != nil || len(r.Lines) != 1 {
			t.Fatalf("%s alone: %+v, %v", b.Text(m), r, err)
		}
		all = append(all, r.Lines[0])
	}
	slices.SortStableFunc(all, func(x, y fixeddepth.Line[game.Move]) int { return y.Value - x.Value })
	return all
}

// Several lines are the best root moves, each with the value that a search of it alone
// finds, whatever the number of lines and of workers. Without -short this takes some
// seconds.
func TestStrategies_linesAreExact(t *testing.T) {
	positions, deepest := 12, 4
	if testing.Short() {
		positions, deepest = 3, 3
	}
	r := rand.New(rand.NewPCG(106, 1))
	for range positions {
		b := surakartaAfter(t, r, 10+r.IntN(60))
		if _, over := b.Outcome(); over {
			continue
		}
		for _, name := range []string{"101", "102", "103", "104", "105", "106"} {
			o := DefaultOptions()
			o.Strategy, o.Workers = name, 3
			made, err := New("surakarta", o)
			if err != nil {
				t.Fatal(err)
			}
			e := steppedOf(made)
			for depth := 1; depth <= deepest; depth++ {
				if name == "101" && depth == deepest {
					continue // without any ordering the same takes ten times as long
				}
				want := alone(t, e, b, depth)
				for _, lines := range []int{1, 2, 5, 256} {
					linesAre(t, e, b, depth, lines, want)
				}
			}
			_ = made.Close()
		}
	}
}

// steppedOf is the strategy in an engine.
func steppedOf(e Engine) *stepped { return e.(*stepped) }

func linesAre(t *testing.T, e *stepped, b *surakarta.Board, depth, lines int, want []fixeddepth.Line[game.Move]) {
	t.Helper()
	l := DefaultLimits()
	l.Depth, l.Lines = depth, lines
	r, err := e.Search(context.Background(), b, l)
	if err != nil || len(r.Lines) != min(lines, len(want)) || r.Best != want[0].Moves[0] || r.Score != r.Lines[0].Score {
		t.Fatalf("%s, %s, depth %d, %d lines: %s, %v", e.Name(), b.Position(), depth, lines, r.JSON(b), err)
	}
	for i, line := range r.Lines {
		score, _ := e.score(b, want[i], i == 0)
		if line.Moves[0] != want[i].Moves[0] || line.Score != score {
			t.Errorf("%s, %s, depth %d, line %d of %d: %s %d, alone %s %d", e.Name(), b.Position(), depth, i+1, lines,
				b.Text(line.Moves[0]), line.Score, b.Text(want[i].Moves[0]), score)
		}
		if len(line.Moves) > depth {
			t.Errorf("%s, %s, depth %d, line %d has %d moves", e.Name(), b.Position(), depth, i+1, len(line.Moves))
		}
		walk := b.Clone()
		for _, m := range line.Moves {
			if !slices.Contains(walk.Moves(nil), m) {
				t.Fatalf("%s, %s: line %d plays %v, which is not legal", e.Name(), b.Position(), i+1, m)
			}
			walk.Play(m)
		}
	}
}

// Each line is proven for itself: the move that loses at once does, whatever
// the others come to.
func TestStrategies_linesProveTheirOwnEnd(t *testing.T) {
	b := surakartaBoard(t, olympiad, "6/6/6/6/4wb/6 w")
	for _, name := range []string{"102", "106"} {
		l := depth(3)
		l.Lines = 256
		r := search(t, surakartaEngine(t, name), b, l)
		texts := map[string]bool{}
		for _, line := range r.Lines {
			switch {
			case line.Score == Mate-1:
				texts["win in 1"] = true
			case line.Score == -(Mate - 2):
				texts["loss in 2"] = true
			}
		}
		if r.Proven != "win" || r.Plies != 1 || !texts["win in 1"] || !texts["loss in 2"] {
			t.Errorf("%s: %s, %s; want a win in one ply first, and a move that loses in two", name, r.JSON(b), fmt.Sprint(texts))
		}
	}
}
