package gorollout

import (
	"slices"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/weiqi"
)

// draw sets stones up: rows from the top, X black, O white. An asterisk or a
// letter is an empty point; where says which.
func draw(t testing.TB, turn goban.Color, rows ...string) (s *goban.Stones, where map[rune]goban.Point) {
	t.Helper()
	s, where = goban.NewStones(len(rows)), map[rune]goban.Point{}
	for i, row := range rows {
		if len(row) != len(rows) {
			t.Fatalf("row %q has %d points, want %d", row, len(row), len(rows))
		}
		for column, r := range row {
			p := goban.PointAt(column, len(rows)-1-i)
			switch r {
			case 'X':
				s.Put(p, goban.Black)
			case 'O':
				s.Put(p, goban.White)
			case '.':
			default:
				where[r] = p
			}
		}
	}
	if turn == goban.White {
		s.Pass()
	}
	return s, where
}

// middle is a game some random moves old.
func middle(size, plies int, r *rng.Source) (s *goban.Stones, last, own goban.Point) {
	s = goban.NewStones(size)
	for range plies {
		if m := s.Random(r); m != goban.NoPoint {
			s.Play(m)
			own, last = last, m
		}
	}
	return s, last, own
}

func TestPlay_tellsItsGame(t *testing.T) {
	r := rng.New(3)
	p := NewPlayer()
	for n, size := range []int{9, 9, 19, 2, 5, 13, 9, 9, 7, 9} {
		s, last, own := middle(size, 7*n, r)
		before := *s
		margin := p.Play(s, last, own, r)
		if *s != before {
			t.Fatalf("size %d: the stones given were changed", size)
		}
		again := *s
		for i, m := range p.Played() {
			if m == goban.NoPoint {
				again.Pass()
				continue
			}
			if !again.Legal(m) {
				t.Fatalf("size %d: move %d %v is not legal", size, i, m)
			}
			again.Play(m)
		}
		if again.Key(0) != p.Stones().Key(0) {
			t.Errorf("size %d: the moves told do not lead to the board told", size)
		}
		tally := weiqi.SeedScore(p.Stones())
		if float64(margin) != tally.Black-tally.White {
			t.Errorf("size %d: margin %d, want %v to %v", size, margin, tally.Black, tally.White)
		}
		moves := p.Played()
		if k := len(moves); k < longest*size*size && (moves[k-1] != goban.NoPoint || moves[k-2] != goban.NoPoint) {
			t.Errorf("size %d: the game ends with %v, want two passes", size, moves[k-2:])
		}
	}
}

func TestPlay_sameSeedSameGame(t *testing.T) {
	s, last, own := middle(9, 20, rng.New(5))
	// A player's past games must not show.
	used := NewPlayer()
	for i := range 20 {
		used.Play(goban.NewStones(13), 0, 0, rng.New(uint64(i)))
	}
	var games [3][]goban.Point
	for i, seed := range []uint64{1, 1, 2} {
		p := NewPlayer()
		if i == 1 {
			p = used
		}
		p.Play(s, last, own, rng.New(seed))
		games[i] = slices.Clone(p.Played())
	}
	if !slices.Equal(games[0], games[1]) {
		t.Errorf("seed 1 gave %v and %v", games[0], games[1])
	}
	if slices.Equal(games[0], games[2]) {
		t.Error("seeds 1 and 2 gave the same game")
	}
}

// The sum over the games of fixed seeds: a change of it is a change of what
// every machine that shares in a search must compute.
func TestPlay_golden(t *testing.T) {
	p, sum := NewPlayer(), uint64(0)
	for seed := range uint64(50) {
		r := rng.New(seed)
		p.Play(goban.NewStones(9+10*int(seed%2)), 0, 0, r)
		sum = sum*31 + p.Stones().Key(0) + r.Uint64()
	}
	if want := uint64(golden); sum != want {
		t.Errorf("the games sum up to %#x, want %#x", sum, want)
	}
}

func TestPlay_allocatesNothing(t *testing.T) {
	p, r := NewPlayer(), rng.New(1)
	s := goban.NewStones(9)
	p.Play(s, 0, 0, r)
	if n := testing.AllocsPerRun(100, func() { p.Play(s, 0, 0, r) }); n != 0 {
		t.Errorf("%v allocations a game, want 0", n)
	}
}

func TestPlay_mercy(t *testing.T) {
	s, _ := draw(t, goban.Black,
		".XOOOOOO.",
		"XOOOOOOO.",
		"OOOOOOOOO",
		"XXXXXXXXX",
		".........",
		".........",
		".........",
		".........",
		".........")
	p := NewPlayer()
	long, short := 0, 0
	for seed := range uint64(20) {
		p.Mercy = 0
		p.Play(s, 0, 0, rng.New(seed))
		long += len(p.Played())
		p.Mercy = 15
		p.Play(s, 0, 0, rng.New(seed))
		short += len(p.Played())
	}
	if short >= long {
		t.Errorf("%d moves with mercy, %d without: want fewer", short, long)
	}
}

// What lives lives in nearly every game, and what is dead dies.
func TestPlay_knowsWhatLives(t *testing.T) {
	for name, row := range map[string]struct {
		rows       []string
		turn       goban.Color
		point      goban.Point
		low, high  int // of 200 games in which Black owns the point
		last, none goban.Point
	}{
		"two eyes": {rows: []string{
			".X.XO....", "XXXXO....", "OOOOO....", ".........", ".........",
			".........", ".........", ".........", "........."}, turn: goban.White, point: goban.PointAt(1, 8), low: 200, high: 200},
		"one eye": {rows: []string{
			".X.OO....", "XXXXO....", "OOOOO....", ".........", ".........",
			".........", ".........", ".........", "........."}, turn: goban.White, point: goban.PointAt(1, 8), low: 0, high: 40},
	} {
		s, _ := draw(t, row.turn, row.rows...)
		p, black := NewPlayer(), 0
		for seed := range uint64(200) {
			p.Play(s, 0, 0, rng.New(seed))
			if p.Stones().Owner(row.point) == goban.Black {
				black++
			}
		}
		if black < row.low || black > row.high {
			t.Errorf("%s: Black owns %v in %d of 200 games, want %d to %d", name, row.point, black, row.low, row.high)
		}
	}
}

// A better player wins with the same colours and komi: the rules are worth
// something against moves drawn evenly.
func TestPlay_beatsChance(t *testing.T) {
	wins, games := 0, 60
	p, r := NewPlayer(), rng.New(9)
	for n := range games {
		s := goban.NewStones(9)
		last, own, passes := goban.NoPoint, goban.NoPoint, 0
		for moves := 0; passes < 2 && moves < 240; moves++ {
			m := goban.NoPoint
			p.stones, p.size, p.last, p.own = *s, 9, last, own
			if int(s.Turn()) == n%2 {
				m = p.choose(r)
			} else {
				m = p.anywhere(r)
			}
			if own, last = last, m; m == goban.NoPoint {
				s.Pass()
				passes++
				continue
			}
			s.Play(m)
			passes = 0
		}
		if Margin(s) > 0 == (n%2 == 0) {
			wins++
		}
	}
	if wins < games*3/4 {
		t.Errorf("%d of %d games won against random moves, want %d", wins, games, games*3/4)
	}
}

func BenchmarkPlay(b *testing.B) {
	for _, size := range []int{9, 19} {
		b.Run(goban.PointAt(size-1, size-1).String(), func(b *testing.B) {
			b.ReportAllocs()
			p, r, s := NewPlayer(), rng.New(1), goban.NewStones(size)
			plies := 0
			for b.Loop() {
				p.Play(s, 0, 0, r)
				plies += len(p.Played())
			}
			b.ReportMetric(float64(plies)/float64(b.N), "plies/game")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
