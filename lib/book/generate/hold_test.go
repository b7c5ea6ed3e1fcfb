package generate

import (
	"slices"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

func TestHold_lean(t *testing.T) {
	b := DefaultBalance() // threshold 100, band 600 to 800
	var l leaning
	for _, c := range []struct {
		name  string
		evals []float64
		want  leaning
	}{
		{"level", []float64{300, 399}, leaning{}},
		{"a lead below the band", []float64{300, 400}, leaning{Unbalanced: true, Weaker: 0, Stronger: 1}},
		{"at the end of the band", []float64{0, 800}, leaning{Unbalanced: true, Weaker: 0, Stronger: 1}},
		{"above it", []float64{0, 801}, leaning{Unbalanced: true, Weaker: 0, Stronger: 1, Offset: 1}},
		{"above it for long", []float64{0, 2000}, leaning{Unbalanced: true, Weaker: 0, Stronger: 1, Offset: 1}},
		{"the other ahead", []float64{200, 0}, leaning{Unbalanced: true, Weaker: 1, Stronger: 0}},
		{"under the threshold at once", []float64{0, 99}, leaning{}},
	} {
		if l = b.lean(l, c.evals); l != c.want {
			t.Errorf("%s, %v: %+v, want %+v", c.name, c.evals, l, c.want)
		}
	}
}

func TestHold_depths(t *testing.T) {
	b := DefaultBalance()
	for _, c := range []struct {
		name         string
		offset       int
		depths, used [2]int
		want         [2]int
	}{
		{"within the band as drawn", 0, [2]int{5, 8}, [2]int{0, 8}, [2]int{5, 8}},
		{"above it the weaker's over the stronger's", 1, [2]int{5, 8}, [2]int{0, 0}, [2]int{9, 8}},
		{"and over what the stronger's was", 1, [2]int{5, 4}, [2]int{0, 6}, [2]int{7, 4}},
		{"and no more", 1, [2]int{9, 4}, [2]int{0, 6}, [2]int{9, 4}},
		{"at the greatest depth", 1, [2]int{5, 100}, [2]int{0, 0}, [2]int{100, 99}},
	} {
		got := c.depths
		b.adjust(leaning{Unbalanced: true, Weaker: 0, Stronger: 1, Offset: c.offset}, got[:], c.used[:], 100)
		if got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// held plays the first two plies of games by fakes. The evaluations, and the scores of
// the first player's moves by their numbers, are given; the second player sees itself
// as far behind.
func held(t *testing.T, evals []int, scores []int, change func(*Options)) (first, second book.Record) {
	t.Helper()
	o := fakeOptions(t, "mnk")
	o.Games, o.MaxPlies, o.TopK = 1, 2, 3
	o.Stop = Stop{}
	o.Depth = Depth{Scope: ScopePly, Distribution: DistributionUniform, Min: 5, Max: 9}
	o.Balance = DefaultBalance()
	o.Engines = func(int) (engine.Engine, error) {
		return &booktest.Fake{
			Label: "fake",
			Opinion: func(b game.Board, m game.Move, _ engine.Limits) int {
				if b.Turn() == 1 {
					return -700 - int(m)
				}
				return scores[int(m)%len(scores)]
			},
			Evals: func(game.Board) []int { return evals },
		}, nil
	}
	change(&o)
	b, _ := generated(t, o)
	list := booktest.Records(t, b)
	return list[0], list[1]
}

// A leader who gives up what is above the band is not about to win.
func TestHold_givenUpIsNotWon(t *testing.T) {
	for _, c := range []struct {
		name   string
		win    StopWin
		reason book.Reason
	}{{"over the move played", StopWin{Score: 1000, Plies: 1}, book.ReasonCap}, {"at the move played", StopWin{Score: 700, Plies: 2}, book.ReasonWin}} {
		first, _ := held(t, []int{700, 0}, []int{engine.Mate - 5, 700, 640, 0, 0, 0, 0, 0, 0}, func(o *Options) {
			o.MaxPlies, o.Stop = 3, Stop{Win: &c.win}
		})
		if first.Reason != c.reason {
			t.Errorf("%s: the game ended by %q, want %q", c.name, first.Reason, c.reason)
		}
	}
}

// score is that of the move played, by the search in the game.
func score(r book.Record) int {
	return r.Candidates[slices.IndexFunc(r.Candidates, func(c book.Candidate) bool { return c.Move == *r.Move })].Score
}

func TestHold_leaderStaysInBand(t *testing.T) {
	mate := engine.Mate - 5
	for _, c := range []struct {
		name   string
		evals  []int
		scores []int // of nine moves
		change func(*Balance)
		want   int // score of the move played; 0 for one drawn as usual
		weighs int
		offset int
	}{
		{"within the band", []int{700, 0}, []int{800, 780, 760, 0, 0, 0, 0, 0, 0}, nil, 0, 3, 0},
		{"one candidate above", []int{700, 0}, []int{mate, 830, 640, 0, 0, 0, 0, 0, 0}, nil, 830, 9, -1},
		{"all candidates above", []int{700, 0}, []int{mate, 2000, 1500, 1200, 760, 300, 0, 0, 0}, nil, 760, 9, -1},
		{"a mate or nothing", []int{700, 0}, []int{mate, mate, mate, mate, 0, -10, -20, -30, -40}, nil, 0, 9, -1},
		{"below the band", []int{300, 0}, []int{500, 480, 470, 0, 0, 0, 0, 0, 0}, nil, 500, 1, 1},
		{"level until the search", []int{0, 0}, []int{mate, 700, 640, 0, 0, 0, 0, 0, 0}, nil, 700, 3, 0},
		{"behind until the search", []int{0, 300}, []int{mate, 700, 640, 0, 0, 0, 0, 0, 0}, nil, 700, 3, 0},
		{"level for the search", []int{0, 0}, []int{99, 90, 80, 0, 0, 0, 0, 0, 0}, nil, 0, 3, 0},
		{"another band", []int{300, 0}, []int{500, 480, 190, 0, 0, 0, 0, 0, 0}, func(b *Balance) { b.Band = [2]int{100, 300} }, 190, 9, -1},
		{"the document's ranks", []int{900, 0}, []int{2000, 1000, 700, 0, 0, 0, 0, 0, 0}, func(b *Balance) { b.Rank = &Rank{[2]int{1, 1}, [2]int{2, 2}} }, 1000, 2, 0},
		{"ranks only above the band", []int{700, 0}, []int{2000, 1000, 700, 0, 0, 0, 0, 0, 0}, func(b *Balance) { b.Rank = &Rank{[2]int{1, 1}, [2]int{2, 2}} }, 700, 9, -1},
	} {
		r, _ := held(t, c.evals, c.scores, func(o *Options) {
			if c.change != nil {
				c.change(o.Balance)
			}
		})
		drawn := c.want == 0 && c.offset == 0
		if got := score(r); !drawn && got != c.want || len(r.Candidates) != c.weighs {
			t.Errorf("%s: a move of score %d of %v played, want %d of %d candidates", c.name, got, r.Candidates, c.want, c.weighs)
		}
		if b := r.Balance; b == nil || *b.Adjusted == drawn || b.Offsets[0] != c.offset || b.Evals[0] != float64(c.evals[0]) {
			t.Errorf("%s: balance %+v, want adjusted %v, an offset of %d", c.name, b, !drawn, c.offset)
		}
	}
}

// Within the band a leader draws as usual, but nothing that gives the band up.
func TestHold_leaderGivesNothingUp(t *testing.T) {
	drawn := map[int]bool{}
	for seed := range uint64(12) {
		r, _ := held(t, []int{700, 0}, []int{650, 640, 590, 0, 0, 0, 0, 0, 0}, func(o *Options) { o.Seed = &seed })
		drawn[score(r)] = true
		if len(r.Candidates) != 3 || !*r.Balance.Adjusted {
			t.Fatalf("%d candidates, balance %+v; want three, and an adjusted choice", len(r.Candidates), r.Balance)
		}
	}
	if !drawn[650] || !drawn[640] || len(drawn) != 2 {
		t.Errorf("moves of scores %v played, want 650 and 640", drawn)
	}
}

// Nobody searches for more than may be played.
func TestHold_searches(t *testing.T) {
	for _, c := range []struct {
		name          string
		evals         []int
		change        func(*Options)
		lines, within int // of the first search
	}{
		{"level", []int{0, 0}, func(*Options) {}, 3, 100},
		{"level, any loss", []int{0, 0}, func(o *Options) { o.MaxLoss = nil }, 3, engine.NoLimit},
		{"level, another variant", []int{0, 0}, func(o *Options) { o.Balance.Depth = AdjustBoth }, 3, engine.NoLimit},
		{"the leader below the band", []int{300, 0}, func(*Options) {}, 1, 100},
		{"the trailing player", []int{0, 300}, func(*Options) {}, 3, 100},
		{"the trailing player above the band", []int{0, 900}, func(*Options) {}, 1, engine.NoLimit},
	} {
		var asked []engine.Limits
		held(t, c.evals, []int{50}, func(o *Options) {
			c.change(o)
			fake := o.Engines
			o.Engines = func(who int) (engine.Engine, error) {
				e, err := fake(who)
				e.(*booktest.Fake).Opinion = func(b game.Board, m game.Move, l engine.Limits) int {
					if len(b.Played(nil)) == 0 && l.Depth > 1 { // no trial
						asked = append(asked, l)
					}
					return 50
				}
				return e, err
			}
		})
		if len(asked) == 0 || asked[0].Lines != c.lines || asked[0].Within != c.within {
			t.Errorf("%s: asked for %+v, want %d lines within %d", c.name, asked[:min(len(asked), 1)], c.lines, c.within)
		}
	}
}

func TestHold_trailingPlayerAboveBand(t *testing.T) {
	first, second := held(t, []int{900, 0}, []int{700}, func(o *Options) {})
	if len(second.Candidates) != 1 || *second.Depth <= *first.Depth || !*second.Balance.Adjusted {
		t.Errorf("%d candidates at depth %d after %d, balance %+v; want the best alone, and deeper", len(second.Candidates), *second.Depth, *first.Depth, second.Balance)
	}
	if want := []float64{0, 900}; !slices.Equal(second.Balance.Evals, want) || len(second.Balance.Offsets) != 2 {
		t.Errorf("balance %+v, want evaluations %v, the mover's first", second.Balance, want)
	}
	_, second = held(t, []int{800, 0}, []int{700}, func(o *Options) {})
	if len(second.Candidates) != 3 || *second.Balance.Adjusted {
		t.Errorf("%d candidates, balance %+v; want the usual choice within the band", len(second.Candidates), second.Balance)
	}
}

func TestHold_everyLPlies(t *testing.T) {
	_, second := held(t, []int{0, 0}, []int{50}, func(o *Options) { o.Balance.Every = 2 })
	if b := second.Balance; b == nil || len(b.Evals) != 0 || len(b.Offsets) != 2 || *b.Adjusted {
		t.Errorf("between checks balance is %+v, want no evaluations and no adjustment", b)
	}
	_, second = held(t, []int{0, 0}, []int{50}, func(o *Options) { o.Balance = nil })
	if second.Balance != nil {
		t.Errorf("balance %+v without strength adjustment", second.Balance)
	}
}

func TestHold_breadthBeginsNearTheBand(t *testing.T) {
	o := breadthOptions(t, "mnk", 2, 1, false)
	o.Balance = DefaultBalance()
	o.Engines = func(int) (engine.Engine, error) {
		return &booktest.Fake{
			Label:   "fake",
			Opinion: func(_ game.Board, m game.Move, _ engine.Limits) int { return 1700 - 300*int(m) },
			Evals:   func(game.Board) []int { return []int{900, 0} },
		}, nil
	}
	b, _ := generated(t, o)
	r := booktest.Records(t, b)[0]
	if want := 800; score(r) != want || len(r.Candidates) != 9 || r.Balance.Offsets[0] != -1 {
		t.Errorf("a move of score %d of %v first, balance %+v; want %d of nine", score(r), r.Candidates, r.Balance, want)
	}
}
