package engine

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/surakarta"
)

// strategiesAlike are 101 to 105: they differ in speed only.
func strategiesAlike(t *testing.T) map[string]Engine {
	engines := map[string]Engine{}
	for _, name := range []string{"101", "102", "103", "104", "105"} {
		o := DefaultOptions()
		o.Strategy, o.Workers = name, 2
		e, err := New("surakarta", o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = e.Close() })
		engines[name] = e
	}
	return engines
}

func surakartaAfter(t *testing.T, r *rand.Rand, plies int) *surakarta.Board {
	rules, err := surakarta.RulesOf("basic")
	if err != nil {
		t.Fatal(err)
	}
	b, err := surakarta.New("", rules, false)
	if err != nil {
		t.Fatal(err)
	}
	for range plies {
		moves := b.Moves(nil)
		if captures := b.Captures(nil); len(captures) > 0 && r.IntN(2) == 0 {
			moves = captures
		}
		if len(moves) == 0 {
			break
		}
		b.Play(moves[r.IntN(len(moves))])
	}
	return b
}

// stepsDeep searches middle games to depth 6 without pruning, which takes
// minutes: `./build.sh bench steps`.
var stepsDeep = flag.Bool("steps", false, "compare strategies 101 to 105 on 200 positions of all phases to depth 6")

// 101 to 105 find the same value and the same move [118], at depths 1 to 6 on
// positions after random games. Without the flag -steps there are 200 positions
// with few pieces, and 10 of all phases where depth 6 is for 102 to 105 alone.
func TestStrategies_sameValue(t *testing.T) {
	positions, deepest, every := 210, 6, 21 // one in every positions is of any phase
	switch {
	case *stepsDeep:
		positions, every = 200, 1
	case testing.Short():
		positions, deepest, every = 30, 3, 1
	}
	const few = 7 // pieces of both sides
	r := rand.New(rand.NewPCG(118, 0))
	engines := strategiesAlike(t)
	pruning := maps.Clone(engines)
	delete(pruning, "101")
	compared := map[int]int{} // by depth, with 101
	for i := range positions {
		var b *surakarta.Board
		for over := true; over; {
			b = surakartaAfter(t, r, 10+r.IntN(60))
			_, over = b.Outcome()
			over = over || i%every != 0 && pieces(b) > few
		}
		for depth := 1; depth <= deepest; depth++ {
			if depth == 6 && pieces(b) > few && !*stepsDeep {
				sameValue(t, pruning, "102", b, depth)
				continue
			}
			sameValue(t, engines, "101", b, depth)
			compared[depth]++
		}
	}
	t.Logf("positions compared, by depth: %v", compared)
}

func pieces(b *surakarta.Board) int { return b.Count(surakarta.Black) + b.Count(surakarta.White) }

func sameValue(t *testing.T, engines map[string]Engine, first string, b game.Board, depth int) {
	l := DefaultLimits()
	l.Depth = depth
	want, err := engines[first].Search(context.Background(), b, l)
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range engines {
		got, err := e.Search(context.Background(), b, l)
		if err != nil {
			t.Fatal(err)
		}
		if got.Score != want.Score || got.Best != want.Best {
			t.Fatalf("%s depth %d: strategy %s finds %s %d, %s finds %s %d", b.Position(), depth,
				name, b.Text(got.Best), got.Score, first, b.Text(want.Best), want.Score)
		}
	}
}

// Playing against itself, each plays 101's game.
func TestStrategies_sameGame(t *testing.T) {
	plies := 60
	if testing.Short() {
		plies = 10
	}
	games := map[string]string{}
	for name, e := range strategiesAlike(t) {
		b := surakartaAfter(t, rand.New(rand.NewPCG(1, 1)), 4)
		for range plies {
			l := DefaultLimits()
			l.Depth = 3
			r, err := e.Search(context.Background(), b, l)
			if err != nil {
				t.Fatal(err)
			}
			if r.Best == game.NoMove {
				break
			}
			games[name] += b.Text(r.Best) + " "
			b.Play(r.Best)
		}
	}
	for name, line := range games {
		if line != games["101"] {
			t.Errorf("strategy %s plays\n%s\n101 plays\n%s", name, line, games["101"])
		}
	}
}

func TestStrategy106_findsTheCapture(t *testing.T) {
	o := DefaultOptions()
	o.Strategy = "106"
	e, err := New("surakarta", o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	b, err := game.New("surakarta", game.Setup{Position: "6/6/6/6/4wb/6 w"})
	if err != nil {
		t.Fatal(err)
	}
	l := DefaultLimits()
	l.Time = time.Hour // the proof ends it long before
	r, err := e.Search(context.Background(), b, l)
	if err != nil || r.Proven != "win" || r.Plies != 1 {
		t.Errorf("%+v, %v; want a win in one ply", r, err)
	}
}

// A strategy searches by the basic rules and speaks for the board's own: where a
// counter, a repetition or a count comes in between, the move and the value are
// the same, but nothing is proven.
func TestStrategies_proveByTheBoardsRules(t *testing.T) {
	const (
		lone    = "5b/6/6/6/6/5w"  // black wins in three plies by f6-e5
		twoLone = "5b/6/6/6/6/b4w" // by f6-e5, too
		walling = "6/w5/1www2/bbbw2/bbbw2/bbbw2 w"
	)
	tests := []struct {
		name, rules, position, moves string
		depth                        int
		proven                       string
		plies                        int
	}{
		{"three plies and all the time", olympiad, lone + " b", "", 4, "win", 3},
		{"the third ply is a capture and resets the counter", olympiad, lone + " b 47 51", "", 4, "win", 3},
		{"the limit comes first", olympiad, lone + " b 48 51", "", 4, "", 0},
		{"for the loser, too", olympiad, lone + " b 48 51", "f6-e5", 4, "", 0},
		{"the loser without a limit", basic, lone + " b 48 51", "f6-e5", 4, "loss", 2},
		{"no such limit", basic, lone + " b 48 51", "", 4, "win", 3},
		{"a limit beside the basic rules", `{"rule_set":"basic","no_capture_limit":50}`, lone + " b 48 51", "", 4, "", 0},
		{"the way was played before", olympiad, "6/4b1/6/6/6/5w w", "f1-e1 e5-f6 e1-f1", 4, "", 0},
		{"that is no end in a contest", `{"rule_set":"contest"}`, "6/4b1/6/6/6/5w w", "f1-e1 e5-f6 e1-f1", 4, "win", 3},
		{"a limit that is a draw", `{"rule_set":"contest","no_capture_limit":4,"no_capture":"draw"}`, twoLone + " b 2 5", "", 4, "", 0},
		{"one by count", `{"rule_set":"contest","no_capture_limit":4}`, twoLone + " b 2 5", "", 4, "win", 3},
		{"without a move, said to lose", `{"no_move":"lose"}`, walling, "", 1, "win", 1},
		{"without a move, by the basic rules but by count", `{"rule_set":"basic","no_move":"count"}`, walling, "", 1, "", 0},
		{"neither can capture", `{"rule_set":"seed"}`, lone + " b", "", 4, "", 0},
		{"without a move by the basic rules", basic, walling, "", 1, "win", 1},
		{"that is by count elsewhere", olympiad, walling, "", 1, "", 0},
	}
	for _, strategy := range []string{"101", "103", "105", "106"} {
		e := surakartaEngine(t, strategy)
		for _, test := range tests {
			b := surakartaBoard(t, test.rules, test.position)
			if err := game.PlayLine(b, strings.Fields(test.moves)); err != nil {
				t.Fatal(err)
			}
			r := search(t, e, b, depth(test.depth))
			if r.Proven != test.proven || r.Plies != test.plies {
				t.Errorf("%s, %s: %s, want %q in %d plies", strategy, test.name, r.JSON(b), test.proven, test.plies)
			}
			if proven := r.Score > Mate-MatePlies || r.Score < MatePlies-Mate; proven != (test.proven != "") {
				t.Errorf("%s, %s: score %d", strategy, test.name, r.Score)
			}
		}
	}
}

func TestStrategies_refuse(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"level":     func(o *Options) { o.Level = 9 },
		"tables":    func(o *Options) { o.Tables = t.TempDir() },
		"net":       func(o *Options) { o.Net = "a.nnue" },
		"book":      func(o *Options) { o.Book = "a.book" },
		"evaluator": func(o *Options) { o.Evaluator = "terms" },
	} {
		o := DefaultOptions()
		o.Strategy = "104"
		change(&o)
		if _, err := New("surakarta", o); !errors.Is(err, ErrUnsupported) || !strings.Contains(err.Error(), name+" ") {
			t.Errorf("%s: %v, want ErrUnsupported that names it", name, err)
		}
	}
}

func TestStrategies_limits(t *testing.T) {
	e := strategiesAlike(t)["105"]
	b := surakartaAfter(t, rand.New(rand.NewPCG(2, 2)), 8)
	l := DefaultLimits()
	l.Depth = 12
	within(t, "a search cancelled after 20 ms", 500*time.Millisecond, func() time.Duration {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(20*time.Millisecond, cancel)
		start := time.Now()
		r, err := e.Search(ctx, b, l)
		if err == nil || r.Best == game.NoMove {
			t.Errorf("cancelled after 20 ms: %+v, %v", r, err)
		}
		return time.Since(start)
	})
	l.Nodes = 1000
	if _, err := e.Search(context.Background(), b, l); !errors.Is(err, ErrLimits) {
		t.Errorf("a limit of nodes: %v, want ErrLimits", err)
	}
}

// With the default options a strategy searches the same nodes from the start each
// time, with one worker.
func TestStrategies_nodes(t *testing.T) {
	want := map[string]string{
		"101": "56230 15 a2-b3",
		"102": "14497 15 a2-b3",
		"103": "14497 15 a2-b3",
		"104": "12953 15 a2-b3",
		"105": "12953 15 a2-b3",
		"106": "12806 73 a2-b3",
	}
	for name, want := range want {
		b := surakartaBoard(t, olympiad, "")
		r := search(t, surakartaEngine(t, name), b, depth(5))
		if got := fmt.Sprintf("%d %d %s", r.Nodes, r.Score, b.Text(r.Best)); got != want {
			t.Errorf("strategy %s: %s, want %s", name, got, want)
		}
	}
}
