package gorollout

import (
	"testing"

	"qikit.dev/qikit/lib/goban"
)

func TestLadder(t *testing.T) {
	// The ladder of the books: White in atari runs to the edge, or to a stone of
	// its own that breaks it.
	rows := []string{
		".........",
		".........",
		".........",
		".........",
		".........",
		".....XX..",
		"....XOa..",
		".....X...",
		".........",
	}
	s, _ := draw(t, goban.White, rows...)
	chain := goban.PointAt(5, 2)
	before := *s
	if !(&Reader{}).Ladder(s, chain) {
		t.Error("a stone in atari, out towards the near edge, gets away; want a ladder")
	}
	if *s != before {
		t.Error("reading changed the board")
	}
}

func TestHunt(t *testing.T) {
	// White has two liberties, b to the open side. Black begins with a on the
	// breaker's side of a ladder that works, or not at all.
	free := []string{
		".........",
		".........",
		".........",
		".........",
		"....X....",
		"...XOa...",
		"...Xb....",
		".........",
		".........",
	}
	for name, row := range map[string]struct {
		breaker goban.Point
		want    bool
	}{
		"nothing in the way":  {goban.NoPoint, true},
		"a stone in the way":  {goban.PointAt(5, 1), false},
		"a stone to the side": {goban.PointAt(0, 8), true},
	} {
		s, _ := draw(t, goban.Black, free...)
		if row.breaker != goban.NoPoint {
			s.Put(row.breaker, goban.White)
		}
		m := (&Reader{}).Hunt(s, goban.PointAt(4, 3))
		if got := m != goban.NoPoint; got != row.want {
			t.Errorf("%s: Hunt = %v, want a ladder: %v", name, m, row.want)
		}
	}
}

func TestVital(t *testing.T) {
	for name, row := range map[string][]string{
		"three in a row": {
			".v.XO..",
			"XXXXO..",
			"OOOOO..",
			".......",
			".......",
			".......",
			"......."},
		"three bent": {
			"v.XO...",
			".XXO...",
			"XXO....",
			"OOO....",
			".......",
			".......",
			"......."},
		"bulky five": {
			"..XO...",
			".vXO...",
			"X.XO...",
			"XXXO...",
			"OOOO...",
			".......",
			"......."},
		"rabbity six": {
			"..XXO..",
			".v.XO..",
			"X.XXO..",
			"XXXOO..",
			"OOOO...",
			".......",
			"......."},
		"four in a row lives": {
			"....XO.",
			"XXXXXO.",
			"OOOOOO.",
			".......",
			".......",
			".......",
			"......."},
		"four in a square is dead as it is": {
			"..XO...",
			"..XO...",
			"XXXO...",
			"OOO....",
			".......",
			".......",
			"......."},
		"the wall has a gap": {
			".v.O...",
			"XXXO...",
			"OOOO...",
			".......",
			".......",
			".......",
			"......."},
	} {
		s, where := draw(t, goban.White, row...)
		want := where['v']
		if name == "the wall has a gap" {
			want = goban.NoPoint
		}
		p := NewPlayer()
		p.stones = *s
		if got := p.vital(goban.PointAt(0, 6), goban.Black); got != want {
			t.Errorf("%s: vital point %v, want %v", name, got, want)
		}
	}
}

func TestCalls(t *testing.T) {
	for name, row := range map[string]struct {
		rows []string
		want bool
	}{
		"hane":          {[]string{"XOX", ".m.", "..."}, true},
		"cut":           {[]string{"XO.", "Om.", "..."}, true},
		"nothing there": {[]string{"...", ".m.", "..."}, false},
		"a lone stone":  {[]string{"X..", ".m.", "..."}, false},
		"own eye":       {[]string{"XXX", "XmX", "XXX"}, false},
	} {
		rows := []string{"......."}
		for _, r := range row.rows {
			rows = append(rows, ".."+r+"..")
		}
		rows = append(rows, ".......", ".......", ".......")
		s, where := draw(t, goban.Black, rows...)
		for _, turn := range []goban.Color{goban.Black, goban.White} {
			if got := Calls(s, where['m']); got != row.want {
				t.Errorf("%s for %v: %v, want %v", name, turn, got, row.want)
			}
			s.Pass()
		}
	}
}
