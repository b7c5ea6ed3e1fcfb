package platform

import (
	"flag"
	"fmt"
	"testing"
	"time"

	"qikit.dev/qikit/lib/weiqi"
)

var bars = flag.Bool("bars", false, "print what memory and thinking ahead save, and how the levels stand")

// What the bench prints: a name, a figure, and what it is compared with. All by
// playouts, so that only the times depend on the machine.
func TestPlatform_bars(t *testing.T) {
	if !*bars {
		t.Skip("it takes minutes: with -bars only")
	}
	say := func(name string, ours, theirs float64) { t.Logf("bar: %s: %g %g", name, ours, theirs) }
	first, second := meetings(t)
	say("second meeting of a position", second, first)
	ahead, without := foreseenAnswers(t)
	say("an answer that was thought ahead", ahead, without)
	atFirst, learnt, _ := learntAnswers(t, 24, 9, 3000)
	say("win rate of answers after self-learning", 100*learnt, 100*atFirst)
	const games = 20 // between each two levels, half of them with either colour
	for level := 2; level <= 6; level++ {
		won := 0
		for n := range games {
			if black := levelGame(t, level-n%2, level-1+n%2, uint64(n/2)); (black > 0) == (n%2 == 0) {
				won++
			}
		}
		say(fmt.Sprintf("level %d against %d", level, level-1), float64(won), games)
	}
}

// asked is a coordinator's choice; settings are keys and values.
func asked(t *testing.T, c *coordinator, b *weiqi.Board, ahead evidence, settings ...string) Explanation {
	t.Helper()
	editor := NewParameterEditor(nil)
	set(t, editor, settings...)
	e, err := c.Choose(t.Context(), question{Board: b, Editor: editor, Ahead: ahead})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func alone(t *testing.T, bank *MemoryBank, seed uint64) *coordinator {
	t.Helper()
	mc := newMonteCarlo(1, 32, seed)
	c := newCoordinator(mc, bank, nil, seed)
	t.Cleanup(func() { c.Close() })
	return c
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// meetings are how long a position takes at the first and at the second meeting,
// which is answered out of the memory bank but for a quarter of the playouts.
func meetings(t *testing.T) (first, second float64) {
	bank, err := OpenMemoryBank("")
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close()
	var took [2]float64
	for i, moves := range []string{"E5 C3 G3", "E5 C7 G7"} { // each other's mirror image
		took[i] = ms(asked(t, alone(t, bank, 1), boardOf(t, 9, moves), nil, "mc.playouts", "4000", "mc.seconds", "60").Time)
	}
	return took[0], took[1]
}

// foreseenAnswers are how long the answer to a move takes that was foreseen, and
// how long without.
func foreseenAnswers(t *testing.T) (ahead, without float64) {
	b := boardOf(t, 9, "E5 C3 G3 C6")
	settings := []string{"mc.playouts", "4000", "mc.seconds", "60", "background.answers", "3"}
	editor := NewParameterEditor(nil)
	set(t, editor, settings...)
	thinking, err := newBackground(nil, 32, 1)
	if err != nil {
		t.Fatal(err)
	}
	thinking.rounds = 1
	defer thinking.Close()
	thinking.Start(t.Context(), b, editor)
	if err := thinking.Wait(); err != nil {
		t.Fatal(err)
	}
	c, hits := alone(t, nil, 1), 0.0
	for _, m := range thinking.predicted {
		known, hit := thinking.answers[m]
		if !hit {
			continue
		}
		hits++
		b.Play(m)
		without += ms(asked(t, c, b, nil, settings...).Time)
		ahead += ms(asked(t, c, b, known, settings...).Time)
		b.Undo()
	}
	if hits == 0 {
		t.Fatal("nothing was foreseen")
	}
	return ahead / hits, without / hits
}

// levelGame is by how much Black wins.
func levelGame(t *testing.T, black, white int, seed uint64) float64 {
	b := boardOf(t, 9, "")
	levels := [2]int{black, white}
	players := [2]*coordinator{alone(t, nil, seed*2), alone(t, nil, seed*2+1)}
	for moves := 0; b.Passes() < 2 && moves < 200; moves++ {
		e := asked(t, players[b.Turn()], b, nil, "level", fmt.Sprint(levels[b.Turn()]), "mc.seconds", "60")
		b.Play(e.Chosen)
	}
	return b.Count().Margin
}
