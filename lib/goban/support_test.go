package goban

import (
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/rng"
)

// draw reads a drawn board: a row a line, then the side to move, the stones
// captured by black and by white, and the ko point; what follows the side may be
// left out.
func draw(t testing.TB, picture string) *Stones {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(picture), "\n")
	rows := strings.NewReplacer(" ", "", "\t", "").Replace(strings.Join(lines[:len(lines)-1], "/"))
	fields := strings.Fields(lines[len(lines)-1])
	s := new(Stones)
	if _, err := s.Read(rows+" "+strings.Join(fields, " "), "two counts", 9); err != nil {
		t.Fatal(err)
	}
	if err := s.Sane(); err != nil {
		t.Fatal(err)
	}
	return s
}

func names(points []Point) []string {
	list := make([]string, len(points))
	for i, p := range points {
		list[i] = p.String()
	}
	slices.Sort(list)
	return list
}

func TestInAtari_drawn(t *testing.T) {
	s := draw(t, `
		X O . . .
		. . . O .
		. X O X O
		. X O X .
		. . X O .
		X`)
	for _, test := range []struct {
		c    Color
		want []string
	}{{Black, []string{"A5", "C1", "D2"}}, {White, []string{"C2", "D1"}}} {
		got := s.InAtari(test.c, nil)
		for i, p := range got {
			// Chains are named by any of their stones.
			got[i] = slices.MinFunc(chainOf(s, p), func(a, b Point) int { return int(a) - int(b) })
		}
		if list := names(got); !slices.Equal(list, test.want) {
			t.Errorf("%s in atari: %q, want %q", test.c, list, test.want)
		}
	}
	if last, in := s.Atari(PointAt(3, 2)); !in || last.String() != "E2" {
		t.Errorf("Atari(D3) = %v, %t, want E2", last, in)
	}
	if last, in := s.Atari(PointAt(1, 1)); in || s.Liberties(PointAt(1, 1), NoLimit) != 4 {
		t.Errorf("Atari(B2) = %v, %t with %d liberties, want 4", last, in, s.Liberties(PointAt(1, 1), NoLimit))
	}
	if a, b := s.Chain(PointAt(1, 1)), s.Chain(PointAt(1, 2)); a != b {
		t.Errorf("B2 and B3 are chains %v and %v", a, b)
	}
}

func chainOf(s *Stones, p Point) []Point {
	list := []Point{p}
	for q := s.Next(p); q != p; q = s.Next(q) {
		list = append(list, q)
	}
	return list
}

func TestEyeLike_drawn(t *testing.T) {
	corner := draw(t, `
		. X O . O
		X X O O .
		. O X O O
		O X . X .
		. O X O .
		X`)
	centre := draw(t, `
		. . . . .
		. O X X .
		. X . X .
		. X X X .
		. . . . .
		X`)
	for _, test := range []struct {
		b    *Stones
		name string
		p    Point
		c    Color
		want bool
	}{
		{corner, "corner", PointAt(0, 4), Black, true},
		{corner, "corner, the opponent's", PointAt(0, 4), White, false},
		{corner, "edge", PointAt(4, 3), White, true},
		{corner, "edge, the other one empty", PointAt(3, 4), White, true},
		{corner, "a stone of each beside it", PointAt(0, 2), White, false},
		{corner, "four opponents across", PointAt(2, 1), Black, false},
		{corner, "corner with an opponent across", PointAt(0, 0), White, false},
		{centre, "one opponent across", PointAt(2, 2), Black, true},
		{centre, "the opponent's", PointAt(2, 2), White, false},
	} {
		if got := test.b.EyeLike(test.p, test.c); got != test.want {
			t.Errorf("%s: EyeLike(%v, %s) = %t", test.name, test.p, test.c, got)
		}
	}
}

// Every legal move comes equally often, and no other.
func TestRandom_even(t *testing.T) {
	b := draw(t, `
		. X O . .
		X . X O .
		O X O . .
		. O . . .
		. . . . .
		O 1 1 B4`)
	s := b
	moves := b.AppendLegal(nil)
	const draws = 20_000
	times := map[Point]int{}
	r := rng.New(5)
	for range draws {
		times[s.Random(r)]++
	}
	mean := draws / len(moves)
	for _, m := range moves {
		if n := times[Point(m)]; n < mean*9/10 || n > mean*11/10 {
			t.Errorf("%s was drawn %d times of %d, want about %d", Point(m), n, draws, mean)
		}
	}
	if len(times) != len(moves) {
		t.Errorf("%d points were drawn, %d are legal", len(times), len(moves))
	}
	// The list of empty points is still one.
	spaces := names(s.Spaces())
	if got := names(draw(t, ".XO..\nX.XO.\nOXO..\n.O...\n.....\nO 1 1 B4").Spaces()); !slices.Equal(spaces, got) {
		t.Errorf("empty points %q, want %q", spaces, got)
	}
	stuck := draw(t, ".X.\nXXX\n.X.\nO")
	if p := stuck.Random(r); p != NoPoint {
		t.Errorf("Random = %v without a legal move", p)
	}
}

func TestStones_allocateNothing(t *testing.T) {
	start, s, r := NewStones(9), NewStones(9), rng.New(7)
	room := make([]Point, 0, 200)
	if n := testing.AllocsPerRun(50, func() {
		s.CopyFrom(start)
		for range 60 {
			p := s.Random(r)
			if p == NoPoint {
				break
			}
			s.Play(p)
			s.InAtari(Black, room)
			s.Liberties(p, 3)
			s.EyeLike(p, White)
			s.Key(0)
		}
	}); n != 0 {
		t.Errorf("%v allocations a game", n)
	}
}

// The eye in the last corner of the largest board has a diagonal off the board.
func TestEyeLike_lastCorner(t *testing.T) {
	s := NewStones(SizeMax)
	s.Put(PointAt(17, 18), Black)
	s.Put(PointAt(18, 17), Black)
	s.Put(PointAt(17, 17), Black)
	if p := PointAt(18, 18); !s.EyeLike(p, Black) || s.EyeLike(p, White) {
		t.Error("the corner is an eye of black's")
	}
}
