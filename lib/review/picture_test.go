package review

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"qikit.dev/qikit/lib/game"
)

// drawn is a picture of a review.
func drawn(t *testing.T, r *Report, o SVGOptions) string {
	t.Helper()
	text, err := r.SVG(o)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestLettered_targetFirstAndNoProvenLoss(t *testing.T) {
	r := &Report{BadMoves: []BadMove{{Number: 2, Move: "A1", Target: "B2", Candidates: []Candidate{{Move: "B2"}, {Move: "C3"}, {Move: "A1"}, {Move: "D4", Proven: Loss}}}}}
	list := []Candidate{{Move: "D4", Proven: Loss}, {Move: "C3"}, {Move: "A1"}, {Move: "B2", Proven: Win}}
	for _, row := range []struct {
		name string
		move Move
		want string
	}{
		{"a good move", Move{Number: 1, Move: "A1", Best: "A1", Recommended: list}, "C3 B2"},
		{"another one is better", Move{Number: 1, Move: "A1", Best: "B2", Recommended: list}, "B2 C3"},
		{"a bad move", Move{Number: 2, Move: "A1", Best: "C3", Recommended: list}, "B2 C3"},
		{"all lose", Move{Number: 1, Move: "A1", Best: "D4", BestProven: Loss, Recommended: list}, "D4 C3 B2"},
	} {
		var got []string
		for _, c := range r.lettered(&row.move) {
			got = append(got, c.Move)
		}
		if strings.Join(got, " ") != row.want {
			t.Errorf("%s: letters for %v, want %s", row.name, got, row.want)
		}
	}
}

// The board shows the move played and the target in colours of their own, and says in
// its caption what became of the move.
func TestSVG_boardTellsPlayedFromTarget(t *testing.T) {
	r := short5Review(t)
	b := r.BadMoves[0]
	o := DefaultSVG()
	o.Number = b.Number
	text := drawn(t, r, o)
	if n := strings.Count(text, `stroke="`+targetColor+`" stroke-width="8"`); n != 1 {
		t.Errorf("%d discs in the target's colour, want 1", n)
	}
	if n := strings.Count(text, `stroke="`+classColors[b.Class]+`" stroke-width="11"`); n != 1 {
		t.Errorf("%d rings in the colour of a %s, want 1", n, b.Class)
	}
	for _, want := range []string{b.Move, b.Target, "your move", "better move", string(b.Class)} {
		if !strings.Contains(text, want) {
			t.Errorf("the caption lacks %q", want)
		}
	}
	o.Caption, o.Size = false, 200
	if text = drawn(t, r, o); strings.Contains(text, "better move") || !strings.Contains(text, `width="200" height="200"`) {
		t.Errorf("without a caption:\n%s", text)
	}
}

// A demonstration says what it comes to, in the review's language, if it is shown whole.
func TestSVG_lineSaysItsResult(t *testing.T) {
	r := short5Review(t)
	b := &r.BadMoves[0]
	ending := speechOf("en").ending(b)
	if len(ending) == 0 {
		t.Fatal("nothing is said of the end")
	}
	text := drawn(t, r, SVGOptions{Picture: "line", Number: b.Number, Caption: true})
	first, _, _ := strings.Cut(ending[0], " ")
	if !strings.Contains(text, ">"+first) {
		t.Errorf("no %q in\n%s", ending[0], text)
	}
	text = drawn(t, r, SVGOptions{Picture: "line", Number: b.Number, Plies: 1, Caption: true})
	if want := fmt.Sprintf("The first 1 of %d moves.", len(b.Demonstration)); !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
}

var numberAt = regexp.MustCompile(`font-weight="bold" fill="#[0-9a-f]+">(\d+)</text>`)

// All of the user's moves are highlighted, with their numbers.
func TestSVG_allMoves(t *testing.T) {
	r := short5Review(t)
	text := drawn(t, r, SVGOptions{Picture: "moves", Caption: true})
	var got, want []string
	for _, m := range numberAt.FindAllStringSubmatch(text, -1) {
		got = append(got, m[1])
	}
	for _, m := range r.Moves {
		want = append(want, fmt.Sprint(m.Number))
	}
	if !slices.Equal(got, want) {
		t.Errorf("numbers %v, want %v", got, want)
	}
	if n := strings.Count(text, `stroke-width="11"`); n != len(r.Moves) {
		t.Errorf("%d rings, want %d", n, len(r.Moves))
	}
}

// A number can be read on whatever lies on its point by the end of the game.
func TestSVG_allMovesOnOtherStones(t *testing.T) {
	// Black's first move is captured, and White plays there.
	r := mustReview(t, "(;SZ[5]RU[Capture-3];B[aa];W[ba];B[cc];W[ab];B[dd];W[aa];B[ee])", quick("black"))
	text := drawn(t, r, SVGOptions{Picture: "moves", Caption: true})
	if want := `fill="` + inkColor + `">1</text>`; !strings.Contains(text, want) {
		t.Errorf("no dark 1 on a white stone in\n%s", text)
	}
	if want := `fill="` + paperColor + `">2</text>`; !strings.Contains(text, want) {
		t.Errorf("no bright 2 on a black stone in\n%s", text)
	}
}

// The curve's axis has the numbers of the user's moves, with titles and a legend.
func TestSVG_curveHasAxes(t *testing.T) {
	for _, language := range Languages() {
		r := *short5Review(t)
		r.Language = language
		text := drawn(t, &r, DefaultSVG())
		s := speechOf(language)
		for _, want := range []string{s.say("graph"), s.say("rate axis"), s.say("move axis"), texts[string(Blunder)][s], ">5</text>"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", language, want, text)
			}
		}
	}
	for moves, want := range map[int]int{1: 1, 25: 1, 26: 5, 125: 5, 180: 10, 400: 20} {
		if got := tick(moves); got != want {
			t.Errorf("of %d moves every %d has a number, want every %d", moves, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, row := range []struct {
		text string
		most float64
		want string
	}{
		{"one two three", 5, "one two|three"},
		{"one two three", 100, "one two three"},
		{"unbreakable", 2, "unbreakable"},
		{"白方在D4的两子，跑不掉。", 5, "白方在D4|的两子，跑|不掉。"},
		{"", 5, ""},
	} {
		lines := wrap(row.text, row.most)
		if got := strings.Join(lines, "|"); got != row.want {
			t.Errorf("%q in lines of %v: %q, want %q", row.text, row.most, got, row.want)
		}
		for _, line := range lines {
			if r, _ := utf8.DecodeRuneInString(line); strings.ContainsRune(stops, r) {
				t.Errorf("%q begins with a stop", line)
			}
		}
	}
}

// The title of a picture has no blanks between Chinese sentences.
func TestInOne(t *testing.T) {
	for _, row := range []struct {
		want  string
		lines []string
	}{
		{"", nil},
		{"One. Two.", []string{"One.", "Two."}},
		{"第 3 手。更好的是 D4", []string{"第 3 手。", "更好的是 D4"}},
	} {
		if got := inOne(row.lines); got != row.want {
			t.Errorf("%q in one: %q, want %q", row.lines, got, row.want)
		}
	}
}

// What is drawn over a board hits its points, also when it is flipped.
func TestPlate_isOnThePoints(t *testing.T) {
	r := short5Review(t)
	rec, err := r.replay()
	if err != nil {
		t.Fatal(err)
	}
	b := rec.at(1)
	stone := r.Moves[0].Move // Black's first
	for _, o := range []SVGOptions{{Coords: true}, {}, {Flip: true}, {Flip: true, Coords: true}} {
		p := newPlate(b, o)
		x, y, ok := p.at(stone)
		draw := game.SVGOptions{Size: 400, Flip: o.Flip, Coords: o.Coords}
		if want := fmt.Sprintf(`<circle cx="%d" cy="%d" r="47"`, x, y); !ok || !strings.Contains(b.SVG(draw), want) {
			t.Errorf("%+v: %s is drawn at %d %d, the board has no stone there", o, stone, x, y)
		}
	}
	if _, _, ok := newPlate(b, SVGOptions{}).at("pass"); ok {
		t.Error("a pass has a place")
	}
}

// A picture calls no move better where the text names none.
func TestSVG_betterMoveAsTheTextHasIt(t *testing.T) {
	r, err := Parse(short5Review(t).JSON())
	if err != nil {
		t.Fatal(err)
	}
	m := &r.Moves[0]
	for _, row := range []struct {
		cleared Clearance
		best    string
		want    bool
	}{{"", "C3", true}, {Unclear, "C3", false}, {"", m.Move, false}} {
		m.Status, m.Cleared, m.Proven, m.BestProven, m.Best, m.WinRate, m.BestWinRate = Cleared, row.cleared, "", "", row.best, 0.2, 0.25
		r.BadMoves = nil
		text, err := r.SVG(SVGOptions{Picture: "board", Number: 1, Caption: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(text, "better move"); got != row.want {
			t.Errorf("cleared %q, best %s: a better move in the picture %t, want %t", row.cleared, row.best, got, row.want)
		}
	}
}

// Of moves on one point a line's picture has the first by its number, the others in words.
func TestSVG_aPointPlayedTwice(t *testing.T) {
	r, err := Parse(short5Review(t).JSON())
	if err != nil {
		t.Fatal(err)
	}
	bad := &r.BadMoves[0]
	bad.Demonstration = []string{"A1", "A2", "E5", "B1", "E4", "A1", "pass", "pass"}
	r.Record, r.Moves[bad.Number-1].Ply = "(;FF[4]GM[1]SZ[5]RU[Capture-3];B[cc];W[cd])", 1
	r.Game.Target, r.Game.Pass = [2]int{3, 3}, "free"
	bad.Line = bad.Line[:1]
	text, err := r.SVG(SVGOptions{Picture: "line", Number: bad.Number, Caption: true})
	if err != nil || !strings.Contains(text, "6 at 1.") || strings.Contains(text, "8 at") {
		t.Errorf("%v: the sixth move stands where the first did, and the picture does not say so: %s", err, text)
	}
}

// A picture's title says what it shows, in words, once.
func TestSVG_titles(t *testing.T) {
	r := short5Review(t)
	for _, o := range []SVGOptions{{Picture: "board", Number: 1}, {Picture: "board", Number: 1, Caption: true}, {Picture: "line", Number: r.BadMoves[0].Number}, {Picture: "moves"}} {
		text, err := r.SVG(o)
		if err != nil {
			t.Fatal(err)
		}
		_, title, _ := strings.Cut(text, "<title>")
		if title, _, _ = strings.Cut(title, "</title>"); strings.Count(text, "<title>") != 1 || !strings.Contains(title, "ove") {
			t.Errorf("%+v: the title is %q", o, title)
		}
	}
}
