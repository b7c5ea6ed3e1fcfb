package platform

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"qikit.dev/qikit/internal/cputime"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

func TestSplitBoard_evenly(t *testing.T) {
	for _, row := range []struct{ size, areas, want int }{{19, 4, 4}, {19, 9, 9}, {9, 6, 6}, {9, 1, 1}, {13, 7, 7}, {9, 11, 10}, {2, 25, 4}, {19, 25, 25}} {
		list := splitBoard(row.size, row.areas)
		if len(list) != row.want {
			t.Errorf("%d into %d: %d areas, want %d", row.size, row.areas, len(list), row.want)
		}
		for up := range row.size {
			for right := range row.size {
				n := 0
				for _, a := range list {
					if a.has(goban.PointAt(right, up)) {
						n++
					}
				}
				if n != 1 {
					t.Errorf("%d into %d: %v is in %d areas", row.size, row.areas, goban.PointAt(right, up), n)
				}
			}
		}
		wide, high := [2]int{row.size, 0}, [2]int{row.size, 0}
		for _, a := range list {
			wide = [2]int{min(wide[0], a.Right-a.Left), max(wide[1], a.Right-a.Left)}
			high = [2]int{min(high[0], a.Top-a.Bottom), max(high[1], a.Top-a.Bottom)}
		}
		if wide[0] < wide[1]-1 || high[0] < high[1]-1 {
			t.Errorf("%d into %d: areas of %d to %d columns and %d to %d rows", row.size, row.areas, wide[0], wide[1], high[0], high[1])
		}
	}
}

func thinkingAhead(t testing.TB) *backgroundThinking {
	t.Helper()
	b, err := newBackground(nil, 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	b.rounds = 1
	return b
}

// What the opponent plays as foreseen is answered without a search, in a small part
// of the time.
func TestBackground_savesTheTimeOfHits(t *testing.T) {
	e := NewParameterEditor(nil)
	set(t, e, "mc.playouts", "500", "mc.seconds", "60", "editor.adjusts", "0", "background.answers", "2")
	board := boardOf(t, 9, "E5 C3 G3 C6") // Black, the opponent, is to move
	b := thinkingAhead(t)
	b.Start(t.Context(), board, e)
	if err := b.Wait(); err != nil {
		t.Fatal(err)
	}
	likely := b.predicted
	if len(likely) < 2 {
		t.Fatalf("predicted %v", likely)
	}
	choose := func(m game.Move, ahead evidence) Explanation {
		t.Helper()
		after := board.Clone()
		after.Play(m)
		watch := cputime.Watch()
		x, err := newCoordinator(newSearch(t), nil, nil, 1).Choose(t.Context(), question{Board: after, Editor: e, Ahead: ahead})
		if err != nil {
			t.Fatal(err)
		}
		x.Time = watch()
		return x
	}
	for _, m := range likely[:2] {
		ahead, hit := b.answers[m]
		if !hit {
			t.Fatalf("%s was predicted and not answered", moveText(m))
		}
		slow, quick := choose(m, nil), choose(m, ahead)
		t.Logf("after %s: %d playouts in %v; foreseen %d in %v", moveText(m), slow.Searched, slow.Time, quick.Searched, quick.Time)
		if slow.Searched < 450 || quick.Searched > 25 || quick.Ahead < 450 {
			t.Errorf("after %s: %d playouts without thinking ahead, %d with, %d ahead", moveText(m), slow.Searched, quick.Searched, quick.Ahead)
		}
		if quick.Time >= slow.Time {
			t.Errorf("after %s: %v without thinking ahead, %v with", moveText(m), slow.Time, quick.Time)
		}
		if quick.Chosen != slow.Chosen {
			t.Errorf("after %s: chosen %s, and ahead %s, by as many playouts of the same seed", moveText(m), moveText(slow.Chosen), moveText(quick.Chosen))
		}
	}
	if _, hit := b.answers[goban.Pass]; hit {
		t.Error("a pass was foreseen")
	}
}

// While the opponent thinks it goes on: it answers more points than the likely ones, then
// more deeply, and takes no more than its share of the time.
func TestBackground_goesOn(t *testing.T) {
	e := NewParameterEditor(nil)
	const share = 0.5
	set(t, e, "mc.playouts", "40", "mc.seconds", "60", "editor.adjusts", "0", "background.answers", "2", "coordinator.candidates", "5", "background.share", fmt.Sprint(share))
	b := thinkingAhead(t)
	b.rounds = 4 // the likely points, the others, all again with twice and four times the playouts
	b.Start(t.Context(), boardOf(t, 9, "E5 C3 G3 C6"), e)
	if err := b.Wait(); err != nil {
		t.Fatal(err)
	}
	took := time.Since(b.pace.began)
	if n := b.steps.Load(); n != 2+3+5+5 || len(b.answers) != 5 {
		t.Errorf("%d answers to %d points, want 15 to 5", n, len(b.answers))
	}
	for m, found := range b.answers {
		if found.Visits() < 150 {
			t.Errorf("%s is answered by %v playouts, want four times 40", moveText(m), found.Visits())
		}
	}
	// All but the latest answer were paid for with rest.
	if most := time.Duration(share*float64(took)) + b.pace.longest; b.pace.worked > most {
		t.Errorf("it worked %v of %v, want %v at most", b.pace.worked, took, most)
	}
	t.Logf("%v of work in %v", b.pace.worked, took)
}

// Stopping takes no time to speak of, whatever is under way.
func TestBackground_stopsAtOnce(t *testing.T) {
	e := NewParameterEditor(nil)
	set(t, e, "mc.seconds", "100")
	b := thinkingAhead(t)
	board := boardOf(t, 19, "Q16 D4")
	fastest := time.Hour // a busy machine may stop any of them for a while
	for range 5 {
		b.Start(t.Context(), board, e)
		time.Sleep(5 * time.Millisecond) // into the search
		began := time.Now()
		if err := b.Stop(); err != nil {
			t.Fatal(err)
		}
		fastest = min(fastest, time.Since(began))
	}
	if fastest > 2*time.Second {
		t.Errorf("stopping took %v each time", fastest)
	}
	ctx, cancel := context.WithCancel(t.Context())
	b.Start(ctx, board, e)
	cancel()
	if err := b.Wait(); err != nil {
		t.Error(err)
	}
	set(t, e, "background.on", "0")
	b.Start(t.Context(), board, e)
	if err := b.Wait(); err != nil || len(b.predicted) > 0 {
		t.Errorf("switched off it predicts %v, %v", b.predicted, err)
	}
	// The position was not changed.
	if !slices.Equal(board.Played(nil), boardOf(t, 19, "Q16 D4").Played(nil)) {
		t.Error("the board was played on")
	}
}
