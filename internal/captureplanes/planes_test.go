package captureplanes

import (
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// games calls see at every position of random games on several boards. Half of
// the moves lengthen or attack a weak chain, so that ladders arise.
func games(t *testing.T, count int, see func(b *capturego.Board)) {
	t.Helper()
	for g := range count {
		r := rng.Of(5, uint64(g))
		o := capturego.DefaultOptions()
		o.Size = [...]int{9, 7, 5, 13, 4, 2, 9, 11, 6, 3}[g%10]
		o.Target = [2]int{1 + r.IntN(7), 1 + r.IntN(7)}
		b, err := capturego.New("", o, false)
		if err != nil {
			t.Fatal(err)
		}
		for {
			moves := b.Moves(nil)
			if _, over := b.Outcome(); over {
				break
			}
			see(b)
			m := moves[r.IntN(len(moves))]
			if r.IntN(2) == 0 {
				m = weak(b, moves, m)
			}
			b.Play(m)
		}
	}
}

// weak is a legal move on a liberty of some chain that has at most two.
func weak(b *capturego.Board, moves []game.Move, otherwise game.Move) game.Move {
	s := b.Stones()
	for _, m := range moves {
		for _, n := range goban.Point(m).Neighbours() {
			if s.Has(n) && s.At(n) != goban.Empty && s.ChainSize(n) > 1 && s.Liberties(n, 3) < 3 {
				return m
			}
		}
	}
	return otherwise
}

func TestFill_likeTheSlowWay(t *testing.T) {
	count := 40
	if testing.Short() {
		count = 4
	}
	var f Filler
	var set [Planes]int
	games(t, count, func(b *capturego.Board) {
		p := PositionOf(b)
		before := *p.Stones
		got := make([]float32, b.Size()*b.Size()*Planes)
		got[0] = 7 // what was there before must not show
		f.Fill(p, got)
		want := slowOf(p).planes(p.Last)
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%s: plane %d of %v is %v, want %v", b.Position(), i%Planes,
					goban.PointAt(i/Planes%b.Size(), i/Planes/b.Size()), got[i], want[i])
			}
			set[i%Planes] += int(got[i])
		}
		if *p.Stones != before {
			t.Fatalf("%s: Fill changed the stones", b.Position())
		}
	})
	for plane, n := range set {
		if n == 0 && !testing.Short() {
			t.Errorf("plane %d was never set: the test says nothing of it", plane)
		}
	}
}

// turned is where a symmetry puts a point.
func turned(symmetry, size, x, y int) (u, v int) {
	if symmetry&1 != 0 {
		x = size - 1 - x
	}
	if symmetry&2 != 0 {
		y = size - 1 - y
	}
	if symmetry&4 != 0 {
		x, y = y, x
	}
	return x, y
}

func TestFill_symmetries(t *testing.T) {
	count := 10
	if testing.Short() {
		count = 2
	}
	var f Filler
	games(t, count, func(b *capturego.Board) {
		p := PositionOf(b)
		size := b.Size()
		first := make([]float32, size*size*Planes)
		f.Fill(p, first)
		for symmetry := 1; symmetry < 8; symmetry++ {
			other, err := capturego.New(b.View(game.View{Symmetry: symmetry}), b.Rules(), true)
			if err != nil {
				t.Fatal(err)
			}
			q := PositionOf(other)
			// Which way round the package's symmetries go is found from the stones.
			turn := -1
			for k := range 8 {
				if same(p.Stones, q.Stones, k) {
					turn = k
					break
				}
			}
			if turn < 0 {
				t.Fatalf("symmetry %d of %s is none", symmetry, b.Position())
			}
			for i, m := range p.Last {
				if m != goban.NoPoint {
					q.Last[i] = goban.PointAt(turned(turn, size, m.Column(), m.Row()))
				}
			}
			got := make([]float32, len(first))
			f.Fill(q, got)
			for i := range size * size {
				u, v := turned(turn, size, i%size, i/size)
				if !slices.Equal(got[(v*size+u)*Planes:][:Planes], first[i*Planes:][:Planes]) {
					t.Fatalf("%s: symmetry %d differs at %v", b.Position(), symmetry, goban.PointAt(i%size, i/size))
				}
			}
		}
	})
}

func same(a, b *goban.Stones, symmetry int) bool {
	n := a.Size()
	for i := range n * n {
		u, v := turned(symmetry, n, i%n, i/n)
		p, q := goban.PointAt(i%n, i/n), goban.PointAt(u, v)
		if a.At(p) != b.At(q) || (a.Ko() == p) != (b.Ko() == q) {
			return false
		}
	}
	return true
}

func TestPack_backAndForth(t *testing.T) {
	var f Filler
	games(t, 10, func(b *capturego.Board) {
		planes := make([]float32, b.Size()*b.Size()*Planes)
		f.Fill(PositionOf(b), planes)
		p := Pack(b.Size(), planes)
		again := make([]float32, len(planes))
		p.Unpack(b.Size(), again)
		if !slices.Equal(planes, again) {
			t.Fatalf("%s: packed and unpacked it differs", b.Position())
		}
	})
}

// Ladders as people draw them: a is a stone of the chain that the ladder is about;
// the moves that start the ladder, or "-" for none that works.
func TestFill_ladders(t *testing.T) {
	for _, c := range []struct {
		name, position string
		chain          string // a stone of it
		taken          bool
		starts         string
	}{
		{"runs into the corner", "7/7/7/2X4/2XO3/3X3/7 X 9", "D3", true, "E3"},
		{"a breaker stands in the way", "7/5O1/7/2X4/2XO3/3X3/7 X 9", "D3", false, ""},
		{"nobody to run into", "7/7/7/7/2XO3/3X3/7 X 9", "D3", false, ""},
		{"in atari in the corner", "7/7/7/7/7/XX5/O6 O 9", "A1", true, ""},
		{"a hunter in atari elsewhere: the hunted wins first", "7/7/7/2X4/2XO3/O2X3/X6 X 1", "D3", false, ""},
		{"the same with two to take", "7/7/7/2X4/2XO3/O2X3/X6 X 2", "D3", true, "B2 E3"},
	} {
		b, err := capturego.New(c.position, capturego.DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		size := b.Size()
		planes := make([]float32, size*size*Planes)
		var f Filler
		f.Fill(PositionOf(b), planes)
		at, _ := goban.ParsePoint(c.chain, size)
		plane := EnemyLadder
		if b.Stones().At(at) == b.Stones().Turn() {
			plane = OwnLadder
		}
		if got := planes[(at.Row()*size+at.Column())*Planes+plane] == 1; got != c.taken {
			t.Errorf("%s: taken %v, want %v", c.name, got, c.taken)
		}
		var starts []string
		for i := range size * size {
			if planes[i*Planes+LadderStart] == 1 {
				starts = append(starts, goban.PointAt(i%size, i/size).String())
			}
		}
		if got := strings.Join(starts, " "); got != c.starts {
			t.Errorf("%s: started by %q, want %q", c.name, got, c.starts)
		}
	}
}

func TestFill_doesNotAllocate(t *testing.T) {
	b, err := capturego.New("7/7/7/3X3/2XO3/3X3/7 X 9", capturego.DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	f, p, planes := new(Filler), PositionOf(b), make([]float32, 49*Planes)
	if n := testing.AllocsPerRun(100, func() { f.Fill(p, planes) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkFill(b *testing.B) {
	r := rng.New(3)
	board, err := capturego.New("", capturego.DefaultOptions(), false)
	if err != nil {
		b.Fatal(err)
	}
	s := *board.Stones()
	for range 30 {
		s.Play(s.Random(r))
	}
	f, p, planes := new(Filler), Position{Stones: &s, Need: [2]int{3, 3}}, make([]float32, 81*Planes)
	for b.Loop() {
		f.Fill(p, planes)
	}
}
