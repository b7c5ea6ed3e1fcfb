package platform

import (
	"fmt"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// What self-learning found out about positions met twice is played at the next meeting, and is
// better by a search of many times the playouts of a move. All by playouts of one seed, so the
// figures are the same each time.
func TestSelfLearning_answersBetter(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: long searches of one goroutine")
	}
	first, second, changed := learntAnswers(t, 8, 7, 1000)
	t.Logf("win rate of the answers: %.3f at first, %.3f after learning; %d of 8 are others", first, second, changed)
	if second <= first || changed == 0 {
		t.Errorf("the answers win %.3f at first and %.3f after learning, %d changed", first, second, changed)
	}
}

// learntAnswers are the win rates of what is answered with 60 playouts in some positions, at
// the first meeting and after self-learning, as a judge sees them; and how many answers
// are others then.
func learntAnswers(t *testing.T, positions, size, judges int) (first, second float64, changed int) {
	bank, editor := newBank(t, ""), NewParameterEditor(nil)
	set(t, editor, "mc.playouts", "60", "mc.seconds", "100", "editor.adjusts", "0")
	judge := newSearch(t)
	worth := func(b *weiqi.Board, e Explanation) float64 {
		after := b.Clone()
		after.Play(e.Chosen)
		p := &position{Board: after, Moves: sensible(after), Values: editor.effective(), Budget: budget{Playouts: judges, Time: 1e12}}
		found, _, err := judge.Search(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		return 1 - found.Rate()
	}
	learner := &selfLearning{bank, newSearch(t), editor, 2, 1}
	for n := range positions {
		b := middleGame(t, size, uint64(n))
		var answers [3]Explanation
		for i := range answers {
			answers[i] = choose(t, newCoordinator(newSearch(t), bank, nil, uint64(i)), question{Board: b, Editor: editor})
			if i == 1 {
				if learnt, err := learner.Step(t.Context()); !learnt || err != nil {
					t.Fatalf("position %d: learnt %v, %v", n, learnt, err)
				}
			}
		}
		if answers[0].Chosen != answers[2].Chosen {
			changed++
		}
		first += worth(b, answers[0]) / float64(positions)
		second += worth(b, answers[2]) / float64(positions)
	}
	return first, second, changed
}

// middleGame is a position of a third of a board's points, by moves drawn from the sensible ones.
func middleGame(t *testing.T, size int, seed uint64) *weiqi.Board {
	b, draw := boardOf(t, size, ""), rng.Of(seed, 12)
	for range size * size / 3 {
		moves := sensible(b)
		if len(moves) == 0 {
			b.Play(goban.Pass)
			continue
		}
		b.Play(moves[draw.IntN(len(moves))])
	}
	if _, over := b.Outcome(); over {
		t.Fatal(fmt.Sprint("the game is over: ", b.Position()))
	}
	return b
}
