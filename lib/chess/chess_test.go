package chess

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
)

func at(t *testing.T, fen string, moves ...string) *Board {
	t.Helper()
	b, err := New(fen, DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := game.PlayLine(b, moves); err != nil {
		t.Fatal(err)
	}
	return b
}

// In random games, from positions of chess and of Chess960: Undo restores everything, the key is that of the position,
// the position's text makes the same board, counting counts what is listed, Legal knows the moves from other numbers,
// every notation leads back to its move, and the view of the other player is a twin of the board.
func TestBoard_randomGames(t *testing.T) {
	games := 120
	if testing.Short() {
		games = 6
	}
	r := rand.New(rand.NewPCG(3, 7))
	for n := range games {
		o := DefaultOptions()
		if n%2 == 1 {
			o.Chess960, o.Arrangement = true, r.IntN(960)
		}
		b, err := New("", o, false)
		if err != nil {
			t.Fatal(err)
		}
		for range 150 {
			moves := b.Moves(nil)
			checkNode(t, b, moves, r, o)
			if _, over := b.Outcome(); over || t.Failed() {
				break
			}
			b.Play(moves[r.IntN(len(moves))])
		}
		for b.Undo() {
			if b.key != b.freshKey() {
				t.Fatalf("%s: the key after Undo is not the position's", b.Position())
			}
		}
		if b.Position() != b.Initial() {
			t.Fatalf("taken back to %s, want %s", b.Position(), b.Initial())
		}
	}
}

func checkNode(t *testing.T, b *Board, moves []game.Move, r *rand.Rand, o Options) {
	t.Helper()
	fen := b.Position()
	if b.key != b.freshKey() || b.CountMoves() != len(moves) || b.canMove() != (len(moves) > 0) {
		t.Fatalf("%s: key %x, fresh %x; %d moves counted, %d listed", fen, b.key, b.freshKey(), b.CountMoves(), len(moves))
	}
	again, err := New(fen, o, false)
	if err != nil || again.Position() != fen || again.key != b.key {
		t.Fatalf("%s: read again: %v", fen, err)
	}
	twin, err := New(b.View(game.View{Turn: 1}), o, false)
	if err != nil {
		t.Fatalf("%s: its twin: %v", fen, err)
	}
	if twin.View(game.View{Turn: 1}) != fen {
		t.Fatalf("%s: the twin's twin is %s", fen, twin.View(game.View{Turn: 1}))
	}
	var seen, theirs []string
	captures := 0
	for _, m := range moves {
		seen = append(seen, b.ViewText(game.View{Turn: 1}, m))
		before := b.position
		if k := Promotion(m); k == Queen || k == NoKind && b.captures(m) {
			captures++
		}
		b.Play(m)
		if b.key != b.freshKey() {
			t.Fatalf("%s %s: the key after the move is not the position's", fen, seen[len(seen)-1])
		}
		b.Undo()
		if b.position != before {
			t.Fatalf("%s: Undo of %s restores %s", fen, b.Text(m), b.Position())
		}
		for _, notation := range b.Notations() {
			text, err := b.Format(m, notation)
			if back, e := b.Parse(text); err != nil || e != nil || back != m {
				t.Fatalf("%s: %s in %s is %q, read as %v, %v, %v", fen, b.Text(m), notation, text, back, err, e)
			}
		}
	}
	if got := len(b.Captures(nil)); got != captures {
		t.Fatalf("%s: %d captures, want %d", fen, got, captures)
	}
	for _, m := range twin.Moves(nil) {
		theirs = append(theirs, twin.Text(m))
	}
	slices.Sort(seen)
	slices.Sort(theirs)
	if !slices.Equal(seen, theirs) {
		t.Fatalf("%s: moves seen from the other side %v, of the twin %v", fen, seen, theirs)
	}
	for range 50 {
		m := game.Move(r.Uint32N(1 << 16))
		if b.Legal(m) != slices.Contains(moves, m) {
			t.Fatalf("%s: Legal(%#x) = %v", fen, m, b.Legal(m))
		}
	}
}

func TestOutcome(t *testing.T) {
	shuffle := []string{"Ng1f3", "Ng8f6", "Nf3g1", "Nf6g8"}
	for _, row := range []struct {
		name, fen string
		moves     []string
		reason    string
		winner    int
	}{
		{"goes on", "", nil, "", 0},
		{"fool's mate", "", []string{"f3", "e5", "g4", "Qh4#"}, ReasonCheckmate, 1},
		{"stalemate", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", nil, ReasonStalemate, game.Draw},
		{"a mate comes before the limit", "7k/6pp/8/8/8/8/8/KR6 w - - 99 90", []string{"Rb8"}, ReasonCheckmate, 0},
		{"fifty moves", "7k/6pp/8/8/8/8/8/KR6 w - - 99 90", []string{"Rb2"}, ReasonQuiet, game.Draw},
		{"third occurrence", "", slices.Concat(shuffle, shuffle), ReasonRepetition, game.Draw},
		{"second occurrence", "", shuffle, "", 0},
		{"castling rights lost on the way", "", slices.Concat([]string{"e4", "e5"}, []string{"Ke2", "Ke7", "Ke1", "Ke8"}, []string{"Ke2", "Ke7", "Ke1", "Ke8"}), "", 0},
		{"kings", "7k/8/8/8/8/8/8/K7 w - - 0 1", nil, ReasonMaterial, game.Draw},
		{"a bishop", "7k/8/8/8/8/8/8/KB6 w - - 0 1", nil, ReasonMaterial, game.Draw},
		{"a knight", "6nk/8/8/8/8/8/8/K7 w - - 0 1", nil, ReasonMaterial, game.Draw},
		{"bishops of one colour", "5b1k/8/8/8/8/8/8/K1B5 w - - 0 1", nil, ReasonMaterial, game.Draw},
		{"bishops of both colours", "2b4k/8/8/8/8/8/8/K1B5 w - - 0 1", nil, "", 0},
		{"two knights", "7k/8/8/8/8/8/8/KNN5 w - - 0 1", nil, "", 0},
		{"bishop and knight", "7k/8/8/8/8/8/8/KBN5 w - - 0 1", nil, "", 0},
		{"a pawn", "7k/8/8/8/8/8/P7/K7 w - - 0 1", nil, "", 0},
	} {
		b := at(t, row.fen, row.moves...)
		o, over := b.Outcome()
		if over != (row.reason != "") || over && o != (game.Outcome{Winner: row.winner, Reason: row.reason}) {
			t.Errorf("%s: %+v, %v, want %q, winner %d", row.name, o, over, row.reason, row.winner)
		}
	}
	o := DefaultOptions()
	o.Repetition, o.QuietLimit, o.DeadMaterial = RepetitionFivefold, 150, false
	for _, row := range []struct {
		fen   string
		times int
		over  bool
	}{{"", 3, false}, {"", 4, true}, {"7k/6pp/8/8/8/8/8/KR6 w - - 149 90", 0, false}, {"7k/6pp/8/8/8/8/8/KR6 w - - 150 90", 0, true}, {"7k/8/8/8/8/8/8/K7 w - - 0 1", 0, false}} {
		b, err := New(row.fen, o, false)
		if err != nil {
			t.Fatal(err)
		}
		for range row.times {
			if err := game.PlayLine(b, shuffle); err != nil {
				t.Fatal(err)
			}
		}
		if _, over := b.Outcome(); over != row.over {
			t.Errorf("%q, %d times: over = %v", row.fen, row.times, over)
		}
	}
}

// A position en passant is another only where a pawn can take.
func TestPosition_enPassant(t *testing.T) {
	for _, row := range []struct{ name, fen, want string }{
		{"nobody there", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "-"},
		{"a pawn beside", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e3"},
		{"a pinned pawn", "3rk3/8/8/3pP3/8/8/8/3K4 w - d6 0 1", "d6"},
		{"both leave the king's rank", "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "-"},
		{"pinned on a diagonal", "4k3/1b6/8/3Pp3/4K3/8/8/8 w - e6 0 1", "-"},
	} {
		if got := strings.Fields(at(t, row.fen).Position())[3]; got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
}

func TestNew_refuses(t *testing.T) {
	for _, row := range []struct {
		name, fen string
		want      error
		says      string
	}{
		{"nothing", "hello", game.ErrPosition, "fields"},
		{"seven rows", "8/8/8/8/8/8/8 w", game.ErrPosition, "7 rows"},
		{"a long row", "9/8/8/8/8/8/8/8 w", game.ErrPosition, "row 1"},
		{"a short row", "7/8/8/8/8/8/8/8 w", game.ErrPosition, "row 1"},
		{"a long row of men", "ppppppppp/8/8/8/8/8/8/8 w", game.ErrPosition, "row 1"},
		{"a foreign man", "4k3/8/8/8/8/8/8/4C3 w", game.ErrPosition, "'C'"},
		{"side", "4k3/8/8/8/8/8/8/4K3 x", game.ErrPosition, `"x"`},
		{"castling letters", "4k3/8/8/8/8/8/8/4K2R w X", game.ErrPosition, "'X'"},
		{"castling without a rook", "4k3/8/8/8/8/8/8/4K3 w K", game.ErrSetup, "rook"},
		{"castling off the first rank", "4k3/8/8/8/8/4K2R/8/8 w K", game.ErrSetup, "rook"},
		{"en passant", "4k3/8/8/8/8/8/8/4K3 w - z9", game.ErrPosition, "z9"},
		{"en passant without a pawn", "4k3/8/8/8/8/8/8/4K3 w - e6", game.ErrSetup, "e6"},
		{"counter", "4k3/8/8/8/8/8/8/4K3 w - - -3 1", game.ErrPosition, "-3"},
		{"number", "4k3/8/8/8/8/8/8/4K3 w - - 0 x", game.ErrPosition, `"x"`},
		{"no king", "8/8/8/8/8/8/8/4K3 w", game.ErrSetup, "black king"},
		{"two kings", "4k2k/8/8/8/8/8/8/4K3 w", game.ErrSetup, "2 kings"},
		{"a pawn on the last rank", "4k2P/8/8/8/8/8/8/4K3 w", game.ErrSetup, "h8"},
		{"nine pawns", "4k3/pppppppp/p7/8/8/8/8/4K3 w", game.ErrSetup, "9 pawns"},
		{"nine pawns and queens", "4k3/pppppppp/qq6/8/8/8/8/4K3 w", game.ErrSetup, "promoted"},
		{"a king to be taken", "4k3/8/8/8/8/8/8/4RK2 w", game.ErrSetup, "could take the black king"},
	} {
		_, err := New(row.fen, DefaultOptions(), false)
		if !errors.Is(err, row.want) || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want %v that says %q", row.name, err, row.want, row.says)
		}
	}
	if _, err := New("", Options{Arrangement: 960}, false); !errors.Is(err, game.ErrRules) {
		t.Errorf("arrangement 960: %v, want ErrRules", err)
	}
	for _, fen := range []string{"8/8/8/8/8/8/8/4K3 w", "8/8/8/8/8/8/8/8 b", "4k3/8/8/8/8/8/8/4RK2 w", "4k3/8/8/8/8/8/8/4K3 w KQkq e6"} {
		b, err := New(fen, DefaultOptions(), true)
		if err != nil {
			t.Errorf("%s, lenient: %v", fen, err)
			continue
		}
		for _, m := range b.Moves(nil) {
			b.Play(m)
			b.Undo()
		}
	}
}

// The arrangements are those of Scharnagl's table.
func TestArrangements(t *testing.T) {
	for n, want := range map[int]string{0: "bbqnnrkr", 518: "rnbqkbnr", 534: "rnbkqbnr", 959: "rkrnnqbb"} {
		if got := startOf(Options{Chess960: true, Arrangement: n})[:8]; got != want {
			t.Errorf("arrangement %d is %s, want %s", n, got, want)
		}
	}
	all := map[string]bool{}
	for n := range 960 {
		b, err := New("", Options{Chess960: true, Arrangement: n, Repetition: RepetitionThreefold}, false)
		if err != nil {
			t.Fatal(err)
		}
		all[b.Position()] = true
	}
	if len(all) != 960 {
		t.Errorf("%d arrangements, want 960", len(all))
	}
}

func TestParse(t *testing.T) {
	const castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	for _, row := range []struct{ fen, text, want string }{
		{"", "e2e4", "e2e4"}, {"", "e4", "e2e4"}, {"", "e2-e4", "e2e4"}, {"", "Pe4", "e2e4"}, {"", "Nf3", "g1f3"}, {"", "Ng1-f3!?", "g1f3"}, {"", "马f3", "g1f3"}, {"", "♘f3", "g1f3"},
		{castle, "O-O", "e1g1"}, {castle, "0-0-0+", "e1c1"}, {castle, "e1g1", "e1g1"}, {castle, "e1h1", "e1g1"}, {castle, "Rxa8", "a1a8"},
		{"4k3/P7/8/8/8/8/8/4K3 w", "a8=Q", "a7a8q"}, {"4k3/P7/8/8/8/8/8/4K3 w", "a8N", "a7a8n"}, {"4k3/P7/8/8/8/8/8/4K3 w", "a7a8r", "a7a8r"}, {"4k3/P7/8/8/8/8/8/4K3 w", "a8=后", "a7a8q"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6 e.p.", "e5d6"}, {"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "ed6", "e5d6"},
		{"4k3/8/8/8/8/8/4K3/R6R w", "Rad1", "a1d1"}, {"R3k3/8/8/8/8/8/4K3/R7 b", "Kf7", "e8f7"},
		// Chess960: the king takes the rook.
		{"1k6/8/8/8/8/8/8/1KR5 w C", "b1c1", "b1c1"}, {"1k6/8/8/8/8/8/8/1KR5 w C", "O-O", "b1c1"},
	} {
		b := at(t, row.fen)
		m, err := b.Parse(row.text)
		if err != nil || b.Text(m) != row.want {
			t.Errorf("%s: %q is %s, %v, want %s", b.Position(), row.text, b.Text(m), err, row.want)
		}
	}
	for _, row := range []struct {
		fen, text string
		want      error
	}{
		{"", "", game.ErrMoveText}, {"", "hello", game.ErrMoveText}, {"", "e9", game.ErrMoveText}, {"", strings.Repeat("e", 100), game.ErrMoveText}, {"", "Nf3x", game.ErrMoveText},
		{"", "e5", game.ErrIllegalMove}, {"", "O-O", game.ErrIllegalMove}, {"", "exd3", game.ErrIllegalMove}, {"", "Nxf3", game.ErrIllegalMove},
		{"4k3/P7/8/8/8/8/8/4K3 w", "a8", game.ErrIllegalMove}, {"4k3/P7/8/8/8/8/8/4K3 w", "a8=K", game.ErrMoveText},
		{"4k3/8/8/8/8/8/4K3/R6R w", "Rd1", game.ErrIllegalMove}, {"", "\xff\xfe", game.ErrMoveText},
	} {
		if _, err := at(t, row.fen).Parse(row.text); !errors.Is(err, row.want) {
			t.Errorf("%q: %v, want %v", row.text, err, row.want)
		}
	}
}

func TestRecords(t *testing.T) {
	const text = "[Event \"a match\"]\n[White \"qikit\"]\n[Result \"0-1\"]\n\n  1. f3 {weak} e5\n  2. g4 Qh4#\n0-1\n\n"
	var out strings.Builder
	for rec, err := range ReadRecords(strings.NewReader("[Event \"a match\"]\n[White \"qikit\"]\n[Result \"0-1\"]\n\n1.f3 {weak} (1. e4 e5) 1... e5 2.g4 $4 Qh4# 0-1\n")) {
		if err != nil {
			t.Fatal(err)
		}
		if err := WriteRecord(&out, rec, ""); err != nil {
			t.Fatal(err)
		}
	}
	if out.String() != text {
		t.Errorf("written:\n%s\nwant:\n%s", out.String(), text)
	}
	o := Options{Chess960: true, Arrangement: 0, Repetition: RepetitionThreefold}
	b, err := New("", o, false)
	if err != nil {
		t.Fatal(err)
	}
	rec := game.Record{Initial: b.Position()}
	for range 12 {
		m := b.Moves(nil)[0]
		rec.Moves = append(rec.Moves, m)
		b.Play(m)
	}
	out.Reset()
	if err := WriteRecord(&out, rec, ""); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "[Variant \"Chess960\"]") || !strings.Contains(out.String(), "[SetUp \"1\"]\n[FEN \"bbqnnrkr/") {
		t.Errorf("written: %s", out.String())
	}
	for back, err := range ReadRecords(strings.NewReader(out.String())) {
		if err != nil || !slices.Equal(back.Moves, rec.Moves) {
			t.Errorf("read back: %v, %v, want %v", back.Moves, err, rec.Moves)
		}
	}
	for _, bad := range []string{"[Variant \"Crazyhouse\"]\n\n1. e4 *\n", "[Event \"x\"]\n\n1. e5 *\n", "[FEN \"nonsense\"]\n\n1. e4 *\n"} {
		for _, err := range ReadRecords(strings.NewReader(bad)) {
			if !errors.Is(err, game.ErrRecord) || !strings.Contains(err.Error(), "line") {
				t.Errorf("%q: %v, want ErrRecord that says the line", bad, err)
			}
		}
	}
}

func TestTargets(t *testing.T) {
	b := at(t, "r3k2r/8/8/8/8/8/1p6/R3K2R w KQkq - 0 1")
	steps, captures, err := b.TargetTexts("e1")
	if err != nil || !slices.Equal(steps, []string{"d1", "f1", "g1", "d2", "e2", "f2"}) || captures != nil {
		t.Errorf("e1: %v, %v, %v", steps, captures, err)
	}
	if _, captures, _ := b.TargetTexts("a1"); !slices.Equal(captures, []string{"a8"}) {
		t.Errorf("a1 takes %v, want a8", captures)
	}
	if found, err := b.AttackerTexts("a1", 1); err != nil || !slices.Equal(found, []string{"a8", "b2"}) {
		t.Errorf("a1 is attacked from %v, %v", found, err)
	}
	if _, _, err := b.TargetTexts("i9"); !errors.Is(err, game.ErrMoveText) {
		t.Errorf("i9: %v", err)
	}
	if men, err := game.MenOf(at(t, "", "e4", "e5", "Bc4", "Bc5", "Qh5", "Ke7", "Qxe5")); err != nil || !men.InCheck || men.Last.Target != "e5" || *men.HalfMoves != 0 || len(men.Pieces) != 31 {
		t.Errorf("%+v, %v", men, err)
	}
	if source, target := at(t, "4k3/P7/8/8/8/8/8/4K3 w").grid().Ends("a7a8q"); source != 8 || target != 0 {
		t.Errorf("a7a8q goes from %d to %d", source, target)
	}
}

func (b *Board) grid() *game.Grid {
	g := b.Grid()
	return &g
}

func TestSVG(t *testing.T) {
	b := at(t, "", "e4", "c5")
	o := game.DefaultSVG()
	plain := b.SVG(o)
	if strings.Count(plain, "<g transform") != 32 || b.SVG(o) != plain {
		t.Errorf("%d men drawn, want 32", strings.Count(plain, "<g transform"))
	}
	o.Letters, o.Style, o.Flip, o.Size = true, game.StylePrint, true, 1<<20
	m, _ := b.Parse("Nf3")
	o.Last, o.Arrows, o.Marks, o.Heat = m, []game.Move{m, game.NoMove, 1 << 30}, map[string]string{"e4": "<&>", "z9": "no", "a1": "一二三四五六七八九"}, map[string]float64{"d4": 0.5, "q": 1}
	full := b.SVG(o)
	for _, want := range []string{`width="4096"`, "&lt;&amp;&gt;", "一二三四五六七…", ">K</text>"} {
		if !strings.Contains(full, want) {
			t.Errorf("no %s in %s", want, full)
		}
	}
	if strings.Contains(full, "no</text>") || strings.Count(full, `fill-opacity="0.85"`) != 1 {
		t.Error("a mark or an arrow off the board is drawn")
	}
}
