package engine

import (
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

// forcedMates are won by force in so many plies and not sooner; TestMates_exhaustive
// holds that against a search without any cleverness.
var forcedMates = []struct {
	name, fen, best string // best are the moves that do, empty where there are many
	plies           int
}{
	{"two rooks, back rank", "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1", "b0b9", 1},
	{"no move left is lost too", "3k5/9/3P5/9/9/9/9/9/9/R3K4 w - - 0 1", "", 1},
	{"two rooks, ladder", "9/9/4k4/9/9/9/9/9/9/RR1K5 w - - 0 1", "", 3},
	{"cannon, horse, soldier", "C2k5/4a4/3Pb4/9/1N7/9/9/9/9/5K3 w - - 0 1", "b5c7 d7e7", 5},
	{"horse behind the soldier", "3a1ab2/5k3/C3N4/9/6P2/9/c8/9/9/4K4 w - - 0 1", "e7d9", 5},
	{"cannon on the middle file", "3k1a3/9/3Pb4/6N2/9/9/4C4/9/9/4K4 w - - 0 1", "g6e7", 5},
	{"horse drives the king to the cannon", "2b2k3/3Pa1c2/4N4/9/9/9/9/9/C8/4K4 w - - 0 1", "e7g8", 7},
}

func TestMates(t *testing.T) {
	e := newAlpha(t, nil)
	for _, row := range forcedMates {
		t.Run(row.name, func(t *testing.T) {
			b := xiangqiBoard(t, row.fen)
			l := depth(row.plies + 12)
			l.Fresh = true
			r := search(t, e, b, l)
			if r.Proven != "win" || r.Plies != row.plies || r.Score != Mate-row.plies || r.WinRate != 1 {
				t.Errorf("%s, want a win in %d", r.JSON(b), row.plies)
			}
			if row.best != "" && !slices.Contains(strings.Fields(row.best), b.Text(r.Best)) {
				t.Errorf("best %s, want %s", b.Text(r.Best), row.best)
			}
			if len(r.Lines[0].Moves) == row.plies {
				for _, m := range r.Lines[0].Moves {
					b.Play(m)
				}
				if o, over := b.Outcome(); !over || o.Winner != 0 {
					t.Errorf("the line ends in %v, %v; want red to have won", o, over)
				}
			}
		})
	}
}

// The loser sees it too.
func TestMates_lost(t *testing.T) {
	b := xiangqiBoard(t, "9/4k4/R8/9/9/9/9/9/9/1R1K5 b - - 0 1")
	r := search(t, newAlpha(t, nil), b, depth(10))
	if r.Proven != "loss" || r.Plies != 4 || r.WinRate != 0 {
		t.Errorf("%s, want a loss in 4", r.JSON(b))
	}
}

func TestMates_exhaustive(t *testing.T) {
	for _, row := range forcedMates {
		if testing.Short() && row.plies > 5 {
			continue
		}
		b := xiangqiBoard(t, row.fen)
		if row.plies > 1 && wins(b, row.plies-2) {
			t.Errorf("%s: red wins in fewer than %d", row.name, row.plies)
		}
		if row.best == "" && !wins(b, row.plies) {
			t.Errorf("%s: red does not win in %d", row.name, row.plies)
		}
		for _, best := range strings.Fields(row.best) {
			m, err := b.Parse(best)
			if err != nil {
				t.Fatal(err)
			}
			b.Play(m)
			if !loses(b, row.plies-1) {
				t.Errorf("%s: %s does not win in %d", row.name, best, row.plies)
			}
			b.Undo()
		}
	}
}

// wins says whether the side to move wins within an odd number of plies,
// loses whether whatever it does it has lost within an even one.
func wins(b game.Board, plies int) bool {
	for _, m := range b.Moves(nil) {
		b.Play(m)
		won := loses(b, plies-1)
		b.Undo()
		if won {
			return true
		}
	}
	return false
}

func loses(b game.Board, plies int) bool {
	moves := b.Moves(nil)
	if len(moves) > 0 && plies == 0 {
		return false
	}
	for _, m := range moves {
		b.Play(m)
		saved := !wins(b, plies-1)
		b.Undo()
		if saved {
			return false
		}
	}
	return true
}
