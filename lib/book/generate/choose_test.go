package generate

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/booktest"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/book"
	"qikit.dev/qikit/lib/engine"
	"qikit.dev/qikit/lib/game"
)

func TestChoice_pick(t *testing.T) {
	loss := func(n int) *int { return &n }
	list := []candidate{{1, 50, 0}, {2, 40, 0}, {3, -60, 0}, {4, -900, 0}}
	for _, c := range []struct {
		name   string
		choice choice
		list   []candidate
		want   map[int]bool // indices drawn
	}{
		{"the best", choice{low: 1, high: 1, maxLoss: nil}, list, map[int]bool{0: true}},
		{"one of three", choice{low: 1, high: 3, maxLoss: nil}, list, map[int]bool{0: true, 1: true, 2: true}},
		{"limit on loss", choice{low: 1, high: 4, maxLoss: loss(100)}, list, map[int]bool{0: true, 1: true}},
		{"limit met exactly", choice{low: 1, high: 4, maxLoss: loss(110)}, list, map[int]bool{0: true, 1: true, 2: true}},
		{"no loss at all", choice{low: 1, high: 4, maxLoss: loss(0)}, list, map[int]bool{0: true}},
		{"ranks 2 to 4", choice{low: 2, high: 4, maxLoss: nil}, list, map[int]bool{1: true, 2: true, 3: true}},
		{"fewer legal than K", choice{low: 1, high: 9, maxLoss: nil}, list[:2], map[int]bool{0: true, 1: true}},
		{"fewer legal than the rank", choice{low: 3, high: 4, maxLoss: nil}, list[:2], map[int]bool{1: true}},
	} {
		counts := map[int]int{}
		r := rng.New(9)
		for range 3000 {
			counts[c.choice.pick(thought{list: c.list}, r)]++
		}
		for i := range c.want {
			if share := float64(counts[i]) / 3000; math.Abs(share-1/float64(len(c.want))) > 0.05 {
				t.Errorf("%s: index %d drawn %.3f of the time, want 1/%d", c.name, i, share, len(c.want))
			}
		}
		if len(counts) != len(c.want) {
			t.Errorf("%s: drew %v, want %v", c.name, counts, c.want)
		}
	}
}

func TestCandidates_ofATreeSearch(t *testing.T) {
	r := engine.Result{Best: 5, WinRate: 0.75}
	if got := thoughtOf(r).list; len(got) != 1 || got[0] != (candidate{5, 191, 0.75}) {
		t.Errorf("candidates = %v, want the best with what the rate is worth", got)
	}
	r.Lines = []engine.Line{{Moves: []game.Move{5}, WinRate: 0.75, Score: 9}, {Moves: []game.Move{6}, WinRate: 0.5, Score: 9}}
	if got := thoughtOf(r).list; len(got) != 2 || got[1] != (candidate{6, 0, 0.5}) {
		t.Errorf("candidates = %v", got)
	}
}

// The list is best first. What the engine chose has the first rank, also where it is
// none of the lines; then it is worth no more than they are.
func TestThoughtOf_aLevel(t *testing.T) {
	line := func(m game.Move, score int) engine.Line { return engine.Line{Moves: []game.Move{m}, Score: score} }
	lines := []engine.Line{line(5, 90), line(6, 40), line(7, 10)}
	list := []candidate{{5, 90, 0}, {6, 40, 0}, {7, 10, 0}}
	for _, row := range []struct {
		best  game.Move
		score int
		lines []engine.Line
		want  []candidate
		ranks []game.Move
	}{
		{5, 90, lines, list, []game.Move{5, 6, 7}},
		{7, 10, lines, list, []game.Move{7, 5, 6}},
		{6, 40, lines, list, []game.Move{6, 5, 7}},
		{8, -20, lines, append(slices.Clone(list), candidate{8, -20, 0}), []game.Move{8, 5, 6, 7}},
		{8, 300, lines[:1], []candidate{{5, 90, 0}, {8, 90, 0}}, []game.Move{8, 5}},
		{8, -20, nil, []candidate{{8, -20, 0}}, []game.Move{8}},
		{game.NoMove, 0, lines[:1], list[:1], []game.Move{5}},
		{7, 10, []engine.Line{lines[2], lines[0], lines[1]}, list, []game.Move{7, 5, 6}}, // as engines of others say it
	} {
		got := thoughtOf(engine.Result{Best: row.best, Scored: true, Score: row.score, Lines: row.lines})
		if !slices.Equal(got.list, row.want) {
			t.Errorf("best %d of %d lines: %v, want %v", row.best, len(row.lines), got.list, row.want)
		}
		var ranks []game.Move
		for i := range got.list {
			ranks = append(ranks, got.list[got.at(i+1)].move)
		}
		if !slices.Equal(ranks, row.ranks) {
			t.Errorf("best %d of %d lines: ranks %v, want %v", row.best, len(row.lines), ranks, row.ranks)
		}
	}
}

// A mate that the choice allows or overlooks is proven of the best move alone.
func TestThought_proven(t *testing.T) {
	line := func(m game.Move, score int) engine.Line { return engine.Line{Moves: []game.Move{m}, Score: score} }
	win, loss := line(5, engine.Mate-3), line(6, 2-engine.Mate)
	for _, row := range []struct {
		best   game.Move
		proven string // of the choice
		lines  []engine.Line
		want   string
	}{
		{6, "loss", []engine.Line{line(5, 90), loss}, ""},
		{6, "", []engine.Line{win, line(6, 40)}, "win"},
		{6, "loss", []engine.Line{win, loss}, "win"},
		{6, "loss", []engine.Line{loss}, "loss"},
		{5, "loss", []engine.Line{line(5, 1-engine.Mate), loss}, "loss"},
		{5, "draw", []engine.Line{line(5, 0)}, "draw"},
	} {
		got := thoughtOf(engine.Result{Best: row.best, Scored: true, Score: 7, Proven: row.proven, Lines: row.lines})
		if p := got.proven(); p != row.want {
			t.Errorf("%+v: proven %q", row, p)
		}
	}
}

// What a tree has proven of its best move settles nothing when a level plays another one.
func TestDecision_ofALevel(t *testing.T) {
	b, err := game.New("mnk", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	r := engine.Result{Proven: "win", Lines: []engine.Line{{Moves: []game.Move{5}, WinRate: 1}, {Moves: []game.Move{6}, WinRate: 0.4}}}
	for best, settled := range map[game.Move]bool{5: true, 6: false} {
		r.Best = best
		th := thoughtOf(r)
		d := newDecision(b, th, th.at(1))
		if _, reason := d.settles(0, 2); d.Proven != "win" || (reason != "") != settled || *d.WinRate != 1 {
			t.Errorf("best %d: proven %q, win rate %v, settled by %q, want %v", best, d.Proven, *d.WinRate, reason, settled)
		}
	}
}

// A player of a level plays what an engine of that level plays.
func TestGenerate_level(t *testing.T) {
	games := map[string]bool{}
	for _, level := range []int{1, 10} {
		o := DefaultOptions()
		o.Game, o.Out, o.TopK, o.Games, o.Workers = "chess", filepath.Join(t.TempDir(), "b.qkb"), 1, 1, 1
		o.Depth.Mean, o.Depth.SD, o.AllowSingleDepth, o.MaxPlies, o.Reevaluate = 1, 0, true, 40, nil
		o.Players = []Player{{Engine: []byte(fmt.Sprintf(`{"level":%d}`, level))}}
		seed := uint64(7)
		o.Seed = &seed
		b, _ := generated(t, o)
		of := engine.DefaultOptions()
		of.Level = level
		e, err := engine.New("chess", of)
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		for g, err := range b.Games(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			games[g.Moves] = true
			board, err := b.Board("")
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range strings.Fields(g.Moves) {
				l := engine.DefaultLimits()
				l.Depth = 1
				r, err := e.Search(t.Context(), board, l)
				if err != nil || board.Text(r.Best) != text {
					t.Fatalf("level %d: %s after %s, %v, want %s", level, text, board.Position(), err, board.Text(r.Best))
				}
				board.Play(r.Best)
			}
		}
	}
	if len(games) != 2 {
		t.Errorf("%d different games of two levels, want 2", len(games))
	}
}

func TestStop_adjudication(t *testing.T) {
	win, draw := &StopWin{Score: 500, Plies: 3}, &StopDraw{Score: 10, Plies: 4, After: 6}
	for _, c := range []struct {
		name    string
		stop    Stop
		players int
		scores  []int // by ply, the mover's
		ply     int   // at which it ends; -1 for never
		winner  int
		reason  book.Reason
	}{
		{"first ahead", Stop{Win: win}, 2, []int{600, -600, 700, -700}, 2, 0, book.ReasonWin},
		{"second ahead", Stop{Win: win}, 2, []int{0, 600, -500, 500}, 3, 1, book.ReasonWin},
		{"they disagree", Stop{Win: win}, 2, []int{600, 600, 600, 600, 600}, -1, 0, ""},
		{"a break", Stop{Win: win}, 2, []int{600, -600, 400, -600, 600}, -1, 0, ""},
		{"exactly the score", Stop{Win: win}, 2, []int{500, -500, 500}, 2, 0, book.ReasonWin},
		{"three players", Stop{Win: win}, 3, []int{0, 600, -600, -600}, 3, 1, book.ReasonWin},
		{"level", Stop{Draw: draw}, 2, []int{9, -9, 0, 10, 5, 5, 5}, 6, game.Draw, book.ReasonDraw},
		{"level for too short", Stop{Draw: draw}, 2, []int{0, 0, 0, 11, 0, 0, 0}, -1, 0, ""},
	} {
		var a ahead
		at, winner, reason := -1, 0, book.Reason("")
		for ply, score := range c.scores {
			w, why := a.decided(&c.stop, ply%c.players, c.players, ply, &book.Decision{}, score)
			if why != "" {
				at, winner, reason = ply, w, why
				break
			}
		}
		if at != c.ply || reason != c.reason || at >= 0 && winner != c.winner {
			t.Errorf("%s: ended at %d, %d, %q, want %d, %d, %q", c.name, at, winner, reason, c.ply, c.winner, c.reason)
		}
	}
}

func TestStop_mate(t *testing.T) {
	for proven, want := range map[string]int{"win": 1, "loss": 0, "draw": game.Draw} {
		var a ahead
		if winner, reason := a.decided(&Stop{Mate: true}, 1, 2, 0, &book.Decision{Proven: proven, Proof: book.ReasonProven}, 0); winner != want || reason != book.ReasonProven {
			t.Errorf("%s for the second player: %d, %q, want %d", proven, winner, reason, want)
		}
	}
	var a ahead
	if _, reason := a.decided(&Stop{}, 1, 2, 0, &book.Decision{Proven: "win", Proof: book.ReasonProven}, 0); reason != "" {
		t.Errorf("ended (%q) though mates are to be played out", reason)
	}
}

func TestStop_inGames(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Stop.Win = &StopWin{Score: 100, Plies: 2}
	o.Engines = func(int) (engine.Engine, error) {
		return &booktest.Fake{Label: "fake", Opinion: func(b game.Board, m game.Move, l engine.Limits) int { return 300 - 600*b.Turn() }}, nil
	}
	_, s := generated(t, o)
	if s.Reasons[book.ReasonWin] != s.Games || s.Wins[0] != s.Games || s.Plies != 1 {
		t.Errorf("summary = %+v, want every game won by the first player after one ply", s)
	}
}

func TestGenerate_plyCapIsNoResult(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.MaxPlies = 4
	b, s := generated(t, o)
	if s.Unknown != s.Games || s.Draws != 0 || s.Plies != 4 || s.Reasons[book.ReasonCap] != s.Games {
		t.Errorf("summary = %+v, want games of 4 plies without a result", s)
	}
	for _, r := range booktest.Records(t, b) {
		if r.Result != nil || r.Unknown != r.Count || r.Draws != 0 {
			t.Errorf("record = %+v, want one without a result", r)
		}
	}
}

func TestGenerate_endOfDistance(t *testing.T) {
	for _, span := range []Span{{3, 3}, {2, 4}} {
		o := fakeOptions(t, "mnk")
		o.Games, o.Record, o.Distance, o.Dedupe = 60, RecordEnd, &span, false
		b, s := generated(t, o)
		if s.Positions != 60 {
			t.Errorf("%v: %d positions of 60 games, want the ends alone", span, s.Positions)
		}
		seen := map[int]int{}
		for _, r := range booktest.Records(t, b) {
			seen[r.Ply]++
			if r.Ply < span.Min || r.Ply > span.Max || len(r.Moves) != r.Ply {
				t.Errorf("%v: a record at ply %d", span, r.Ply)
			}
		}
		if len(seen) != span.Max-span.Min+1 {
			t.Errorf("%v: distances %v", span, seen)
		}
	}
}

// Games that are decided end by default; without a word the job of a file made before
// that goes on as it was begun.
func TestStop_byDefault(t *testing.T) {
	o := fakeOptions(t, "mnk")
	o.Engines = func(int) (engine.Engine, error) {
		return &booktest.Fake{Label: "fake", Opinion: func(b game.Board, _ game.Move, _ engine.Limits) int {
			return 1200 - 2400*b.Turn()
		}}, nil
	}
	o.Initial.Positions = []string{"......... 0 0"}
	if _, s := generated(t, o); s.Reasons[book.ReasonWin] != 0 && s.Wins[0] == 0 {
		t.Errorf("summary = %s", s.JSON())
	}
	o.Game, o.Out, o.Initial.Positions = "xiangqi", filepath.Join(t.TempDir(), "b.qkb"), nil
	_, s := generated(t, o)
	if s.Reasons[book.ReasonWin] != s.Games || s.Wins[0] != s.Games || s.Plies != 5 {
		t.Errorf("summary = %s, want every game given to the first player at its sixth ply", s.JSON())
	}
	o.Out, o.Stop, o.MaxPlies = filepath.Join(t.TempDir(), "old.qkb"), Stop{}, 9
	if _, s := generated(t, o); s.Unknown != s.Games {
		t.Errorf("summary = %s, want games cut off", s.JSON())
	}
	o.Stop, o.Resume = DefaultOptions().Stop, true
	if _, err := Book(t.Context(), o, nil); err != nil {
		t.Errorf("resumed with the defaults: %v", err)
	}
	o.Stop.Win = &StopWin{Score: 500, Plies: 3}
	if _, err := Book(t.Context(), o, nil); !errors.Is(err, ErrResume) {
		t.Errorf("resumed with another stop: %v, want ErrResume", err)
	}
}

// A record states what its position is worth, also where a weak player played: the score is that of
// the best candidate, and the order is theirs.
func TestGenerate_levelsKeepLabels(t *testing.T) {
	o := DefaultOptions()
	o.Game, o.Out, o.TopK, o.Games, o.MaxPlies, o.Reevaluate = "xiangqi", filepath.Join(t.TempDir(), "b.qkb"), 3, 12, 80, nil
	o.Depth.Mean, o.Depth.SD, o.Depth.Min, o.Depth.Max = 3, 1, 2, 4
	o.Players = []Player{{Engine: []byte(`{"level":4}`)}}
	seed := uint64(3)
	o.Seed = &seed
	b, _ := generated(t, o)
	worse := 0 // than the best, and played
	for _, r := range booktest.Records(t, b) {
		for i, c := range r.Candidates {
			if c.Score > *r.Score || i > 0 && c.Score > r.Candidates[i-1].Score || i == 0 && c.Move != *r.Best {
				t.Fatalf("%s: score %d, best %s, candidates %v", r.FEN, *r.Score, *r.Best, r.Candidates)
			}
			if i > 0 && r.Move != nil && *r.Move == c.Move {
				worse++
			}
		}
	}
	if worse == 0 {
		t.Error("a weak player played the best move of every position")
	}
}
