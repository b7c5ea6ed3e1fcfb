package weiqi

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// names are points by their names, sorted.
func names(points []goban.Point) []string {
	list := make([]string, len(points))
	for i, p := range points {
		list[i] = p.String()
	}
	slices.Sort(list)
	return list
}

// walls is a 9x9 board with a black and a white column.
func walls(black, white int) string {
	row := []byte(".........")
	row[black-1], row[white-1] = 'X', 'O'
	return strings.Repeat(string(row)+"\n", 9) + "X"
}

func TestScore_drawn(t *testing.T) {
	for _, row := range []struct {
		name, picture  string
		seed, area     Tally
		seedKomi, komi float64 // margins of seed+komi and area, komi 7.5
	}{
		{"walls on columns 4 and 5", walls(4, 5), Tally{18, 18, 45}, Tally{36, 45, 0}, -7.5, -16.5},
		{"walls on columns 3 and 4", walls(3, 4), Tally{18, 18, 45}, Tally{27, 54, 0}, -7.5, -34.5},
		{"one-point eyes", "X X X O O\nX . X O .\nX X X O O\n. X X O O\nX X X O .\nX", Tally{15, 10, 0}, Tally{15, 10, 0}, -2.5, -2.5},
		{"a point of both", "X . O\nX . O\nX . O\nX", Tally{4.5, 4.5, 0}, Tally{4.5, 4.5, 0}, -7.5, -7.5},
		{"an empty board", ". .\n. .\nX", Tally{0, 0, 4}, Tally{2, 2, 0}, -7.5 + 3.5, -7.5 + 3.5},
	} {
		t.Run(row.name, func(t *testing.T) {
			o := DefaultOptions()
			if row.name == "an empty board" {
				o.Komi = 4
			}
			b := draw(t, o, row.picture)
			if got := SeedScore(b.Stones()); got != row.seed {
				t.Errorf("seed %+v, want %+v", got, row.seed)
			}
			if got := AreaScore(b.Stones(), nil); got != row.area {
				t.Errorf("area %+v, want %+v", got, row.area)
			}
			want := map[string]float64{ScoreSeed: row.seed.Black - row.seed.White, ScoreSeedKomi: row.seedKomi, ScoreArea: row.komi}
			if o.Komi == 4 {
				want[ScoreSeedKomi], want[ScoreArea] = -4, -4
			}
			for scoring, margin := range want {
				o.Scoring = scoring
				if got := CountBoard(b.Stones(), o, nil); got.Margin != margin {
					t.Errorf("%s: margin %v, want %v", scoring, got.Margin, margin)
				}
			}
		})
	}
}

// By seed+komi black wins above half of the points and half of the komi.
func TestCount_seedKomiThreshold(t *testing.T) {
	o := DefaultOptions()
	o.Scoring = ScoreSeedKomi
	s := goban.NewStones(19)
	n := 0
	for row := range 19 {
		for column := range 19 {
			c := goban.Black
			if n >= 185 {
				c = goban.White
			}
			s.Put(goban.PointAt(column, row), c)
			n++
		}
	}
	if c := CountBoard(s, o, nil); c.Black != 185 || c.White != 176 || c.Margin != 1.5 {
		t.Errorf("185 of 361: %+v, want black by 1.5", c)
	}
}

func TestSuggest_drawn(t *testing.T) {
	for _, row := range []struct {
		name, picture  string
		dead           string
		black          float64
		certainAtLeast int
	}{
		{"two eyes against nothing", `
			. X . X .
			X X X X X
			. . . . .
			. . O . .
			. . . . .
			X`, "C2", 25, 10},
		{"two living sides", `
			. X X O .
			X X X O O
			X . X O .
			X X X O O
			. X X O .
			X`, "", 15, 25},
		{"a stone in certain territory", `
			. X . O .
			X X X X X
			. . . . .
			. . . . .
			. . . . .
			X`, "D5", 25, 10},
		{"a living corner and a dead group of three", `
			. X O . .
			X X O . .
			. X O O O
			X X O X .
			. X O X X
			X`, "D1", 10, 10},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := draw(t, DefaultOptions(), row.picture)
			g := Suggest(b.Stones(), DefaultSuggest())
			if got := strings.Join(names(g.Dead), " "); got != row.dead {
				t.Errorf("dead %q, want %q; unsettled %v", got, row.dead, g.Unsettled)
			}
			if c := AreaScore(b.Stones(), g.Dead); c.Black != row.black {
				t.Errorf("area %+v, want black %v", c, row.black)
			}
			if g.Certain < row.certainAtLeast {
				t.Errorf("%d points are certain, want %d or more", g.Certain, row.certainAtLeast)
			}
		})
	}
}

// What random games leave behind counts the same by seed and by area.
func TestScore_playedToTheEnd(t *testing.T) {
	r := rng.New(3)
	var none goban.PointSet
	for range 100 {
		s := goban.NewStones(9)
		playOut(s, &none, r)
		seed, area := SeedScore(s), AreaScore(s, nil)
		if area.Black+area.White != 81 {
			t.Fatalf("area %+v, want 81 points in all", area)
		}
		if len(s.Spaces()) < 20 && seed != area && seed.Uncounted == 0 && seed.Black+seed.White != 81 {
			t.Errorf("seed %+v, area %+v", seed, area)
		}
	}
}

// A board counts the same seen from all sides, and the other way round with the
// colours exchanged.
func TestCount_symmetries(t *testing.T) {
	r := rng.New(11)
	var none goban.PointSet
	for number := range 20 {
		s := goban.NewStones(7 + number%3)
		for range 40 {
			if p := anywhere(s, &none, r); p != goban.NoPoint {
				s.Play(p)
			}
		}
		b := &Board{options: DefaultOptions()}
		*b.Stones(), b.options.Size = *s, s.Size()
		seed, area := SeedScore(s), AreaScore(s, nil)
		var certain []int
		for symmetry := range 8 {
			for turn := range 2 {
				seen, err := New(b.View(game.View{Turn: turn, Symmetry: symmetry}), b.options, true)
				if err != nil {
					t.Fatal(err)
				}
				gotSeed, gotArea := SeedScore(seen.Stones()), AreaScore(seen.Stones(), nil)
				if turn == 1 {
					gotSeed.Black, gotSeed.White = gotSeed.White, gotSeed.Black
					gotArea.Black, gotArea.White = gotArea.White, gotArea.Black
				}
				if gotSeed != seed || gotArea != area || area.Black+area.White != float64(s.Size()*s.Size()) {
					t.Fatalf("%s: %+v and %+v, seen from elsewhere %+v and %+v", b.Position(), seed, area, gotSeed, gotArea)
				}
				certain = append(certain, Suggest(seen.Stones(), SuggestOptions{Playouts: 1}).Certain)
			}
		}
		if slices.Min(certain) != slices.Max(certain) {
			t.Errorf("%s: certain points by view: %v", b.Position(), certain)
		}
	}
}

// Chains that Benson calls alive survive whatever the opponent plays.
func TestAlive_survives(t *testing.T) {
	r := rng.New(5)
	var none goban.PointSet
	found := 0
	for range 300 {
		s := goban.NewStones(6)
		playOut(s, &none, r)
		for _, c := range [2]goban.Color{goban.Black, goban.White} {
			chains, _ := alive(s, c)
			found += len(chains)
			after := *s
			for range 200 {
				after.SetTurn(c.Other())
				p := after.Random(r)
				if p == goban.NoPoint {
					break
				}
				after.Play(p)
			}
			for _, name := range chains {
				if after.At(name) != c {
					t.Fatalf("%s at %v was captured though %v passed only", c, name, c)
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d living chains", found)
	}
}

func TestSuggest_isRepeatable(t *testing.T) {
	b := draw(t, DefaultOptions(), walls(4, 5))
	o := DefaultSuggest()
	first := fmt.Sprint(Suggest(b.Stones(), o))
	if again := fmt.Sprint(Suggest(b.Stones(), o)); again != first {
		t.Error("the same board and seed give two suggestions")
	}
	o.Seed++
	if other := fmt.Sprint(Suggest(b.Stones(), o)); other == first {
		t.Error("two seeds give the same playouts")
	}
}

// Finished games are won by the same side as GNU Go says, in 98 of a hundred.
func TestCount_likeGNUGo(t *testing.T) {
	text, err := os.ReadFile("testdata/finished.txt")
	if err != nil {
		t.Fatal(err)
	}
	same, all := 0, 0
	for line := range strings.Lines(string(text)) {
		if line[0] == '#' || testing.Short() && all >= 20 {
			continue
		}
		score, position, _ := strings.Cut(strings.TrimSpace(line), " ")
		want, err := strconv.ParseFloat(score, 64)
		if err != nil {
			t.Fatal(err)
		}
		b, err := New(position, DefaultOptions(), false)
		if err != nil {
			t.Fatal(err)
		}
		all++
		if got := b.Count().Margin; got > 0 == (want > 0) {
			same++
		} else {
			t.Logf("%s: %+g, GNU Go says %+g", position, got, want)
		}
	}
	if same*100 < all*98 {
		t.Errorf("%d of %d games have the winner that GNU Go says", same, all)
	}
}
