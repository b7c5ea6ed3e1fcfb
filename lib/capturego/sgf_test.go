package capturego

import (
	"errors"
	"os"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgf"
)

// one reads a file of one game.
func one(t testing.TB, text string) *sgf.Node {
	t.Helper()
	roots, err := sgf.Parse([]byte(text), sgf.DefaultOptions())
	if err != nil || len(roots) != 1 {
		t.Fatalf("%d games, %v; want one, of %.200q", len(roots), err, text)
	}
	return roots[0]
}

func write(t testing.TB, roots ...*sgf.Node) string {
	t.Helper()
	var out strings.Builder
	if err := sgf.Write(&out, roots...); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func sample(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestReplay_whatRecordsSay(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing but the size", "(;SZ[5])", "5/5/5/5/5 X 1 1 0 0 -"},
		{"targets", "(;SZ[5]RU[Capture-3])", "5/5/5/5/5 X 3 3 0 0 -"},
		{"unequal targets", "(;SZ[5:5]RU[capture 3-20])", "5/5/5/5/5 X 3 20 0 0 -"},
		{"other rules", "(;SZ[5]RU[Japanese])", "5/5/5/5/5 X 1 1 0 0 -"},
		{"stones of both, black moves", "(;SZ[5]AB[ba]AW[ab][bb])", ".X.../OO.../5/5/5 X 1 1 0 0 -"},
		{"handicap, white moves", "(;SZ[5]HA[2]AB[ba][db])", ".X.../...X./5/5/5 O 1 1 0 0 -"},
		{"handicap, but black plays first", "(;SZ[5]AB[ba];B[cc])", ".X.../5/5/5/5 X 1 1 0 0 -"},
		{"side to move", "(;SZ[5]PL[W])", "5/5/5/5/5 O 1 1 0 0 -"},
		{"rectangle", "(;SZ[5]AB[aa:bc]AW[ee])", "XX.../XX.../XX.../5/....O X 1 1 0 0 -"},
		{"set up in steps", "(;SZ[5]AB[aa:cc];AE[bb]AW[de];PL[b];B[ee])", "XXX../X.X../XXX../5/...O. X 1 1 0 0 -"},
		{"position with captures and ko", "(;SZ[5]QKPOS[.XO../X.XO./.XO../5/5 O 3 4 1 2 B4])", ".XO../X.XO./.XO../5/5 O 3 4 1 2 B4"},
	}
	for _, test := range tests {
		root := one(t, test.text)
		b, _, err := Replay(root, DefaultOptions())
		if err != nil || b.Initial() != test.want {
			t.Errorf("%s: %v, %v; want %s", test.name, b, err, test.want)
			continue
		}
		again, _, err := Replay(one(t, write(t, b.SGF())), DefaultOptions())
		if err != nil || again.Initial() != test.want {
			t.Errorf("%s: written and read back %v, %v; want %s", test.name, again, err, test.want)
		}
	}
}

func TestGame_ofOtherPrograms(t *testing.T) {
	for _, file := range []string{"cgoban.sgf", "ogs.sgf", "sabaki.sgf", "katrain.sgf"} {
		b, nodes, err := Replay(one(t, string(sample(t, "../../sgf/testdata/"+file))), DefaultOptions())
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if got, want := b.Position(), "9/9/....O..../...XO..../..X.X..../...X...../9/9/9 O 1 1 1 0 -"; got != want || len(nodes) != 7 {
			t.Errorf("%s: after %d moves %s, want %s after 7", file, len(nodes), got, want)
		}
	}
}

func TestGame_badInput(t *testing.T) {
	tests := []struct {
		name, text string
		moves      int // played before the fault; -1 without a board
		want       string
		kind       error
	}{
		{"another game", "(;GM[2])", -1, "line 1, column 3: GM[2], expected a game of Go", nil},
		{"size 1", "(;SZ[1])", -1, "SZ[1], expected a square board of 2 to 19", nil},
		{"size 52", "(;SZ[52])", -1, "SZ[52]", nil},
		{"oblong", "(;SZ[9:13])", -1, "SZ[9:13], expected a square board", nil},
		{"no size", "(;SZ[])", -1, "SZ[]", nil},
		{"target 21", "(;SZ[9]RU[Capture-21])", -1, "RU[Capture-21], expected targets of 1 to 20", nil},
		{"stone off the board", "(;SZ[5]AB[fa])", -1, "AB[fa], expected a point aa to ee", nil},
		{"stones of both sides on a point", "(;SZ[5]AB[aa]AW[aa])", -1, "AW[aa], but the node sets the point up otherwise", nil},
		{"chain without liberty", "(;SZ[5]AB[aa]AW[ab][ba])", -1, "the chain at A5 has no liberty", game.ErrSetup},
		{"side to move", "(;SZ[5]PL[X])", -1, "PL[X], expected B or W", nil},
		{"bad position", "(;SZ[5]QKPOS[5/5 X])", -1, "QKPOS", game.ErrPosition},
		{"position of another size", "(;SZ[5]QKPOS[2/2 X])", -1, "a board of 2, expected 5", game.ErrPosition},
		{"move off the board", "(;SZ[5];B[aa]\n;W[ff])", 1, "line 2, column 2: W[ff], expected a point aa to ee", nil},
		{"two moves in a node", "(;SZ[5];B[aa]W[bb])", -1, "B and W in one node", nil},
		{"a move with two points", "(;SZ[5];B[aa][bb])", -1, "B with 2 values", nil},
		{"occupied", "(;SZ[5];B[aa];W[aa])", 1, "move 2: game: illegal move: white A5: there is a black stone", game.ErrIllegalMove},
		{"two moves of a side", "(;SZ[5];B[aa]\n;B[bb])", 1, "line 2, column 1: move 2: game: illegal move: black B4: it is white's turn", game.ErrIllegalMove},
		{"suicide", "(;SZ[5];B[ba];W[ee];B[ab];W[aa])", 3, "white A5: suicide", game.ErrIllegalMove},
		{"ko", "(;SZ[5]RU[Capture-9]AB[ba][ab][bc]AW[ca][db][cc];B[cb];W[bb];B[cb])", 2, "black C4: ko", game.ErrIllegalMove},
		{"after the end", "(;SZ[5];B[ba];W[aa];B[ab];W[ee])", 3, "the game is over: black has captured 1", game.ErrIllegalMove},
		{"pass", "(;SZ[5];B[ba];W[])", 1, "white pass: passing is not allowed", game.ErrIllegalMove},
		{"old pass", "(;SZ[19];B[tt])", 0, "black pass: passing is not allowed", game.ErrIllegalMove},
		{"stones in between", "(;SZ[5];B[ba];AW[aa])", 1, "stones set up after move 1", nil},
	}
	for _, test := range tests {
		b, nodes, err := Replay(one(t, test.text), DefaultOptions())
		if !errors.Is(err, game.ErrRecord) || !strings.Contains(err.Error(), test.want) || test.kind != nil && !errors.Is(err, test.kind) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
		if (b == nil) != (test.moves < 0) || b != nil && (len(nodes) != test.moves || b.Len() != test.moves) {
			t.Errorf("%s: board %v after %d moves, want %d", test.name, b, len(nodes), test.moves)
		}
	}
}

func TestGame_passesWhereFree(t *testing.T) {
	o := DefaultOptions()
	o.Pass = "free"
	b, nodes, err := Replay(one(t, "(;SZ[19];B[];W[tt])"), o)
	if err != nil || len(nodes) != 2 || endText(b) != "-1 two passes" {
		t.Errorf("%v, %v", b, err)
	}
}

func TestNewSGF_results(t *testing.T) {
	free := DefaultOptions()
	free.Pass = "free"
	for _, test := range []struct{ picture, moves, want string }{
		{"O..\n...\n...\nX 1", "A2 C1 B3", "B+"},
		{"X..\n...\n...\nO 1", "A2 C1 B3", "W+"},
		{"...\n...\n...\nX 1", "pass pass", "0"},
		{"...\n...\n...\nX 1", "pass", ""},
	} {
		b := draw(t, free, test.picture)
		after(t, b, test.moves)
		root := one(t, write(t, b.SGF()))
		again, nodes, err := Replay(root, free)
		if err != nil || again.Position() != b.Position() || again.Initial() != b.Initial() {
			t.Errorf("%s after %q comes back as %v (%v)", b.Position(), test.moves, again, err)
		}
		if got := root.SimpleText("RE"); got != test.want {
			t.Errorf("%s: RE[%s], want RE[%s]", b.Position(), got, test.want)
		}
		if winner, known := root.Record(again, nodes).Winner(); known != (test.want != "") || known && endText(b)[:1] != "-" && (winner == 0) != (test.want == "B+") {
			t.Errorf("%s: the record's winner is %d, %t", b.Position(), winner, known)
		}
	}
}

// reviewed is a game with a mistake, the better move with its demonstration,
// and all that a review adds.
func reviewed(t *testing.T) *sgf.Node {
	b, err := New("5/5/5/5/5 X 2", DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := game.PlayLine(b, strings.Fields("C3 B3 B4 C4 A3 C5 B2")); err != nil {
		t.Fatal(err)
	}
	root := b.SGF()
	root.SetComment("Black: [strong]\nWhite: weak")
	line := root.MainLine()
	for i, n := range line[1:] {
		n.SetWinRate(0.5 + float64(i)/20)
	}
	bad := line[4]
	bad.Annotate(sgf.GoodMove)
	bad.Annotate(sgf.VeryBadMove)
	bad.SetHotspot(2)
	bad.SetComment("恶手: C4 leaves B3 with 1 liberty.")
	bad.Mark(sgf.Square, goban.PointAt(2, 3), "", 5)
	bad.Mark(sgf.Triangle, goban.PointAt(2, 3), "", 5)
	bad.Mark(sgf.Cross, goban.PointAt(1, 1), "", 5)
	bad.Mark(sgf.Label, goban.PointAt(0, 0), "A:1]", 5)
	better := line[3].AddLine(goban.White, []game.Move{game.Move(goban.PointAt(1, 1)), game.Move(goban.PointAt(0, 1))}, 5)
	better[0].Annotate(sgf.GoodMove)
	return root
}

func TestReview_writtenAndRead(t *testing.T) {
	text := write(t, reviewed(t))
	if *update {
		if err := os.WriteFile("../sgf/testdata/review.sgf", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := string(sample(t, "../../sgf/testdata/review.sgf")); text != want {
		t.Errorf("the review is written as\n%s\nwant\n%s", text, want)
	}
	root := one(t, text)
	b, nodes, err := Replay(root, DefaultOptions())
	if err != nil || len(nodes) != 7 {
		t.Fatalf("%d moves, %v", len(nodes), err)
	}
	if got := b.Position(); got != "..O../.XO../X.X../.X.../5 O 2 2 1 0 -" {
		t.Errorf("after the game: %s", got)
	}
	bad := nodes[3]
	if bad.Annotation() != sgf.VeryBadMove || bad.SimpleText("HO") != "2" || len(nodes[2].Children) != 2 || nodes[2].Children[1].Annotation() != sgf.GoodMove {
		t.Errorf("the bad move is read as %v, its sibling as %v", bad, nodes[2].Children)
	}
	if rate, ok := bad.WinRate(); !ok || rate != 0.65 {
		t.Errorf("WinRate = %v, %t, want 0.65", rate, ok)
	}
	marks, err := bad.Marks(5)
	if err != nil || len(marks) != 3 || marks["C4"] != "△" || marks["B2"] != "×" || marks["A1"] != "A:1]" {
		t.Errorf("Marks = %v, %v", marks, err)
	}
	if bad.Has("SQ") {
		t.Errorf("a point is marked twice: %v", bad)
	}
}

func TestReview_whatIsNotThere(t *testing.T) {
	n := one(t, "(;SBKV[130]BM[]C[])")
	if rate, ok := n.WinRate(); ok {
		t.Errorf("WinRate = %v of SBKV[130]", rate)
	}
	if n.Annotation() != sgf.BadMove {
		t.Errorf("Annotation = %v of BM[]", n.Annotation())
	}
	n.Annotate(sgf.NoAnnotation)
	n.SetHotspot(0)
	n.SetComment("")
	if n.Has("BM") || n.Has("C") || n.Annotation() != sgf.NoAnnotation {
		t.Errorf("something is left: %v", n)
	}
	for _, text := range []string{"(;TR[zz])", "(;LB[aa])", "(;LB[zz:a])"} {
		if marks, err := one(t, text).Marks(9); !errors.Is(err, game.ErrRecord) {
			t.Errorf("%s: %v, %v", text, marks, err)
		}
	}
}

func TestRecords_throughTheRegistry(t *testing.T) {
	file := write(t, reviewed(t)) + "(;SZ[5];B[aa];W[aa])\n(;SZ[5]PB[Kuro \\]]PW[Shiro]DT[2024-01-01]KM[0]RE[W+R];B[aa]C[hello])\n"
	var records []game.Record
	faults := 0
	for rec, err := range game.ReadRecords("capturego", strings.NewReader(file)) {
		if err != nil {
			if faults++; !errors.Is(err, game.ErrRecord) {
				t.Errorf("%v", err)
			}
			continue
		}
		records = append(records, rec)
	}
	if len(records) != 2 || faults != 1 {
		t.Fatalf("%d records and %d faults, want 2 and 1", len(records), faults)
	}
	rec := records[1]
	if rec.Tag("Black") != "Kuro ]" || rec.Tag("Date") != "2024-01-01" || rec.Result != game.ResultSecond || rec.Comments[1] != "hello" || len(rec.Moves) != 1 {
		t.Errorf("record %+v", rec)
	}
	if got := records[0].Initial; got != "5/5/5/5/5 X 2 2 0 0 -" {
		t.Errorf("initial %s", got)
	}
	var out strings.Builder
	for _, rec := range records {
		if err := game.WriteRecord("capturego", &out, rec, ""); err != nil {
			t.Fatal(err)
		}
	}
	i := 0
	for rec, err := range game.ReadRecords("capturego", strings.NewReader(out.String())) {
		if err != nil {
			t.Fatal(err)
		}
		if got, want := rec.Comments, records[i].Comments; len(got) != len(want) || got[0] != want[0] || rec.Result != records[i].Result || len(rec.Moves) != len(records[i].Moves) {
			t.Errorf("record %d comes back as %+v, was %+v", i, rec, records[i])
		}
		i++
	}
	if i != 2 {
		t.Errorf("%d records came back, want 2:\n%s", i, &out)
	}
	for name, bad := range map[string]game.Record{
		"illegal move": {Moves: []game.Move{game.Move(goban.PointAt(0, 0)), game.Move(goban.PointAt(0, 0))}},
		"bad position": {Initial: "5/5 X"},
	} {
		if err := game.WriteRecord("capturego", &out, bad, "sgf"); !errors.Is(err, game.ErrIllegalMove) && !errors.Is(err, game.ErrPosition) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := game.WriteRecord("capturego", &out, rec, "pgn"); !errors.Is(err, game.ErrNotation) {
		t.Errorf("a notation that is none: %v", err)
	}
}

// Whatever a file holds, it is a game or a fault of the record.
func FuzzReplay(f *testing.F) {
	for _, file := range []string{"cgoban.sgf", "ogs.sgf", "sabaki.sgf", "katrain.sgf", "ff3.sgf", "review.sgf"} {
		f.Add(sample(f, "../../sgf/testdata/"+file))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		roots, err := sgf.Parse(file, sgf.DefaultOptions())
		if err != nil {
			return
		}
		for _, root := range roots {
			b, nodes, err := Replay(root, DefaultOptions())
			if err == nil && len(nodes) != b.Len() {
				t.Fatalf("%d nodes of %d moves", len(nodes), b.Len())
			}
			if err != nil && !errors.Is(err, game.ErrRecord) {
				t.Fatalf("%v is not %v", err, game.ErrRecord)
			}
		}
	})
}
