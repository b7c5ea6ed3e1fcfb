package reason

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/capturego"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
)

// update rewrites the goldens in testdata.
var update = flag.Bool("update", false, "rewrite testdata")

// drawn are positions, in rows from the top, and a move that shows a kind of fact.
var drawn = []struct {
	name, rows, rest, move string
	kind                   Kind
}{
	{"a capture that wins", "..... ..X.. .XO.. ..X.. .....", "X 1 1 0 0 -", "D3", Wins},
	{"a capture of several chains", ".OX.. OX... X.... ..... .....", "X 5 5 0 0 -", "A5", Captures},
	{"a capture on the way", "..... ..X.. .XO.. ..X.. .....", "X 3 3 0 0 -", "D3", Captures},
	{"the winning capture missed", "..... ..X.. .XO.. ..X.. .....", "X 1 1 0 0 -", "A1", Misses},
	{"a larger capture missed", ".X... XO... .XX.O XOOX. .XX..", "X 5 5 0 0 -", "A1", Misses},
	{"two stones left in atari", "..... .OO.. OXXO. .O... .....", "X 1 1 0 0 -", "E5", Loses},
	{"two stones not saved", "..... .OO.. OXXO. .O... ..X..", "X 3 3 0 0 -", "E5", Unsaved},
	{"two stones run in vain", "..... .OO.. OXXO. .O... .....", "X 3 3 0 0 -", "C2", Runs},
	{"a stone runs", "..... ..O.. .OXO. ..... .....", "X 3 3 0 0 -", "C2", Saves},
	{"two stones connect", "..... .OO.. OXXO. .O... ..X..", "X 3 3 0 0 -", "C2", Connects},
	{"saved by a capture", "..... ..XO. .XOXO ..... .....", "O 3 3 0 0 -", "D2", Saves},
	{"a stone in atari", "..... ..... .XO.. ..X.. .....", "X 1 1 0 0 -", "D3", Atari},
	{"a trap on the edge", "..... ..... X.... O.... .X...", "X 3 3 0 0 -", "B2", Trap},
	{"into atari", "..... ..O.. .O.O. ..... .....", "X 3 3 0 0 -", "C3", SelfAtari},
	{"a group into atari", "..... .OO.. OX..O .OO.. .....", "X 3 3 0 0 -", "C3", SelfAtari},
	{"two threats", "....... ....... ..X.X.. .XO.OX. ....... ....... .......", "X 1 1 0 0 -", "D4", DoubleThreat},
	{"two threats to come", "....... ....... ..X.X.. .XO.OX. ....... ....... .......", "O 1 1 0 0 -", "A1", FacesThreats},
	{"no two threats any more", "....... ....... ..X.X.. .XO.OX. ....... ....... .......", "O 1 1 0 0 -", "D4", Denies},
	{"a ladder", "......... ......... ......... ......... ......... .X....... .XO...... ..X...... .........", "X 3 3 0 0 -", "D3", Ladder},
	{"a ladder with a stone in the way", "......... ......... ......O.. ......... ......... .X....... .XO...... ..X...... .........", "X 3 3 0 0 -", "D3", BrokenLadder},
	{"running in a ladder", "......... ......... ......... ......... ......... .X....... .XOX..... ..X...... .........", "O 3 3 0 0 -", "C4", Runs},
	{"a ladder to come", "......... ......... ......... ......... ......... .X....... .XO...... ..X...... .........", "O 3 3 0 0 -", "J9", FacesTrap},
	{"a net", "......... ......... ......... ...X..... ...XO.... ....XX... ......... ......... .........", "X 3 3 0 0 -", "F6", Net},
	{"a snapback", "..... ..... .XXX. XOOOX XO..X", "X 6 6 0 0 -", "C1", Snapback},
	{"a ko", ".XO.. X.XO. .XO.. ..... .....", "O 3 3 0 0 -", "B4", Captures},
	{"a quiet move", "..... ..... ..... ..... .....", "X 1 1 0 0 -", "C3", ""},
}

func board(t *testing.T, rows, rest string) *capturego.Board {
	t.Helper()
	b, err := capturego.New(strings.ReplaceAll(rows, " ", "/")+" "+rest, capturego.DefaultOptions(), true)
	if err != nil {
		t.Fatalf("%s: %v", rows, err)
	}
	return b
}

func TestMove_drawn(t *testing.T) {
	for _, row := range drawn {
		b := board(t, row.rows, row.rest)
		m, err := b.Parse(row.move)
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		seen := map[Kind]int{}
		compare(t, b, m, seen)
		if row.kind != "" && seen[row.kind] == 0 || row.kind == "" && len(seen) > 0 {
			t.Errorf("%s: facts %v, want one of %q", row.name, seen, row.kind)
		}
	}
}

// What the facts of sixty positions are called, in both languages, to the side that
// moves and to its opponent.
func TestText_golden(t *testing.T) {
	var all strings.Builder
	tell := func(name string, b *capturego.Board, m game.Move) {
		fmt.Fprintf(&all, "%s: %s: %s %s\n", name, b.Position(), b.Sides()[b.Turn()], b.Text(m))
		facts := Move(b, m)
		after := b.Clone()
		after.Play(m)
		for _, f := range append(facts, Position(after)...) {
			for _, you := range []goban.Color{goban.Black, goban.White} {
				fmt.Fprintf(&all, "  %-5v %s %s\n", you, f.Text("en", you), f.Text("zh", you))
			}
		}
	}
	for _, row := range drawn {
		b := board(t, row.rows, row.rest)
		m, err := b.Parse(row.move)
		if err != nil {
			t.Fatal(err)
		}
		tell(row.name, b, m)
	}
	r := rng.New(2)
	for i := range 60 - len(drawn) {
		b := randomBoard(t, r)
		m, _ := randomMove(b, r)
		tell(fmt.Sprint("random ", i), b, m)
	}
	const golden = "testdata/texts.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got := all.String(); got != string(want) {
		t.Errorf("the texts are not those of %s: run with -update and read the difference\n%s", golden, got)
	}
}

// Every sentence is filled in, names the players as it should, and is in its language.
func TestText_everyKind(t *testing.T) {
	p := goban.PointAt(1, 5)
	for _, kind := range kinds {
		if _, ok := sentences[string(kind)]; !ok {
			t.Errorf("no sentence for %q", kind)
		}
		for _, missing := range []int{0, 2, 12} {
			for stones := 1; stones <= 2; stones++ {
				list := []goban.Point{p, p + 1}[:stones]
				f := Fact{Kind: kind, Side: goban.White, Move: p, Points: list, Chain: list, Other: list, Count: stones, Missing: missing}
				for _, you := range []goban.Color{goban.Black, goban.White, goban.Empty} {
					for _, language := range Languages() {
						text := f.Text(language, you)
						chinese := strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
						ends := strings.HasSuffix(text, ".") || strings.HasSuffix(text, "。")
						if chinese != (language == "zh") || strings.ContainsAny(text, "{}|%") || !ends || strings.Contains(text, "  ") {
							t.Errorf("%s: %q", kind, text)
						}
						if you == goban.Empty && (strings.Contains(strings.ToLower(text), "you") || strings.Contains(text, "你")) {
							t.Errorf("%s: %q says you to somebody who does not play", kind, text)
						}
					}
				}
			}
		}
	}
	for name := range sentences {
		if !slices.Contains(kinds, Kind(strings.TrimSuffix(name, "+"))) {
			t.Errorf("a sentence for %q, which is no kind", name)
		}
	}
}
