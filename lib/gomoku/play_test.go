package gomoku

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// replay plays the game that bytes stand for, compares the board after every move with
// the slow rules and with itself read back, and takes everything back again.
func replay(t *testing.T, o Options, bytes []byte) {
	t.Helper()
	b, err := New("", o, false)
	if err != nil {
		t.Fatal(err)
	}
	var before []Board
	for _, choice := range bytes {
		fresh, err := New(b.Position(), o, false)
		if err != nil {
			t.Fatalf("%q is not read back: %v", b.Position(), err)
		}
		if fresh.Key() != b.Key() || fresh.Position() != b.Position() || fresh.Won() != b.Won() || fresh.Spaces() != b.Spaces() {
			t.Fatalf("%s: key %x, fresh %x of %s", b.Position(), b.Key(), fresh.Key(), fresh.Position())
		}
		moves := b.Moves(nil)
		compare(t, b, moves)
		if len(moves) == 0 {
			break
		}
		before = append(before, *b)
		b.Play(moves[int(choice)%len(moves)])
	}
	for i, was := range slices.Backward(before) {
		b.Undo()
		if b.cells != was.cells || b.key != was.key || b.turn != was.turn || b.won != was.won || b.spaces != was.spaces {
			t.Fatalf("Undo of move %d left something behind: %s", i+1, b.Position())
		}
	}
	if b.Position() != b.Initial() || b.Undo() {
		t.Fatalf("after all moves were taken back: %s, want %s", b.Position(), b.Initial())
	}
}

// compare holds moves and outcome against the slow rules.
func compare(t *testing.T, b *Board, moves []game.Move) {
	t.Helper()
	s := slowOf(b)
	o, over := b.Outcome()
	last := b.Last()
	won := last != goban.NoPoint && s.wins([2]int{last.Column(), last.Row()}, b.Rules().Rule)
	if won != (over && o.Reason == FiveInARow) || won && o.Winner != 1-b.Turn() {
		t.Fatalf("%s after %s: %+v %t, won %t", b.Position(), name(last), o, over, won)
	}
	if over != (len(moves) == 0) || b.CountMoves() != len(moves) {
		t.Fatalf("%s: over %t with %d moves, counted %d", b.Position(), over, len(moves), b.CountMoves())
	}
	for p := range b.points() {
		at := [2]int{p.Column(), p.Row()}
		want := !won && s.empty(at) && (b.Rules().Rule != Renju || b.Turn() == 1 || s.forbidden(at) == "")
		m := game.Move(p)
		if slices.Contains(moves, m) != want || (b.Check(m) == nil) != want {
			t.Fatalf("%s: %s is legal %t, check %v, want %t", b.Position(), name(p), !want, b.Check(m), want)
		}
	}
}

func FuzzPlay(f *testing.F) {
	f.Add(byte(0), byte(0), []byte{12, 0, 11, 1, 10, 2})
	f.Add(byte(1), byte(2), []byte("a game of Renju on a small board, forbidden points and all"))
	f.Add(byte(10), byte(1), []byte("fifteen by fifteen"))
	f.Fuzz(func(t *testing.T, size, rule byte, moves []byte) {
		o := Options{Size: SizeMin + int(size)%(SizeMax-SizeMin+1), Rule: []string{Freestyle, Standard, Renju}[rule%3]}
		replay(t, o, moves[:min(len(moves), 30)])
	})
}

func TestPlay_likeTheSlowRules(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 5))
	ends := map[string]int{}
	for i := range 45 {
		moves := make([]byte, 64)
		for j := range moves {
			moves[j] = byte(r.Uint32())
		}
		o := Options{Size: 5 + i%4, Rule: []string{Freestyle, Standard, Renju}[i%3]}
		replay(t, o, moves)
		b, _ := New("", o, false)
		for !endsWith(b, ends) {
			list := b.Moves(nil)
			b.Play(list[r.IntN(len(list))])
		}
	}
	if ends[FiveInARow] < 5 || ends[BoardFull] < 5 {
		t.Errorf("games ended by %v, expected rows of five and full boards", ends)
	}
}

func endsWith(b *Board, ends map[string]int) bool {
	o, over := b.Outcome()
	if over {
		ends[o.Reason]++
	}
	return over
}

func TestOutcome_byRule(t *testing.T) {
	const five, six = "e8 f8 g8 i8", "e8 f8 g8 i8 j8"
	for _, c := range []struct {
		rule  string
		turn  goban.Color
		row   string
		legal bool
		won   bool
	}{
		{Freestyle, goban.Black, five, true, true}, {Freestyle, goban.Black, six, true, true},
		{Standard, goban.Black, five, true, true}, {Standard, goban.White, six, true, false},
		{Renju, goban.Black, five, true, true}, {Renju, goban.Black, six, false, false}, {Renju, goban.White, six, true, true},
	} {
		stones := [2]string{}
		stones[c.turn] = c.row
		b := lay(t, c.rule, stones[0], stones[1], c.turn)
		m, err := b.Parse("h8")
		if (err == nil) != c.legal {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		if !c.legal {
			continue
		}
		b.Play(m)
		o, over := b.Outcome()
		if over != c.won || over && (o.Winner != int(c.turn) || len(b.Moves(nil)) != 0) {
			t.Errorf("%+v: %+v %t", c, o, over)
		}
	}
}

// The last empty point would make six, which leaves Black without a move.
func TestOutcome_onlyForbiddenPoints(t *testing.T) {
	b, err := New("XXX.XX/OOXXOO/XXOOXX/OOXXOO/XXOOXX/OOXXOO X", Options{Size: 6, Rule: Renju}, true)
	if err != nil {
		t.Fatal(err)
	}
	if o, over := b.Outcome(); !over || o.Winner != 1 || o.Reason != NoLegalMove {
		t.Errorf("%+v %t", o, over)
	}
	if _, err := b.Parse("d6"); err == nil || !strings.Contains(err.Error(), Overline) {
		t.Errorf("d6: %v", err)
	}
}

func TestView_keepsTheGame(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for i := range 30 {
		o := Options{Size: 7 + i%3, Rule: []string{Freestyle, Standard, Renju}[i%3]}
		b := thrown(t, r, o, 10, 10)
		if i%2 == 1 {
			b.pass()
		}
		for turn := range 2 {
			for symmetry := range b.Symmetries() {
				v := game.View{Turn: turn, Symmetry: symmetry}
				seen, err := New(b.View(v), o, true)
				if err != nil {
					t.Fatalf("%s seen through %+v: %v", b.Position(), v, err)
				}
				if seen.Turn() != b.Turn()^turn || seen.Position() != b.View(v) || (seen.Key() == b.Key()) != (seen.Position() == b.Position()) {
					t.Fatalf("%s seen through %+v is %s", b.Position(), v, seen.Position())
				}
				moves := b.Moves(nil)
				texts := make([]string, len(moves))
				for i, m := range moves {
					texts[i] = b.ViewText(v, m)
				}
				slices.Sort(texts)
				if !slices.Equal(texts, game.MoveTexts(seen)) {
					t.Fatalf("%s seen through %+v has moves %v, want %v", b.Position(), v, game.MoveTexts(seen), texts)
				}
			}
		}
	}
}

func TestNew_refuses(t *testing.T) {
	for _, c := range []struct {
		rule, text string
		lenient    bool
		want       error
	}{
		{Freestyle, "5/5/5/5/5 X", false, nil},
		{Freestyle, "5/5/..X../5/5 O", false, nil},
		{Freestyle, "5/5/..X../5/5 X", false, game.ErrSetup},
		{Freestyle, "5/5/..X../5/5 X", true, nil},
		{Freestyle, "5/5/..O../5/5 X", false, nil}, // White began
		{Freestyle, "XXXXX/OOOO./5/5/5 O", false, nil},
		{Freestyle, "XXXXX/OOOOO/5/5/5 X", false, game.ErrSetup},
		{Freestyle, "XXXXX/OOOO./O4/5/5 X", false, game.ErrSetup},
		{Freestyle, "XXXXX/OOOO./X4/X4/XOO2 O", false, game.ErrSetup}, // one more than White
		{Freestyle, "XXXXX/XOOOO/XOOOO/X4/X4 O", false, nil},
		{Freestyle, "XXXXX/5/XXXXX/OOOO./OOOOO O", true, nil},
		{Freestyle, "6/XXXXX1/6/XXXXX1/OOOO2/.OOOOO O", false, game.ErrSetup},
		{Freestyle, "6/XXXXX1/6/XXXXX1/OOOO2/OO.OOO O", false, game.ErrSetup}, // no one stone
		{Standard, "6/XXXXXX/OOOO2/OO4/6/6 X", false, nil},
		{Freestyle, "6/XXXXXX/OOOO2/OO4/6/6 X", false, game.ErrSetup},
		{Freestyle, "5/5/5/5 X", false, game.ErrPosition},
		{Freestyle, strings.Repeat("5/", 19) + "5 X", false, game.ErrPosition},
		{Freestyle, "5/5/5/5/5", false, game.ErrPosition},
		{Freestyle, "5/5/5/5/5 b", false, game.ErrPosition},
		{Freestyle, "5/5/5/5/5 X O", false, game.ErrPosition},
		{Renju, "5/5/5/5/5 X O", false, nil},
		{Renju, "5/5/5/5/5 X -", false, game.ErrPosition},
		{Renju, "5/5/5/5/5 X O X", false, game.ErrPosition},
		{Freestyle, "5/5/5/5/4 X", false, game.ErrPosition},
		{Freestyle, "5/5/5/5/6 X", false, game.ErrPosition},
		{Freestyle, "5/5/5/5/4x X", false, game.ErrPosition},
		{Freestyle, "5/5/5/5/0 X", false, game.ErrPosition},
	} {
		b, err := New(c.text, Options{Size: 15, Rule: c.rule}, c.lenient)
		if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
			t.Errorf("%s %q: %v, want %v", c.rule, c.text, err, c.want)
		}
		if err == nil && b.Size() != strings.Count(c.text, "/")+1 {
			t.Errorf("%q: size %d", c.text, b.Size())
		}
	}
	for _, o := range []Options{{Size: 4, Rule: Renju}, {Size: 20, Rule: Renju}, {Size: 15, Rule: "caro"}, {Size: 15}} {
		if _, err := New("", o, false); !errors.Is(err, game.ErrRules) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

func TestParse_everyNotation(t *testing.T) {
	b, err := game.New("gomoku", game.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range b.Moves(nil) {
		for _, notation := range b.Notations() {
			text, err := b.Format(m, notation)
			if err != nil {
				t.Fatal(err)
			}
			if back, err := b.Parse(text); back != m || err != nil {
				t.Errorf("%s is read as %s, %v", text, b.Text(back), err)
			}
		}
	}
	for text, want := range map[string]string{"H8": "h8", " i9 ": "i9", "aa": "a15", "0,0": "a15", "14, 14": "o1", "o15": "o15"} {
		if m, err := b.Parse(text); err != nil || b.Text(m) != want {
			t.Errorf("%q is %s, %v, want %s", text, b.Text(m), err, want)
		}
	}
	for _, text := range []string{"", "h", "h0", "h16", "p1", "h08", "h+8", "88", "15,0", "-1,0", "7,7,7", "ap", "pass", "h8 i8"} {
		if _, err := b.Parse(text); !errors.Is(err, game.ErrMoveText) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := b.Format(game.Move(goban.PointAt(7, 7)), "gtp"); !errors.Is(err, game.ErrNotation) {
		t.Errorf("gtp: %v", err)
	}
}
