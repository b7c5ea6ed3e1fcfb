package capturesolver

import (
	"testing"

	"qikit.dev/qikit/internal/dfpn"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

func board(t testing.TB, position string, change func(*capturego.Options)) *capturego.Board {
	t.Helper()
	o := capturego.DefaultOptions()
	if change != nil {
		change(&o)
	}
	b, err := capturego.New(position, o, false)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func targets(b *capturego.Board) [2]int { return [2]int{b.Target(goban.Black), b.Target(goban.White)} }

// The values of the smallest boards are published: E. van der Werf, J.
// Uiterwijk, J. van den Herik, "Solving Ponnuki-Go on small boards", 2002; that
// of the cross-cut by T. Cazenave.
func TestSolve_knownBoards(t *testing.T) {
	for _, row := range []struct {
		name string
		size int
		from string
		want dfpn.Value
	}{
		{"2x2", 2, "empty", dfpn.Loss}, {"3x3", 3, "empty", dfpn.Win}, {"4x4", 4, "empty", dfpn.Loss},
		{"5x5", 5, "empty", dfpn.Win}, {"6x6 cross-cut", 6, "cross-cut", dfpn.Win},
	} {
		if row.size == 5 && testing.Short() {
			continue
		}
		b := board(t, "", func(o *capturego.Options) { o.Size, o.Start = row.size, row.from })
		if res := New(32<<20).Solve(b.Stones(), targets(b), dfpn.Limits{}); res.Value != row.want || (row.want == dfpn.Win) != (res.Best != goban.NoPoint) {
			t.Errorf("%s: %+v, want %v", row.name, res, row.want)
		}
	}
}

// Of the first moves on 5x5 exactly the nine inner ones win; the bench proves
// all, which takes a minute.
func TestSolve_firstMovesOf5x5(t *testing.T) {
	if testing.Short() {
		return
	}
	s := New(64 << 20)
	for text, want := range map[string]dfpn.Value{"C3": dfpn.Loss, "A1": dfpn.Win, "E4": dfpn.Win} {
		b := board(t, "", func(o *capturego.Options) { o.Size = 5 })
		m, err := b.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		b.Play(m)
		if res := s.Solve(b.Stones(), targets(b), dfpn.Limits{}); res.Value != want {
			t.Errorf("after %s: %+v, want %v", text, res, want)
		}
	}
}

func TestPosition_winningAndForced(t *testing.T) {
	for _, row := range []struct {
		name, position string
		value          dfpn.Value
		winning        string
		saving         []string
	}{
		{"a stone in atari", "5/2X2/1XO2/2X2/5 X", dfpn.Win, "D3", nil},
		{"it runs", "5/2X2/1XO2/2X2/5 O", dfpn.Unknown, "-", []string{"D3"}},
		{"two stones for target two", "5/1XX2/XOO2/1XX2/5 X 2", dfpn.Win, "D3", nil},
		{"two stones do not make three", "5/1XX2/XOO2/1XX2/5 X 3", dfpn.Unknown, "-", nil},
		{"one was taken before", "5/1XX2/XOO2/1XX2/5 X 3 3 1 0", dfpn.Win, "D3", nil},
		{"no way out of the corner", "5/5/5/X4/O1X2 O", dfpn.Loss, "-", []string{}},
	} {
		b := board(t, row.position, nil)
		var p Position
		p.Set(b.Stones(), targets(b))
		if v := p.Verdict(); v != row.value {
			t.Errorf("%s: verdict %v, want %v", row.name, v, row.value)
		}
		if m, _ := p.Winning(); m.String() != row.winning {
			t.Errorf("%s: %v wins, want %s", row.name, m, row.winning)
		}
		saving, forced := p.Forced()
		if row.value != dfpn.Win && (forced != (row.saving != nil) || len(saving) != len(row.saving) || len(saving) > 0 && saving[0].String() != row.saving[0]) {
			t.Errorf("%s: forced %v to %v, want %v", row.name, forced, saving, row.saving)
		}
		if b.Position() != board(t, row.position, nil).Position() {
			t.Errorf("%s: the board has changed", row.name)
		}
	}
}

func TestLadder(t *testing.T) {
	for name, row := range map[string]struct {
		position string
		most     int
		move     string
	}{
		"to the edge":    {"9/9/9/9/2X6/2XO5/3X5/9/9 X", LadderMost, "E4"},
		"a stone waits":  {"9/9/6O2/9/2X6/2XO5/3X5/9/9 X", LadderMost, "-"},
		"too long":       {"9/9/9/9/2X6/2XO5/3X5/9/9 X", 5, "-"},
		"too few stones": {"9/9/9/9/2X6/2XO5/3X5/9/9 X 2 2", LadderMost, "-"},
	} {
		b := board(t, row.position, nil)
		var p Position
		p.Set(b.Stones(), targets(b))
		if m, _ := p.Ladder(row.most); m.String() != row.move {
			t.Errorf("%s: %v, want %s", name, m, row.move)
		}
		if p.stones.Key(0) != b.Stones().Key(0) {
			t.Errorf("%s: the board has changed", name)
		}
	}
}

// reference is plain minimax with a memory of positions.
type reference map[string]bool

func (r reference) wins(b *capturego.Board) bool {
	if o, over := b.Outcome(); over {
		return o.Winner == b.Turn()
	}
	key := b.Position()
	if won, ok := r[key]; ok {
		return won
	}
	won := false
	for _, m := range b.Moves(nil) {
		b.Play(m)
		won = !r.wins(b)
		b.Undo()
		if won {
			break
		}
	}
	r[key] = won
	return won
}

// randomBoard is some random moves from the start; the game goes on there.
func randomBoard(t testing.TB, random *rng.Source, size, plies int, target [2]int) *capturego.Board {
	for {
		b := board(t, "", func(o *capturego.Options) { o.Size, o.Target = size, target })
		for range plies {
			moves := b.Moves(nil)
			if len(moves) == 0 {
				break
			}
			b.Play(moves[random.IntN(len(moves))])
		}
		if _, over := b.Outcome(); !over {
			return b
		}
	}
}

// Everything that the solver proves is what plain search says, for targets that
// differ, too.
func TestSolve_isMinimax(t *testing.T) {
	games := 300
	if testing.Short() {
		games = 40
	}
	random, s := rng.New(11), New(4<<20)
	refs := map[[2]int]reference{}
	wins := 0
	for range games {
		target := [2]int{1 + random.IntN(3), 1 + random.IntN(3)}
		size := 3 + random.IntN(2)
		plies := 3 + random.IntN(5)
		if size == 4 {
			plies = 9 + random.IntN(5)
		}
		b := randomBoard(t, random, size, plies, target)
		if refs[target] == nil {
			refs[target] = reference{}
		}
		want := refs[target].wins(b)
		res := s.Solve(b.Stones(), target, dfpn.Limits{})
		if (res.Value == dfpn.Win) != want || res.Value == dfpn.Unknown {
			t.Fatalf("%s: %+v, the reference says won %v", b.Position(), res, want)
		}
		if want {
			wins++
			b.Play(game.Move(res.Best))
			if refs[target].wins(b) {
				t.Errorf("after %v in %s the opponent wins", res.Best, b.Position())
			}
		}
	}
	if wins < games/5 || wins > games*4/5 {
		t.Errorf("%d of %d won, the test shows little", wins, games)
	}
}

// A table too small for the proof, or full of what other positions have left,
// takes time and proves nothing that is not so.
func TestSolve_fullTable(t *testing.T) {
	target := [2]int{1, 1}
	lost := board(t, "..XX./..XO./X..../X.O.O/..O.. O 1 1 0 0 -", nil) // by plain minimax
	if r := New(1<<20).Solve(lost.Stones(), target, dfpn.Limits{}); r.Value != dfpn.Loss {
		t.Errorf("%s: %+v, expected a loss", lost.Position(), r)
	}
	games := 400
	if testing.Short() {
		games = 40
	}
	random, full, large := rng.New(17), New(24<<10), New(16<<20)
	settled := 0
	for range games {
		b := randomBoard(t, random, 5, 9+random.IntN(6), target)
		large.Clear()
		want := large.Solve(b.Stones(), target, dfpn.Limits{Nodes: 100_000})
		got := full.Solve(b.Stones(), target, dfpn.Limits{Nodes: 20_000})
		if got.Value == dfpn.Unknown || want.Value == dfpn.Unknown {
			continue
		}
		settled++
		if got.Value != want.Value {
			t.Errorf("%s: %+v with a full table, %+v with a fresh one", b.Position(), got, want)
		}
	}
	if settled < games*3/4 {
		t.Errorf("%d of %d positions settled, the test shows little", settled, games)
	}
}

func TestKey_ofImages(t *testing.T) {
	random := rng.New(5)
	for range 50 {
		b := randomBoard(t, random, 5, random.IntN(14), [2]int{3, 2})
		var p Position
		p.Set(b.Stones(), targets(b))
		want := p.Key()
		for symmetry := range 8 {
			image := board(t, b.View(game.View{Symmetry: symmetry}), nil)
			p.Set(image.Stones(), targets(image))
			if p.Key() != want {
				t.Errorf("%s and %s have keys %x and %x", b.Position(), image.Position(), want, p.Key())
			}
		}
		// Kept up move by move and computed afresh.
		for _, m := range b.Moves(nil) {
			p.Set(b.Stones(), targets(b))
			p.Play(goban.Point(m))
			kept := p.Key()
			p.hash()
			if p.Key() != kept {
				t.Errorf("%s, %s: key %x kept up, %x afresh", b.Position(), b.Text(m), kept, p.Key())
			}
			p.Undo()
			if p.Key() != want {
				t.Errorf("%s, %s: another key after Undo", b.Position(), b.Text(m))
			}
		}
	}
}

func BenchmarkSolve_empty5x5(b *testing.B) {
	start := board(b, "", func(o *capturego.Options) { o.Size = 5 })
	s := New(64 << 20)
	nodes := 0
	for b.Loop() {
		s.Clear()
		nodes += s.Solve(start.Stones(), targets(start), dfpn.Limits{}).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
