package gorollout

import (
	"testing"

	"qikit.dev/qikit/lib/weiqi"
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
	s, _ := draw(t, weiqi.White, rows...)
	chain := weiqi.PointAt(5, 2)
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
		breaker weiqi.Point
		want    bool
	}{
		"nothing in the way":  {weiqi.NoPoint, true},
		"a stone in the way":  {weiqi.PointAt(5, 1), false},
		"a stone to the side": {weiqi.PointAt(0, 8), true},
	} {
		s, _ := draw(t, weiqi.Black, free...)
		if row.breaker != weiqi.NoPoint {
			s.Put(row.breaker, weiqi.White)
		}
		m := (&Reader{}).Hunt(s, weiqi.PointAt(4, 3))
		if got := m != weiqi.NoPoint; got != row.want {
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
		s, where := draw(t, weiqi.White, row...)
		want := where['v']
		if name == "the wall has a gap" {
			want = weiqi.NoPoint
		}
		p := NewPlayer()
		p.stones = *s
		if got := p.vital(weiqi.PointAt(0, 6), weiqi.Black); got != want {
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
		s, where := draw(t, weiqi.Black, rows...)
		for _, turn := range []weiqi.Color{weiqi.Black, weiqi.White} {
			if got := Calls(s, where['m']); got != row.want {
				t.Errorf("%s for %v: %v, want %v", name, turn, got, row.want)
			}
			s.Pass()
		}
	}
}
