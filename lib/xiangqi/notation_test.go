package xiangqi

import (
	"bufio"
	"errors"
	"os"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
)

// mustBoard sets up a position of a test, which may be one that cannot arise
// in play.
func mustBoard(t testing.TB, fen string) *Board {
	t.Helper()
	b, err := New(fen, DefaultOptions(), true)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return b
}

// Every row: a position, a move, and the ways to write it that mean this move.
// The first of each notation's texts is what Format writes.
var notationRows = []struct {
	name, fen, move      string
	wxf, chinese, others string
}{
	{"cannon to the centre", "", "h2e2", "C2.5 C2=5 c2.5", "炮二平五 砲二平五 炮2平5 包二平五", "H2-E2 h2-e2 H2E2 Che3 Ch3-e3"},
	{"horse out", "", "h0g2", "H2+3 N2+3 h2+3", "马二进三 馬二進三 傌二进三 馬2進3", "H0-G2 Nhg3 Hhg3"},
	{"elephant by its two letters", "", "g0e2", "E3+5 B3+5", "相三进五 象三進五", "Bge3 Ege3"},
	{"advisor", "", "f0e1", "A4+5", "仕四进五 士四進五", "Afe2"},
	{"king up", "", "e0e1", "K5+1", "帅五进一 帥五進一 将五进一", "Ke2"},
	{"soldier", "", "c3c4", "P7+1", "兵七进一 卒七进一", "Pc5"},
	{"rook up", "", "a0a2", "R9+2", "车九进二 車九進二 俥九進二", "Ra3"},
	{"black counts from its own right", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1", "h7e7",
		"C8.5 c8=5", "炮８平５ 砲8平5 炮八平五", "Che8 Ch8-e8 H7-E7"},
	{"black's horse", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1", "b9c7", "H2+3", "马２进３ 馬2進3", "b10c8 Nbc8 B9-C7"},

	{"front rook of two", "4k4/9/4n4/4n4/8R/9/9/9/9/3K4R w", "i5h5", "R+.2 +R.2 R+=2 fR.2 Rf=2", "前车平二 前車平二", "R6h6 Rh6"},
	{"rear rook of two", "4k4/9/4n4/4n4/8R/9/9/9/9/3K4R w", "i0h0", "R-.2 -R.2 rR.2 bR.2 Rb.2", "后车平二 後俥平二", "Rh1"},
	{"rear horse of two, black", "4k4/9/4n4/4n4/8R/9/9/9/9/3K4R b", "e7c8", "H--3 -H-3 N--3", "后马退３ 後馬退3", ""},
	{"advisors on a file tell themselves", "3k5/9/9/9/9/9/9/3A5/9/3AK4 w", "d2e1", "A6-5 A+-5", "仕六退五 前仕退五", "A3e2"},
	{"elephants likewise", "3k5/9/9/9/9/2B6/9/9/9/2B1K4 w", "c0e2", "E7+5 E-+5", "相七进五 后相进五", ""},

	{"front of three soldiers", "3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w", "e7e8", "P++1 +P+1 15+1", "前兵进一 一兵进一", ""},
	{"middle of three soldiers", "3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w", "e6d6", "P5.6 P5=6 P..6 .P.6 P=.6 25=6", "中兵平六 二兵平六", ""},
	{"rear of three soldiers", "3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w", "e5f5", "P-.4 35=4", "后兵平四 後兵平四 三兵平四", ""},
	{"first of four soldiers", "3k5/4P4/4P4/4P4/4P4/9/9/9/9/4K4 w", "e8f8", "++.4 Pa.4 15.4", "一兵平四 前兵平四", ""},
	{"second of four soldiers", "3k5/4P4/4P4/4P4/4P4/9/9/9/9/4K4 w", "e7f7", "P+.4 Pb.4 25.4", "二兵平四", ""},
	{"third of four soldiers", "3k5/4P4/4P4/4P4/4P4/9/9/9/9/4K4 w", "e6f6", "P-.4 Pc.4", "三兵平四", ""},
	{"last of four soldiers", "3k5/4P4/4P4/4P4/4P4/9/9/9/9/4K4 w", "e5f5", "--.4 --=4", "四兵平四 后兵平四", ""},
	{"middle of five soldiers, black", "4k4/9/9/9/4p4/4p4/4p4/4p4/4p4/3K5 b", "e3d3", "P5.4 Pc.4", "三卒平４ 中卒平4 3卒平4", ""},
	{"fourth of five soldiers, black", "4k4/9/9/9/4p4/4p4/4p4/4p4/4p4/3K5 b", "e4d4", "P-.4 Pd.4", "四卒平４", ""},

	{"two files of two: right file first", "3k5/9/9/2P1P4/2P1P4/9/9/9/9/4K4 w", "e6e7", "5++1 15+1 Pa+1", "一兵进一 前兵五进一 前五进一", ""},
	{"two files of two: left file last", "3k5/9/9/2P1P4/2P1P4/9/9/9/9/4K4 w", "c5b5", "7-.8 27.8 Pd.8", "四兵平八 后兵七平八 后七平八", ""},
	{"two files of two, black's right is our left", "3k5/9/9/9/9/2p1p4/2p1p4/9/9/4K4 b", "c3b3", "3+.2 13=2", "一卒平２ 前卒3平2", ""},
	{"three and two: middle of the three", "3k5/9/2P3P2/2P3P2/6P2/9/9/9/9/4K4 w", "g6f6", "33.4 23.4 P3.4 Pb.4", "二兵平四 中兵三平四", ""},
	{"three and two: rear of the two", "3k5/9/2P3P2/2P3P2/6P2/9/9/9/9/4K4 w", "c6b6", "7-.8 Pe.8", "五兵平八 后兵七平八", ""},
	{"three and two: single file soldiers keep their file", "3k5/9/2P1P1P2/2P3P2/9/9/9/9/9/4K4 w", "e7d7", "P5.6", "兵五平六", ""},
	{"one file of two: the others keep their file", "3k5/9/2P1P4/4P4/9/9/9/9/9/4K4 w", "c7b7", "P7.8", "兵七平八", ""},
}

func TestNotations_rows(t *testing.T) {
	for _, row := range notationRows {
		b := mustBoard(t, row.fen)
		want, err := b.Parse(row.move)
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		for notation, texts := range map[string]string{NotationWXF: row.wxf, NotationChinese: row.chinese} {
			first := strings.Fields(texts)[0]
			if got, err := b.Format(want, notation); err != nil || got != first {
				t.Errorf("%s: Format(%s, %s) = %q, %v, want %q", row.name, row.move, notation, got, err, first)
			}
		}
		for _, text := range strings.Fields(row.wxf + " " + row.chinese + " " + row.others) {
			if got, err := b.Parse(text); err != nil || got != want {
				t.Errorf("%s: Parse(%q) = %s, %v, want %s", row.name, text, b.Text(got), err, row.move)
			}
		}
	}
}

func TestFormat_everyNotation(t *testing.T) {
	red, black := mustBoard(t, ""), mustBoard(t, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1")
	for _, row := range []struct {
		b    *Board
		move string
		want string // in the order of Notations
	}{
		{red, "h2e2", "h2e2 h3e3 H2-E2 C2.5 炮二平五 炮二平五"},
		{black, "b9c7", "b9c7 b10c8 B9-C7 H2+3 马２进３ 馬２進３"},
		{black, "h7e7", "h7e7 h8e8 H7-E7 C8.5 炮８平５ 砲８平５"},
	} {
		m, err := row.b.Parse(row.move)
		if err != nil {
			t.Fatal(err)
		}
		for i, notation := range row.b.Notations() {
			want := strings.Fields(row.want)[i]
			if got, err := row.b.Format(m, notation); err != nil || got != want {
				t.Errorf("Format(%s, %s) = %q, %v, want %q", row.move, notation, got, err, want)
			}
		}
	}
}

func TestParse_whatIsNoMoveHere(t *testing.T) {
	for _, row := range []struct {
		name, fen, text string
		want            error
		says            string
	}{
		{"empty", "", "", game.ErrMoveText, "expected a move such as h2e2"},
		{"a word", "", "castle", game.ErrMoveText, "expected a move such as h2e2"},
		{"very long", "", strings.Repeat("h", 1000), game.ErrMoveText, "expected at most 64"},
		{"rank 11", "", "h2e11", game.ErrMoveText, "expected a move"},
		{"rank 10 and rank 0", "", "h10e0", game.ErrMoveText, "expected ranks 1 to 10"},
		{"empty point", "", "e5e6", game.ErrIllegalMove, "nothing stands on e5"},
		{"enemy piece", "", "h7e7", game.ErrIllegalMove, "the black cannon on h7 is not red's"},
		{"blocked horse", "", "b0d1", game.ErrIllegalMove, "the red horse on b0 cannot go to d1"},
		{"ranks 1 to 10 by mistake", "", "h3e3", game.ErrIllegalMove, "ranks counted 1 to 10 it would be legal"},
		{"no such cannon", "", "炮三平五", game.ErrIllegalMove, "no cannon of red's"},
		{"no front cannon", "", "前炮平五", game.ErrIllegalMove, "no cannon of red's"},
		{"blocked in WXF", "", "R1.2", game.ErrIllegalMove, "no rook of red's"},
		{"algebraic, nobody", "", "Re6", game.ErrIllegalMove, "no rook of red's can go to e5"},
		{"algebraic, two", "4k4/9/9/9/9/9/9/9/9/R2K4R w", "Rb5", game.ErrIllegalMove, "no rook of red's can go to b4"},
		{"algebraic, both rooks", "4k4/9/9/R7R/9/9/9/9/9/3K5 w", "Rc7", game.ErrMoveText, "fits a6c6 and i6c6"},
		{"two front soldiers", "3k5/9/9/2P1P4/2P1P4/9/9/9/9/4K4 w", "前兵进一", game.ErrMoveText, "expected a text that fits one move"},
		{"two soldiers on the file", "3k5/9/9/4P4/4P4/9/9/9/9/4K4 w", "兵五平四", game.ErrMoveText, "fits e5f5 and e6f6"},
		{"broken UTF-8", "", "炮二平\xff", game.ErrMoveText, "expected a move"},
		{"ordinal of a piece that has none", "", "一车进一", game.ErrMoveText, "expected a move"},
	} {
		b := mustBoard(t, row.fen)
		m, err := b.Parse(row.text)
		if m != game.NoMove || !errors.Is(err, row.want) || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: Parse(%q) = %s, %v; want an error of %v that says %q", row.name, row.text, b.Text(m), err, row.want, row.says)
		}
	}
}

func TestFormat_notThere(t *testing.T) {
	b := mustBoard(t, "")
	m, _ := b.Parse("h2e2")
	for _, notation := range []string{"", "san", "UCI"} {
		if text, err := b.Format(m, notation); !errors.Is(err, game.ErrNotation) || text != "" {
			t.Errorf("Format(%q) = %q, %v, want %v", notation, text, err, game.ErrNotation)
		}
		if _, err := b.ParseAs("h2e2", notation); !errors.Is(err, game.ErrNotation) {
			t.Errorf("ParseAs(%q) = %v, want %v", notation, err, game.ErrNotation)
		}
	}
	crowd := mustBoard(t, "3k5/9/9/R8/R8/R8/9/9/9/4K4 w")
	m, _ = crowd.Parse("a5b5")
	if text, err := crowd.Format(m, NotationWXF); !errors.Is(err, game.ErrNotation) {
		t.Errorf("Format of the middle of three rooks = %q, %v, want %v", text, err, game.ErrNotation)
	}
}

func TestDetectRanks_lines(t *testing.T) {
	endgame := "4k4/9/9/9/9/9/9/9/R8/5K3 w"
	for _, row := range []struct {
		name, fen, line string
		base            int
		want            error
		says            string
	}{
		{"nothing", "", "", 0, nil, ""},
		{"no coordinates", "", "C2.5 马８进７", 0, nil, ""},
		{"a rank 0", "", "h2e2 h9g7 h0g2", 0, nil, ""},
		{"a rank 10", "", "h3e3 h10g8", 1, nil, ""},
		{"by replay, 0 to 9", "", "h2e2", 0, nil, ""},
		{"by replay, 1 to 10", "", "h3e3", 1, nil, ""},
		{"algebraic by replay", "", "Che2", 0, nil, ""},
		{"algebraic with a rank 10", "", "Che3 Nhg8 Nhg3 Rih10", 1, nil, ""},
		{"both at once", "", "h0g2 h10g8", 0, game.ErrMoveText, "move 1"},
		{"legal both ways", "4k4/9/9/9/9/9/9/R8/R8/5K3 w", "a2b2", 0, game.ErrMoveText, "expected a line with a rank 0 or 10"},
		{"legal one way only", endgame, "a1a5", 0, nil, ""},
		{"legal neither way", endgame, "b4b5", 0, game.ErrIllegalMove, "move 1"},
	} {
		base, err := mustBoard(t, row.fen).DetectRanks(strings.Fields(row.line))
		if base != row.base || !errors.Is(err, row.want) || err != nil && !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: DetectRanks(%s) = %d, %v; want %d, %v that says %q", row.name, row.line, base, err, row.base, row.want, row.says)
		}
	}
}

// checkRoundTrips demands of every legal move and notation that the text read
// back is the move.
func checkRoundTrips(t testing.TB, b *Board) {
	t.Helper()
	var known [6]map[string]bool
	for _, m := range b.Moves(nil) {
		for i, notation := range b.Notations() {
			text, err := b.Format(m, notation)
			if err != nil {
				t.Fatalf("%s: Format(%s, %s): %v", b.Position(), b.Text(m), notation, err)
			}
			if known[i] == nil {
				known[i] = map[string]bool{}
			}
			if known[i][text] {
				t.Fatalf("%s: two moves are %q in %s, one of them %s", b.Position(), text, notation, b.Text(m))
			}
			known[i][text] = true
			if got, err := b.ParseAs(text, notation); err != nil || got != m {
				t.Fatalf("%s: ParseAs(%q, %s) = %s, %v, want %s", b.Position(), text, notation, b.Text(got), err, b.Text(m))
			}
			if notation == NotationUCI10 {
				continue // Parse reads ranks 0 to 9
			}
			if got, err := b.Parse(text); err != nil || got != m {
				t.Fatalf("%s: Parse(%q) = %s, %v, want %s", b.Position(), text, b.Text(got), err, b.Text(m))
			}
		}
	}
}

// playout plays random moves from a position and calls f before each.
func playout(b *Board, source *rng.Source, plies int, f func()) {
	for range plies {
		moves := b.Moves(nil)
		if len(moves) == 0 {
			return
		}
		f()
		b.Play(moves[source.IntN(len(moves))])
	}
}

func TestNotations_roundTripInRandomGames(t *testing.T) {
	games := 8
	if testing.Short() {
		games = 2
	}
	for i := range games {
		b := mustBoard(t, "")
		playout(b, rng.Of(1, uint64(i)), 150, func() { checkRoundTrips(t, b) })
	}
}

// Random games seldom double the soldiers, so these start from five a side
// thrown anywhere beyond the river, on one, two or three files.
func TestNotations_roundTripWithDoubledSoldiers(t *testing.T) {
	rounds := 150
	if testing.Short() {
		rounds = 30
	}
	seen := map[string]bool{} // shapes met, as sizes of doubled files
	for i := range rounds {
		source := rng.Of(2, uint64(i))
		b := mustBoard(t, "3k5/9/9/9/9/9/9/9/9/5K3 w")
		for c := Red; c <= Black; c++ {
			spread := 1 + source.IntN(3)
			for range 5 {
				s := SquareAt([]int{4, 2, 7, 0}[(source.IntN(spread)+i)%4], 5+source.IntN(4))
				if c == Black {
					s = s.turned()
				}
				if b.At(s) == NoPiece {
					fen := strings.Replace(b.withPiece(s, NewPiece(c, Soldier)), " b ", " w ", 1)
					b = mustBoard(t, fen)
				}
			}
		}
		playout(b, source, 30, func() {
			checkRoundTrips(t, b)
			for _, m := range b.Moves(nil) {
				if s := b.say(m); s.kind == Soldier && s.size > 1 {
					seen[string([]byte{'0' + byte(s.size), '/', '0' + byte(s.doubled)})] = true
				}
			}
		})
	}
	for _, shape := range []string{"2/1", "3/1", "4/1", "2/2", "3/2"} {
		if !seen[shape] {
			t.Errorf("no position had a file of size/doubled files %s", shape)
		}
	}
}

// withPiece is the FEN with one more piece.
func (b *Board) withPiece(s Square, p Piece) string {
	var text strings.Builder
	for rank := ranks - 1; rank >= 0; rank-- {
		for file := range files {
			at := b.At(SquareAt(file, rank))
			if SquareAt(file, rank) == s {
				at = p
			}
			if at == NoPiece {
				text.WriteByte('1')
				continue
			}
			text.WriteByte(at.Letter())
		}
		if rank > 0 {
			text.WriteByte('/')
		}
	}
	return text.String() + " w"
}

// testdata/text-wxf.tsv holds moves as pyffish 0.0.90 (Fairy-Stockfish) writes
// them in WXF: FEN, move with ranks 0 to 9, text. It marks soldiers in its own
// way where a file has three or more or two files are doubled, and leaves the
// mark out where only one of two pieces can make the move; both are read.
func TestWXF_secondOpinion(t *testing.T) {
	file, err := os.Open("testdata/text-wxf.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, same := 0, 0
	for lines := bufio.NewScanner(file); lines.Scan(); rows++ {
		if rows%8 > 0 && testing.Short() {
			continue
		}
		row := strings.Split(lines.Text(), "\t")
		b := mustBoard(t, row[0])
		want, err := b.Parse(row[1])
		if err != nil {
			t.Errorf("%s: %v", row[0], err)
			continue
		}
		s, theirs := b.say(want), strings.ReplaceAll(row[2], "=", ".")
		crowded := s.kind == Soldier && (s.size > 2 || s.size == 2 && s.doubled > 1)
		unmarked := s.size == 2 && theirs[1] == '0'+byte(s.file)
		if text, err := b.Format(want, NotationWXF); err == nil && text == theirs {
			same++
		} else if !crowded && !unmarked {
			t.Errorf("%s: Format(%s) = %q, %v, want %q", row[0], row[1], text, err, theirs)
		}
		if theirs[0] == theirs[1] && s.size == 3 && s.doubled > 1 {
			continue // 33.4 is the middle soldier to the federation, the third one to Fairy-Stockfish
		}
		if m, err := b.Parse(row[2]); m != want {
			t.Errorf("%s: Parse(%q) = %s, %v, want %s", row[0], row[2], b.Text(m), err, row[1])
		}
	}
	if !testing.Short() && (rows < 1500 || same < rows*8/10) {
		t.Errorf("%d rows, %d of them written the same; want 1500 and four fifths", rows, same)
	}
}

func FuzzParse(f *testing.F) {
	for _, row := range notationRows {
		for _, text := range strings.Fields(row.wxf + " " + row.chinese + " " + row.others) {
			f.Add(row.fen, text)
		}
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		b, err := New(fen, DefaultOptions(), false)
		if err != nil {
			return
		}
		m, err := b.Parse(text)
		if err != nil {
			if m != game.NoMove || !errors.Is(err, game.ErrMoveText) && !errors.Is(err, game.ErrIllegalMove) {
				t.Fatalf("%s: Parse(%q) = %d, %v: want no move and an error of the contract", fen, text, m, err)
			}
			return
		}
		if !b.Legal(m) {
			t.Fatalf("%s: Parse(%q) = %s, which is not legal", fen, text, b.Text(m))
		}
		checkRoundTrips(t, b)
	})
}
