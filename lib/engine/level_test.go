package engine

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

// stronger says whether h is held back less than weak, as far as can be told without a match.
func (h handicap) stronger(weak handicap) bool {
	narrower := func(a, b int) bool { return a != NoLimit && (b == NoLimit || a < b) }
	if narrower(h.depth, weak.depth) || narrower(h.visits, weak.visits) || h.natural > weak.natural {
		return false
	}
	if h.depth == weak.depth && h.look <= weak.look && h.visits == weak.visits {
		return h.look == weak.look && (h.overlooks < weak.overlooks || h.overlooks == weak.overlooks && h.natural < weak.natural)
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
			if max(weak.depth, weak.visits) < 1 || weak.lines < 1 || weak.natural < 0 || weak.natural > 100 || weak.look < 0 || weak.look > 0 && weak.look > weak.depth || weak.overlooks < 0 || weak.overlooks > 100 {
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

// A level that does not read draws by the power of the priors, and sees what is proven to win.
func TestHandicap_unread(t *testing.T) {
	moves := []TreeMove{{Prior: 0.5}, {Prior: 0.3}, {Prior: 0.2}}
	for _, row := range []struct {
		natural, power int
		want           [4]float64 // how often it reads, and plays each of the moves
	}{
		{0, 1, [4]float64{1}},
		{100, 8, [4]float64{0, 0.5, 0.3, 0.2}},
		{100, 4, [4]float64{0, 0.416, 0.322, 0.263}},
		{40, 16, [4]float64{0.6, 0.4 * 25 / 38, 0.4 * 9 / 38, 0.4 * 4 / 38}},
	} {
		const draws = 10_000
		var counts [4]float64
		for seed := range uint64(draws) {
			counts[1+handicap{natural: row.natural}.unread(moves, row.power, seed, 7)] += 1.0 / draws
		}
		for i, want := range row.want {
			if math.Abs(counts[i]-want) > 0.02 {
				t.Errorf("%+v: shares %.3f", row, counts)
				break
			}
		}
	}
	moves[0].Proven = "win"
	if i := (handicap{natural: 100}).unread(moves, 1, 1, 7); i >= 0 {
		t.Errorf("move %d is played in place of a win", i)
	}
}

// What an engine searched before does not change what a level plays, and no level misses a mate in one.
func TestLevels_anyHistory(t *testing.T) {
	limits, seeds := DefaultLimits(), uint64(6)
	if testing.Short() {
		seeds = 1
	}
	for _, h := range []handicap{
		{depth: 1, lines: 4, overlooks: 50}, {depth: 2, lines: 4, overlooks: 10}, {depth: 4, lines: 4, look: 1, overlooks: 20}, {depth: 5, lines: 3, look: 2, overlooks: 90},
	} {
		for seed := range seeds {
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

// plausibility plays games of a weak player against itself and counts the moves that lose 150 against
// a search of 4 plies, and those of them that the board after the move alone, or a look of one
// or two plies, holds for the best but for 40.
func plausibility(t testing.TB, weak func(b game.Board, seed uint64) game.Move) (moves, bad, plausible int) {
	deep := newAlpha(t, nil).(*alphaBeta)
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
	for n := range uint64(8) {
		b, r := xiangqiBoard(t, ""), rng.Of(5, n)
		for range 8 {
			m := b.Moves(nil)
			b.Play(m[r.IntN(len(m))])
		}
		for range 12 {
			if _, over := b.Outcome(); over {
				break
			}
			best := weak(b, n)
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
	if testing.Short() {
		t.Skip("-short: sixteen games of one goroutine")
	}
	share := func(name string, weak func(game.Board, uint64) game.Move) float64 {
		moves, bad, plausible := plausibility(t, weak)
		fmt.Printf("%s: %d of %d moves are bad, %d of these look good at first sight\n", name, bad, moves, plausible)
		if bad < 5 {
			t.Fatalf("%s: %d bad moves tell nothing", name, bad)
		}
		return float64(plausible) / float64(bad)
	}
	e := newAlpha(t, nil).(*alphaBeta)
	overlooked := share("a weak player", func(b game.Board, seed uint64) game.Move {
		e.level, e.options.Seed = handicap{depth: 1, lines: 4, overlooks: 12}, seed
		return search(t, e, b, DefaultLimits()).Best
	})
	other := newAlpha(t, nil)
	random := share("a random error", func(b game.Board, seed uint64) game.Move {
		lines := search(t, other, b, Limits{Depth: 1, Lines: 8}).Lines
		source := rng.Of(seed, b.Key())
		for i := range lines {
			lines[i].Score += int(135 * source.Normal())
		}
		return slices.MaxFunc(lines, func(a, b Line) int { return a.Score - b.Score }).Moves[0]
	})
	if overlooked < 0.7 || random > overlooked-0.2 {
		t.Errorf("%.2f of a weak player's bad moves look good, %.2f of those by a random error", overlooked, random)
	}
}
