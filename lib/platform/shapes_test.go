package platform

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/dbfile"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgcp"
)

// concluded is a finished game.
func concluded(t testing.TB, m *MemoryBank, n byte, size int, line, result string) {
	t.Helper()
	g := GameData{Game: sgcp.Gtoken{n}, Settings: fmt.Sprintf("size=%d komi=7.5 rule=area", size), Color: sgcp.Black, Line: line, Result: result}
	if err := m.conclude(&g); err != nil {
		t.Fatal(err)
	}
}

// What recurs in corners, in whatever corner, view and colour, is one joseki with a name;
// what was played once is none, nor is the beginning of a longer one.
func TestMemoryBank_joseki(t *testing.T) {
	path := t.TempDir() + "/bank"
	m := newBank(t, path)
	concluded(t, m, 1, 19, "D4 F3 C6 D2 Q10 K16", "B+R")         // Black's star point, bottom left
	concluded(t, m, 2, 19, "K10 Q16 R14 O17 R17", "W+3.5")       // White's, top right, seen from the side
	concluded(t, m, 3, 19, "Q4 O3 R6 K10 Q17 C3 D17 F4 E4", "0") // bottom right; elsewhere it goes on alone
	concluded(t, m, 4, 19, "D16 K10 C14 PASS PASS", "Void")      // two stones are no line
	concluded(t, m, 5, 9, "C3 D2 B4", "B+R")                     // once
	list, err := m.Joseki(10)
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, %v; want one", list, err)
	}
	want := LearntShape{Place: "star point", Kind: "knight's approach, knight's answer", Size: 19, Moves: "B D4 W C6 B F3", Seen: 3, Won: 2.5 / 3}
	if got := list[0]; got != want {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	if text := list[0].String(); text != "joseki: star point, knight's approach, knight's answer: B D4 W C6 B F3 on 19x19; seen 3 times, wins 83 %" {
		t.Error(text)
	}
	svg := list[0].SVG(game.DefaultSVG())
	if !strings.Contains(svg, "<title>star point, knight's approach, knight's answer</title>") || strings.Count(svg, "<text") < 3+2*19 {
		t.Errorf("%s", svg)
	}
	// Other programs read the view when the platform does not run.
	m.Close()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var place, moves string
	var seen int
	if err := db.QueryRow("SELECT place, moves, seen FROM joseki").Scan(&place, &moves, &seen); err != nil || place != want.Place || moves != want.Moves || seen != 3 {
		t.Errorf("the view has %s, %s, %d, %v", place, moves, seen, err)
	}
}

// Moves that a search finds far better than all others are tesuji, named by what they do;
// where the shape comes again, turned and with the colours exchanged, the bank names it.
func TestMemoryBank_tesuji(t *testing.T) {
	for _, row := range []struct{ picture, at, place, kind, again, found string }{
		{`
		.........
		.........
		.........
		...XO....
		..XO.....
		...XO....
		.........
		.........
		.........`, "E5", "centre", "capture", `
		.........
		.........
		.........
		....XO...
		.....XO..
		....XO...
		.........
		.........
		.........`, "E5"},
		{`
		.........
		.........
		.........
		.........
		.........
		.........
		..X......
		.XOO.....
		.XO.X....`, "D1", "side", "contact", `
		....O.XO.
		.....XXO.
		......O..
		.........
		.........
		.........
		.........
		.........
		.........`, "F9"},
		{`
		.........
		.........
		...X.X...
		..XOXOX..
		..XO.OX..
		..XO.OX..
		...X.X...
		.........
		.........`, "E5", "centre", "double atari", "", ""},
		{`
		.........
		.........
		....XX...
		...XO....
		...X.....
		.........
		.........
		.........
		.........`, "F5", "centre", "net", "", ""},
	} {
		m := newBank(t, "")
		b, best := drawn(t, "area", row.picture, "X"), move(t, row.at)
		for n := range 2 {
			if list, err := m.Tesuji(9); err != nil || len(list) != 0 {
				t.Errorf("%s after %d: %v, %v", row.kind, n, list, err)
			}
			if err := m.meet(b, evidence{best: {60, 54}, move(t, "A9"): {30, 9}, goban.Pass: {10, 3}}); err != nil {
				t.Fatal(err)
			}
		}
		list, err := m.Tesuji(9)
		if err != nil || len(list) != 1 || list[0].Kind != row.kind || list[0].Place != row.place || list[0].Seen != 2 || list[0].Won != 0.9 || list[0].Lead < 0.59 || list[0].Lead > 0.61 {
			t.Errorf("%s at the %s: %+v, %v", row.kind, row.place, list, err)
			continue
		}
		if svg := list[0].SVG(game.DefaultSVG()); !strings.Contains(svg, "<title>"+row.place+", "+row.kind) || !strings.Contains(svg, ">1<") {
			t.Errorf("%s: %s", row.kind, svg)
		}
		if row.again == "" {
			continue
		}
		other := drawn(t, "area", row.again, "O")
		p := &position{Board: other, Moves: sensible(other), Values: NewParameterEditor(nil).effective()}
		views, _, err := m.weigh(p)
		if o := views[move(t, row.found)]; err != nil || o.Note != "tesuji: "+row.kind || o.Score != 1 {
			t.Errorf("%s again: %+v, %v", row.kind, o, err)
		}
	}
	// No tesuji: a move far from the stones, a move that is hardly better, few playouts.
	m := newBank(t, "")
	for _, found := range []evidence{
		{move(t, "A9"): {60, 54}, move(t, "E5"): {30, 9}}, {move(t, "D3"): {60, 33}, move(t, "E5"): {30, 15}}, {move(t, "D3"): {20, 18}, move(t, "E5"): {5, 1}}, nil,
	} {
		for range 2 {
			if err := m.meet(boardOf(t, 9, "C3 D4"), found); err != nil {
				t.Fatal(err)
			}
		}
	}
	if list, err := m.Tesuji(9); len(list) != 0 || err != nil {
		t.Errorf("%v, %v; want none", list, err)
	}
}

// A bank of before there were shapes goes on, and has them from then on.
func TestOpenMemoryBank_ofVersion1(t *testing.T) {
	path := t.TempDir() + "/bank"
	old := bankSchema
	old.Later = nil
	db, err := dbfile.Open(path, old)
	if err == nil {
		_, err = db.Exec("INSERT INTO shapes VALUES ('x', 1, 2, 1)")
	}
	if err != nil {
		t.Fatal(err)
	}
	db.Close()
	m := newBank(t, path)
	concluded(t, m, 1, 9, "C3 D2 B4", "B+R")
	concluded(t, m, 2, 9, "C3 D2 B4", "B+R")
	if _, shapes, err := m.Count(); shapes < 2 || err != nil {
		t.Errorf("%d shapes, %v", shapes, err)
	}
	if list, err := m.Joseki(1); len(list) != 1 || err != nil {
		t.Errorf("%v, %v", list, err)
	}
}

// The text of a shape may be anybody's: it is drawn or left out.
func FuzzLearntShape_SVG(f *testing.F) {
	f.Add(0, "", "..X../..O../..../#####/#####")
	f.Add(19, "B D4 W F3", "")
	f.Add(5, "B T19 W", "#")
	f.Add(0, "B D4 W", "#")
	f.Fuzz(func(t *testing.T, size int, moves, shape string) {
		s := LearntShape{Size: min(max(size, 0), goban.SizeMax), Moves: moves, Shape: shape}
		if svg := s.SVG(game.DefaultSVG()); !strings.HasSuffix(svg, "</svg>\n") {
			t.Error(svg)
		}
	})
}
