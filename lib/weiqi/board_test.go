package weiqi

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"qikit.dev/qikit/internal/gobantest"
	"qikit.dev/qikit/internal/rng"
	"qikit.dev/qikit/lib/game"
	"qikit.dev/qikit/lib/goban"
	"qikit.dev/qikit/lib/sgf"
)

// draw reads a drawn board: a row a line, then the rest of the position text.
func draw(t testing.TB, o Options, picture string) *Board {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(picture), "\n")
	for i := range lines[:len(lines)-1] {
		lines[i] = strings.ReplaceAll(strings.TrimSpace(lines[i]), " ", "")
	}
	b, err := New(strings.Join(lines[:len(lines)-1], "/")+" "+strings.TrimSpace(lines[len(lines)-1]), o, false)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// one reads a file of one game.
func one(t testing.TB, text string) *sgf.Node {
	t.Helper()
	roots, err := sgf.Parse([]byte(text), sgf.DefaultOptions())
	if err != nil || len(roots) != 1 {
		t.Fatalf("%d games, %v; want one, of %.200q", len(roots), err, text)
	}
	return roots[0]
}

func written(t testing.TB, b *Board) string {
	t.Helper()
	var out strings.Builder
	if err := sgf.Write(&out, b.SGF()); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGo_drawn(t *testing.T) {
	const ko = `
		. X O . .
		X . X O .
		. X O . .
		. . . . .
		. . . . .
		O`
	for _, row := range []struct {
		name, picture, moves, refused, why string
	}{
		{"ko", ko, "B4", "C4", "ko"},
		{"ko after two passes is still superko", ko, "B4 pass pass", "C4", "superko"},
		{"ko after a threat", ko, "B4 E1 D1", "", ""},
		{"suicide", ". X\nX .\nO", "", "A2", "suicide"},
		{"over", ". .\n. .\nX", "resign", "A1", "over"},
	} {
		t.Run(row.name, func(t *testing.T) {
			b := draw(t, DefaultOptions(), row.picture)
			if err := game.PlayLine(b, strings.Fields(row.moves)); err != nil {
				t.Fatal(err)
			}
			if row.refused == "" {
				return
			}
			if _, err := b.Parse(row.refused); !errors.Is(err, game.ErrIllegalMove) || !strings.Contains(err.Error(), row.why) {
				t.Errorf("%s after %s: %v, want illegal by %s", row.refused, row.moves, err, row.why)
			}
		})
	}
}

// slowGo is Go on a map of points, with every position of the game kept as text.
type slowGo struct {
	gobantest.Slow
	seen map[string]bool
}

// legal plays by the book: put the stone, take what has no liberty, and look.
func (s *slowGo) legal() map[string]*gobantest.Slow {
	list := s.Moves()
	for name, next := range list {
		if s.seen[strings.Fields(next.Text())[0]] {
			delete(list, name)
		}
	}
	return list
}

// Random games on small boards, with many repetitions, have the legal moves of
// a slow second implementation.
func TestGo_likeTheSlowRules(t *testing.T) {
	games := 300
	if testing.Short() {
		games = 60
	}
	r := rng.New(7)
	refused := 0
	for number := range games {
		o := DefaultOptions()
		o.Size, o.Komi = 2+number%3, 0
		b, err := New("", o, false)
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			seen := map[string]bool{}
			for c := b.Clone(); ; {
				seen[strings.Fields(c.Position())[0]] = true
				if !c.Undo() {
					break
				}
			}
			fields := strings.Fields(b.Position())
			ref := slowGo{Slow: *gobantest.New(fields[0]+" "+fields[1]+" 20 20 0 0 "+fields[4], "forced", "lose"), seen: seen}
			all := len(ref.Moves())
			want := []string{"pass"}
			for name := range ref.legal() {
				want = append(want, name)
			}
			refused += all - len(want) + 1
			slices.Sort(want)
			want = slices.DeleteFunc(want, func(name string) bool { return name == "" })
			if got := game.MoveTexts(b); !slices.Equal(got, slices.Compact(want)) {
				t.Fatalf("%s after %v: moves %v, want %v", b.Position(), game.PlayedTexts(b), got, want)
			}
			moves := b.Moves(nil)
			m := moves[r.IntN(len(moves))]
			before, key := b.Position(), b.Key()
			b.Play(m)
			if b.Undo(); b.Position() != before || b.Key() != key {
				t.Fatalf("%s undone is %s, was %s", b.Text(m), b.Position(), before)
			}
			b.Play(m)
		}
	}
	if refused < games {
		t.Errorf("superko refused %d moves only", refused)
	}
}

func TestGo_handicap(t *testing.T) {
	for _, row := range []struct {
		size, stones int
		want         string
	}{
		{19, 2, "[Q16 D4]"}, {19, 5, "[Q16 D4 Q4 D16 K10]"}, {19, 6, "[Q16 D4 Q4 D16 D10 Q10]"},
		{19, 9, "[Q16 D4 Q4 D16 D10 Q10 K4 K16 K10]"}, {9, 4, "[G7 C3 G3 C7]"}, {13, 3, "[K10 D4 K4]"}, {8, 5, "[]"}, {5, 2, "[]"}, {19, 1, "[]"},
	} {
		if got := fmt.Sprint(HandicapPoints(row.size, row.stones)); got != row.want {
			t.Errorf("%d stones on %d: %v, want %s", row.stones, row.size, got, row.want)
		}
	}
	again, err := New("", DefaultOptions(), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := game.PlayLine(again, []string{"C3", "resign"}); err != nil {
		t.Fatal(err)
	}
	o := Options{Size: 9, Handicap: 2, Scoring: ScoreArea}
	if allocated := testing.AllocsPerRun(10, func() { err = again.Restart(o) }); err != nil || allocated > 4 {
		t.Errorf("Restart: %v, %v allocations", err, allocated)
	}
	if got := again.Position(); got != "9/9/......X../9/9/9/..X....../9/9 O 0 0 -" || again.Initial() != got || again.Len() != 0 {
		t.Errorf("started again at %s, initially %s", got, again.Initial())
	}
	b, err := game.New("go", game.Setup{Rules: []byte(`{"size":9,"handicap":2,"komi":0.5}`)})
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Position(); got != "9/9/......X../9/9/9/..X....../9/9 O 0 0 -" {
		t.Errorf("start %s", got)
	}
}

func TestGo_badInput(t *testing.T) {
	for rules, want := range map[string]error{
		`{"size":1}`: game.ErrRules, `{"size":20}`: game.ErrRules, `{"komi":0.3}`: game.ErrRules, `{"komi":1000}`: game.ErrRules,
		`{"handicap":1}`: game.ErrRules, `{"handicap":10}`: game.ErrRules, `{"size":5,"handicap":2}`: game.ErrRules,
		`{"scoring":"japanese"}`: game.ErrRules, `{"target":3}`: game.ErrRules, `[]`: game.ErrRules,
	} {
		if _, err := game.New("go", game.Setup{Rules: []byte(rules)}); !errors.Is(err, want) {
			t.Errorf("rules %s: %v, want %v", rules, err, want)
		}
	}
	for text, want := range map[string]error{
		"2/2": game.ErrPosition, "2/2 B": game.ErrPosition, "2/3 X": game.ErrPosition, "2/2 X 1 2 3 4": game.ErrPosition, "2/2 X -1": game.ErrPosition,
		"2/2 X 0 70000": game.ErrPosition, "XO/OX X": game.ErrSetup, "2/2 X 0 0 A1": game.ErrSetup, "2/2 X 0 0 C1": game.ErrPosition,
	} {
		if _, err := New(text, DefaultOptions(), false); !errors.Is(err, want) {
			t.Errorf("position %q: %v, want %v", text, err, want)
		}
	}
	b, err := New("2/2 X 500 400 -", DefaultOptions(), false)
	if err != nil || b.Position() != "2/2 X 500 400 -" {
		t.Errorf("many captures: %v, %v", b, err)
	}
}

func TestGo_throughTheContract(t *testing.T) {
	b, err := game.New("go", game.Setup{Rules: []byte(`{"size":5,"komi":2.5}`)})
	if err != nil {
		t.Fatal(err)
	}
	if err := game.PlayLine(b, []string{"C3", "pass", "B2", "D4"}); err != nil {
		t.Fatal(err)
	}
	c := b.Copy()
	if got := game.PlayedTexts(c); !slices.Equal(got, []string{"C3", "pass", "B2", "D4"}) {
		t.Errorf("played %q", got)
	}
	m, err := b.Parse("e5")
	if err != nil {
		t.Fatal(err)
	}
	for symmetry, want := range []string{"E5", "A5", "E1", "A1", "E5", "E1", "A5", "A1"} {
		if got := b.ViewText(game.View{Symmetry: symmetry}, m); got != want && symmetry < 4 {
			t.Errorf("E5 in view %d is %s, want %s", symmetry, got, want)
		}
	}
	if got := b.View(game.View{Turn: 1}); got != "5/...X./..O../.O.../5 O 0 0 -" {
		t.Errorf("colours exchanged: %s", got)
	}
	if svg := b.SVG(game.DefaultSVG()); !strings.Contains(svg, "<title>"+b.Position()+"</title>") {
		t.Error("the picture's title is not the position")
	}
	for notation, want := range map[string]string{"gtp": "E5", "sgf": "ea"} {
		if got, err := b.Format(m, notation); got != want || err != nil {
			t.Errorf("%s: %s, %v", notation, got, err)
		}
	}
	if _, err := b.Format(m, "usi"); !errors.Is(err, game.ErrNotation) {
		t.Errorf("usi: %v", err)
	}
	if err := game.PlayLine(b, []string{"resign"}); err != nil {
		t.Fatal(err)
	}
	if o, over := b.Outcome(); !over || o.Winner != int(goban.White) || o.Reason != Resignation || len(b.Moves(nil)) != 0 {
		t.Errorf("resigned: %+v, %v", o, over)
	}
	if b.Undo(); len(b.Moves(nil)) != 23 {
		t.Errorf("after the resignation is undone: %d moves", len(b.Moves(nil)))
	}
}

func TestGo_records(t *testing.T) {
	file := "(;FF[4]GM[1]SZ[9]KM[6.5]HA[2]RU[Chinese]AB[gc][cg]PB[a]PW[b]RE[B+R];W[ee]C[hello];B[];W[ef];B[ge])\n" +
		"(;GM[1]SZ[5]KM[0.5]RU[Seed];B[aa];W[];B[])\n(;GM[1]SZ[5];B[aa];B[bb])\n"
	var records []game.Record
	faults := 0
	for rec, err := range game.ReadRecords("go", strings.NewReader(file)) {
		if err != nil {
			faults++
			continue
		}
		records = append(records, rec)
	}
	if len(records) != 2 || faults != 1 {
		t.Fatalf("%d records, %d faults", len(records), faults)
	}
	if rec := records[0]; rec.Tag("KM") != "6.5" || rec.Tag("HA") != "2" || rec.Result != game.ResultFirst || len(rec.Moves) != 5 || rec.Moves[4] != Resign || rec.Comments[1] != "hello" {
		t.Errorf("record %+v", rec)
	}
	var out strings.Builder
	for _, rec := range records {
		if err := game.WriteRecord("go", &out, rec, ""); err != nil {
			t.Fatal(err)
		}
	}
	i := 0
	for rec, err := range game.ReadRecords("go", strings.NewReader(out.String())) {
		if err != nil {
			t.Fatal(err)
		}
		if want := records[i]; !slices.Equal(rec.Moves, want.Moves) || rec.Result != want.Result || rec.Initial != want.Initial || rec.Tag("RU") != want.Tag("RU") || rec.Tag("KM") != want.Tag("KM") {
			t.Errorf("record %d is %+v, was %+v\n%s", i, rec, want, &out)
		}
		i++
	}
	if i != 2 {
		t.Errorf("%d records came back", i)
	}
	root := one(t, file[:strings.Index(file, "\n")])
	b, nodes, err := Replay(root, DefaultOptions())
	if err != nil || len(nodes) != 4 || b.Rules() != (Options{9, 6.5, 2, ScoreArea}) {
		t.Fatalf("%d nodes, %+v, %v", len(nodes), b.Rules(), err)
	}
	if text := written(t, b); !strings.Contains(text, "RE[B+R]") || !strings.Contains(text, "KM[6.5]") || !strings.Contains(text, "HA[2]") {
		t.Error(text)
	}
	for text, want := range map[string]error{
		"(;SZ[9]KM[x];B[aa])": game.ErrRecord, "(;SZ[9]KM[0.3];B[aa])": game.ErrRules, "(;SZ[9];B[aa];W[aa])": game.ErrIllegalMove, "(;SZ[9];B[aa];AB[bb])": game.ErrRecord,
	} {
		if _, _, err := Replay(one(t, text), DefaultOptions()); !errors.Is(err, want) || !errors.Is(err, game.ErrRecord) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
}
