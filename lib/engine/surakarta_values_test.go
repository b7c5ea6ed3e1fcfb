package engine

import (
	"errors"
	"math/bits"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/keyposition"
	"qikit.dev/qikit/internal/options"
	"qikit.dev/qikit/lib/surakarta"
)

func strategyWith(t *testing.T, name string, change func(*Options)) Engine {
	t.Helper()
	o := DefaultOptions()
	o.Strategy = name
	change(&o)
	e, err := New("surakarta", o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

func TestStrategyValues_defaultsAreTheDocuments(t *testing.T) {
	if got, want := DefaultOptions().keyValues(), keyposition.Document(); *got != *want {
		t.Errorf("defaults %+v\nwant     %+v", got, want)
	}
}

// One ply deep, the value is that of the best move by V and P, summed here anew.
func TestStrategyValues_pieceAndPoints(t *testing.T) {
	b := surakartaBoard(t, olympiad, "w5/6/2w3/2b3/1b4/b5 b")
	var points [36]int
	for p := range points {
		points[p] = p*p - 300 // no two points alike, and no symmetry
	}
	set := func(o *Options) { o.PieceValue, o.PointValues = 170, points }
	sum := func(s surakarta.Side) (total int) {
		for pieces := b.Pieces(s); pieces != 0; pieces &= pieces - 1 {
			total += 170 + points[bits.TrailingZeros64(pieces)]
		}
		return total
	}
	want := -Mate
	for _, m := range b.Moves(nil) {
		b.Play(m)
		want = max(want, sum(surakarta.Black)-sum(surakarta.White))
		b.Undo()
	}
	for _, name := range []string{"101", "102", "103", "104", "105"} {
		e := strategyWith(t, name, set)
		if r := search(t, e, b, depth(1)); r.Score != want {
			t.Errorf("strategy %s: score %d, want %d", name, r.Score, want)
		}
		players, err := e.(Evaluator).EvaluatePlayers(b)
		if err != nil || players[0] != sum(surakarta.Black) || players[1] != sum(surakarta.White) {
			t.Errorf("strategy %s: players %v, %v", name, players, err)
		}
	}
}

// The weights are chosen by the role of the side at the root and the phase, in the
// search and in what Evaluate says.
func TestStrategyValues_weightsByRoleAndPhase(t *testing.T) {
	weights := [2][2][4]int{{{3, 1, 4, 1}, {5, 9, 2, 6}}, {{5, 3, 5, 8}, {9, 7, 9, 3}}}
	e := strategyWith(t, "106", func(o *Options) {
		o.WeightsFront, o.WeightsFrontEndgame = weights[0][0], weights[0][1]
		o.WeightsBack, o.WeightsBackEndgame = weights[1][0], weights[1][1]
	})
	for phase, placement := range []string{"wb2w1/bbw3/2b2b/1b4/2b3/w4w", "w5/wb4/2w3/2b3/1b4/b5"} {
		for role, ply := range []string{" b 0 1", " b 0 2"} {
			b := surakartaBoard(t, `{"rule_set":"basic"}`, placement+ply)
			terms, err := Evaluate(e, b)
			if err != nil {
				t.Fatal(err)
			}
			got, k := named(terms), weights[role][phase]
			if want := got["extent"]*k[0] + got["position"]*k[1] + got["dynamic"]*k[2] + got["potential"]*k[3]; got["total"] != want || got["phase"] != phase {
				t.Errorf("%s%s: %v, want the total %d", placement, ply, got, want)
			}
			values := keyposition.Values{Weights: weights}
			best := -1 << 30
			for _, m := range b.Moves(nil) {
				b.Play(m)
				best = max(best, values.Evaluate(b, surakarta.Black, keyposition.Role(role)).Total)
				b.Undo()
			}
			if r := search(t, e, b, depth(1)); r.Score != best/keyPieceScale {
				t.Errorf("%s%s: score %d, want %d", placement, ply, r.Score, best/keyPieceScale)
			}
		}
	}
}

// The greatest weights keep a score of no end below those of ends.
func TestStrategyValues_greatestWeights(t *testing.T) {
	e := strategyWith(t, "106", func(o *Options) { o.WeightsFrontEndgame = [4]int{100, 100, 100, 100} })
	b := surakartaBoard(t, olympiad, "w5/6/6/6/1bbbb1/bb3b b")
	if r := search(t, e, b, depth(1)); r.Proven != "" || r.Score < 10_000 || r.Score > Mate-MatePlies || !strings.Contains(string(r.JSON(b)), `"proven":null`) {
		t.Errorf("%s; want a great score and no proof", r.JSON(b))
	}
}

func TestStrategyValues_refused(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"piece_value":           func(o *Options) { o.PieceValue = 99 },
		"point_values":          func(o *Options) { o.PointValues[35]++ },
		"weights_front":         func(o *Options) { o.WeightsFront[0]++ },
		"weights_front_endgame": func(o *Options) { o.WeightsFrontEndgame[1]++ },
		"weights_back":          func(o *Options) { o.WeightsBack[2]++ },
		"weights_back_endgame":  func(o *Options) { o.WeightsBackEndgame[3]++ },
	} {
		for _, kind := range []string{"alphabeta", "mcts"} {
			for _, game := range []string{"surakarta", "xiangqi"} {
				o := DefaultOptions()
				o.Kind = kind
				change(&o)
				if _, err := New(game, o); !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), ": "+name+" for "+game) {
					t.Errorf("%s for %s of %s: %v, want ErrUnsupported that names it", name, kind, game, err)
				}
			}
		}
	}
	for text, said := range map[string]string{
		`{"piece_value": 79}`:              "piece_value is 79, expected 80 to 200",
		`{"piece_value": 201}`:             "piece_value is 201, expected 80 to 200",
		`{"point_values": [1, 2]}`:         "expected a list of 36",
		`{"weights_back": [1, 2, 3]}`:      "expected a list of 4",
		`{"weights_back": [1, 2, 3, 101]}`: "weights_back[3] is 101, expected 0 to 100",
		`{"weights_front": [-1, 2, 3, 1]}`: "weights_front[0] is -1, expected 0 to 100",
	} {
		o := DefaultOptions()
		if err := options.Read([]byte(text), &o); err == nil || !strings.Contains(err.Error(), said) {
			t.Errorf("%s: %v, want %q", text, err, said)
		}
	}
}
