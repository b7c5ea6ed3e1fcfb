package engine

import (
	"fmt"
	"slices"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

// stronger says whether h is held back less than weak, as far as can be told without a match.
func (h handicap) stronger(weak handicap) bool {
	if weak.depth == NoLimit || h.depth != NoLimit && h.depth < weak.depth || h.error > weak.error || h.visits != 0 && h.visits < weak.visits {
		return false
	}
	if h.depth == weak.depth && h.look <= weak.look && h.visits == weak.visits {
		return h.look == weak.look && (h.overlooks < weak.overlooks || h.overlooks == weak.overlooks && h.error < weak.error)
	}
	return true
}

func TestHandicaps_everyLevelStronger(t *testing.T) {
	lists := map[string]*levels{"": &usualLevels}
	for name, k := range games {
		if k.levels != nil {
			lists[name] = k.levels
		}
	}
	if len(lists) < 4 {
		t.Errorf("%d lists of levels, expected those of Surakarta, Go, Capture Go and the rest", len(lists))
	}
	for game, list := range lists {
		for level := 1; level < LevelMax; level++ {
			weak, strong := list[level], list[level+1]
			if weak.depth < 1 || weak.visits < 0 || weak.lines < 1 || weak.error < 0 || weak.look < 0 || weak.look > weak.depth || weak.overlooks < 0 || weak.overlooks > 100 {
				t.Errorf("%q, level %d: %+v is no handicap", game, level, weak)
			}
			if !strong.stronger(weak) {
				t.Errorf("%q: level %d, %+v, is not stronger than %+v", game, level+1, strong, weak)
			}
		}
		if last := list[LevelMax]; last != (handicap{depth: NoLimit, lines: 1}) {
			t.Errorf("%q: level %d is held back: %+v", game, LevelMax, last)
		}
	}
}

// Three looks at three moves: the first is a trap, the second what a longer look shows to be
// best, the third is seen late.
func TestHandicap_choose(t *testing.T) {
	line := func(m game.Move, score int) Line { return Line{Moves: []game.Move{m}, Score: score} }
	looks := glances{{line(1, 300), line(2, 0)}, {line(1, 250), line(2, 10)}, {line(3, 90), line(2, 20)}}
	for _, row := range []struct {
		name   string
		h      handicap
		best   game.Move
		scores []int // as seen, one of these
	}{
		{"sees all", handicap{lines: 2}, 3, []int{90}},
		{"overlooks all that is not seen at once", handicap{lines: 2, overlooks: 100}, 1, []int{300}},
		{"knows one move", handicap{lines: 1, overlooks: 1}, 3, []int{90, 250, 300}},
		{"overlooks half", handicap{lines: 2, overlooks: 50}, 0, []int{300, 250, 90, 20, 10, 0}},
	} {
		counts := map[game.Move]int{}
		for seed := range uint64(100) {
			got := row.h.choose(looks, seed, 7)
			if again := row.h.choose(looks, seed, 7); again.Moves[0] != got.Moves[0] || again.Score != got.Score {
				t.Fatalf("%s: %+v, then %+v", row.name, got, again)
			}
			if counts[got.Moves[0]]++; !slices.Contains(row.scores, got.Score) {
				t.Errorf("%s: %+v, want a score of %v", row.name, got, row.scores)
			}
		}
		if row.best != 0 && counts[row.best] < 95 || row.best == 0 && (counts[1] < 40 || counts[3] < 5) {
			t.Errorf("%s: %v", row.name, counts)
		}
	}
}

// What an engine searched before does not change what a level plays, and no level misses a mate in one.
func TestLevels_anyHistory(t *testing.T) {
	limits := DefaultLimits()
	for _, h := range []handicap{
		{depth: 1, lines: 4, overlooks: 50}, {depth: 2, lines: 4, overlooks: 10}, {depth: 4, lines: 4, look: 1, overlooks: 20}, {depth: 5, lines: 3, look: 2, overlooks: 90},
	} {
		for seed := range uint64(6) {
			weak := func() *alphaBeta {
				e := newAlpha(t, func(o *Options) { o.Seed, o.TableMB = seed, 1 }).(*alphaBeta)
				e.level = h
				return e
			}
			used := weak()
			for _, fen := range middlegames {
				b := xiangqiBoard(t, fen)
				want := search(t, weak(), b, limits).Best
				search(t, used, b, limits)
				if got := search(t, used, b, limits).Best; got != want {
					t.Errorf("%+v, seed %d: %s after other searches, %s at first, in %s", h, seed, b.Text(got), b.Text(want), fen)
				}
			}
			for _, row := range forcedMates[:2] {
				b := xiangqiBoard(t, row.fen)
				if r := search(t, used, b, limits); r.Proven != "win" || r.Plies != 1 {
					t.Errorf("%+v, seed %d misses the mate: %s", h, seed, r.JSON(b))
				}
			}
		}
	}
}

// plausibility plays games of a handicap against itself and counts the moves that lose 150 against
// a search of 4 plies, and those of them that the board after the move alone, or a look of one
// or two plies, holds for the best but for 40.
func plausibility(t testing.TB, h handicap) (moves, bad, plausible int) {
	weak, deep := newAlpha(t, nil).(*alphaBeta), newAlpha(t, nil).(*alphaBeta)
	all := func(plies int, b game.Board) []Line {
		return search(t, deep, b, Limits{Depth: plies, Lines: 60, Fresh: true}).Lines
	}
	loss := func(lines []Line, m game.Move) int {
		score := lines[len(lines)-1].Score
		for _, line := range lines {
			if line.Moves[0] == m {
				score = line.Score
			}
		}
		return lines[0].Score - score
	}
	weak.level = h
	for n := range uint64(8) {
		b, r := xiangqiBoard(t, ""), rng.Of(5, n)
		for range 8 {
			m := b.Moves(nil)
			b.Play(m[r.IntN(len(m))])
		}
		weak.options.Seed = n
		for range 12 {
			best := search(t, weak, b, DefaultLimits()).Best
			if best == game.NoMove {
				break
			}
			moves++
			if loss(all(4, b), best) > 150 {
				bad++
				if loss(deep.unanswered(b), best) <= 40 || loss(all(1, b), best) <= 40 || loss(all(2, b), best) <= 40 {
					plausible++
				}
			}
			b.Play(best)
		}
	}
	return moves, bad, plausible
}

// Bad moves of a weak level look good at first sight; those of a random error do not.
func TestLevels_plausible(t *testing.T) {
	share := func(name string, h handicap) float64 {
		moves, bad, plausible := plausibility(t, h)
		fmt.Printf("%s: %d of %d moves are bad, %d of these look good at first sight\n", name, bad, moves, plausible)
		if bad < 5 {
			t.Fatalf("%s: %d bad moves tell nothing", name, bad)
		}
		return float64(plausible) / float64(bad)
	}
	overlooked, random := share("a weak player", handicap{depth: 1, lines: 4, overlooks: 12}), share("a random error", handicap{depth: 1, lines: 8, error: 135})
	if overlooked < 0.7 || random > overlooked-0.2 {
		t.Errorf("%.2f of a weak player's bad moves look good, %.2f of those by a random error", overlooked, random)
	}
}
