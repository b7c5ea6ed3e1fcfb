package capturego

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// draw reads a drawn board: a row a line, then the rest of the position text.
func draw(t testing.TB, o Options, picture string) *Board {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(picture), "\n")
	for i := range lines[:len(lines)-1] {
		lines[i] = strings.ReplaceAll(strings.TrimSpace(lines[i]), " ", "")
	}
	b, err := New(strings.Join(lines[:len(lines)-1], "/")+" "+lines[len(lines)-1], o, false)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// after is the position after moves, in the form of the text; or the moves' own
// fault.
func after(t *testing.T, b *Board, moves string) string {
	t.Helper()
	if err := game.PlayLine(b, strings.Fields(moves)); err != nil {
		t.Fatalf("%s: %v", b.Position(), err)
	}
	return b.Position()
}

func TestPlay_drawn(t *testing.T) {
	const ko = `
		. X O . .
		X O . O .
		. X O . .
		. . . . .
		. . . . .
		X 9`
	const snapback = `
		. . . . .
		. . . . .
		. O O O .
		O X X X O
		O X . . O
		O 9`
	const twoChains = `
		X O . O X
		. X . X .
		. . . . .
		. . . . .
		O . . . O
		X `
	tests := []struct {
		name, picture, moves, position string
		refused, why                   string // a move that is then illegal
		end                            string
	}{
		{"ko may not be taken back at once", ko, "C4", ".XO../X.XO./.XO../5/5 O 9 9 1 0 B4", "B4", "ko", ""},
		{"ko may be taken back later", ko, "C4 E1 E2 B4", ".XO../XO.O./.XO../....X/....O X 9 9 1 1 C4", "C4", "ko", ""},
		{"two stones taken are no ko", snapback, "C1 D1", "5/5/.OOO./OXXXO/OX.XO O 9 9 1 0 -", "", "", ""},
		{"snapback", snapback, "C1 D1 C1", "5/5/.OOO./O...O/O.O.O X 9 9 1 5 -", "", "", ""},
		{"two chains at once", twoChains + "3", "C5", "X.X.X/.X.X./5/5/O...O O 3 3 2 0 -", "", "", ""},
		{"target reached by one move", twoChains + "2", "C5", "X.X.X/.X.X./5/5/O...O O 2 2 2 0 -", "A3", "the game is over: black has captured 2", "0 target reached"},
		{"target passed by one move", twoChains + "1", "C5", "X.X.X/.X.X./5/5/O...O O 1 1 2 0 -", "A3", "the game is over", "0 target reached"},
		{"the sides' own targets", twoChains + "5 1 3 0", "C5", "X.X.X/.X.X./5/5/O...O O 5 1 5 0 -", "A3", "the game is over", "0 target reached"},
		{"the other side's target is no matter", twoChains + "5 1 2 0", "C5", "X.X.X/.X.X./5/5/O...O O 5 1 4 0 -", "pass", "passing is not allowed", ""},
		{"suicide of a stone", snapback, "C1 A5", "X..../5/.OOO./OXXXO/OXO.O O 9 9 0 0 -", "C1", "there is a white stone", ""},
		{"suicide of a chain", `
			. . .
			O O .
			X . O
			X 9`, "", "3/OO./X.O X 9 9 0 0 -", "B1", "suicide", ""},
		{"what captures is no suicide", `
			. O O
			O X X
			X . X
			O 9`, "B1", ".OO/O../.O. X 9 9 0 4 -", "", "", ""},
		{"four chains at once", `
			. . X . .
			. X O X .
			X O . O X
			. X O X .
			. . X . .
			X 5`, "C3", "..X../.X.X./X.X.X/.X.X./..X.. O 5 5 4 0 -", "", "", ""},
		{"three chains joined, one captured", `
			. . . . .
			. . X X .
			. X . O X
			. . X X .
			. . . . .
			X 5`, "C3", "5/..XX./.XX.X/..XX./5 O 5 5 1 0 -", "D3", "suicide", ""},
		{"corners", `
			. X .
			X . .
			. . .
			O 9`, "", ".X./X../3 O 9 9 0 0 -", "A3", "suicide", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := draw(t, DefaultOptions(), test.picture)
			start := *b.Stones()
			defer func() {
				for b.Undo() {
				}
				if *b.Stones() != start {
					t.Error("Undo leaves other bytes behind")
				}
			}()
			if got := after(t, b, test.moves); got != test.position {
				t.Errorf("after %q: %s, want %s", test.moves, got, test.position)
			}
			if got := endText(b); got != test.end {
				t.Errorf("end %q, want %q", got, test.end)
			}
			if (len(b.Moves(nil)) == 0) != (test.end != "") {
				t.Errorf("%d moves", len(b.Moves(nil)))
			}
			if test.refused == "" {
				return
			}
			if _, err := b.Parse(test.refused); !errors.Is(err, game.ErrIllegalMove) || !strings.Contains(err.Error(), test.why) {
				t.Errorf("Parse(%s) = %v, want %q", test.refused, err, test.why)
			}
		})
	}
}

func TestOutcome_noLegalMove(t *testing.T) {
	const picture = `
		. X .
		X X X
		. X .
		O 3`
	tests := []struct {
		noMove, pass, moves, end, check string
	}{
		{"lose", "forced", "", "0 no legal move", "the game is over: white can play no stone"},
		{"lose", "free", "", "0 no legal move", "the game is over: white can play no stone"},
		{"draw", "forced", "", "-1 no legal move", "the game is over: white can play no stone"},
		{"pass", "forced", "pass", "", ""},
		{"pass", "free", "pass", "", ""},
	}
	for _, test := range tests {
		o := DefaultOptions()
		o.NoMove, o.Pass = test.noMove, test.pass
		b := draw(t, o, picture)
		if got := strings.Join(game.MoveTexts(b), " "); got != test.moves {
			t.Errorf("%s, %s: moves %q, want %q", test.noMove, test.pass, got, test.moves)
		}
		if got := endText(b); got != test.end {
			t.Errorf("%s, %s: end %q, want %q", test.noMove, test.pass, got, test.end)
		}
		if err := b.Check(goban.Pass); test.check == "" && err != nil || test.check != "" && (!errors.Is(err, game.ErrIllegalMove) || !strings.Contains(err.Error(), test.check)) {
			t.Errorf("%s, %s: Check(pass) = %v, want %q", test.noMove, test.pass, err, test.check)
		}
	}
}

func TestPass_forcedAndFree(t *testing.T) {
	b := draw(t, DefaultOptions(), "..\n..\nX 3")
	if moves := game.MoveTexts(b); slices.Contains(moves, "pass") {
		t.Errorf("forced: moves %q", moves)
	}
	o := DefaultOptions()
	o.Pass = "free"
	b = draw(t, o, "..\n..\nX 3")
	if moves := game.MoveTexts(b); !slices.Contains(moves, "pass") {
		t.Errorf("free: moves %q", moves)
	}
	after(t, b, "pass A1 pass")
	if b.Passes() != 1 || endText(b) != "" {
		t.Errorf("one pass, a stone, one pass: %d passes, end %q", b.Passes(), endText(b))
	}
	after(t, b, "pass")
	if endText(b) != "-1 two passes" {
		t.Errorf("two passes: end %q", endText(b))
	}
	// Passing lifts ko.
	b = draw(t, o, ".XO..\nX.XO.\n.XO..\n.....\n.....\nO 9 9 1 0 B4")
	after(t, b, "pass pass")
	if got := b.Position(); !strings.HasSuffix(got, "O 9 9 1 0 -") || b.Check(game.Move(goban.PointAt(1, 3))) != nil {
		t.Errorf("after two passes: %s", got)
	}
	for range 2 {
		b.Undo()
	}
	if got := b.Position(); got != b.Initial() {
		t.Errorf("passes taken back: %s, want %s", got, b.Initial())
	}
}

func TestNew_texts(t *testing.T) {
	tests := []struct{ text, want string }{
		{".X.../OO.../5/.X.../..O.. X 1 1 0 0 -", ".X.../OO.../5/.X.../..O.. X 1 1 0 0 -"},
		{"..... /", ""},
		{"5/5/5/5/5 O", "5/5/5/5/5 O 1 1 0 0 -"},
		{"1X3/..3/5/..1../2X2 X 4", ".X.../5/5/5/..X.. X 4 4 0 0 -"},
		{"2/2 X 4 20", "2/2 X 4 20 0 0 -"},
		{"2/2 X 4 20 3", "2/2 X 4 20 3 0 -"},
		{"2/2  O 4 20 3 19", "2/2 O 4 20 3 19 -"},
		{".XO../X.XO./.XO../5/5 O 9 9 1 0 b4", ".XO../X.XO./.XO../5/5 O 9 9 1 0 B4"},
		{strings.Repeat("94/", 12) + "94 X", strings.Repeat("............./", 12) + "............. X 1 1 0 0 -"},
	}
	for _, test := range tests {
		b, err := New(test.text, DefaultOptions(), false)
		if test.want == "" {
			if !errors.Is(err, game.ErrPosition) {
				t.Errorf("New(%q) = %v, want %v", test.text, err, game.ErrPosition)
			}
			continue
		}
		if err != nil || b.Position() != test.want {
			t.Errorf("New(%q) = %v, %v; want %s", test.text, b, err, test.want)
		}
	}
}

func TestNew_badInput(t *testing.T) {
	tests := []struct {
		name, text string
		want       error
		lenient    bool // taken when lenient
	}{
		{"no side", "5/5/5/5/5", game.ErrPosition, false},
		{"impossible side", "5/5/5/5/5 B", game.ErrPosition, false},
		{"lower-case side", "5/5/5/5/5 x", game.ErrPosition, false},
		{"one row", "X X", game.ErrPosition, false},
		{"twenty rows", strings.Repeat("992/", 19) + "992 X", game.ErrPosition, false},
		{"row too short", "5/5/4/5/5 X", game.ErrPosition, false},
		{"row too long", "5/5/6/5/5 X", game.ErrPosition, false},
		{"empty row", "5/5//5/5 X", game.ErrPosition, false},
		{"unknown letter", "5/5/..b../5/5 X", game.ErrPosition, false},
		{"run of none", "5/5/50/5/5 X", game.ErrPosition, false},
		{"target 0", "2/2 X 0", game.ErrPosition, false},
		{"target 21", "2/2 X 21", game.ErrPosition, false},
		{"target +1", "2/2 X +1", game.ErrPosition, false},
		{"white's target", "2/2 X 1 x", game.ErrPosition, false},
		{"captures below 0", "2/2 X 1 1 -1", game.ErrPosition, false},
		{"captures over all", "2/2 X 1 1 0 400", game.ErrPosition, false},
		{"ko on a stone", "X./.. O 3 3 1 0 A2", game.ErrPosition, false},
		{"ko off the board", "X./.. O 3 3 1 0 C1", game.ErrPosition, false},
		{"no ko point", "2/2 X 1 1 0 0 ko", game.ErrPosition, false},
		{"too many fields", "2/2 X 1 1 0 0 - -", game.ErrPosition, false},
		{"chain without liberty", "XO/O. X", game.ErrSetup, true},
		{"full board", "XX/XX X", game.ErrSetup, true},
		{"won by the side to move", "2/2 X 1 1 1 0", game.ErrSetup, true},
		{"won by both", "2/2 X 1 1 1 1", game.ErrSetup, true},
		{"ko without the taker", "2/2 O 3 3 1 0 A1", game.ErrSetup, true},
		{"ko without a capture", ".XO../X.XO./.XO../5/5 O 9 9 0 0 B4", game.ErrSetup, true},
		{"ko for the wrong side", ".XO../X.XO./.XO../5/5 X 9 9 1 1 B4", game.ErrSetup, true},
	}
	for _, test := range tests {
		if _, err := New(test.text, DefaultOptions(), false); !errors.Is(err, test.want) {
			t.Errorf("%s: New(%q) = %v, want %v", test.name, test.text, err, test.want)
		}
		b, err := New(test.text, DefaultOptions(), true)
		if test.lenient != (err == nil) {
			t.Errorf("%s: lenient New(%q) = %v", test.name, test.text, err)
		}
		if err != nil {
			continue
		}
		// Such a board is played on like any other.
		before := *b.Stones()
		for _, m := range b.Moves(nil) {
			b.Play(m)
			b.Undo()
		}
		if *b.Stones() != before || len(b.Stones().InAtari(goban.Black, nil))+len(b.Stones().InAtari(goban.White, nil)) > 9 {
			t.Errorf("%s: Undo leaves other bytes behind", test.name)
		}
	}
}

func TestRules_options(t *testing.T) {
	tests := []struct{ rules, want string }{
		{``, "9/9/9/9/9/9/9/9/9 X 1 1 0 0 -"},
		{`{}`, "9/9/9/9/9/9/9/9/9 X 1 1 0 0 -"},
		{`{"size":2,"target":3}`, "2/2 X 3 3 0 0 -"},
		{`{"size":3,"target":[3,5],"pass":"free","no_move":"draw"}`, "3/3/3 X 3 5 0 0 -"},
		{`{"size":null,"target":null,"start":null}`, "9/9/9/9/9/9/9/9/9 X 1 1 0 0 -"},
		{`{"size":4,"start":"cross-cut"}`, "4/.OX./.XO./4 X 1 1 0 0 -"},
		{`{"size":5,"start":"cross-cut"}`, "5/5/.OX../.XO../5 X 1 1 0 0 -"},
	}
	for _, test := range tests {
		b, err := game.New("capturego", game.Setup{Rules: []byte(test.rules)})
		if err != nil || b.Position() != test.want {
			t.Errorf("rules %s: %v, %v; want %s", test.rules, b, err, test.want)
		}
	}
	for _, rules := range []string{
		`[]`, `{"size":1}`, `{"size":20}`, `{"size":"9"}`, `{"size":9.5}`, `{"target":0}`, `{"target":21}`, `{"target":[1]}`,
		`{"target":[1,0]}`, `{"target":[1,2,3]}`, `{"target":"1"}`, `{"pass":"never"}`, `{"pass":true}`, `{"no_move":"win"}`, `{"start":"full"}`,
		`{"size":3,"start":"cross-cut"}`, `{"komi":7}`,
	} {
		if _, err := game.New("capturego", game.Setup{Rules: []byte(rules)}); !errors.Is(err, game.ErrRules) {
			t.Errorf("rules %s: %v, want %v", rules, err, game.ErrRules)
		}
	}
	// What the text states wins over the rules, what it leaves out does not.
	for position, want := range map[string]string{
		"2/2 X":     "2/2 X 7 8 0 0 -",
		"2/2 X 2":   "2/2 X 2 2 0 0 -",
		"2/2 O 2 3": "2/2 O 2 3 0 0 -",
	} {
		b, err := game.New("capturego", game.Setup{Position: position, Rules: []byte(`{"size":5,"target":[7,8],"start":"cross-cut"}`)})
		if err != nil || b.Position() != want {
			t.Errorf("%s with rules: %v, %v; want %s", position, b, err, want)
		}
	}
	if _, err := New("", Options{}, false); !errors.Is(err, game.ErrRules) {
		t.Errorf("no options: %v", err)
	}
}

func TestParse_moves(t *testing.T) {
	o := DefaultOptions()
	o.Size, o.Pass = 19, "free"
	b, err := New("", o, false)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		text, want string // as Text writes it
		err        error
	}{
		{"C5", "C5", nil}, {"c5", "C5", nil}, {" T19 ", "T19", nil}, {"J1", "J1", nil}, {"A10", "A10", nil},
		{"pass", "pass", nil}, {"PASS", "pass", nil}, {"tt", "pass", nil}, {"aa", "A19", nil}, {"ss", "T1", nil},
		{"I5", "", game.ErrMoveText}, {"U1", "", game.ErrMoveText}, {"A0", "", game.ErrMoveText}, {"A20", "", game.ErrMoveText},
		{"A01", "", game.ErrMoveText}, {"A+1", "", game.ErrMoveText}, {"A-1", "", game.ErrMoveText}, {"A", "", game.ErrMoveText},
		{"", "", game.ErrMoveText}, {"5C", "", game.ErrMoveText}, {"ta", "", game.ErrMoveText}, {"吃", "", game.ErrMoveText}, {"A1\x00", "", game.ErrMoveText},
	}
	for _, test := range tests {
		m, err := b.Parse(test.text)
		if !errors.Is(err, test.err) || err == nil && b.Text(m) != test.want {
			t.Errorf("Parse(%q) = %s, %v; want %q, %v", test.text, b.Text(m), err, test.want, test.err)
		}
	}
	for _, m := range b.Moves(nil) {
		for _, notation := range b.Notations() {
			text, err := b.Format(m, notation)
			if back, err2 := b.Parse(text); err != nil || err2 != nil || back != m {
				t.Errorf("%s is %q in %s and read back as %s (%v, %v)", b.Text(m), text, notation, b.Text(back), err, err2)
			}
		}
	}
	if _, err := b.Format(goban.Pass, "iccs"); !errors.Is(err, game.ErrNotation) {
		t.Errorf("a notation that is none: %v", err)
	}
	for _, m := range []game.Move{game.NoMove, 2, 399, 420, 1 << 31} {
		if err := b.Check(m); m != 399 && !errors.Is(err, game.ErrIllegalMove) {
			t.Errorf("Check(%d) = %v", m, err)
		}
	}
}
